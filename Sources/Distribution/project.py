"""What each package says of the project, said once.

Settings come from the environment, since the source does not know who publishes it: PROJECT_URL, the
page of the project, without which no package names one; RELEASE_URL, the folder of this release, e.g.
`https://github.com/OWNER/swift-determinism-lint/releases/download/v<version>`; MAINTAINER, as
`Name <mail>`; VSCE_PUBLISHER, the publisher's id at VS Code's marketplace; SOURCE_DATE_EPOCH, the
time that files bear. A script that imports this starts with `#!/usr/bin/env -S python3 -B`, so that
Python writes nothing beside it.
"""

import os
import pathlib
import re
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
NAME = "swift-determinism-lint"
SUMMARY = "Bans nondeterministic APIs in Swift source"
# Paragraphs of Markdown.
DESCRIPTION = [
    "swift-determinism-lint reports Swift code that behaves differently on every run: a date read "
    "from the system clock, work put on the main queue for later, a timer on the real run loop. It "
    "prints what it finds as the Swift compiler would.",
    "It lints a folder, what is staged for a commit, or what a branch changes; it keeps a baseline "
    "of old findings; and it answers editors as a language server. The program is one file. It "
    "needs neither a Swift toolchain nor a library, and opens no connection.",
]
URL = os.environ.get("PROJECT_URL", "").rstrip("/")
RELEASE_URL = os.environ.get("RELEASE_URL", "").rstrip("/")
# The domain is one that belongs to nobody (RFC 2606).
MAINTAINER = os.environ.get("MAINTAINER") or f"{NAME} <nobody@example.com>"
PUBLISHER = os.environ.get("VSCE_PUBLISHER", "")


def check_settings():
    """What ends a line or a string would be read as something else in a package."""
    def check(name, value, pattern, wanted):
        if value and not (value.isprintable() and re.fullmatch(pattern, value)):
            script = pathlib.Path(sys.argv[0]).name
            sys.exit(f"{script}: error: {name} is {value!r}; write {wanted}")

    for name, url in [("PROJECT_URL", URL), ("RELEASE_URL", RELEASE_URL)]:
        check(name, url, r"(https?|file)://[^\s\"'\\#{}<>]+", "an address, 'https://…'")
    check("MAINTAINER", MAINTAINER, r"[^<>,\s][^<>,]* <[^<>@\s]+@[^<>@\s]+>", "'Name <mail>'")
    check("VSCE_PUBLISHER", PUBLISHER, "[A-Za-z0-9][A-Za-z0-9-]*",
          "the publisher's id, letters, digits and '-'")
    check("SOURCE_DATE_EPOCH", os.environ.get("SOURCE_DATE_EPOCH"), "[0-9]{1,10}", "seconds since 1970")


def read_version():
    """The version that the tool prints."""
    file = REPOSITORY / "Sources/Commands/Subcommand.swift"
    return re.search(r'^package let version = "(.+)"$', file.read_text(), re.MULTILINE)[1]


def is_expression(text):
    """Whether it names licences as SPDX does, e.g. `MIT OR (Apache-2.0 WITH LLVM-exception)`."""
    name = r"[A-Za-z0-9.+-]+"
    names = rf"{name}( (AND|OR|WITH) {name})*"
    shorter = re.sub(rf"(?<![^ (])\({names}\)(?![^ )])", "X", text)
    return bool(re.fullmatch(names, text)) if shorter == text else is_expression(shorter)


class Licence:
    """The owner's: what lies at the top of the project, byte for byte."""

    def __init__(self, data):
        self.data = data
        text = data.decode(errors="replace")
        line = re.search(r"SPDX-License-Identifier:[ \t]*(.*?)[ \t\r]*$", text, re.MULTILINE)
        # Named only where the text itself does.
        self.spdx = line[1] if line and is_expression(line[1]) else None


def read_licence():
    """None where the project has none."""
    for name in [".license", "LICENSE"]:
        if (REPOSITORY / name).is_file():
            return Licence((REPOSITORY / name).read_bytes())
    return None


VERSION = read_version()
LICENCE = read_licence()
