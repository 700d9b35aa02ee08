import Rules
import SwiftLexer

// What aliases and constants stand for. It is found when it is asked for.

extension NamedUses {
  /// Finds what a declaration stands for. First finds what that depends on, without recursion. A
  /// declaration that depends on itself stands for nothing.
  mutating func findMeaning(of declaration: Int) {
    var pending = [declaration]
    var visited: Set<Int> = []
    while let index = pending.last {
      guard declarations.hoisted[index].meaning == nil else {
        pending.removeLast()
        continue
      }
      let isFirstVisit = visited.insert(index).inserted
      let missing =
        isFirstVisit ? roots(of: index).filter { declarations.hoisted[$0].meaning == nil } : []
      if missing.isEmpty {
        declarations.hoisted[index].meaning = meaning(of: index)
      } else if missing.contains(where: visited.contains) {
        declarations.hoisted[index].meaning = .other
      } else {
        pending += missing
      }
    }
  }

  /// The declarations of the names that its value and its type start with.
  private mutating func roots(of declaration: Int) -> [Int] {
    guard let initializer = declarations.hoisted[declaration].initializer else { return [] }
    var found: [Int] = []
    if let type = file.nominalPath(of: initializer.annotation)?.first {
      found += declarations(at: type, isType: true, for: declaration)
    }
    guard let root = file.root(of: initializer) else { return found }
    switch root.kind {
    case .name:
      found += declarations(at: root.token, isType: false, for: declaration)
      if let member = file.typeMember(of: root) {
        found += members(at: member, ofTypeAt: root.token, for: declaration)
      }
    case .member: found += members(at: root.token, for: declaration)
    case .qualified, .type: break
    }
    return found
  }

  func declarations(at token: Int, isType: Bool, for declaration: Int) -> [Int] {
    declarations.table.number(of: tokens.text(at: token)).map {
      declarations(of: $0, isType: isType, for: declaration)
    } ?? []
  }

  private func members(at token: Int, for declaration: Int) -> [Int] {
    guard let name = declarations.table.number(of: tokens.text(at: token)),
      let type = declarations.regions[declarations.hoisted[declaration].region].type
    else { return [] }
    return bothSlots(name).flatMap { declarations.hoisted($0, in: declarations.regions[type].node) }
  }

  /// - Parameter type: the token of the type's name.
  private func members(at token: Int, ofTypeAt type: Int, for declaration: Int) -> [Int] {
    let region = declarations.hoisted[declaration].region
    guard let name = declarations.table.number(of: tokens.text(at: token)),
      let type = declarations.table.number(of: tokens.text(at: type)),
      let node = declarations.typeNode(type, around: region)
    else { return [] }
    return bothSlots(name).flatMap { declarations.hoisted($0, in: node) }
  }

  private mutating func meaning(of declaration: Int) -> NameMeaning {
    let hoisted = declarations.hoisted[declaration]
    guard let initializer = hoisted.initializer else {
      return hoisted.late.map { meaning(of: $0, ofHoisted: declaration) } ?? .other
    }
    if hoisted.kind == .privateVariable, isWritten(declaration) { return .other }
    return hoisted.key.slot.isType
      ? meaning(ofAliasedTypeAt: initializer.start, for: .hoisted(declaration))
      : meaning(of: initializer, for: .hoisted(declaration))
  }

  /// What a declared name means; `nil` if the file does not declare the name.
  private mutating func meaning(
    ofNameAt token: Int, isType: Bool, for asker: Asker
  ) -> NameMeaning? {
    switch asker {
    case .hoisted(let declaration):
      let found = declarations(at: token, isType: isType, for: declaration)
      return meaning(of: found, at: token)
    case .local(let value):
      return (isType ? value.type : value.root).flatMap { find($0, at: token)?.meaning }
    }
  }

  private mutating func meaning(ofAliasedTypeAt start: Int, for asker: Asker) -> NameMeaning {
    guard let root = file.root(of: Initializer(start: start, annotation: 0..<0)),
      let path = wholePath(from: root.token)
    else { return .other }
    var type = TypePath(names: path.map { tables.names.number(of: tokens.text(at: $0)) })
    type.isQualified = root.kind == .qualified
    switch root.kind {
    case .member, .type:
      return .other
    case .qualified:
      break
    case .name:
      switch meaning(ofNameAt: root.token, isType: true, for: asker) {
      case nil:
        break
      case .type(let alias):
        type.expand(alias)
      case .other, .value:
        return .other
      }
    }
    return isBannedType(type.names) ? .type(type) : .other
  }

