"""Jobs of GitHub, run in a shell: `Job(workspace, github, actions).run(job)`.

What a job takes from elsewhere is a function in `actions`, by the name before '@' in `uses`: it is
called with the job and the step's `with`, and returns a status and outputs. `composite` makes such a
function of an `action.yml`. Expressions are evaluated as far as our workflows use them; another
function or a name that GitHub does not have is an error."""

import os
import re
import subprocess

TOKEN = re.compile(r"'(?:[^']|'')*'|&&|\|\||[=!]=|[!(),]|[\w.-]+")
EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)
# What may be missing below: an event's own fields, outputs of steps that did not run, variables.
SPARSE = ("github.event.", "steps.", "vars.", "env.")


class Expression:
    """GitHub's operators: '&&' and '||' give one of their operands, texts are equal in any case."""

    def __init__(self, text, contexts, functions):
        self.tokens = TOKEN.findall(text)
        assert re.sub(r"\s", "", "".join(self.tokens)) == re.sub(r"\s", "", text), f"cannot read {text}"
        self.contexts, self.functions = contexts, functions

    def value(self):
        value = self.either()
        assert not self.tokens, f"there is more: {self.tokens}"
        return value

    def take(self, *words):
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in words else None

    def either(self):
        value = self.both()
        while self.take("||"):
            other = self.both()
            value = value or other
        return value

    def both(self):
        value = self.equal()
        while self.take("&&"):
            other = self.equal()
            value = value and other
        return value

    def equal(self):
        value = self.single()
        while operator := self.take("==", "!="):
            other = self.single()
            value = (text(value).lower() == text(other).lower()) == (operator == "==")
        return value

    def single(self):
        if self.take("!"):
            return not self.single()
        if self.take("("):
            value = self.either()
            assert self.take(")")
            return value
        token = self.tokens.pop(0)
        if token.startswith("'"):
            return token[1:-1].replace("''", "'")
        return self.call(token) if self.take("(") else self.look_up(token)

    def call(self, name):
        values = []
        while not self.take(")"):
            values.append(self.either())
            self.take(",")
        return self.functions[name](*values)

    def look_up(self, name):
        if name in ("true", "false"):
            return name == "true"
        value = self.contexts
        for part in name.split("."):
            if part not in value:
                assert name.startswith(SPARSE), f"there is no {name}"
                return None
            value = value[part]
        return value


def text(value):
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def format_text(pattern, *values):
    return re.sub(r"\{(\d)\}", lambda match: text(values[int(match[1])]), pattern)


def fill(value, contexts):
    """A text with values in place of expressions."""
    return EXPRESSION.sub(
        lambda match: text(Expression(match[1], contexts, {"format": format_text}).value()), text(value))


def steps(job):
    """The steps with the shell that runs them where they name none."""
    return [{"shell": "sh" if "container" in job else "bash -e", **step} for step in job["steps"]]


def shell(step, folder, environment):
    """Runs the script of a step; its status, and what it has said."""
    assert "${{" not in step["run"], "what others write may become part of the script"
    command = {
        "bash": ["bash", "--noprofile", "--norc", "-eo", "pipefail"], "bash -e": ["bash", "-e"],
        "sh": ["sh", "-e"]}[step["shell"]]
    ended = subprocess.run(
        [*command, "-c", step["run"]], cwd=folder, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return ended.returncode, ended.stdout


def composite(manifest, path):
    """The action of a file 'action.yml', as if the runner had it in the folder."""
    def act(job, given):
        inputs = {
            name: given.get(name, fill(field.get("default", ""), job.contexts))
            for name, field in manifest["inputs"].items()}
        return job.run_steps(manifest["runs"]["steps"], inputs, {"GITHUB_ACTION_PATH": path}), {}
    return act


class Job:
    """A runner with its folder for temporary files, and one event's job."""

    def __init__(self, workspace, github, actions, **environment):
        self.workspace, self.actions = workspace, actions
        self.temporary = workspace.with_name(f"{workspace.name}-temp")
        for folder in [workspace, self.temporary]:
            folder.mkdir(parents=True, exist_ok=True)
        self.contexts = {
            "github": {"base_ref": "", **github}, "vars": {},
            "runner": {"temp": str(self.temporary), "os": "Linux", "arch": "X64"}}
        self.environment = {
            **os.environ, "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(workspace),
            "GITHUB_STEP_SUMMARY": str(self.temporary / "summary.md"), "RUNNER_TEMP": str(self.temporary),
            **{f"GITHUB_{name.upper()}": value for name, value in self.contexts["github"].items()
               if isinstance(value, str)},
            **environment}
        self.said = ""
        self.ran = []
        self.after = []

    def run(self, job):
        self.contexts["env"] = job.get("env", {})
        self.environment.update(self.contexts["env"])
        status = self.run_steps(steps(job), {}, {})
        for act in self.after:
            act()
        return status

    def run_steps(self, steps, inputs, environment):
        contexts = {**self.contexts, "inputs": inputs, "steps": {}}
        status = 0
        for step in steps:
            functions = {"always": lambda: True, "success": lambda: status == 0, "format": format_text}
            condition = step.get("if", "success()")
            if not re.search(r"\b(always|success)\(\)", condition):
                condition = f"success() && ({condition})"
            if not Expression(condition, contexts, functions).value():
                continue
            values = {name: fill(value, contexts) for name, value in step.get("env", {}).items()}
            ended, outputs = (self.run_script if "run" in step else self.use)(
                step, contexts, {**environment, **values})
            self.ran.append(step.get("name") or step["uses"].split("@")[0])
            contexts["steps"][step.get("id")] = {"outputs": outputs}
            status = status or ended
        return status

    def use(self, step, contexts, _):
        given = {name: fill(value, contexts) for name, value in step.get("with", {}).items()}
        return self.actions[step["uses"].split("@")[0]](self, given)

    def run_script(self, step, _, environment):
        files = {name: self.temporary / name for name in ["GITHUB_OUTPUT", "GITHUB_PATH"]}
        for file in files.values():
            file.write_text("")
        status, said = shell(
            step, self.workspace,
            {**self.environment, **environment, **{name: str(path) for name, path in files.items()}})
        self.said += said
        for folder in files["GITHUB_PATH"].read_text().split("\n")[:-1]:
            self.environment["PATH"] = f"{folder}:{self.environment['PATH']}"
        lines = files["GITHUB_OUTPUT"].read_text().split("\n")[:-1]
        return status, dict(line.split("=", 1) for line in lines)
