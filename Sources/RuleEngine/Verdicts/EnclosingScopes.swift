import SwiftLexer
import Syntax

/// The scope headers of rules that hold in each place of a file. They are looked for only where a
/// match is, and once for each declaration. Scopes are nodes of the tree.
struct EnclosingScopes {
  /// The headers that each scope or a scope around it fits, by index in `CompiledScopes.patterns`.
  fileprivate var sets: [Int: HeaderSet] = [:]
  /// The header of each scope, once it was read.
  fileprivate var headers: [Int: WrittenDeclaration] = [:]
  /// The conditions that hold between each directive and the next one, by index in
  /// `TokenPairs.directives`. `nil` until somebody asks.
  fileprivate var conditions: [HeaderSet]?
  /// The types that the file declares, by path, as nodes. `nil` until somebody asks.
  fileprivate var types: [[Name]: [Int]]?
}

/// Some of the headers, by index in `CompiledScopes.patterns`.
struct HeaderSet {
  private var words: [UInt64] = []

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  func contains(_ index: Int) -> Bool {
    index / 64 < words.count && words[index / 64] & 1 << UInt64(index % 64) != 0
  }

  mutating func insert(_ index: Int) {
    if words.count <= index / 64 { words += repeatElement(0, count: index / 64 + 1 - words.count) }
    words[index / 64] |= 1 << UInt64(index % 64)
  }

  mutating func formUnion(_ other: HeaderSet) {
    if words.isEmpty { words = other.words }
    for (index, word) in other.words.enumerated() where word != 0 {
      if words.count <= index { words += repeatElement(0, count: index + 1 - words.count) }
      words[index] |= word
    }
  }

  /// Adds those of other headers that are in a set, too.
  mutating func formUnion(_ other: HeaderSet, among others: Set<Int>) {
    for index in others where other.contains(index) { insert(index) }
  }
}

extension FileUses {
  /// Whether the rule is for the place of the match.
  mutating func isInside(_ match: Match, _ rule: Int) -> Bool {
    let inside = tables.scopes.inside[rule]
    return inside.isEmpty || firstPattern(of: inside, around: match) != nil
  }

  /// The first scope of the rule that allows the match, by index in the rule's `allowInside`; `nil`
  /// if none does.
  mutating func scope(allowing match: Match, _ rule: Int) -> Int? {
    let allowInside = tables.scopes.allowInside[rule]
    return allowInside.isEmpty ? nil : firstPattern(of: allowInside, around: match)
  }

  /// - Returns: an index in `patterns`; `nil` if no header holds.
  private mutating func firstPattern(of patterns: [Int], around match: Match) -> Int? {
    let scopes = scope(of: match).map { patternsOfScopes(from: $0) } ?? HeaderSet()
    let conditions = patternsOfConditions(around: match.start)
    return patterns.firstIndex { scopes.contains($0) || conditions.contains($0) }
  }

  // MARK: - Declarations and macros

  /// Goes outward to the scopes that are known, then back inward.
  private mutating func patternsOfScopes(from scope: Int) -> HeaderSet {
    if let known = enclosing.sets[scope] { return known }
    var pending: [Int] = []
    var next: Int? = scope
    var patterns = HeaderSet()
    while let scope = next {
      if let known = enclosing.sets[scope] {
        patterns = known
        break
      }
      pending.append(scope)
      next = tree.scope(around: scope)
    }
    // A type that is extended in itself fits nothing more.
    for scope in pending { enclosing.sets[scope] = HeaderSet() }
    for scope in pending.reversed() {
      for type in extendedTypes(of: scope) {
        patterns.formUnion(patternsOfScopes(from: type), among: tables.scopes.inherited)
      }
      patterns.formUnion(ownPatterns(of: scope, besides: patterns))
      enclosing.sets[scope] = patterns
    }
    return patterns
  }

  /// The headers that a scope fits itself, or as the extension of a type that fits them, by index
  /// in `CompiledScopes.patterns`.
  mutating func fittingPatterns(of scope: Int) -> HeaderSet {
    var patterns = ownPatterns(of: scope)
    for type in extendedTypes(of: scope) {
      patterns.formUnion(ownPatterns(of: type), among: tables.scopes.inherited)
    }
    return patterns
  }

  /// The headers that a scope fits itself.
  /// - Parameter known: headers that are not asked for.
  private mutating func ownPatterns(
    of scope: Int, besides known: HeaderSet = HeaderSet()
  ) -> HeaderSet {
    let kind = tree.kind(of: scope)
    var patterns = HeaderSet()
    // A case fits no header.
    if kind == .enumCaseDecl || kind == .enumCaseElement { return patterns }
    let isMacro = kind == .macroExpansionDecl || kind == .macroExpansionExpr
    let written = isMacro ? nil : header(of: scope)
    for index in tables.scopes.patterns.indices where !known.contains(index) {
      let fits =
        switch tables.scopes.patterns[index] {
        case .declaration(let header):
          written.map { isDescribed(scope, written: $0, by: header) } ?? false
        case .macro(let name):
          isMacro && tokens.text(at: tree.introducer(of: scope) + 1).elementsEqual(name)
        case .condition: false
        }
      if fits, tables.scopes.files[index]?.matches(file.relativePath) ?? true {
        patterns.insert(index)
      }
    }
    return patterns
  }