  /// The tokens of the names of a type that goes up to the end of its declaration; `nil` if
  /// anything else follows the type.
  private func wholePath(from start: Int) -> [Int]? {
    let (names, end) = file.path(from: start)
    return outline.endsDeclaration(end - 1) ? names : nil
  }

  /// Whether patterns start with the type.
  private func isBannedType(_ path: [Int?]) -> Bool {
    guard let anchor = path[0] else { return false }
    return tables.patternsByAnchor[anchor].contains { startsWith(path, tables.patterns[$0]) }
  }

  /// Whether the pattern's type has these names, or is nested in the type that has them.
  func startsWith(_ path: [Int?], _ pattern: CompiledPattern) -> Bool {
    guard pattern.namesType, path.count <= pattern.components.count else { return false }
    return zip(path, pattern.components).allSatisfy {
      $0 == $1.name && ($1.isType || pattern.root == .attribute)
    }
  }

  /// - Parameter declarer: the declaration with the written type, if this is not `asker`.
  mutating func meaning(
    of initializer: Initializer, for asker: Asker, declaredBy declarer: Asker? = nil
  ) -> NameMeaning {
    guard let root = file.root(of: initializer) else { return .other }
    let declarer = declarer ?? asker
    var value: BoundValue
    switch root.kind {
    case .type:
      guard let type = writtenType(of: initializer, for: declarer) else { return .other }
      let member = initializer.start + 1
      let patterns = tables.names.number(of: tokens.text(at: member)).map {
        tables.patternsByMember[$0]
      }
      value = BoundValue(
        parts: (patterns ?? []).compactMap { number in
          let pattern = tables.patterns[number]
          guard type.isType(of: pattern) else { return nil }
          return prefix(of: number, from: member, component: pattern.typeLength, initializer)
        }, isQualified: type.isQualified)
    case .qualified:
      value = boundValue(ofTypeNamedAt: root.token, initializer, isQualified: true)
    case .name, .member:
      let (token, meaning) = meaning(of: root, for: asker)
      switch meaning {
      case nil:
        guard root.kind == .name else { return .other }
        value = boundValue(ofTypeNamedAt: root.token, initializer, isQualified: false)
      case .type(let bound):
        value = BoundValue(
          parts: tables.patternsByAnchor[bound.names[0]!].compactMap { number in
            guard startsWith(bound.names, tables.patterns[number]) else { return nil }
            return prefix(of: number, from: token, component: bound.names.count - 1, initializer)
          }, isQualified: bound.isQualified)
      case .value(let bound):
        value = BoundValue(
          parts: bound.parts.compactMap {
            prefix(
              of: $0.pattern, from: token, component: $0.component, isPassed: true,
              initializer)
          }, isQualified: bound.isQualified)
      case .other:
        return .other
      }
    }
    if root.kind != .type, !initializer.annotation.isEmpty {
      // A value that is declared with another type, e.g. a protocol, may behave differently.
      guard let type = writtenType(of: initializer, for: declarer) else { return .other }
      value.parts.removeAll { [tables] in !type.isType(of: tables.patterns[$0.pattern]) }
    }
    return value.parts.isEmpty ? .other : .value(value)
  }

  /// The meaning of the name that a value starts with, and the token of that name.
  private mutating func meaning(
    of root: InitializerRoot, for asker: Asker
  ) -> (token: Int, NameMeaning?) {
    if case .hoisted(let declaration) = asker, root.kind == .member {
      let found = members(at: root.token, for: declaration)
      return (root.token, self.meaning(of: found, at: root.token))
    }
    let meaning = meaning(ofNameAt: root.token, isType: false, for: asker)
    switch meaning {
    case nil, .other:
      guard let member = file.typeMember(of: root),
        let found = self.meaning(ofMemberAt: member, ofTypeAt: root.token, for: asker)
      else { return (root.token, meaning) }
      return (member, found)
    case .type, .value:
      return (root.token, meaning)
    }
  }

  private mutating func meaning(
    ofMemberAt token: Int, ofTypeAt type: Int, for asker: Asker
  ) -> NameMeaning? {
    switch asker {
    case .hoisted(let declaration):
      return meaning(of: members(at: token, ofTypeAt: type, for: declaration), at: token)
    case .local(let value):
      return value.typeMember.flatMap { find($0, at: token)?.meaning }
    }
  }

