import Diagnostics

/// The settings of git that decide which files are ignored or tracked, read from its configuration
/// files without running git. `include` and the environment's `GIT_CONFIG_…` are not followed.
package struct GitSettings: Sendable {
  var ignoresCase = false
  /// `core.excludesFile`; nil for none.
  var excludesFile: FilePath?
  /// Whether there is a `core.worktree`.
  private(set) var hasWorkTree = false
  /// `extensions.objectFormat`: what names objects; SHA-1 otherwise.
  var usesSHA256 = false
  private var home: FilePath?

  /// Those of git itself.
  init() {}

  /// What holds for every repository of this person: the system's file, then the person's own.
  /// - Parameter environment: the value of an environment variable.
  package init(environment: (String) -> FilePath?) {
    let home = environment("HOME")
    self.home = home
    let configurationFolder =
      environment("XDG_CONFIG_HOME").flatMap { $0.bytes.isEmpty ? nil : $0 }
      ?? home?.appending(".config")
    excludesFile = configurationFolder?.appending("git/ignore")
    let files = [
      FilePath("/etc/gitconfig"), configurationFolder?.appending("git/config"),
      home?.appending(".gitconfig"),
    ]
    for case let file? in files { self = reading(file) }
  }

  /// These settings with what a configuration file adds; the same where there is no such file.
  func reading(_ path: FilePath) -> GitSettings {
    guard let bytes = try? readFile(path, .followingLinks) else { return self }
    var result = self
    for (name, value) in settings(of: bytes) {
      switch name {
      case "core.excludesfile":
        result.excludesFile = value.flatMap { $0.isEmpty ? nil : expandingHome($0) }
      case "core.ignorecase":
        result.ignoresCase = isTrue(value)
      case "core.worktree":
        result.hasWorkTree = true
      case "extensions.objectformat":
        result.usesSHA256 = value?.map(\.lowercasedASCII).elementsEqual("sha256".utf8) ?? false
      default: continue
      }
    }
    return result
  }

  private func expandingHome(_ path: [UInt8]) -> FilePath? {
    guard path.starts(with: "~/".utf8) else { return FilePath(bytes: path) }
    return home?.appending(path.dropFirst(2))
  }
}

/// A key without `=` is true, as git has it.
private func isTrue(_ value: [UInt8]?) -> Bool {
  guard let value else { return true }
  return ["true", "yes", "on", "1"].contains(String(decoding: value, as: UTF8.self).lowercased())
}

/// The settings of the sections `[core]` and `[extensions]` as `section.key` in lower case, with
/// their values, in file order; nil for a key without `=` (git-config(1), SYNTAX).
func settings(of bytes: [UInt8]) -> [(name: String, value: [UInt8]?)] {
  var settings: [(String, [UInt8]?)] = []
  var section = ""
  var rest = bytes[...]
  while let byte = rest.first {
    switch byte {
    case UInt8(ascii: "["):
      let header = rest.prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "\n") }
      section = String(decoding: header.dropFirst(), as: UTF8.self).lowercased()
      rest = rest.dropFirst(header.count + 1)
    case UInt8(ascii: "#"), UInt8(ascii: ";"):
      rest = rest.drop { $0 != UInt8(ascii: "\n") }
    case _ where byte.isASCIILetter:
      let name = rest.prefix { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
      rest = rest.dropFirst(name.count).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      var value: [UInt8]?
      if rest.first == UInt8(ascii: "=") {
        rest.removeFirst()
        value = popValue(from: &rest)
      }
      guard section == "core" || section == "extensions" else { continue }
      settings.append(("\(section).\(String(decoding: name, as: UTF8.self).lowercased())", value))
    default:
      rest.removeFirst()
    }
  }
  return settings
}

/// Reads a value to the end of its line: quotes and escapes resolved, the comment and the blanks
/// around it dropped, a backslash at the end of a line going on in the next.
private func popValue(from rest: inout ArraySlice<UInt8>) -> [UInt8] {
  var value: [UInt8] = []
  var isQuoted = false
  /// The blanks before it are kept: the length of the value through the last byte that counts.
  var length = 0
  loop: while let byte = rest.popFirst() {
    switch byte {
    case UInt8(ascii: "\n"): break loop
    case UInt8(ascii: "\""): isQuoted.toggle()
    case UInt8(ascii: "#") where !isQuoted, UInt8(ascii: ";") where !isQuoted:
      rest = rest.drop { $0 != UInt8(ascii: "\n") }
      continue
    case UInt8(ascii: "\\"):
      guard let escaped = rest.popFirst() else { break loop }
      switch escaped {
      case UInt8(ascii: "\n"): continue
      case UInt8(ascii: "n"): value.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "t"): value.append(UInt8(ascii: "\t"))
      default: value.append(escaped)
      }
    case UInt8(ascii: " ") where !isQuoted, UInt8(ascii: "\t") where !isQuoted,
      UInt8(ascii: "\r") where !isQuoted:
      if !value.isEmpty { value.append(byte) }
      continue
    default: value.append(byte)
    }
    length = value.count
  }
  return Array(value.prefix(length))
}