  private mutating func isDescribed(
    _ scope: Int, written: WrittenDeclaration, by header: CompiledDeclaration
  ) -> Bool {
    guard header.holds(written) else { return false }
    guard let path = header.name, let part = path.last else { return true }
    return written.names.contains { name in
      var name = name
      if let last = name.last,
        header.isStartOfName && last.starts(with: part)
          || header.isEndOfName && last.suffix(part.count).elementsEqual(part)
      {
        name[name.count - 1] = part
      }
      return isName(name, of: scope, describedBy: path[...])
    }
  }

  /// Whether the declaration's name fits the end of the path, and the types around the declaration
  /// fit the rest. The path of an extension may be longer than the path that is asked for.
  private mutating func isName(
    _ name: [Name], of scope: Int, describedBy path: ArraySlice<Name>
  ) -> Bool {
    var (name, scope, path) = (name, scope, path)
    while true {
      let count = min(name.count, path.count)
      guard name.suffix(count).elementsEqual(path.suffix(count)) else { return false }
      path = path.dropLast(count)
      if path.isEmpty { return true }
      guard let outer = tree.scope(around: scope), tree.kind(of: outer).isTypeDecl,
        let names = header(of: outer).names.first
      else { return false }
      (name, scope) = (names, outer)
    }
  }

  private mutating func header(of scope: Int) -> WrittenDeclaration {
    if let known = enclosing.headers[scope] { return known }
    let written = file.header(of: scope)
    enclosing.headers[scope] = written
    return written
  }

  // MARK: - Conditions

  private mutating func patternsOfConditions(around token: Int) -> HeaderSet {
    guard tables.scopes.hasConditions, !pairs.directives.isEmpty else { return HeaderSet() }
    if enclosing.conditions == nil { readConditions() }
    let next = pairs.directives.partitioningIndex { token <= $0.token }
    return next == 0 ? HeaderSet() : enclosing.conditions![next - 1]
  }

  /// Reads the conditions of each directive. A condition that holds before an `#if` also holds in
  /// its clauses and after its `#endif`.
  private mutating func readConditions() {
    var conditions: [HeaderSet] = []
    for directive in pairs.directives {
      var patterns = directive.opener == 0 ? HeaderSet() : conditions[directive.opener - 1]
      for index in file.patternsOfCondition(directive) { patterns.insert(index) }
      conditions.append(patterns)
    }
    enclosing.conditions = conditions
  }

  // The attributes and inherited types of a type hold in its extensions, too: with
  // `@Reducer struct Feature` in the file, `extension Feature` is in `@Reducer`.

  /// The types in the file that an extension extends, and the types around them. There are none if
  /// the scope is no extension.
  private mutating func extendedTypes(of scope: Int) -> [Int] {
    guard !tables.scopes.inherited.isEmpty, tree.kind(of: scope) == .extensionDecl,
      tree.scope(around: scope) == nil, let path = header(of: scope).names.first
    else { return [] }
    if enclosing.types == nil { enclosing.types = declaredTypes() }
    return (1...max(1, path.count)).prefix(Limits.few).flatMap { count in
      enclosing.types![Array(path.prefix(count))] ?? []
    }
  }

  /// The types that the file declares outside of code, by path.
  private mutating func declaredTypes() -> [[Name]: [Int]] {
    var types: [[Name]: [Int]] = [:]
    var pending = [tree.root]
    while let node = pending.popLast() {
      for part in tree.parts(of: node) where tree.kind(of: part).isTypeDecl {
        if let body = tree.child(.memberBlock, of: part) { pending.append(body) }
        if tree.kind(of: part) != .extensionDecl, let path = path(ofType: part) {
          types[path, default: []].append(part)
        }
      }
    }
    for path in types.keys { types[path]!.sort { tree.start(of: $0) < tree.start(of: $1) } }
    return types
  }

  /// The names of a type, from outside in. `nil` for a local type, and for a type deeper than any
  /// that people write.
  private mutating func path(ofType node: Int) -> [Name]? {
    var (path, node) = ([Name](), node)
    for _ in 0..<Limits.few {
      guard tree.kind(of: node).isTypeDecl, let name = header(of: node).names.first else {
        return nil
      }
      path = name + path
      guard let outer = tree.scope(around: node) else { return path }
      node = outer
    }
    return nil
  }
}

extension FileSyntax {
  /// The headers that the condition of a directive fits, by index in `CompiledScopes.patterns`.
  func patternsOfCondition(_ directive: Directive) -> Set<Int> {
    guard directive.kind == .poundIf || directive.kind == .poundElseif else { return [] }
    let words = (directive.token + 1..<directive.body).map { Name(tokens.text(at: $0)) }
    let written = conjuncts(of: words)
    let patterns = tables.scopes.patterns
    return Set(
      patterns.indices.filter { index in
        if case .condition(let wanted) = patterns[index] { return wanted.isSubset(of: written) }
        return false
      })
  }
}
