import Rules

/// A pattern whose names are numbers in a `NameTable`.
struct CompiledPattern {
  fileprivate let outline: PatternOutline
  fileprivate let parts: PatternParts

  /// The index of the pattern's rule. The patterns of mentions have none.
  var rule: Int { outline.rule }
  /// Whether it is a mention of `when` or `unless`, so that its uses are never reported.
  var isMention: Bool { outline.rule == PatternCompiler.noRule }
  var root: PatternRoot { outline.root }
  var components: CompiledComponents {
    CompiledComponents(parts: parts, range: outline.components)
  }
  /// The number of components, from the first on, that are names of types; 0 if the pattern is no
  /// member of a type.
  var typeLength: Int { outline.typeLength }
  /// The names that tell the type where the member stands without it, by index in
  /// `RuleTables.beside`; `nil` if there are none, so that the type must be written.
  var beside: Int? { outline.beside }
  /// The first pattern that is written like this pattern, by index in `RuleTables.patterns`. Where
  /// that pattern matches, this pattern matches, too. `nil` if this pattern is the first.
  var original: Int? { outline.original }

  /// The number of the first name, where matching starts.
  var anchor: Int { components[0].name }

  /// The number of the name after the type; `nil` if the pattern is no member of a type.
  var member: Int? { typeLength == 0 ? nil : components[typeLength].name }

  /// Whether a constant may stand for the first part, as in
  /// `let q = DispatchQueue.main; q.async { }`. A constant may stand for all of a mention.
  var mayStartWithConstant: Bool {
    0 < typeLength && typeLength + (isMention ? 0 : 1) < components.count
  }

  /// Whether the member may stand alone in an extension of its type without a call.
  var mayStandAlone: Bool {
    0 < typeLength && !isInitializer && components[typeLength].labels == nil
  }

  /// The number of the name that is a member of the type's single instance; `nil` if the pattern is
  /// no such member. The member that holds a single instance is named like its type:
  /// `ProcessInfo.processInfo`.
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

  /// Whether only the labels tell the pattern from others: `.init(at:)`.
  var isNamedByLabels: Bool { root != .name && components[0].isInitializer }

  /// The labels of the call of a component; see `CompiledComponent.labels`.
  func labels(_ range: Range<Int>) -> ArraySlice<Int> { parts.labels[range] }

  /// The number of labels. Each pair of parentheses counts as one more.
  var labelCount: Int {
    components.reduce(0) { $0 + ($1.labels.map { $0.count + 1 } ?? 0) }
  }

  /// Whether the first name may also be a name that the file declares.
  var mayBeDeclared: Bool { root.mayBeDeclared }

  /// Whether the path starts with a type's name.
  var startsWithType: Bool { root == .name && components[0].isType }

  /// Whether the first name is that of a type. Then the file may have an alias of the type, or a
  /// type of the same name.
  var namesType: Bool { startsWithType || root == .attribute }
}

/// A name in the path of a compiled pattern.
struct CompiledComponent: Sendable {
  let name: Int
  let isInitializer: Bool
  let isType: Bool
  /// The labels, as a range in `PatternParts.labels`; `nil` if the pattern has no parentheses.
  let labels: Range<Int>?

  /// Stands for `_` among labels.
  static let noLabel = -1
  /// Stands for a label in a source file that no pattern has.
  static let unknownLabel = -2
}

/// A pattern without its names.
private struct PatternOutline: Sendable {
  var rule: Int
  let root: PatternRoot
  /// A range in `PatternParts.components`.
  let components: Range<Int>
  let typeLength: Int
  let beside: Int?
  var original: Int?
}

/// The names and labels of all patterns of a run, one pattern after the other, so that no pattern
/// needs memory of its own. It is a class so that copying a pattern counts only one reference.
final class PatternParts: Sendable {
  /// Patterns that are written alike share the components of the first of them.
  let components: [CompiledComponent]
  /// Numbers of names, and `CompiledComponent.noLabel`.
  let labels: [Int]

  fileprivate init(_ components: [CompiledComponent], _ labels: [Int]) {
    self.components = components
    self.labels = labels
  }
}

/// The names of a pattern in order, at least one.
struct CompiledComponents: RandomAccessCollection {
  fileprivate let parts: PatternParts
  /// A range in `PatternParts.components`.
  let range: Range<Int>

