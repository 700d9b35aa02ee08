import Foundation

/// Where a declaration that the compiler named is declared, read from its USR.
struct Symbol {
  /// The module whose source has the declaration, `C` for a C header's.
  let module: String
  /// The module of the type that an extension declares it in; nil if no extension does.
  let extendedModule: String?
  /// The types around it, outermost first; empty for a free function.
  let types: [String]
  /// Whether the innermost of them is a protocol, so that any type can have the member.
  let isProtocolMember: Bool
}

/// The modules whose API a rule can mean. A member of the same name that a project or another
/// package declares is not it.
let knownModules: Set<String> = [
  "Algorithms", "AsyncAlgorithms", "AsyncHTTPClient", "C", "Combine", "Crypto", "Dispatch",
  "Distributed", "Foundation",
  "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
  "Glibc", "NIOCore", "NIOPosix", "Nimble", "Observation", "RxSwift", "Swift", "SwiftGlibc",
  "SwiftFoundation", "Synchronization", "System", "SystemPackage", "Testing", "XCTest",
  "_Concurrency", "_StringProcessing",
]

/// Reads USRs by the toolchain's demangler, once each.
final class Demangler {
  private var symbols: [String: Symbol] = [:]

  func symbol(_ usr: String) -> Symbol? { symbols[usr] }

  /// Asks about all of them at once: the demangler is a process of its own.
  func read(_ usrs: some Sequence<String>) throws {
    let new = Set(usrs).filter { symbols[$0] == nil }.sorted()
    for usr in new where usr.hasPrefix("c:") {
      symbols[usr] = Symbol(
        module: "C", extendedModule: nil, types: [], isProtocolMember: false)
    }
    let mangled = new.filter { $0.hasPrefix("s:") }
    guard !mangled.isEmpty else { return }
    let names = mangled.map { "$s" + $0.dropFirst(2) }
    let output = try run(
      ["swift-demangle", "-tree-only"], input: names.joined(separator: "\n") + "\n")
    let trees = output.text.components(separatedBy: "Demangling for ").dropFirst()
    guard trees.count == mangled.count else {
      throw TruthError("swift-demangle read \(trees.count) of \(mangled.count) names")
    }
    for (usr, tree) in zip(mangled, trees) { symbols[usr] = Symbol(demangled: tree) }
  }
}

extension Symbol {
  /// Reads the demangler's tree: one node a line, children two blanks further in. The first node
  /// that is no wrapper is the declaration, the first below it where that is declared.
  fileprivate init?(demangled tree: String) {
    var nodes = tree.split(separator: "\n").dropFirst().compactMap(DemangledNode.init)[...]
    let wrappers: Set<Substring> = ["Global", "Static"]
    nodes = nodes.drop { wrappers.contains($0.kind) }
    guard let declaration = nodes.popFirst() else { return nil }
    let isType = typeKinds.contains(declaration.kind)
    var context = nodes.prefix { declaration.depth < $0.depth }
    if let sibling = context.dropFirst().firstIndex(where: { $0.depth == declaration.depth + 1 }) {
      context = context[..<sibling]
    }
    // A type's own name stands in the declaration, after what it is declared in.
    guard let module = context.first(where: { $0.kind == "Module" })?.text else { return nil }
    let isExtension = context.first?.kind == "Extension"
    let depth = context.first?.depth ?? 0
    let innermost = context.first { typeKinds.contains($0.kind) && $0.depth <= depth + 1 }
    self.module = String(module)
    let modules = context.filter { $0.kind == "Module" }.compactMap(\.text).map(String.init)
    extendedModule = isExtension ? modules.dropFirst().first : nil
    types = Symbol.path(in: context, isExtension: isExtension)
    isProtocolMember = !isType && innermost?.kind == "Protocol"
  }

  private static func path(
    in context: ArraySlice<DemangledNode>, isExtension: Bool
  ) -> [String] {
    // Of an extension the type stands first below it; generic requirements follow.
    guard let start = context.firstIndex(where: { typeKinds.contains($0.kind) }) else { return [] }
    let depth = context[start].depth
    let rest = context[start...].dropFirst().prefix { depth < $0.depth }
    let names = ([context[start]] + rest).filter { $0.kind == "Identifier" }
    // The innermost type's name is written last, after the type it is nested in.
    return names.map { String($0.text ?? "") }
  }
}

private let typeKinds: Set<Substring> = ["Structure", "Class", "Enum", "Protocol", "TypeAlias"]

private struct DemangledNode {
  let depth: Int
  let kind: Substring
  let text: Substring?

  init?(_ line: Substring) {
    guard let match = line.firstMatch(of: /^( *)kind=([A-Za-z]+)(?:, text="([^"]*)")?/) else {
      return nil
    }
    depth = match.1.count / 2
    kind = match.2
    text = match.3
  }
}
