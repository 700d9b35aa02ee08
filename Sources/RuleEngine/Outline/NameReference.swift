import SwiftLexer

/// A name where it is used. What it means can be asked when all of the file's declarations are
/// known.
enum NameReference {
  case name(VisibleName)
  /// A member of the type around a region, as of `self`.
  case member(Int, region: Int)
  /// A member of the type of a name, by its number, that is declared or extended around a region.
  case memberOfType(Int, type: Int, region: Int)
}

/// A name with nothing before it.
struct VisibleName {
  /// In `Declarations.table`.
  @Narrow var number: Int
  /// Whether it is looked for among types alone.
  let isType: Bool
  /// Where it stands, by index in `Declarations.regions`.
  @Narrow var region: Int
  /// The innermost local declaration of the name that is visible there, by index in
  /// `LocalNames.all`.
  @NarrowOptional var local: Int?
}

/// What a local constant is declared to be.
struct LocalValue {
  let initializer: Initializer
  /// What its value and its type start with, if that may be declared in the file.
  let root: NameReference?
  let type: NameReference?
  /// The member of its first name, if that may be a type of the file.
  let typeMember: NameReference?
}

extension Outline {
  mutating func reference(
    toNameAt token: Int, isType: Bool = false
  ) -> NameReference {
    reference(to: number(ofNameAt: token), isType: isType)
  }

  /// - Parameter number: of the name, in `table`.
  mutating func reference(
    to number: Int, isType: Bool
  ) -> NameReference {
    var local = declarations.locals.innermost(NameSlot(number, isType: true), in: levels)
    if !isType,
      let other = declarations.locals.innermost(NameSlot(number, isType: false), in: levels),
      local.map({ isFartherIn(other, than: $0) }) ?? true
    {
      local = other
    }
    return .name(
      VisibleName(
        number: number, isType: isType, region: top.names.region, local: local))
  }

  private func isFartherIn(_ local: Int, than other: Int) -> Bool {
    (declarations.locals.all[other].level, other) < (declarations.locals.all[local].level, local)
  }

  /// - Parameter head: the first token of what the name at the token is a member of: `self`,
  ///   `Self`, `type(of: self)`, or the name of a type that the file declares or extends.
  mutating func reference(
    toMemberAt token: Int, of head: Int
  ) -> NameReference {
    let (name, region) = (number(ofNameAt: token), top.names.region)
    guard file.isIdentifier(head), !file.isOwnType(at: head) else {
      return .member(name, region: region)
    }
    return .memberOfType(name, type: number(ofNameAt: head), region: region)
  }

  /// Nil for what stands for nothing.
  mutating func value(
    of initializer: Initializer
  ) -> LocalValue? {
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
    return LocalValue(
      initializer: initializer, root: reference, type: type, typeMember: typeMember)
  }
}

/// The name that an alias's type or a constant's value starts with.
struct InitializerRoot {
  /// Its token.
  let token: Int
  let kind: Kind

  enum Kind {
    case name
    /// A module is written before it.
    case qualified
    /// `self`, `Self` or `type(of: self)` is written before it.
    case member
    /// It is the first name of the written type, and the value is a member of that.
    case type
  }
}

extension FileTokens {
  /// Nil for what stands for nothing.
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

  /// The member of the name, if that may be a type which the file declares or extends.
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
