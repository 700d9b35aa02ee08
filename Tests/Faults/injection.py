"""Runs the tool under `strace`, which lets one of its system calls fail or sends it a signal there, and
says what a user would miss: see `README.md`."""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess

TOOL = os.environ["TOOL"]
SECONDS = 300
# Of the places where a fault is tried, each so manyth from this one on.
EVERY = int(os.environ.get("EVERY", "1"))
CHOSEN = slice(int(os.environ.get("FROM", "0")) % EVERY, None, EVERY)

# What the kernel may answer, and to what. Calls for memory and threads have rows of their own.
NAMED = "openat newfstatat access readlink chdir unlinkat mkdir linkat rename renameat execve"
WRITING = "write pwrite64 writev fsync ftruncate close copy_file_range"
ERRORS = {
    "EACCES": f"{NAMED} fchmod fchown",
    "ELOOP": "openat",
    "ENOENT": "openat newfstatat getcwd rename renameat unlinkat",
    "EMFILE": "openat pipe pipe2 socketpair dup dup2 dup3",
    "ENOSPC": f"openat mkdir rename renameat {WRITING}",
    "EIO": f"{NAMED} {WRITING} getdents64 read pread64 readv lseek",
    "EINTR": f"openat {WRITING} read pread64 readv getdents64 wait4 poll ppoll recvfrom sendto",
}
# A full disk stays full.
LASTING = ("ENOSPC", "EIO", "EMFILE")
# Git, and so the tool, goes on without these where they are gone, or links; what has changed and is
# gone is removed.
OPTIONAL = re.compile(
    r"\.gitignore|/exclude|/ignore|git/config|gitconfig|/commondir|\.swift-determinism-(lint|baseline)"
    r"|/proc/|/sys/|New\.swift|\.git\"|/gitdir|/info/")

TEMPORARY = re.compile(r"\.swift-determinism-lint-\d+-\d+")

Call = collections.namedtuple("Call", "name number line")
Outcome = collections.namedtuple("Outcome", "status output errors tree")


def row(name, problems, shown=4):
    problems = list(problems)
    if problems:
        more = f"; and {len(problems) - shown} more" if shown < len(problems) else ""
        print(f"FAILED {name}: {'; '.join(problems[:shown])}{more}", flush=True)
    else:
        print(f"ok {name}", flush=True)


def tree(folder):
    """What every file in a folder holds; of git's own files these are the hooks."""
    root = str(folder).encode()
    return {
        str(path.relative_to(folder)): path.read_bytes().replace(root, b"/project")
        for path in pathlib.Path(folder).rglob("*")
        if path.is_file() and (
            path.relative_to(folder).parts[0] != ".git" or path.parent.name == "hooks")}


def is_temporary(path):
    """What a killed run cannot remove; the tool does an hour later."""
    return TEMPORARY.fullmatch(path.rpartition("/")[2]) is not None


