import Rules
import SwiftLexer

/// The name that an alias's type or a constant's value starts with.
struct InitializerRoot {
  /// Its token.
  let token: Int
  let kind: Kind

  enum Kind {
    case name
    /// A module is written before it.
    case qualified
    /// `self` or `Self` is written before it.
    case member
    /// It is the first name of the written type, and the value is a member of that.
    case type
  }
}

// What aliases and constants stand for.

extension Matcher {
  /// After the pass that collected them: what those stand for that are visible before they are
  /// declared.
  mutating func findMeanings() {
    levels.start()
    names.connectBindings { $0 < rules.names.count && !rules.patternsByAnchor.isEmpty($0) }
    for index in names.hoisted.indices { findMeaning(of: index) }
  }

  /// Finds what it depends on first, without recursion; what depends on itself stands for nothing.
  private mutating func findMeaning(of declaration: Int) {
    var pending = [declaration]
    var visited: Set<Int> = []
    while let index = pending.last {
      guard names.hoisted[index].meaning == nil else {
        pending.removeLast()
        continue
      }
      let isFirstVisit = visited.insert(index).inserted
      let missing = isFirstVisit ? roots(of: index).filter { names.hoisted[$0].meaning == nil } : []
      if missing.isEmpty {
        names.hoisted[index].meaning = meaning(of: index)
      } else if missing.contains(where: visited.contains) {
        names.hoisted[index].meaning = .other
      } else {
        pending += missing
      }
    }
  }

  /// The declarations that its value and its type start with.
  private mutating func roots(of declaration: Int) -> [Int] {
    guard names.isBound[names.hoisted[declaration].key.slot.name],
      let initializer = names.hoisted[declaration].initializer
    else { return [] }
    var found: [Int] = []
    if let type = nominalPath(of: initializer.annotation)?.first {
      found += declarations(at: type, isType: true, for: declaration)
    }
    guard let root = root(of: initializer) else { return found }
    switch root.kind {
    case .name: found += declarations(at: root.token, isType: false, for: declaration)
    case .member: found += members(at: root.token, for: declaration)
    case .qualified, .type: break
    }
    return found
  }

  private func declarations(at token: Int, isType: Bool, for declaration: Int) -> [Int] {
    names.table.number(of: tokens.text(at: token)).map {
      declarations(of: $0, isType: isType, for: declaration)
    } ?? []
  }

  private func members(at token: Int, for declaration: Int) -> [Int] {
    guard let name = names.table.number(of: tokens.text(at: token)),
      let type = names.regions[names.hoisted[declaration].region].type
    else { return [] }
    return bothSlots(name).flatMap { names.hoisted($0, in: names.regions[type].node) }
  }

  private mutating func meaning(of declaration: Int) -> NameMeaning {
    let hoisted = names.hoisted[declaration]
    guard names.isBound[hoisted.key.slot.name], let initializer = hoisted.initializer else {
      return .other
    }
    return hoisted.key.slot.isType
      ? meaning(ofAliasedTypeAt: initializer.start, for: declaration)
      : meaning(of: initializer, for: declaration)
  }

  /// What a declared name means; nil for one that the file does not declare.
  /// - Parameter declaration: the one that asks, by index in `FileNames.hoisted`; nil for one where
  ///   the pass is.
  private mutating func meaning(
    ofNameAt token: Int, isType: Bool, for declaration: Int?
  ) -> NameMeaning? {
    guard let name = names.table.number(of: tokens.text(at: token)) else { return nil }
    guard let declaration else { return self.declaration(of: name, isType: isType)?.meaning }
    let found = declarations(of: name, isType: isType, for: declaration)
    return found.isEmpty ? nil : names.meaning(of: found)
  }
}

// Types.

/// The names of a type that is written somewhere, an alias replaced by what it stands for.
struct TypePath {
  /// Numbers of the patterns' names; nil for any other name.
  var names: [Int?]
  /// Whether a module is written before them, be it in an alias.
  var isQualified = false
  /// The token of a declaration in the file that they mean instead.
  var shadow: Int?

  /// Whether it is the type whose member the pattern is.
  func isType(of pattern: CompiledPattern) -> Bool {
    names.count == pattern.typeLength
      && names.indices.allSatisfy { names[$0] == pattern.components[$0].name }
  }
}

