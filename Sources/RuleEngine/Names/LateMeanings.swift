import Rules
import SwiftLexer

// What constants stand for that are declared without a value and given one later: a member by the
// initializers of its type, a local one by the code after it.

/// Of how many values of one constant it is asked what they mean, and how many such constants may
/// stand for one another. No code comes near it; it keeps the work in proportion to the file.
private let assignmentLimit = 64
private let depthLimit = 16

extension NamedUses {
  /// - Parameter declaration: by index in `Declarations.hoisted`.
  mutating func meaning(of late: LateType, ofHoisted declaration: Int) -> NameMeaning {
    let hoisted = declarations.hoisted[declaration]
    let name = AssignedName.member(hoisted.key.slot.name, of: hoisted.key.node)
    let assignments = declarations.assignments[name] ?? []
    // A structure whose initializers are all in extensions has that of its members, too.
    let isElsewhere = assignments.contains { [declarations] in
      declarations.regions[$0.region].type != declarations.regions[hoisted.region].type
    }
    if isElsewhere || isWrittenInTuple(hoisted.key.slot.name) { return .other }
    // Asked for itself, it stands for nothing.
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

  /// What each of the values stands for, as far as the patterns of all of them go on alike: of two
  /// queues that rules ban `async` of, either rule may report it.
  private mutating func meaning(
    of late: LateType, _ assignments: [Assignment], for declarer: Asker
  ) -> NameMeaning {
    guard !assignments.isEmpty, assignments.count <= assignmentLimit, lateDepth < depthLimit else {
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
        case .value(let value) = meaning(
          of: initializer, for: .local(value), declaredBy: declarer)
      else { return .other }
      values.append(value)
    }
    let parts = values.flatMap(\.parts).filter { [tables] part in
      values.allSatisfy { value in
        value.parts.contains {
          nextName(after: $0, tables) == nextName(after: part, tables)
        }
      }
    }
    return parts.isEmpty
      ? .other : .value(BoundValue(parts: parts, isQualified: values.allSatisfy(\.isQualified)))
  }
}

private func nextName(after part: BoundPart, _ tables: RuleTables) -> Int? {
  let components = tables.patterns[part.pattern].components
  return part.component + 1 < components.count ? components[part.component + 1].name : nil
}
