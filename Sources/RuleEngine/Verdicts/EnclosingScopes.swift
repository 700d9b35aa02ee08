import SwiftLexer
import Syntax

/// The scope headers of rules that hold in each place of a file. They are looked for only where a
/// match is, and once for each declaration. Scopes are nodes of the tree.
struct EnclosingScopes {
  /// By scope: the headers that the scope or a scope around it fits, by index in
  /// `CompiledScopes.patterns`.
  fileprivate var sets: [Int: Set<Int>] = [:]
  /// By scope: its header, once it was read.
  fileprivate var headers: [Int: WrittenDeclaration] = [:]
  /// By index in `TokenPairs.directives`: the conditions that hold up to the next directive. `nil`
  /// until somebody asks.
  fileprivate var conditions: [Set<Int>]?
  /// The types that the file declares, by path, as nodes. `nil` until somebody asks.
  fileprivate var types: [[Name]: [Int]]?
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
    let scopes = scope(of: match).map { patternsOfScopes(from: $0) } ?? []
    let conditions = patternsOfConditions(around: match.start)
    return patterns.firstIndex { scopes.contains($0) || conditions.contains($0) }
  }

  // MARK: - Declarations and macros

  /// Goes outward to the scopes that are known, then back inward.
  private mutating func patternsOfScopes(from scope: Int) -> Set<Int> {
    if let known = enclosing.sets[scope] { return known }
    var pending: [Int] = []
    var next: Int? = scope
    var patterns: Set<Int> = []
    while let scope = next {
      if let known = enclosing.sets[scope] {
        patterns = known
        break
      }
      pending.append(scope)
      next = tree.scope(around: scope)
    }
    // A type that is extended in itself fits nothing more.
    for scope in pending { enclosing.sets[scope] = [] }
    for scope in pending.reversed() {
      for type in extendedTypes(of: scope) {
        patterns.formUnion(patternsOfScopes(from: type).intersection(tables.scopes.inherited))
      }
      patterns.formUnion(ownPatterns(of: scope, besides: patterns))
      enclosing.sets[scope] = patterns
    }
    return patterns
  }

  /// The headers that a scope fits itself, or as the extension of a type that fits them, by index
  /// in `CompiledScopes.patterns`.
  mutating func fittingPatterns(of scope: Int) -> Set<Int> {
    var patterns = ownPatterns(of: scope)
    for type in extendedTypes(of: scope) {
      patterns.formUnion(ownPatterns(of: type).intersection(tables.scopes.inherited))
    }
    return patterns
  }

  /// - Parameter known: headers that are not asked for.
  private mutating func ownPatterns(of scope: Int, besides known: Set<Int> = []) -> Set<Int> {
    let kind = tree.kind(of: scope)
    // No header is for a case.
    if kind == .enumCaseDecl || kind == .enumCaseElement { return [] }
    var patterns: Set<Int> = []
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
      if fits { patterns.insert(index) }
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

  private mutating func patternsOfConditions(around token: Int) -> Set<Int> {
    guard tables.scopes.hasConditions, !pairs.directives.isEmpty else { return [] }
    if enclosing.conditions == nil { readConditions() }
    let next = pairs.directives.partitioningIndex { token <= $0.token }
    return next == 0 ? [] : enclosing.conditions![next - 1]
  }

  /// Reads the conditions of each directive. What holds before an `#if` also holds in its clauses
  /// and after its `#endif`.
  private mutating func readConditions() {
    var conditions: [Set<Int>] = []
    for directive in pairs.directives {
      let patterns = directive.opener == 0 ? [] : conditions[directive.opener - 1]
      conditions.append(patterns.union(file.patternsOfCondition(directive)))
    }
    enclosing.conditions = conditions
  }

  // The attributes and inherited types of a type hold in its extensions, too: with
  // `@Reducer struct Feature` in the file, `extension Feature` is in `@Reducer`.

  /// The types in the file that an extension extends, and the types around them. Empty if the scope
  /// is no extension.
  private mutating func extendedTypes(of scope: Int) -> [Int] {
    guard !tables.scopes.inherited.isEmpty, tree.kind(of: scope) == .extensionDecl,
      tree.scope(around: scope) == nil, let path = header(of: scope).names.first
    else { return [] }
    if enclosing.types == nil { enclosing.types = declaredTypes() }
    return (1...max(1, path.count)).prefix(Limits.few).flatMap { count in
      enclosing.types![Array(path.prefix(count))] ?? []
    }
  }

  /// The types that the file declares, by path.
  private mutating func declaredTypes() -> [[Name]: [Int]] {
    var types: [[Name]: [Int]] = [:]
    for node in tree.allNodes
    where tree.kind(of: node).isTypeDecl && tree.kind(of: node) != .extensionDecl {
      if let path = path(ofType: node) { types[path, default: []].append(node) }
    }
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
