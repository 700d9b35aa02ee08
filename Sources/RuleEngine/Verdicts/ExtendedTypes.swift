import SwiftLexer

// An extension is in what the type that it extends is in, as far as attributes and inherited types
// go: `extension Feature` in a file with `@Reducer struct Feature` is in `@Reducer`.

extension FileUses {
  /// The types in the file that an extension extends, and those around them; by index in `scopes`.
  /// None for what is no extension.
  mutating func extendedTypes(of scope: Int) -> [Int] {
    guard !tables.scopes.inherited.isEmpty, let introducer = scopes[scope].introducer,
      tokens[introducer].keyword == .extension, scopes[scope].parent == 0,
      scopes[scope].alternatives.isEmpty, let path = declaration(of: scope).names.first
    else { return [] }
    if enclosing.types == nil { enclosing.types = declaredTypes() }
    return (1...max(1, path.count)).prefix(greatestDepth).flatMap { count in
      enclosing.types![Array(path.prefix(count))] ?? []
    }
  }

  /// By their paths.
  private mutating func declaredTypes() -> [[Name]: [Int]] {
    var types: [[Name]: [Int]] = [:]
    for scope in scopes.indices where isType(scope) && !isExtension(scope) {
      if let path = path(ofType: scope) { types[path, default: []].append(scope) }
    }
    return types
  }

  /// Nil for a type that is local, or deeper than any that people write.
  private mutating func path(ofType scope: Int) -> [Name]? {
    var (path, scope) = ([Name](), scope)
    for _ in 0..<greatestDepth {
      guard isType(scope), let name = declaration(of: scope).names.first else { return nil }
      path = name + path
      repeat { scope = scopes[scope].parent } while !scopes[scope].alternatives.isEmpty
      if scope == 0 { return path }
    }
    return nil
  }

  private func isExtension(_ scope: Int) -> Bool {
    scopes[scope].introducer.map { tokens[$0].keyword == .extension } ?? false
  }
}

/// How many types a type may be in, so that paths are short whatever the file.
private let greatestDepth = 16
