"""What belongs in repositories of its own, for those who fetch from one: folders for pre-commit and
SwiftPM, whose tags are versions, and a file for a tap of Homebrew."""

import hashlib
import re
import shutil

from project import LICENCE, NAME, RELEASE_URL, REPOSITORY, SUMMARY, URL, VERSION


def write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    path.chmod(0o644)


def write_licence(folder):
    if LICENCE:
        write(folder / "LICENSE", LICENCE.data)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def write_mirror(folder):
    """The repository that pre-commit clones: its hooks take the tool from the Python package."""
    hooks = (REPOSITORY / ".pre-commit-hooks.yaml").read_text().split("\n\n")
    hooks = [hook for hook in hooks if "language: swift" in hook]
    hooks[0] = hooks[0][hooks[0].index("- id:"):]
    text = "\n\n".join(hooks).rstrip() + "\n"
    write(folder / ".pre-commit-hooks.yaml", text.replace("language: swift", "language: python"))
    write(folder / "pyproject.toml", f"""\
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "{NAME}-hooks"
version = "{VERSION}"
dependencies = ["{NAME}=={VERSION}"]

[tool.setuptools]
py-modules = []
""")
    write(folder / "README.md", f"""\
# {NAME} for pre-commit

Hooks that take the tool from the Python package `{NAME}` {VERSION}, without a
build. Made by `make dist` of {NAME}; a tag of this repository is a version.
""")
    write_licence(folder)


def write_plugins(folder, bundle_name, bundle):
    """The repository of the plugins with the binary in place of the source."""
    manifest = (REPOSITORY / "Package.swift").read_text()
    plugins = re.search(r"package\.targets \+= \[\n(.*?)\n  \]\n", manifest, re.DOTALL)[1]
    if RELEASE_URL:
        place = f'url: "{RELEASE_URL}/{bundle_name}",\n      checksum: "{sha256(bundle)}"'
    else:
        place = f'path: "{bundle_name}"'
        write(folder / bundle_name, bundle)
    names = re.findall(r'\.plugin\(\s*name: "(\w+)"', plugins)
    products = "".join(f'    .plugin(name: "{name}", targets: ["{name}"]),\n' for name in names)
    write(folder / "Package.swift", f"""\
// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "swift-determinism-lint-plugins",
  products: [
{products}  ],
  targets: [
    .binaryTarget(
      name: "{NAME}", {place}),
{plugins.rstrip(",")},
  ]
)
""")
    for name in names:
        path = f"Sources/Plugins/{name}"
        shutil.copytree(REPOSITORY / path, folder / path)
    write_licence(folder)


def archive_blocks(archives):
    """Which archive Homebrew takes on which system and processor."""
    def block(words, lines):
        return [f"{words} do", *(f"  {line}" for line in lines), "end"] if lines else []

    def place(system, machine):
        for executable, name, data in archives:
            if (executable.system, executable.machine) == (system, machine):
                return [f'url "{RELEASE_URL}/{name}"', f'sha256 "{sha256(data)}"']
        return []

    linux = block("on_arm", place("linux", "aarch64")) + block("on_intel", place("linux", "x86_64"))
    macos = place("macos", "universal")
    if not macos:
        return ["depends_on :linux", *block("on_linux", linux)]
    if not linux:
        return ["depends_on :macos", *block("on_macos", macos)]
    return [*block("on_macos", macos), *block("on_linux", linux)]


def formula(archives, shared):
    """For Homebrew, a file: (name, data); archives are (executable, name, data)."""
    fields = [f'desc "{SUMMARY}"', URL and f'homepage "{URL}"', f'version "{VERSION}"',
              LICENCE and LICENCE.spdx and f'license "{LICENCE.spdx}"']
    head = "\n".join(f"  {line}" for line in [*filter(None, fields), "", *archive_blocks(archives)])
    head = re.sub(r"^ +$", "", head, flags=re.MULTILINE)
    folders = {"man": "man1", "bash-completion": "bash_completion", "zsh": "zsh_completion",
               "fish": "fish_completion"}
    installs = "\n".join(
        f'    {folders[name.split("/")[0]]}.install "share/{name}"' for name, _ in shared)
    class_name = NAME.title().replace("-", "")
    return f"{NAME}.rb", f"""\
class {class_name} < Formula
{head}

  def install
    bin.install "{NAME}"
{installs}
  end

  test do
    (testpath/"Start.swift").write "let start = Date()\\n"
    assert_match "[#date-init]", shell_output("#{{bin}}/{NAME} Start.swift 2>&1", 1)
    assert_match version.to_s, shell_output("#{{bin}}/{NAME} --version")
  end
end
""".encode()
