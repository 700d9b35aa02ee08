"""What scenes of CI need: the tool as a release, what `init --ci` prints, linters, a folder of programs.

It ends a scene that cannot be run without 'yaml'."""

import hashlib
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tarfile

from scene import row

try:
    import yaml
except ImportError:
    print(f"not run {pathlib.Path(sys.argv[0]).name}: there is no 'yaml'")
    sys.exit()

TOOL = os.environ["TOOL"]
NAME = "swift-determinism-lint"
REPOSITORY = pathlib.Path(os.environ["REPOSITORY"])
# The scene's own folder.
HERE = pathlib.Path.cwd()
VERSION = subprocess.run([TOOL, "--version"], capture_output=True, text=True).stdout.split()[1]
PLATFORM = {"Linux": f"linux-{platform.machine()}", "Darwin": "macos-universal"}[platform.system()]
# Without the tool: it comes from the release, or it is not found.
PATH = ":".join(folder for folder in os.environ["PATH"].split(":")
                if not os.path.exists(f"{folder}/{NAME}"))


def git(folder, *arguments):
    """What git prints."""
    ended = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True)
    assert ended.returncode == 0, f"git {arguments}: {ended.stderr}"
    return ended.stdout.strip()


def printed(service, folder=HERE):
    """What `init --ci` prints in the folder."""
    return subprocess.run(
        [TOOL, "init", "--ci", service], cwd=folder, capture_output=True, text=True).stdout


def make_release(folder, *platforms, name=NAME):
    """The folder of a version, with archives of the tool, by that name, for the platforms; the file with
    their sums."""
    release = folder / f"v{VERSION}"
    shutil.rmtree(release, ignore_errors=True)
    release.mkdir(parents=True)
    sums = release / "SHA256SUMS"
    with sums.open("w") as lines:
        for system in platforms:
            archive = release / f"{NAME}-{VERSION}-{system}.tar.gz"
            with tarfile.open(archive, "w:gz", compresslevel=1) as tar:
                tar.add(TOOL, name)
            lines.write(f"{hashlib.sha256(archive.read_bytes()).hexdigest()}  {archive.name}\n")
    return sums


def programs(folder, *linked, **scripts):
    """A folder with these programs alone, and scripts of sh that stand for others; its path."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in linked:
        (folder / name).symlink_to(shutil.which(name))
    for name, script in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    return str(folder)


def held(name, program, *arguments):
    """A row: a program that looks at files finds no fault in them."""
    if not shutil.which(program):
        print(f"not run {name}, {program}: there is no '{program}'")
        return
    ended = subprocess.run([program, *arguments], text=True, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT)
    row(f"{name}: {program} has nothing to say", ended.returncode != 0 and ended.stdout)
