import Diagnostics
import RuleEngine
import SwiftLexer

/// Which module a file belongs to: that whose folder `Package.swift` names, else by the folders
/// below `Sources` and `Tests`, else one for all.
struct Modules {
  private var folders: [(path: String, module: String)] = []
  private var packages: [String] = []

  /// - Parameter manifests: each `Package.swift` with its path from the root.
  init(_ manifests: [(path: FilePath, bytes: [UInt8])]) {
    for manifest in manifests {
      let path = manifest.path.string
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      packages.append(folder)
      for target in targetsOfManifest(manifest.bytes) {
        guard let path = target.path else { continue }
        folders.append((normalized(folder + path) + "/", target.name))
      }
    }
    folders.sort { $1.path.utf8.count < $0.path.utf8.count }
    packages.sort { $1.utf8.count < $0.utf8.count }
  }

  private func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") {
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  /// - Parameter path: from the root.
  func module(of path: String) -> String {
    if let folder = folders.first(where: { $0.path == "/" || path.hasPrefix($0.path) }) {
      return folder.module
    }
    for package in packages where path.hasPrefix(package) {
      let parts = path.dropFirst(package.count).split(separator: "/")
      let isTarget = 2 < parts.count && ["Sources", "Source", "src", "Tests"].contains(parts[0])
      if isTarget { return String(parts[1]) }
      return package.isEmpty && packages.count == 1 ? "" : package
    }
    let parts = path.split(separator: "/")
    let folder = parts.firstIndex { $0 == "Sources" || $0 == "Tests" }
    if let folder, folder + 2 < parts.count { return String(parts[folder + 1]) }
    return ""
  }
}

/// The targets of a manifest that have a name, with their path if one is written.
private func targetsOfManifest(_ bytes: [UInt8]) -> [(name: String, path: String?)] {
  var scratch = LintScratch()
  return withShape(of: bytes, reusing: &scratch) { file, _ in
    let tokens = file.tokens
    var targets: [(String, String?)] = []
    let kinds: [StaticString] = ["target", "testTarget", "executableTarget", "macro", "plugin"]
    for index in tokens.indices where tokens[index].kind == .leftParen && 0 < index {
      guard kinds.contains(where: { tokens.isWord($0, at: index - 1) }), tokens.isMember(index - 1),
        let close = file.pairs.partner(of: index), index < close
      else { continue }
      let name = stringLiteral(after: "name", from: index + 1, to: close, in: file)
      let path = stringLiteral(after: "path", from: index + 1, to: close, in: file)
      if let name { targets.append((name, path)) }
    }
    return targets
  }
}

/// The text of a string literal that is passed with a label.
private func stringLiteral(
  after label: StaticString, from start: Int, to close: Int, in file: FileTokens
) -> String? {
  let tokens = file.tokens
  var index = start
  while index < close {
    if tokens.isWord(label, at: index), tokens[index + 1].kind == .colon,
      tokens[index + 2].kind == .openQuote, tokens[index + 3].kind == .closeQuote
    {
      let text = tokens[index + 2].end..<tokens[index + 3].start
      return String(decoding: tokens.bytes[text], as: UTF8.self)
    }
    switch tokens[index].kind {
    case .leftParen, .leftSquare, .leftBrace: index = file.pairs.partner(of: index) ?? index
    default: break
    }
    index += 1
  }
  return nil
}
