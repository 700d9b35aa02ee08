"""What each package says of the project, said once.

Settings come from the environment, since the source does not know who publishes it: PROJECT_URL, the
page of the project, without which no package names one; RELEASE_URL, the folder of this release, e.g.
`https://github.com/OWNER/swift-determinism-lint/releases/download/v<version>`; and MAINTAINER, as
`Name <mail>`. A script that imports this starts with `#!/usr/bin/env -S python3 -B`, so that Python
writes nothing beside it.
"""

import os
import pathlib
import re
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
NAME = "swift-determinism-lint"
SUMMARY = "Bans nondeterministic APIs in Swift source"
# Paragraphs, as Markdown and as plain text.
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


def check_settings():
    """Of those scripts that use them."""
    script = pathlib.Path(sys.argv[0]).name
    for name, url in [("PROJECT_URL", URL), ("RELEASE_URL", RELEASE_URL)]:
        if not re.fullmatch(r"([a-z]+://[^\s\"'\\<>#]+)?", url):
            sys.exit(f"{script}: error: {name} is '{url}'; write an address, 'https://…'")
    if not re.fullmatch(r"[^<>,\n]+ <[^<>@\s]+@[^<>@\s]+>", MAINTAINER):
        sys.exit(f"{script}: error: MAINTAINER is '{MAINTAINER}'; write 'Name <mail>'")


def read_version():
    """The version that the tool prints."""
    file = REPOSITORY / "Sources/swift-determinism-lint/CommandLine/Subcommand.swift"
    return re.search(r'^let version = "(.+)"$', file.read_text(), re.MULTILINE)[1]


class Licence:
    """The owner's: the text that lies at the top of the project."""

    def __init__(self, text):
        self.text = text
        found = re.search(r"SPDX-License-Identifier:[ \t]*([\w.+() -]*[\w.+)])", text)
        # Named only where the text itself does.
        self.spdx = found[1] if found else None


def read_licence():
    """None where the project has none."""
    for name in [".license", "LICENSE"]:
        if (REPOSITORY / name).is_file():
            return Licence((REPOSITORY / name).read_text())
    return None


VERSION = read_version()
LICENCE = read_licence()