extension MatchStart {
  /// The same for a use whose type is known otherwise.
  func of(_ type: TypePath) -> MatchStart {
    var start = self
    start.shadow = type.shadow
    start.isQualified = type.isQualified
    return start
  }
}

extension Matcher {
  /// - Parameter path: the tokens of the names, as of `nominalPath`.
  mutating func typePath(_ path: [Int]) -> TypePath {
    var type = TypePath(names: path.map { rules.names.number(of: tokens.text(at: $0)) })
    type.isQualified = isQualified(path[0])
    guard names.phase == .resolving, !type.isQualified,
      let name = names.table.number(of: tokens.text(at: path[0])),
      let found = declaration(of: name, isType: true)
    else { return type }
    if case .type(let bound) = found.meaning {
      type.names.replaceSubrange(0..<1, with: bound.names.map { $0 })
      type.isQualified = bound.isQualified
    } else {
      type.shadow = found.token
    }
    return type
  }

  /// Whether a module, or a type, is written before the name.
  func isQualified(_ index: Int) -> Bool {
    tokens.isMember(index) || 0 < index && tokens[index - 1].kind == .colonColon
  }

  private mutating func meaning(
    ofAliasedTypeAt start: Int, for declaration: Int?
  ) -> NameMeaning {
    guard let root = root(of: Initializer(start: start, annotation: 0..<0)),
      let path = wholePath(from: root.token)
    else { return .other }
    var numbers = path.map { rules.names.number(of: tokens.text(at: $0)) }
    var isQualified = root.kind == .qualified
    switch root.kind {
    case .member, .type:
      return .other
    case .qualified:
      break
    case .name:
      switch meaning(ofNameAt: root.token, isType: true, for: declaration) {
      case nil:
        break
      case .type(let bound):
        numbers.replaceSubrange(0..<1, with: bound.names.map { $0 })
        isQualified = bound.isQualified
      case .other, .value:
        return .other
      }
    }
    let names = numbers.compactMap { $0 }
    guard names.count == numbers.count, isBannedType(names) else { return .other }
    return .type(BoundType(names: names, isQualified: isQualified))
  }

  /// The names of a type that is all there is up to the end of the declaration.
  private mutating func wholePath(from start: Int) -> [Int]? {
    var path = [start]
    var end = start
    while true {
      if let angle = genericArguments(at: end + 1) { end = angle }
      let mark = tokens[end + 1].kind
      guard mark == .period || mark == .colonColon, tokens[end + 2].isWord else { break }
      end += 2
      path.append(end)
    }
    return endsDeclaration(end) ? path : nil
  }

  /// Whether patterns start with the type.
  private func isBannedType(_ path: [Int]) -> Bool {
    rules.patternsByAnchor[path[0]].contains { startsWith(path, rules.patterns[$0]) }
  }

  /// Whether the pattern's type is the one that has these names, or nested in it.
  func startsWith(_ path: [Int], _ pattern: CompiledPattern) -> Bool {
    guard pattern.startsWithType || pattern.root == .attribute,
      path.count <= pattern.components.count
    else { return false }
    return zip(path, pattern.components).allSatisfy {
      $0 == $1.name && ($1.isType || pattern.root == .attribute)
    }
  }
}

// Values.

extension Matcher {
  mutating func meaning(of initializer: Initializer, for declaration: Int?) -> NameMeaning {
    guard let root = root(of: initializer) else { return .other }
    var value: BoundValue
    switch root.kind {
    case .type:
      guard let type = writtenType(of: initializer, for: declaration) else { return .other }
      let member = initializer.start + 1
      let patterns = rules.names.number(of: tokens.text(at: member)).map {
        rules.patternsByMember[$0]
      }
      value = BoundValue(
        prefixes: (patterns ?? []).compactMap { number in
          let pattern = rules.patterns[number]
          guard type.isType(of: pattern) else { return nil }
          return prefix(of: number, from: member, component: pattern.typeLength, initializer)
        }, isQualified: type.isQualified)
    case .qualified:
      value = boundValue(ofTypeNamedAt: root.token, initializer, isQualified: true)
    case .name, .member:
      switch meaning(of: root, for: declaration) {
      case nil:
        guard root.kind == .name else { return .other }
        value = boundValue(ofTypeNamedAt: root.token, initializer, isQualified: false)
      case .type(let bound):
        value = BoundValue(
          prefixes: rules.patternsByAnchor[bound.names[0]].compactMap { number in
            guard startsWith(bound.names, rules.patterns[number]) else { return nil }
            return prefix(
              of: number, from: root.token, component: bound.names.count - 1, initializer)
          }, isQualified: bound.isQualified)
      case .value(let bound):
        value = BoundValue(
          prefixes: bound.prefixes.compactMap {
            prefix(
              of: $0.pattern, from: root.token, component: $0.component, isPassed: true,
              initializer)
          }, isQualified: bound.isQualified)
      case .other:
        return .other
      }
    }
    if root.kind != .type, !initializer.annotation.isEmpty {
      // What is declared to be of another type, e.g. of a protocol, may do otherwise.
      guard let type = writtenType(of: initializer, for: declaration) else { return .other }
      value.prefixes.removeAll { [rules] in !type.isType(of: rules.patterns[$0.pattern]) }
    }
    return value.prefixes.isEmpty ? .other : .value(value)
  }