  var startIndex: Int { 0 }
  var endIndex: Int { range.count }
  subscript(index: Int) -> CompiledComponent { parts.components[range.lowerBound + index] }
}

/// The patterns of a run.
struct CompiledPatterns: RandomAccessCollection, Sendable {
  private let outlines: [PatternOutline]
  let parts: PatternParts

  fileprivate init(_ outlines: [PatternOutline], _ parts: PatternParts) {
    self.outlines = outlines
    self.parts = parts
  }

  var startIndex: Int { 0 }
  var endIndex: Int { outlines.count }
  subscript(index: Int) -> CompiledPattern {
    CompiledPattern(outline: outlines[index], parts: parts)
  }
}

/// Compiles patterns: gives numbers to their names.
struct PatternCompiler {
  private var outlines: [PatternOutline] = []
  private var components: [CompiledComponent] = []
  private var labels: [Int] = []
  /// The number of `init`, once a pattern has left it out.
  private var elidedName: Int?

  /// The rule of mentions.
  static let noRule = Int.max

  /// - Parameter count: the number of patterns to expect.
  init(count: Int = 0) {
    outlines.reserveCapacity(count)
    components.reserveCapacity(2 * count)
    labels.reserveCapacity(count)
  }

  var count: Int { outlines.count }

  /// The `beside` that was given for a pattern; `nil` if there is none, or if the pattern has no
  /// type.
  func beside(of pattern: Int) -> Int? { outlines[pattern].beside }

  /// The patterns that were appended.
  var patterns: CompiledPatterns { CompiledPatterns(outlines, PatternParts(components, labels)) }

  /// - Parameter beside: the names that may stand beside a member of its type; see
  ///   `CompiledPattern.beside`.
  mutating func append(_ pattern: Pattern, rule: Int, beside: Int? = nil, names: inout NameTable) {
    let (start, firstLabel) = (components.count, labels.count)
    pattern.bytes.withUnsafeBufferPointer { text in
      let isPlain = pattern.readPlainPath(
        label: { labels.append(names.insert(label: $0, in: text)) },
        component: { append($0, in: text, firstLabel: firstLabel, &names) })
      if isPlain { return }
      // The pattern is not plain. Names that have got a number already may be in no pattern.
      components.removeSubrange(start...)
      labels.removeSubrange(firstLabel...)
      let path = pattern.path
      for label in path.labels { labels.append(names.insert(label: label.range, in: text)) }
      for component in path.components {
        append(component, in: text, firstLabel: firstLabel, &names)
      }
    }
    var end = start
    while end < components.count, components[end].isType, components[end].labels == nil { end += 1 }
    var typeLength = 0
    // A comparison with `==` would call a function.
    if case .name = pattern.root, end < components.count { typeLength = end - start }
    outlines.append(
      PatternOutline(
        rule: rule, root: pattern.root, components: start..<components.count,
        typeLength: typeLength, beside: 0 < typeLength ? beside : nil, original: nil))
  }

  /// Appends a pattern that is written like another pattern.
  /// - Parameter original: the index of that other pattern.
  mutating func append(copyOf original: Int, rule: Int) {
    var outline = outlines[original]
    outline.rule = rule
    outline.original = original
    outlines.append(outline)
  }

  private mutating func append(
    _ component: PatternPath.Component, in text: UnsafeBufferPointer<UInt8>, firstLabel: Int,
    _ names: inout NameTable
  ) {
    let name: Int
    if let range = component.name {
      name = names.insert(UnsafeBufferPointer(rebasing: text[range]))
    } else {
      name = elidedName ?? names.insert("init")
      elidedName = name
    }
    components.append(
      CompiledComponent(
        name: name, isInitializer: component.isInitializer, isType: component.isType,
        labels: component.labels.map { firstLabel + $0.lowerBound..<firstLabel + $0.upperBound }))
  }
}

extension NameTable {
  /// The number of a label.
  /// - Parameter text: the text of the pattern.
  mutating func insert(label: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Int {
    label.count == 1 && text[label.lowerBound] == UInt8(ascii: "_")
      ? CompiledComponent.noLabel : insert(UnsafeBufferPointer(rebasing: text[label]))
  }
}
