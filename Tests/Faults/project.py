"""The project that the faults are tried on: it has one of each kind of file that the tool reads."""

import pathlib
import subprocess

FILES = {
    ".swift-determinism-lint.yml": """\
rules: [Rules]
allow:
  dispatch-main-async: ["**/Seam.swift"]
replace:
  date-init:
    Date(): clock.now
""",
    "Rules/own.yml": """\
pack: own
rules:
  - { id: own-dice, message: dice are thrown; take a number that is handed in, ban: [throwDice()] }
""",
    ".gitignore": "Made/\n",
    ".swift-determinism-baseline": """\
swift-determinism-baseline 2
Sources/Old.swift  date-init  old  Date()
""",
    "Made/Made.swift": "let made = Date()\n",
    "Sources/Old.swift": "let old = Date()\n",
    "Sources/Dice.swift": "let dice = throwDice()\n",
    "Sources/Seam.swift": "import Dispatch\nfunc later() { DispatchQueue.main.async {} }\n",
    "Sources/Start.swift": "let start = Date()\nlet end = later(than: start)\n",
    "Sources/Deep/.swift-determinism-lint.yml": "severity: { date-init: warning }\n",
    "Sources/Deep/Warned.swift": "let warned = Date()\n",
}


def git(folder, *arguments):
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def make(folder, changes=None):
    """A repository with one commit, and with the changes in the working tree and the index."""
    folder = pathlib.Path(folder)
    folder.mkdir()
    git(folder, "init", "-q", "--template=")
    write(folder, FILES)
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "Start")
    write(folder, changes or {})
    git(folder, "add", ".")
    return folder


def write(folder, files):
    """Writes the files; removes those without a text."""
    for name, text in files.items():
        path = folder / name
        if text is None:
            path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