  private mutating func meaning(of root: InitializerRoot, for declaration: Int?) -> NameMeaning? {
    guard root.kind == .member else {
      return meaning(ofNameAt: root.token, isType: false, for: declaration)
    }
    if let declaration {
      let found = members(at: root.token, for: declaration)
      return found.isEmpty ? nil : names.meaning(of: found)
    }
    return names.table.number(of: tokens.text(at: root.token)).flatMap {
      member($0, ofTypeAround: top.names.region)?.meaning
    }
  }

  /// The type that is written before the `=`; nil if it is none of the patterns'.
  private mutating func writtenType(
    of initializer: Initializer, for declaration: Int?
  ) -> TypePath? {
    guard let path = nominalPath(of: initializer.annotation) else { return nil }
    guard let declaration else {
      let type = typePath(path)
      return type.shadow == nil ? type : nil
    }
    var type = TypePath(names: path.map { rules.names.number(of: tokens.text(at: $0)) })
    type.isQualified = isQualified(path[0])
    guard !type.isQualified else { return type }
    switch meaning(ofNameAt: path[0], isType: true, for: declaration) {
    case nil:
      break
    case .type(let bound):
      type.names.replaceSubrange(0..<1, with: bound.names.map { $0 })
      type.isQualified = bound.isQualified
    case .other, .value:
      return nil
    }
    return type
  }

  private mutating func boundValue(
    ofTypeNamedAt token: Int, _ initializer: Initializer, isQualified: Bool
  ) -> BoundValue {
    let name = rules.names.number(of: tokens.text(at: token))
    let patterns = name.map { rules.patternsByAnchor[$0] } ?? []
    return BoundValue(
      prefixes: patterns.compactMap { number in
        guard 0 < rules.patterns[number].typeLength else { return nil }
        return prefix(of: number, from: token, component: 0, initializer)
      }, isQualified: isQualified)
  }

  /// How much of a pattern the whole value is.
  private mutating func prefix(
    of number: Int, from index: Int, component: Int, isPassed: Bool = false,
    _ initializer: Initializer
  ) -> BoundValue.Prefix? {
    let start = MatchStart(report: initializer.start, expression: initializer.start)
    let first = Step(component: component, end: index, isPassed: isPassed)
    let last = lastComponent(ofValueIn: rules.patterns[number], from: first, start: start)
    return last.map { BoundValue.Prefix(pattern: number, component: $0) }
  }

  private mutating func root(of initializer: Initializer) -> InitializerRoot? {
    let start = initializer.start
    switch tokens[start].kind {
    case .period:
      return nominalPath(of: initializer.annotation).map {
        InitializerRoot(token: $0[0], kind: .type)
      }
    case .keyword:
      let keyword = tokens[start].keyword
      guard keyword == .`self` || keyword == .Self, tokens[start + 1].kind == .period else {
        return nil
      }
      return isIdentifier(start + 2) ? InitializerRoot(token: start + 2, kind: .member) : nil
    case .identifier, .rawIdentifier:
      let mark = tokens[start + 1].kind
      if mark == .period || mark == .colonColon, isModule(at: start), isIdentifier(start + 2) {
        return InitializerRoot(token: start + 2, kind: .qualified)
      }
      return InitializerRoot(token: start, kind: .name)
    default:
      return nil
    }
  }

  /// The token of the name that tells whether a binding may stand for something banned.
  mutating func rootName(of initializer: Initializer) -> Int? {
    root(of: initializer)?.token
  }
}
