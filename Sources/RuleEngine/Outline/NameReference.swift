import SwiftLexer

/// A name where it is used. Its meaning can be looked up once all declarations of the file are
/// known.
enum NameReference {
  case name(VisibleName)
  /// A member, by the number of its name, of the innermost type around a region: `self.queue`.
  case member(Int, region: Int)
  /// A member of a type, both by the numbers of their names. The type is declared or extended
  /// around the region.
  case memberOfType(Int, type: Int, region: Int)
}

/// A name with nothing before it.
struct VisibleName {
  /// The number of the name in `Declarations.table`.
  @Narrow var number: Int
  /// Whether only types are looked up.
  let isType: Bool
  /// The region that the name is used in, by index in `Declarations.regions`.
  @Narrow var region: Int
  /// The innermost local declaration of the name that is visible there, by index in
  /// `LocalNames.all`; `nil` if there is none.
  @NarrowOptional var local: Int?
}

/// The value and the type that a local constant is declared with.
struct LocalValue {
  let initializer: Initializer
  /// The names that the value and the type start with; `nil` where the file cannot declare them.
  let root: NameReference?
  let type: NameReference?
  /// The member of the value's first name, if that name may be a type of the file; otherwise `nil`.
  let typeMember: NameReference?
}

extension Outline {
  mutating func reference(toNameAt token: Int, isType: Bool = false) -> NameReference {
    reference(to: number(ofNameAt: token), isType: isType)
  }

  /// - Parameter number: the number of the name in `Declarations.table`.
  mutating func reference(to number: Int, isType: Bool) -> NameReference {
    var local = declarations.locals.innermost(NameSlot(number, isType: true), in: levels)
    if !isType,
      let other = declarations.locals.innermost(NameSlot(number, isType: false), in: levels),
      local.map({ isFartherIn(other, than: $0) }) ?? true
    {
      local = other
    }
    return .name(
      VisibleName(number: number, isType: isType, region: top.names.region, local: local))
  }

  private func isFartherIn(_ local: Int, than other: Int) -> Bool {
    (declarations.locals.all[other].level, other) < (declarations.locals.all[local].level, local)
  }

  /// - Parameter head: the first token of what stands before the member: `self`, `Self`,
  ///   `type(of: self)`, or the name of a type that the file declares or extends.
  mutating func reference(toMemberAt token: Int, of head: Int) -> NameReference {
    let (name, region) = (number(ofNameAt: token), top.names.region)
    guard file.isIdentifier(head), !file.isOwnType(at: head) else {
      return .member(name, region: region)
    }
    return .memberOfType(name, type: number(ofNameAt: head), region: region)
  }

  /// The declared value; `nil` if it starts with no name, so that it stands for nothing that is
  /// banned.
  mutating func value(of initializer: Initializer) -> LocalValue? {
    guard let root = file.root(of: initializer) else { return nil }
    var reference: NameReference?
    var typeMember: NameReference?
    switch root.kind {
    case .name:
      reference = self.reference(toNameAt: root.token)
      typeMember = file.typeMember(of: root).map {
        self.reference(toMemberAt: $0, of: root.token)
      }
    case .member:
      reference = self.reference(toMemberAt: root.token, of: initializer.start)
    case .qualified, .type: break
    }
    let type = file.nominalPath(of: initializer.annotation).map {
      self.reference(toNameAt: $0[0], isType: true)
    }
    return LocalValue(initializer: initializer, root: reference, type: type, typeMember: typeMember)
  }
}

/// The name that an alias's type or a constant's value starts with.
struct InitializerRoot {
  /// Its token.
  let token: Int
  let kind: Kind

  enum Kind {
    case name
    /// A module is written before the name.
    case qualified
    /// `self`, `Self` or `type(of: self)` is written before the name.
    case member
    /// The name is the first one of the written type, and the value is a member of that type.
    case type
  }
}

extension FileTokens {
  /// The name that the value starts with; `nil` if it starts with no name.
  func root(of initializer: Initializer) -> InitializerRoot? {
    let start = initializer.start
    switch tokens[start].kind {
    case .period:
      return nominalPath(of: initializer.annotation).map {
        InitializerRoot(token: $0[0], kind: .type)
      }
    case .keyword:
      let keyword = tokens[start].keyword
      guard keyword == .`self` || keyword == .Self else { return nil }
      return member(after: start)
    case .identifier, .rawIdentifier:
      if isOwnType(at: start) { return member(after: start + 5) }
      let mark = tokens[start + 1].kind
      if mark == .period || mark == .colonColon, isModule(at: start), isIdentifier(start + 2) {
        return InitializerRoot(token: start + 2, kind: .qualified)
      }
      return InitializerRoot(token: start, kind: .name)
    default:
      return nil
    }
  }

  /// The token of the member after the root; `nil` if the root cannot be a type of the file.
  func typeMember(of root: InitializerRoot) -> Int? {
    guard root.kind == .name, tokens[root.token + 1].kind == .period,
      isIdentifier(root.token + 2)
    else { return nil }
    return root.token + 2
  }

  private func member(after end: Int) -> InitializerRoot? {
    let isOptional = tokens[end + 1].kind == .postfixQuestionMark
    let period = isOptional ? end + 2 : end + 1
    guard tokens[period].kind == .period, isIdentifier(period + 1) else { return nil }
    return InitializerRoot(token: period + 1, kind: .member)
  }
}

/// A value that is assigned to a name.
struct Assignment {
  /// The first token of the value.
  let start: Int
  /// The region that the assignment is in, by index in `Declarations.regions`.
  let region: Int
  /// The assigned value; `nil` if it stands for nothing, and for an implicit member.
  let value: LocalValue?
}

/// A name that a value is assigned to, with nothing or `self` before it.
enum AssignedName: Hashable {
  /// A local name, by index in `LocalNames.all`.
  case local(Int)
  /// A member, by the number of its name, of the innermost type or of the file, by its node.
  case member(Int, of: Int)
}

/// The written type of a late constant: one that is declared without a value and gets a value
/// later.
struct LateType {
  let annotation: Range<Int>
  /// The first name of the type, which the file may declare.
  let root: NameReference
}

extension Outline {
  /// At an `=`: notes the value that the name before the `=` gets. A name that is being declared
  /// does not count.
  mutating func noteAssignment(at equal: Int) {
    let name = equal - 1
    guard !top.role.isBracket, 0 <= name, file.isIdentifier(name),
      !declarations.isDeclared[name], let assigned = assignedName(at: name)
    else { return }
    let initializer = Initializer(start: equal + 1, annotation: 0..<0)
    declarations.assignments[assigned, default: []].append(
      Assignment(start: initializer.start, region: top.names.region, value: value(of: initializer)))
  }

  private mutating func assignedName(at name: Int) -> AssignedName? {
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

  /// The written type of a late constant. `nil` if a value follows the name, or if the type has no
  /// name.
  mutating func lateType(ofConstantAt name: Int) -> LateType? {
    guard tokens[name + 1].kind == .colon,
      let annotation = file.typeWithoutValue(after: name + 1),
      let path = file.nominalPath(of: annotation)
    else { return nil }
    return LateType(annotation: annotation, root: reference(toNameAt: path[0], isType: true))
  }
}
