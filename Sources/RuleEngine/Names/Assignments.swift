import SwiftLexer

/// What is assigned to a name, in the order of the file.
struct Assignment {
  /// The first token of the value.
  let start: Int
  /// Where it stands, by index in `Declarations.regions`.
  let region: Int
  /// What the value starts with; nil for what stands for nothing, and for an implicit member.
  let value: LocalValue?
}

/// A name as something is assigned to it, with nothing or `self` before it.
enum AssignedName: Hashable {
  /// By index in `LocalNames.all`.
  case local(Int)
  /// A member of the innermost type, or of the file, by its node.
  case member(Int, of: Int)
}

/// The type that is written for a constant without a value, which it is given later.
struct LateType {
  let annotation: Range<Int>
  /// Its first name, if that may be declared in the file.
  let root: NameReference
}

extension Outline {
  /// At an `=` that declares nothing, or has a pattern before it.
  mutating func noteAssignment(at equal: Int) {
    let name = equal - 1
    guard !top.role.isBracket, 0 <= name, file.isIdentifier(name),
      !declarations.isDeclared[name], let assigned = assignedName(at: name)
    else { return }
    let initializer = Initializer(start: equal + 1, annotation: 0..<0)
    declarations.assignments[assigned, default: []].append(
      Assignment(
        start: initializer.start, region: top.names.region,
        value: value(of: initializer)))
  }

  private mutating func assignedName(
    at name: Int
  ) -> AssignedName? {
    let head = file.headOfOwnMember(at: name)
    guard !file.isQualified(head) else { return nil }
    if head == name {
      guard case .name(let visible) = reference(toNameAt: name) else { return nil }
      if let local = visible.local { return .local(local) }
    } else if tokens[head].keyword != .`self` {
      return nil
    }
    let type = declarations.regions[top.names.region].type ?? 0
    return .member(number(ofNameAt: name), of: declarations.regions[type].node)
  }

  /// Nil for a constant whose value follows, or whose type has no name.
  mutating func lateType(
    ofConstantAt name: Int
  ) -> LateType? {
    guard tokens[name + 1].kind == .colon,
      let annotation = file.typeWithoutValue(after: name + 1),
      let path = file.nominalPath(of: annotation)
    else { return nil }
    return LateType(
      annotation: annotation, root: reference(toNameAt: path[0], isType: true))
  }
}
