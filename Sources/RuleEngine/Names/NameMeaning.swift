/// What a declared name stands for.
enum NameMeaning: Equatable {
  /// Nothing that is banned.
  case other
  /// The type of a pattern, or the one that it is nested in.
  case type(AliasedType)
  /// What some patterns start with.
  case value(BoundValue)
}

struct BoundValue: Equatable {
  /// What of which patterns the value consists of.
  var parts: [BoundPart]
  /// Whether a module is written before the type.
  let isQualified: Bool
}

/// Who asks what a name means that its value or type starts with.
enum Asker {
  /// A declaration by index in `Declarations.hoisted`.
  case hoisted(Int)
  case local(LocalValue)
}