class Job:
    """A command in a project, and how it goes when nothing fails.
    - startup: whether what comes before the project is touched is tried, too.
    - reports: files whose content says what could not be done."""

    def __init__(self, name, project, *arguments, startup=False, reports=()):
        self.name, self.project, self.arguments = name, project.absolute(), arguments
        self.reports = reports
        self.absent = []
        self.before = tree(self.project)
        self.ignored = {
            name: text for name, text in self.before.items() if name.startswith("Made/")}
        self.usual, trace = self.run([])
        counts = collections.Counter()
        self.calls = []
        for line in trace.splitlines():
            startup = startup or line.startswith("getcwd(")
            if match := re.match(r"(\w+)\(", line):
                counts[match[1]] += 1
                if startup and match[1] != "exit_group" and 1 < sum(counts.values()):
                    self.calls.append(Call(match[1], counts[match[1]], line))

    def run(self, injections, number=0, then=None):
        """The outcome of a run with faults, and its trace.
        - then: is handed the folder before that goes."""
        # As long as any other: a report may tell its own length.
        folder = pathlib.Path(f"{self.project}.{self.name.replace(' ', '-')}.{number:04}")
        trace = pathlib.Path(f"{folder}.trace")
        shutil.copytree(self.project, folder, symlinks=True)
        try:
            command = ["strace", "-qq", "-o", str(trace)]
            for injection in injections:
                command += ["-e", f"inject={injection}"]
            ended = subprocess.run(
                [*command, TOOL, *self.arguments], cwd=folder, capture_output=True,
                timeout=SECONDS, stdin=subprocess.DEVNULL)
            root = str(folder).encode()
            outcome = Outcome(
                ended.returncode, ended.stdout.replace(root, b"/project"), ended.stderr, tree(folder))
            if then:
                then(folder)
            return outcome, trace.read_text(errors="replace")
        finally:
            shutil.rmtree(folder)
            trace.unlink(missing_ok=True)

    def problems(self, injections, judge):
        """What is wrong, with the faults that show it."""
        def one(numbered):
            number, injection = numbered
            try:
                return [f"{injection}: {problem}" for problem in judge(injection, number)]
            except subprocess.TimeoutExpired:
                return [f"{injection}: it hangs"]

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for problems in pool.map(one, enumerate(injections, 1)):
                yield from problems

    def row_of_error(self, error):
        """The error at each call that may answer with it: alone, or all of its kind from there on."""
        talks = any(call.name == "socketpair" for call in self.calls)
        calls = [
            call for call in self.calls if call.name in ERRORS[error].split()
            # Of a descriptor a name cannot be gone. What lies in a folder that may not be entered can
            # not be read either.
            and not (error == "ENOENT" and "AT_EMPTY_PATH" in call.line)
            and not (error == "EACCES" and call.name == "newfstatat")
            # What strace fails does not happen: git would wait for the other end of an open socket.
            and not (talks and call.name == "close")]
        injections = [
            f"{call.name}:error={error}:when={call.number}{more}"
            for call in calls for more in (["", "+"] if error in LASTING else [""])]
        if injections:
            self.absent = []
            problems = list(self.problems(
                injections[CHOSEN],
                lambda injection, number: self.missed(error, injection, *self.run([injection], number))))
            # How often git is read from and waited for differs from run to run, but not by so much.
            if 4 < len(injections[CHOSEN]) <= len(self.absent):
                problems.append("not one of the calls came")
            row(f"{self.name}: {error} at {places(injections)}", problems)

    def missed(self, error, injection, outcome, trace):
        """What a user would miss."""
        hit = next((line for line in trace.splitlines() if "(INJECTED)" in line), "")[:160]
        if not hit:
            self.absent.append(injection)
        if outcome.status < 0 or 128 < outcome.status or b"Fatal error" in outcome.errors:
            return [f"{hit} ends with status {outcome.status}"]
        if error in ("ENOENT", "ELOOP") and is_optional(hit):
            return []
        if outcome.status == 2 and b".gitignore'" in outcome.errors:
            # The report says that it was not known what is ignored; the rest goes on.
            outcome = outcome._replace(tree={**outcome.tree, **self.ignored})
        if TEMPORARY.search(hit) and re.match("unlinkat|newfstatat", hit):
            # Whose bytes have the temporary name is not known any more, or they cannot be removed.
            outcome = outcome._replace(tree=without_temporaries(outcome.tree))
        problems = self.wrong_files(outcome)
        is_usual = outcome[:2] == self.usual[:2] and outcome.tree == self.usual.tree
        if not is_usual and not self.reports_more(outcome):
            if error == "EINTR":
                problems.append(f"is not made again, status {outcome.status}")
            elif outcome.status not in (2, 64):
                problems.append(f"status {outcome.status}, with another outcome")
            elif not self.says_more(outcome) and not (
                # Nobody can be told.
                injection.startswith("write") and injection.endswith("+") or hit.startswith("write(2")
            ):
                problems.append("not a word about it")
        return [f"{hit} {problem}" for problem in problems]

    def says_more(self, outcome):
        """Whether standard error has an error that it usually has not: it may have a report, too."""
        def errors(outcome):
            return {line for line in outcome.errors.splitlines() if b"error: " in line}

        return not errors(outcome) <= errors(self.usual)

    def reports_more(self, outcome):
        """Whether what was not fixed is reported instead."""
        lines = set(outcome.output.splitlines())
        return outcome.status == 1 and lines > set(self.usual.output.splitlines())

    def wrong_files(self, outcome):
        """Each file is as it was, or as it is to be; there are no others."""
        def may_be(name, text):
            if name in self.reports and text is not None and outcome.status == 2:
                return is_report(text)
            return text in (self.before.get(name), self.usual.tree.get(name))

        now = outcome.tree
        return [
            f"'{name}' is {'lost' if name not in now else 'mixed' if name in self.before else 'left'}"
            for name in sorted({*self.before, *self.usual.tree, *now})
            if not may_be(name, now.get(name))]

    def row_of_signal(self, name):
        """A signal at each call: files are whole, nothing stays, the next run does what this was to."""
        number = getattr(signal, name)
        injections = [
            f"{call.name}:signal={name}:when={call.number}"
            for call in self.calls if call.name != "execve"]

        def judge(injection, index):
            again = {}

            def run_again(folder):
                subprocess.run(
                    [TOOL, *self.arguments], cwd=folder, capture_output=True, timeout=SECONDS,
                    stdin=subprocess.DEVNULL)
                again.update(tree(folder))

            outcome, _ = self.run([injection], index, run_again)
            if name == "SIGKILL":
                outcome = outcome._replace(tree=without_temporaries(outcome.tree))
            problems = self.wrong_files(outcome)
            if outcome.status in (-number, 128 + number):
                ended.append(injection)
            elif outcome.status != self.usual.status:
                problems.append(f"status {outcome.status}")
            if without_temporaries(again) != self.usual.tree:
                problems.append("the next run does not do what this was to")
            return problems

        ended = []
        problems = list(self.problems(injections[CHOSEN], judge))
        if 4 < len(injections[CHOSEN]) and not ended:
            problems.append("it ends none of the runs")
        row(f"{self.name}: {name} at {places(injections)}", problems)


def is_optional(hit):
    return OPTIONAL.search(hit) and not TEMPORARY.search(hit)


def places(injections):
    start = f" from {CHOSEN.start}" if CHOSEN.start else ""
    return f"{len(injections[CHOSEN])} of {len(injections)} places{start}"


def without_temporaries(files):
    return {path: text for path, text in files.items() if not is_temporary(path)}


def is_report(text):
    """Whether it is JSON to its end, or JSON texts with the length of each before it."""
    try:
        while match := re.match(rb"(\d+)\n", text):
            text = text[match.end():]
            json.loads(text[:int(match[1])])
            text = text[int(match[1]):].lstrip(b"\n")
        return not text or json.loads(text) is not None
    except ValueError:
        return False
