/// A banned name as Swift's documentation writes it, e.g. `Date(timeIntervalSinceNow:)` (SE-0021).
///
/// It is its text, which has been checked. Its names are read from the text when they are needed: a
/// run reads them once for each of hundreds of patterns, and needs few of them as strings.
package struct Pattern: Sendable {
  /// The UTF-8 of the text.
  package let bytes: ArraySlice<UInt8>
  /// The kind of the first name, and so what may stand before it.
  package let root: PatternRoot

  package init(parsing text: String) throws(PatternError) {
    try self.init(Array(text.utf8)[...])
  }

  /// - Parameter isChecked: whether the text is known to be a pattern.
  init(_ bytes: ArraySlice<UInt8>, isChecked: Bool = false) throws(PatternError) {
    self.bytes = bytes
    root =
      isChecked
      ? PatternRoot(ofPattern: bytes)
      : try PatternPath(parsing: String(decoding: bytes, as: UTF8.self)).root
  }

  /// The names and labels by where they stand.
  package var path: PatternPath {
    let plain = bytes.withUnsafeBufferPointer { PatternPath(plain: $0) }
    // The text has been read before.
    return plain ?? (try! PatternPath(parsing: text))
  }

  /// Passes on the names and labels one after the other, so that the caller needs no memory for
  /// where they are in `bytes`.
  /// - Parameters:
  ///   - label: takes those of a call before `component` takes its name.
  /// - Returns: false for a pattern with a rare notation, whatever has been passed on. Then `path`
  ///   has its names.
  package func readPlainPath(
    label: (Range<Int>) -> Void, component: (PatternPath.Component) -> Void
  ) -> Bool {
    bytes.withUnsafeBufferPointer {
      var reader = PlainPatternReader($0)
      return reader.readPattern(label: label, component: component) != nil
    }
  }

  /// As written in the rule file.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The names in order, at least one; `Date()` reads as `Date.init()`.
  package var components: [PatternComponent] {
    let path = path
    let text = { (range: Range<Int>) in
      String(decoding: bytes.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    }
    return path.components.map { component in
      PatternComponent(
        name: component.name.map(text) ?? "init", isInitializer: component.isInitializer,
        isType: component.isType,
        labels: component.labels.map { path.labels[$0].map { text($0.range) } })
    }
  }
}

/// Patterns are equal that match the same uses, e.g. `Date()` and `Date.init()`.
extension Pattern: Hashable {
  package static func == (left: Pattern, right: Pattern) -> Bool { left.uses == right.uses }

  package func hash(into hasher: inout Hasher) { hasher.combine(uses) }

  /// The uses that it matches.
  package var uses: PatternUses { PatternUses(root: root, components: components) }
}

/// The uses that a pattern matches, to look the pattern up by.
package struct PatternUses: Hashable, Sendable {
  fileprivate let root: PatternRoot
  fileprivate var components: [PatternComponent]

  /// The uses of the pattern that does not say with which labels its last name is called.
  package var withAnyLabels: PatternUses {
    var uses = self
    let last = components[components.count - 1]
    uses.components[components.count - 1] = PatternComponent(
      name: last.name, isInitializer: last.isInitializer, isType: last.isType, labels: nil)
    return uses
  }
}

extension Set<PatternUses> {
  /// Whether every use of the pattern is among them.
  package func cover(_ pattern: Pattern) -> Bool {
    let uses = pattern.uses
    return contains(uses) || contains(uses.withAnyLabels)
  }
}

/// A name of a pattern's path, with the argument labels of its call.
package struct PatternComponent: Hashable, Sendable {
  /// Without backticks.
  package let name: String
  /// Whether the name is the word `init`, which a name in backticks is not.
  package let isInitializer: Bool
  /// As in `PatternPath.Component`.
  package let isType: Bool
  /// The labels of the call, `_` if there is none; nil if the pattern has no parentheses.
  package let labels: [String]?
}

/// Why a text is not a pattern.
package struct PatternError: Error, Equatable {
  /// As the compiler words it.
  package let message: String
  /// Offset from 0 in UTF-8 bytes into the pattern's text.
  package let offset: Int
}

/// The modules whose names may qualify a banned name, e.g. `Foundation.Date()`.
package let knownModules = [
  "Android", "Bionic", "Combine", "CoreFoundation", "Darwin", "Dispatch", "Foundation",
  "FoundationEssentials", "FoundationNetworking", "Glibc", "Musl", "QuartzCore", "Swift", "TSCLibc",
  "Testing", "WASILibc", "XCTest", "_Concurrency", "ucrt",
]

/// The names and labels of a pattern, by where they stand in its text.
package struct PatternPath: Equatable, Sendable {
  /// A name, with the argument labels of its call.
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
    /// In `PatternPath.labels`; nil if the pattern has no parentheses.
    package let labels: Range<Int>?
  }

  /// An argument label. For speed alone it is not a range: the type of an array of ranges takes
  /// long to make.
  package struct Label: Equatable, Sendable {
    package let range: Range<Int>
  }

  /// The kind of the first name.
  package internal(set) var root = PatternRoot.name
  package private(set) var components: [Component] = []
  /// The labels of all calls.
  package private(set) var labels: [Label] = []

  /// Reads the text of a pattern as nearly all patterns are; nil for others.
  init?(plain text: UnsafeBufferPointer<UInt8>) {
    var reader = PlainPatternReader(text)
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
  ///   - firstLabel: of the call, in `labels`; nil if there are no parentheses.
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
  /// Reads a name with its labels: one component, or a type and its initializer.
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

/// The kind of a pattern's first name, and so what may stand before it: the notations of patterns.
///
/// What is known of a notation without looking at a file is stated here. `PatternParser` reads it,
/// `UseFinder.start` finds its uses, `CompiledPattern.addNeedles` says what to search for.
package enum PatternRoot: UInt8, Sendable {
  /// A type, a free function or a global variable: nothing, or a module. `Date.now`
  case name
  /// Any expression, or nothing but the period. `_.shuffled()`
  case anyReceiver
  /// Nothing but the period. `.now`
  case implicitMember
  /// `#filePath`
  case macro
  /// `@AppStorage`
  case attribute
  /// `import Network`
  case module
  /// `for _ in _`: the word that begins a loop over any sequence.
  case loop

  /// The only text of a pattern of loops.
  static let loopText = "for _ in _"

  /// - Parameter text: of a pattern without mistakes.
  init(ofPattern text: ArraySlice<UInt8>) {
    switch text.first {
    case UInt8(ascii: "."): self = .implicitMember
    case UInt8(ascii: "#"): self = .macro
    case UInt8(ascii: "@"): self = .attribute
    case UInt8(ascii: "_") where text.dropFirst().first == UInt8(ascii: "."): self = .anyReceiver
    // A blank follows, as a name follows the word.
    case UInt8(ascii: "i") where text.starts(with: "import ".utf8): self = .module
    case UInt8(ascii: "f") where text.elementsEqual(Self.loopText.utf8): self = .loop
    default: self = .name
    }
  }

  /// The mark before the first name in a source file; nil if that does not matter.
  package var mark: Unicode.Scalar? {
    switch self {
    case .name, .module, .loop: nil
    case .anyReceiver, .implicitMember: "."
    case .macro: "#"
    case .attribute: "@"
    }
  }

  /// Whether the first name may be one that the file declares itself.
  package var mayBeDeclared: Bool {
    switch self {
    case .name, .attribute: true
    case .anyReceiver, .implicitMember, .macro, .module, .loop: false
    }
  }

  /// Whether a use is an expression, with the arguments that follow it.
  package var isExpression: Bool {
    switch self {
    case .name, .anyReceiver, .implicitMember: true
    case .macro, .attribute, .module, .loop: false
    }
  }

  /// Whether an expression with operators can stand in place of a use, in parentheses where it has
  /// to.
  var allowsOperators: Bool {
    switch self {
    case .name, .implicitMember, .macro: true
    case .anyReceiver, .attribute, .module, .loop: false
    }
  }

  /// The meaning of a pattern of the kind, in a few words; nil if its names tell.
  var meaning: String? {
    switch self {
    case .name: nil
    case .anyReceiver: "on any receiver"
    case .implicitMember: "as an implicit member, its type not written"
    case .macro: "the macro"
    case .attribute: "the attribute"
    case .module: "every import of the module, or of a part of it"
    case .loop: "every loop except 'for await'"
    }
  }
}

extension Pattern {
  /// Whether a use has a base: a receiver, the sequence of a loop, the argument of an initializer.
  var hasBase: Bool {
    let components = path.components
    return root == .anyReceiver || root == .loop
      || root == .name && components[0].isType && components.last?.labels?.count == 1
  }

  /// Which uses of its names it matches, in a few words, e.g. `without arguments, called or not`.
  /// - Parameter saysCalls: false where the rule's conditions say whether a property is called.
  package func meaning(saysCalls: Bool = true) -> String {
    let last = components[components.count - 1]
    guard let meaning = root.meaning else { return meaningOfName(last, saysCalls: saysCalls) }
    return meaning + (last.labels.map { ", " + self.meaning(of: $0) } ?? "")
  }

  private func meaningOfName(_ last: PatternComponent, saysCalls: Bool) -> String {
    guard let labels = last.labels else {
      if last.isInitializer { return "every initializer" }
      guard components.count == 1 else {
        return saysCalls ? "every use, called or not" : "every use"
      }
      return last.isType ? "every mention" : "every mention except as a member"
    }
    if last.isInitializer { return meaning(of: labels) + ", called or not" }
    guard components.count == 1 else { return meaning(of: labels) }
    return "without a receiver, " + meaning(of: labels)
  }

  private func meaning(of labels: [String]) -> String {
    switch labels {
    case []: "without arguments"
    case ["_"]: "with one argument"
    case _ where labels.allSatisfy { $0 == "_" }: "with \(labels.count) arguments"
    default: "exactly these labels"
    }
  }
}
