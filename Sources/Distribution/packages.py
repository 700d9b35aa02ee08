"""What people download: an archive, and packages for pip and SwiftPM, as bytes.

The same contents give the same bytes. A file is (name, data, mode); a shared one is (name, data), and
lies below `share`.
"""

import base64
import gzip
import hashlib
import io
import json
import os
import pathlib
import tarfile
import zipfile

import project
from project import DESCRIPTION, LICENCE, MAINTAINER, NAME, SUMMARY, URL, VERSION

project.check_settings()
MODULE = NAME.replace("-", "_")
# The time of each file. 1980 is the first year of a zip file.
MOMENT = int(os.environ.get("SOURCE_DATE_EPOCH") or 315532800)


def licence(name):
    """The licence as a file of this name, if the project has one."""
    return [(name, LICENCE.data, 0o644)] if LICENCE else []


def zipped(files):
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, data, mode in files:
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            # Programs that unpack it take the mode from here.
            entry.create_system, entry.external_attr = 3, (0o100000 | mode) << 16
            archive.writestr(entry, data)
    return output.getvalue()


def tarred(files):
    """In gzip; the folders that names begin with come before them."""
    output = io.BytesIO()
    folders = {"."}
    with tarfile.open(fileobj=output, mode="w", format=tarfile.GNU_FORMAT) as archive:
        def add(name, mode, kind, data=b""):
            entry = tarfile.TarInfo(name)
            entry.mode, entry.type, entry.size, entry.mtime = mode, kind, len(data), MOMENT
            entry.uname = entry.gname = "root"
            archive.addfile(entry, io.BytesIO(data))

        for name, data, mode in files:
            for parent in map(str, reversed(pathlib.PurePosixPath(name).parents)):
                if parent not in folders:
                    folders.add(parent)
                    add(parent, 0o755, tarfile.DIRTYPE)
            add(name, mode, tarfile.REGTYPE, data)
    return gzip.compress(output.getvalue(), 6, mtime=0)


def archive(executable, shared):
    """The executable at the top; beside it what belongs to it."""
    files = [(NAME, executable.data, 0o755), *licence("LICENSE")]
    files += [(f"share/{name}", data, 0o644) for name, data in shared]
    return f"{executable}.tar.gz", tarred(files)


def bundle(executables):
    """For SwiftPM: an executable for each triple (SE-0305)."""
    root = f"{NAME}.artifactbundle"
    files, variants = licence(f"{root}/LICENSE"), []
    for executable in executables:
        path = f"{executable}/bin/{NAME}"
        files.append((f"{root}/{path}", executable.data, 0o755))
        variants.append({"path": path, "supportedTriples": executable.triples})
    artifact = {"version": VERSION, "type": "executable", "variants": variants}
    info = {"schemaVersion": "1.0", "artifacts": {NAME: artifact}}
    text = json.dumps(info, indent=2) + "\n"
    return f"{NAME}.artifactbundle.zip", zipped([(f"{root}/info.json", text.encode(), 0o644), *files])


def wheel_metadata():
    """What PyPI shows (the standard "Core metadata", 2.4)."""
    fields = [
        ("Metadata-Version", "2.4"),
        ("Name", NAME),
        ("Version", VERSION),
        ("Summary", SUMMARY),
        ("Maintainer-email", MAINTAINER),
        ("Project-URL", URL and f"Homepage, {URL}"),
        ("License-Expression", LICENCE and LICENCE.spdx),
        ("License-File", LICENCE and "LICENSE"),
        ("Classifier", "Environment :: Console"),
        ("Classifier", "Topic :: Software Development :: Quality Assurance"),
        # It holds no code in Python.
        ("Requires-Python", ">=3"),
        ("Description-Content-Type", "text/markdown"),
    ]
    lines = [f"{name}: {value}\n" for name, value in fields if value]
    return "".join(lines) + "\n" + "\n\n".join(DESCRIPTION) + "\n"


def wheel(executable, shared):
    """For Python's pip (PEP 427): a program, and what belongs to it."""
    data, info = f"{MODULE}-{VERSION}.data", f"{MODULE}-{VERSION}.dist-info"
    tags = "".join(f"Tag: py3-none-{tag}\n" for tag in executable.tag.split("."))
    files = [(f"{data}/scripts/{NAME}", executable.data, 0o755)]
    files += [(f"{data}/data/share/{name}", text, 0o644) for name, text in shared]
    files += licence(f"{info}/licenses/LICENSE")
    files.append((f"{info}/METADATA", wheel_metadata().encode(), 0o644))
    files.append((
        f"{info}/WHEEL",
        f"Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: false\n{tags}".encode(), 0o644))
    record = ""
    for name, text, _ in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(text)}\n"
    files.append((f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode(), 0o644))
    return f"{MODULE}-{VERSION}-py3-none-{executable.tag}.whl", zipped(files)
