"""The tool for each platform, as the compiler made it."""

import pathlib
import platform
import struct
import subprocess
import sys
import tempfile

from project import NAME, VERSION


class Executable:
    """The tool for one platform."""

    def __init__(self, path):
        magic = path.read_bytes()[:20]
        if magic[:4] == b"\x7fELF":
            machine = struct.unpack_from("<H", magic, 18)[0]
            self.machine = {62: "x86_64", 183: "aarch64"}[machine]
            self.system = "linux"
            self.data = stripped(path) if self.machine == platform.machine() else path.read_bytes()
            if needs_loader(self.data):
                sys.exit(f"dist: error: {path} takes libraries of its machine; link it statically")
            self.triples = [f"{self.machine}-unknown-linux-gnu"]
            # It needs no C library, so that it runs with each.
            tags = ["manylinux_2_17", "manylinux2014", "musllinux_1_1"]
            self.tag = ".".join(f"{tag}_{self.machine}" for tag in tags)
        elif magic[:4] == b"\xca\xfe\xba\xbe":
            self.machine, self.system = "universal", "macos"
            self.data = path.read_bytes()
            self.triples = ["arm64-apple-macosx", "x86_64-apple-macosx"]
            self.tag = "macosx_13_0_universal2"
        else:
            sys.exit(f"dist: error: {path} is neither for Linux nor a universal one for macOS")

    def __str__(self):
        return f"{NAME}-{VERSION}-{self.system}-{self.machine}"


def stripped(path):
    """Without its symbols, and without the sums of what compiler and linker have seen, paths among
    it."""
    strip = ["strip", "--strip-all", "--remove-section=.note.gnu.build-id"]
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / NAME
        subprocess.run([*strip, "-o", copy, path], check=True)
        data = bytearray(copy.read_bytes())
    # What the compiler goes by when it is to compile a file again; no program reads it.
    for start, size in sections(data, b".swift_modhash"):
        data[start : start + size] = bytes(size)
    return bytes(data)


def sections(elf, name):
    """Where those with this name lie: start and size."""
    table, = struct.unpack_from("<Q", elf, 40)
    size, count, names = struct.unpack_from("<HHH", elf, 58)
    headers = [struct.unpack_from("<IIQQQQ", elf, table + size * n) for n in range(count)]
    start = headers[names][4]
    for header in headers:
        if elf.startswith(name + b"\0", start + header[0]) and header[1] == 1:
            yield header[4], header[5]


def needs_loader(elf):
    """Whether it names a program that loads libraries for it (elf(5), PT_INTERP)."""
    start, = struct.unpack_from("<Q", elf, 32)
    size, count = struct.unpack_from("<HH", elf, 54)
    return any(struct.unpack_from("<I", elf, start + size * n)[0] == 3 for n in range(count))
