"""The page of `--format html` of a small project, for scenes that look at it in a browser."""

import base64
import json
import os
import pathlib
import shutil
import subprocess

TOOL = os.environ["TOOL"]
SETTINGS = """packs: []
enable: [date-init, timer-scheduled, dispatch-main-async]
rules: [Rules]
allow: { date-init: [System.swift] }
severity: { timer-scheduled: warning }
replace: { date-init: { Date(): clock.now } }
"""
RULES = """pack: own
rules:
  - id: no-print
    message: use the log
    note: A log has levels.
    url: https://example.org/no-print
    ban: [print]
"""
OLD = "func old() { DispatchQueue.main.async { done() } }\n"
FILES = {
    "CODEOWNERS": "/Sources/ @ada\n/AppTests/ @bob\n",
    "Sources/Clock/System.swift": "let now = { Date() }\n",
    "Sources/Feed/Feed.swift": """struct Feed {
  let started = Date(), seen = Date(), read = Date()
  func show() { DispatchQueue.main.async { print(Date()) } }
}

#Preview {
  Feed(at: Date())
}
""",
    "Sources/Login/Login.swift": """func login() {
  Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }
  // determinism:allow date-init: shown to people only
  log(Date())


  send(Date(), Date())
}
""",
    # More than in any folder of product code.
    "AppTests/FeedTests.swift": "let expected = Date()\n" * 8,
}
# What is in tests, and in previews; all else is the product's.
TESTS, PREVIEWS = {"AppTests/FeedTests.swift"}, {("Sources/Feed/Feed.swift", 7)}

# By the file, the rule and the line; and whether it is in what is opened on demand.
LISTED = """[...document.querySelectorAll("article")]%s.map(each => [
  each.closest("section").dataset.file, each.dataset.rule,
  Number(each.querySelector("p.quiet").textContent.match(/line (\\d+):/)[1]),
  each.closest("details") !== null])"""
ALL, SHOWN = LISTED % "", LISTED % '.filter(each => !each.closest("[hidden]"))'
WAIT = "const wait = time => new Promise(done => setTimeout(done, time))"


def write(path, text):
    path = pathlib.Path(os.fsdecode(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def tool(*arguments, folder=".", status=1, **environment):
    run = subprocess.run([TOOL, *arguments], capture_output=True, cwd=folder, timeout=120,
                         env={**os.environ, **environment})
    assert status == run.returncode, f"{arguments}: {run.returncode}, {run.stderr[-500:]}"
    return run.stdout


def page(folder, *arguments):
    """The path of the page of a run."""
    path = pathlib.Path(f"{folder}.html").absolute()
    path.write_bytes(tool("--format", "html", *arguments, folder=folder))
    return path


def reported(folder):
    """The diagnostics of `--format json`: messages, each after its size in a line."""
    rest, found = tool("--format", "json", folder=folder), []
    while rest:
        size, _, rest = rest.partition(b"\n")
        found += json.loads(rest[:int(size)]).get("diagnostics", [])
        rest = rest[int(size) + 1:]
    return found


def excused(folder):
    """What SARIF says of findings that are not reported."""
    log = json.loads(tool("--format", "sarif", "--include-suppressed", folder=folder))
    results = log["runs"][0]["results"]
    return [result for result in results if result.get("suppressions")]


def make_project():
    folder = pathlib.Path("project")
    write(folder / ".swift-determinism-lint.yml", SETTINGS)
    write(folder / "Rules/own.yml", RULES)
    write(folder / "Sources/Old/Old.swift", OLD)
    tool("baseline", "write", folder=folder, status=0)
    for path, text in FILES.items():
        write(folder / path, text)
    return folder


def kind(file, line):
    return "tests" if file in TESTS else "samples" if (file, line) in PREVIEWS else "product"


def shown(window, script=""):
    """What is shown after a script has changed the filters, as (file, rule, line, is excused)."""
    return [tuple(each) for each in window.evaluate(
        f"(async () => {{ {WAIT}; {script}; await wait(250); return {SHOWN} }})()")]


def filtered(window, script):
    """What is shown after a script has set filters, where none was set before."""
    return shown(window, f"form.reset(); await wait(30); {script}; form.dispatchEvent(new Event('input'))")


def press(window, key, code, text=None, **more):
    for kind in ["keyDown" if text else "rawKeyDown", "keyUp"]:
        words = {"text": text} if text and kind == "keyDown" else {}
        window.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code,
                    **words, **(more if kind != "keyUp" else {}))


def printed(window):
    """The text of the page on paper; None where nothing reads it."""
    data = window.call("Page.printToPDF", printBackground=False)["data"]
    pathlib.Path("page.pdf").write_bytes(base64.b64decode(data))
    if not shutil.which("pdftotext"):
        return None
    return subprocess.run(["pdftotext", "-layout", "page.pdf", "-"], capture_output=True, text=True,
                          check=True).stdout