  /// The type that is written before the `=`; `nil` if it is not the type of a pattern.
  mutating func writtenType(of initializer: Initializer, for asker: Asker) -> TypePath? {
    guard let path = file.nominalPath(of: initializer.annotation) else { return nil }
    var type = TypePath(names: path.map { tables.names.number(of: tokens.text(at: $0)) })
    type.isQualified = file.isQualified(path[0])
    guard !type.isQualified else { return type }
    switch meaning(ofNameAt: path[0], isType: true, for: asker) {
    case nil:
      break
    case .type(let alias):
      type.expand(alias)
    case .other, .value:
      return nil
    }
    return type
  }

  private mutating func boundValue(
    ofTypeNamedAt token: Int, _ initializer: Initializer, isQualified: Bool
  ) -> BoundValue {
    let name = tables.names.number(of: tokens.text(at: token))
    let patterns = name.map { tables.patternsByAnchor[$0] } ?? []
    return BoundValue(
      parts: patterns.compactMap { number in
        guard 0 < tables.patterns[number].typeLength else { return nil }
        return prefix(of: number, from: token, component: 0, initializer)
      }, isQualified: isQualified)
  }

  /// The part of a pattern that the whole value is; `nil` if the value is no part of the pattern.
  private mutating func prefix(
    of number: Int, from index: Int, component: Int, isPassed: Bool = false,
    _ initializer: Initializer
  ) -> BoundPart? {
    let start = MatchStart(report: initializer.start, expression: initializer.start)
    let first = Step(component: component, end: index, isPassed: isPassed)
    let last = finder.lastComponent(ofValueIn: tables.patterns[number], from: first, start: start)
    return last.map { BoundPart(pattern: number, component: $0) }
  }

  // What late constants stand for: a member gets its value in the initializers of its type, a local
  // constant in the code after it.

  /// - Parameter declaration: by index in `Declarations.hoisted`.
  mutating func meaning(of late: LateType, ofHoisted declaration: Int) -> NameMeaning {
    let hoisted = declarations.hoisted[declaration]
    let name = AssignedName.member(hoisted.key.slot.name, of: hoisted.key.node)
    let assignments = declarations.assignments[name] ?? []
    // A structure whose initializers are all in extensions also has a memberwise initializer.
    let isElsewhere = assignments.contains { [declarations] in
      declarations.regions[$0.region].type != declarations.regions[hoisted.region].type
    }
    if isElsewhere || isWrittenInTuple(hoisted.key.slot.name) { return .other }
    // A constant whose value depends on itself stands for nothing.
    declarations.hoisted[declaration].meaning = .other
    return meaning(of: late, assignments, for: .hoisted(declaration))
  }

  /// - Parameter local: by index in `LocalNames.all`.
  mutating func meaning(of late: LateType, ofLocal local: Int) -> NameMeaning {
    let slot = declarations.locals.all[local].slot
    if isWrittenInTuple(slot.name) { return .other }
    let type = LocalValue(
      initializer: Initializer(start: 0, annotation: late.annotation), root: nil, type: late.root,
      typeMember: nil)
    return meaning(of: late, declarations.assignments[.local(local)] ?? [], for: .local(type))
  }

  /// What all assigned values stand for. A part of a pattern counts if each of the values has a
  /// part that goes on with the same name. For example, where rules ban `async` of two queues,
  /// either rule may report the use.
  private mutating func meaning(
    of late: LateType, _ assignments: [Assignment], for declarer: Asker
  ) -> NameMeaning {
    guard !assignments.isEmpty, assignments.count <= Limits.values, lateDepth < Limits.constants
    else {
      return .other
    }
    lateDepth += 1
    defer { lateDepth -= 1 }
    var values: [BoundValue] = []
    for assignment in assignments {
      let initializer = Initializer(start: assignment.start, annotation: late.annotation)
      let value = LocalValue(
        initializer: initializer, root: assignment.value?.root, type: nil,
        typeMember: assignment.value?.typeMember)
      guard
        case .value(let value) = meaning(of: initializer, for: .local(value), declaredBy: declarer)
      else { return .other }
      values.append(value)
    }
    let parts = values.flatMap(\.parts).filter { [tables] part in
      values.allSatisfy { value in
        value.parts.contains {
          tables.patterns.nextName(after: $0) == tables.patterns.nextName(after: part)
        }
      }
    }
    return parts.isEmpty
      ? .other : .value(BoundValue(parts: parts, isQualified: values.allSatisfy(\.isQualified)))
  }
}
