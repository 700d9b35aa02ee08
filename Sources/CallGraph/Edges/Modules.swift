import Diagnostics
import SwiftLexer
import Syntax

/// The modules of files: the one whose folder `Package.swift` names, else the one named by the
/// folders below `Sources` and `Tests`, else one for all.
struct Modules {
  private var folders: [(path: String, module: FileModule)] = []
  private var packages: [String] = []
  private var targets: Set<FileModule> = []

  /// - Parameter manifests: each `Package.swift` with its path from the root.
  init(_ manifests: [(path: FilePath, bytes: [UInt8])]) {
    for manifest in manifests {
      let path = manifest.path.string
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      packages.append(folder)
      for target in targetsOfManifest(manifest.bytes) {
        // A name with a dash is imported with an underscore.
        let name = String(target.name.map { $0 == "-" ? "_" : $0 })
        let module = FileModule(name: name, package: folder, isTarget: true)
        targets.insert(module)
        guard let path = target.path else { continue }
        folders.append((normalized(folder + path) + "/", module))
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

  /// The module of a file.
  /// - Parameter path: the path from the root.
  func module(of path: String) -> FileModule {
    if let folder = folders.first(where: { $0.path == "/" || path.hasPrefix($0.path) }) {
      return folder.module
    }
    for package in packages where path.hasPrefix(package) {
      let parts = path.dropFirst(package.count).split(separator: "/")
      let isTarget = 2 < parts.count && ["Sources", "Source", "src", "Tests"].contains(parts[0])
      if isTarget {
        let name = String(parts[1].map { $0 == "-" ? "_" : $0 })
        let target = FileModule(name: name, package: package, isTarget: true)
        return targets.contains(target) ? target : FileModule(name: name, package: package)
      }
      return FileModule(name: package, package: package)
    }
    let parts = path.split(separator: "/")
    let folder = parts.firstIndex { $0 == "Sources" || $0 == "Tests" }
    let isNamed = folder.map { $0 + 2 < parts.count } ?? false
    return FileModule(name: isNamed ? String(parts[folder! + 1]) : "")
  }
}

/// The targets of a manifest that have a name, with their path if one is written.
private func targetsOfManifest(_ bytes: [UInt8]) -> [(name: String, path: String?)] {
  withSyntaxTree(of: bytes) { tree in
    let kinds: [StaticString] = ["target", "testTarget", "executableTarget", "macro", "plugin"]
    return (0..<tree.count).compactMap { call in
      guard tree.kind(of: call) == .functionCallExpr, let callee = tree.firstChild(of: call),
        tree.kind(of: callee) == .memberAccessExpr,
        kinds.contains(where: { tree.source.isWord($0, at: Int(tree[callee].token)) }),
        let name = stringLiteral("name", ofCall: call, in: tree)
      else { return nil }
      return (name, stringLiteral("path", ofCall: call, in: tree))
    }
  }
}

/// The text of a string literal that is passed with a label.
private func stringLiteral(
  _ label: StaticString, ofCall call: Int, in tree: SyntaxTree
) -> String? {
  guard let list = tree.child(.arguments, of: call) else { return nil }
  for argument in tree.parts(of: list) {
    guard tree.source.isWord(label, at: Int(tree[argument].token)),
      let value = tree.firstChild(of: argument), tree.kind(of: value) == .stringLiteralExpr,
      tree[value].range.count == 2
    else { continue }
    let (open, close) = (tree.source[Int(tree[value].start)], tree.source[Int(tree[value].end) - 1])
    return String(decoding: tree.source.bytes[open.end..<close.start], as: UTF8.self)
  }
  return nil
}
