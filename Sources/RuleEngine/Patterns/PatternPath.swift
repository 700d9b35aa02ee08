/// The names and labels of a pattern, by where they stand in its text. Its memory is used again for
/// the next pattern.
struct PatternPath: Equatable {
  /// One name, with the argument labels of its call.
  struct Component: Equatable {
    /// Without backticks; nil for the `init` of `Date()`.
    let name: Range<Int>?
    /// Whether the name is the word `init`, which a name in backticks is not.
    let isInitializer: Bool
    /// Whether the name is a type's by Swift's naming convention: an upper-case first letter. It
    /// tells the initializer `Date()` from the free function `time()`.
    ///
    /// Some C functions look like types, e.g. `CFAbsoluteTimeGetCurrent()`. That does no harm:
    /// calls of both look the same.
    let isType: Bool
    /// In `PatternPath.labels`; nil where the pattern has no parentheses.
    let labels: Range<Int>?
  }

  /// What the first name is.
  var root = PatternRoot.name
  private(set) var components: [Component] = []
  /// Those of all calls.
  private(set) var labels: [Range<Int>] = []

  mutating func read(_ pattern: Pattern) {
    if readPlain(pattern.bytes) { return }
    // The text has been read before.
    try! parse(pattern.text)
  }

  /// Reads a text as nearly all patterns are; false for others.
  mutating func readPlain(_ text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer {
      removeAll()
      var reader = PlainPatternReader($0)
      return reader.readPattern(into: &self)
    }
  }

  mutating func parse(_ text: String) throws(PatternError) {
    removeAll()
    var parser = PatternParser(text)
    try parser.parsePattern(into: &self)
  }

  private mutating func removeAll() {
    components.removeAll(keepingCapacity: true)
    labels.removeAll(keepingCapacity: true)
  }

  /// Adds a label of the call that comes next.
  mutating func append(label: Range<Int>) {
    labels.append(label)
  }

  /// Adds a name with its labels; a type's name with labels is the type and its initializer.
  /// - Parameters:
  ///   - bytes: the text.
  ///   - firstLabel: of the call, in `labels`; nil where there are no parentheses.
  mutating func append(
    name: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, isInitializer: Bool, firstLabel: Int?
  ) {
    let isType = isTypeName(UnsafeBufferPointer(rebasing: bytes[name]))
    let ownLabels = firstLabel.map { $0..<labels.count }
    if ownLabels != nil, isType {
      components.append(Component(name: name, isInitializer: false, isType: true, labels: nil))
      components.append(
        Component(name: nil, isInitializer: true, isType: false, labels: ownLabels))
    } else {
      components.append(
        Component(name: name, isInitializer: isInitializer, isType: isType, labels: ownLabels))
    }
  }
}

private func isTypeName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let first = name.first(where: { $0 != UInt8(ascii: "_") }) else { return false }
  // Looking up a property takes long.
  if first < 0x80 { return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) }
  let scalars = String(decoding: name, as: UTF8.self).unicodeScalars
  return scalars.first { $0 != "_" }?.properties.isUppercase == true
}
