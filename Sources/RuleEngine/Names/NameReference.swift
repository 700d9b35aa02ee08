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
