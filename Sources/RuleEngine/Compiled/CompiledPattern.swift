import Rules

/// A pattern whose names are numbers in a `NameTable`. It is a class since a structure would count
/// references to all of its arrays wherever it is looked at.
final class CompiledPattern: Sendable {
  /// Index of its rule.
  let rule: Int
  let root: PatternRoot
  let components: [CompiledComponent]
  /// How many of the components, from the first on, are names of types.
  let typeCount: Int
  /// The same; 0 for what is not a type's member.
  let typeLength: Int
  /// Whether a name beside its member may tell its type.
  let isToldBeside: Bool
  /// The first of the patterns that are written as this one, by index in `RuleTables.patterns`:
  /// where that one matches, so does this. Nil if it is the first.
  ///
  /// For speed alone: each could be followed by itself.
  let original: Int?

  /// One of another rule.
  /// - Parameter original: by index in `RuleTables.patterns`.
  init(_ pattern: CompiledPattern, rule: Int, original: Int) {
    self.rule = rule
    self.original = original
    root = pattern.root
    components = pattern.components
    typeCount = pattern.typeCount
    typeLength = pattern.typeLength
    isToldBeside = pattern.isToldBeside
  }

  /// - Parameter isToldBeside: whether the rule names what may stand beside a member.
  init(_ pattern: Pattern, rule: Int, isToldBeside: Bool = false, names: inout NameTable) {
    self.rule = rule
    original = nil
    root = pattern.root
    var components: [CompiledComponent] = []
    components.reserveCapacity(3)
    pattern.bytes.withUnsafeBufferPointer { text in
      var labels: [Int] = []
      let isPlain = pattern.readPlainPath(
        label: { labels.append(CompiledComponent.label($0, in: text, &names)) },
        component: { components.append(CompiledComponent($0, labels, in: text, &names)) })
      if isPlain { return }
      // Another text; names that were read of it before do no harm where they are in no pattern.
      let path = pattern.path
      labels = path.labels.map { CompiledComponent.label($0, in: text, &names) }
      components = path.components.map { CompiledComponent($0, labels, in: text, &names) }
    }
    self.components = components
    typeCount = components.prefix { $0.isType && $0.labels == nil }.count
    typeLength = root == .name && typeCount < components.count ? typeCount : 0
    self.isToldBeside = isToldBeside && 0 < typeLength
  }

  /// The number of the name that matching starts at.
  var anchor: Int { components[0].name }

  /// The number of the name after the type's; nil for a pattern that is not a type's member.
  var member: Int? { typeLength == 0 ? nil : components[typeLength].name }

  /// Whether a constant may stand for the first part, as in
  /// `let q = DispatchQueue.main; q.async { }`.
  var mayStartWithConstant: Bool { 0 < typeLength && typeLength + 1 < components.count }

  /// Whether a member may stand alone in an extension of its type without being called.
  var mayStandAlone: Bool {
    0 < typeLength && !isInitializer && components[typeLength].labels == nil
  }

  /// The number of a name that is a member of the type's only instance: of a type that has one, the
  /// member with the instance is named like the type, as `ProcessInfo.processInfo`.
  func memberOfSingleton(_ names: NameTable) -> Int? {
    guard mayStandAlone, typeLength + 1 < components.count else { return nil }
    let (type, member) = (components[typeLength - 1].name, components[typeLength].name)
    guard names.range(of: type).count == names.range(of: member).count else { return nil }
    let (typeText, memberText) = (names[type], names[member])
    guard let first = typeText.first, let memberFirst = memberText.first,
      first | 0x20 == memberFirst, typeText.dropFirst().elementsEqual(memberText.dropFirst())
    else { return nil }
    return components[typeLength + 1].name
  }

  var isInitializer: Bool { 0 < typeLength && components[typeLength].isInitializer }

  /// Whether nothing but its labels tells what it is: `.init(at:)`.
  var isNamedByLabels: Bool { root != .name && components[0].isInitializer }

  /// How many labels are written; parentheses without labels count more than none.
  var labelCount: Int {
    components.reduce(0) { $0 + ($1.labels.map { $0.count + 1 } ?? 0) }
  }

  /// Whether the first name may be one that the file declares itself.
  var mayBeDeclared: Bool { root.mayBeDeclared }

  /// Whether the path starts with a type's name.
  var startsWithType: Bool { root == .name && components[0].isType }

  /// Whether its first name is that of a type, which may be an alias or one of the project's own.
  var namesType: Bool { startsWithType || root == .attribute }
}

/// One name of a compiled pattern's path.
struct CompiledComponent: Sendable {
  let name: Int
  let isInitializer: Bool
  let isType: Bool
  /// As in `PatternComponent`; `noLabel` for `_`.
  let labels: [Int]?

  /// Stands for `_` among labels.
  static let noLabel = -1
  /// Stands for a label in a source file that is in no pattern.
  static let unknownLabel = -2

  /// - Parameters:
  ///   - labels: those of the pattern, up to its own at least.
  ///   - text: of the pattern.
  init(
    _ component: PatternPath.Component, _ labels: [Int], in text: UnsafeBufferPointer<UInt8>,
    _ names: inout NameTable
  ) {
    name =
      component.name.map { names.insert(UnsafeBufferPointer(rebasing: text[$0])) }
      ?? names.insert("init")
    isInitializer = component.isInitializer
    isType = component.isType
    self.labels = component.labels.map { $0.count == labels.count ? labels : Array(labels[$0]) }
  }

  /// The number of a label's name.
  static func label(
    _ label: Range<Int>, in text: UnsafeBufferPointer<UInt8>, _ names: inout NameTable
  ) -> Int {
    label.count == 1 && text[label.lowerBound] == UInt8(ascii: "_")
      ? noLabel : names.insert(UnsafeBufferPointer(rebasing: text[label]))
  }
}
