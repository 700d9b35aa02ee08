/// The names and labels of a pattern, by where they stand in its text.
package struct PatternPath: Equatable, Sendable {
  /// One name, with the argument labels of its call.
  package struct Component: Equatable, Sendable {
    /// Without backticks; nil for the `init` of `Date()`.
    package let name: Range<Int>?
    /// Whether the name is the word `init`, which a name in backticks is not.
    package let isInitializer: Bool
    /// Whether the name is a type's by Swift's naming convention: an upper-case first letter. It
    /// tells the initializer `Date()` from the free function `time()`.
    ///
    /// Some C functions look like types, e.g. `CFAbsoluteTimeGetCurrent()`. That does no harm:
    /// calls of both look the same.
    package let isType: Bool
    /// In `PatternPath.labels`; nil where the pattern has no parentheses.
    package let labels: Range<Int>?
  }

  /// An argument label. For speed alone it is no range, an array of which takes long to make a type
  /// of.
  package struct Label: Equatable, Sendable {
    package let range: Range<Int>
  }

  /// What the first name is.
  package internal(set) var root = PatternRoot.name
  package private(set) var components: [Component] = []
  /// Those of all calls.
  package private(set) var labels: [Label] = []

  /// Reads a text as nearly all patterns are; nil for others.
  /// - Parameter isChecked: whether the text is known to be a pattern.
  init?(plain text: UnsafeBufferPointer<UInt8>, isChecked: Bool = false) {
    var reader = PlainPatternReader(text, isChecked: isChecked)
    let root = reader.readPattern(
      label: { append(label: $0) }, component: { components.append($0) })
    guard let root else { return nil }
    self.root = root
  }

  init(parsing text: String) throws(PatternError) {
    var parser = PatternParser(text)
    try parser.parsePattern(into: &self)
  }

  /// Adds a label of the call that comes next.
  mutating func append(label: Range<Int>) {
    labels.append(Label(range: label))
  }

  /// Adds a name.
  /// - Parameters:
  ///   - bytes: the text.
  ///   - firstLabel: of the call, in `labels`; nil where there are no parentheses.
  mutating func append(
    name: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, isInitializer: Bool, firstLabel: Int?
  ) {
    Component.read(
      name: name, in: bytes, isInitializer: isInitializer,
      labels: firstLabel.map { $0..<labels.count }
    ) { components.append($0) }
  }
}

extension PatternPath.Component {
  /// What a name with its labels is: one component, or a type and its initializer.
  @inline(__always)
  static func read(
    name: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, isInitializer: Bool,
    labels: Range<Int>?, to append: (Self) -> Void
  ) {
    let isType = isTypeName(UnsafeBufferPointer(rebasing: bytes[name]))
    if isType, let labels {
      append(Self(name: name, isInitializer: false, isType: true, labels: nil))
      append(Self(name: nil, isInitializer: true, isType: false, labels: labels))
    } else {
      append(Self(name: name, isInitializer: isInitializer, isType: isType, labels: labels))
    }
  }
}

/// Whether Swift's naming convention makes it the name of a type.
package func isTypeName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let first = name.first(where: { $0 != UInt8(ascii: "_") }) else { return false }
  // Looking up a property takes long.
  if first < 0x80 { return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) }
  let scalars = String(decoding: name, as: UTF8.self).unicodeScalars
  return scalars.first { $0 != "_" }?.properties.isUppercase == true
}
