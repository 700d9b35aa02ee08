/// A banned name as Swift's documentation writes it, e.g. `Date(timeIntervalSinceNow:)` (SE-0021).
package struct Pattern: Sendable {
  /// As written in the rule file.
  package let text: String
  /// What the first name is, and so what may stand before it.
  let root: PatternRoot
  private let path: PatternPath

  package init(parsing text: String) throws(PatternError) {
    self.text = text
    var bytes = text
    let plain = bytes.withUTF8 {
      var reader = PlainPatternReader($0)
      return reader.readPattern()
    }
    if let plain {
      (root, path) = plain
    } else {
      var parser = PatternParser(text)
      (root, path) = try parser.parsePattern()
    }
  }

  /// The names in order, at least one; `Date()` reads as `Date.init()`.
  var components: [PatternComponent] { path.components }

  /// Where in the text the labels of the component's call stand; nil where the pattern has no
  /// parentheses.
  func labels(of component: PatternComponent) -> ArraySlice<Range<Int>>? {
    component.labels.map { path.labels[$0] }
  }

  /// The name of the component, without backticks.
  func name(of component: PatternComponent) -> String {
    component.name.map { self[$0] } ?? "init"
  }

  /// The labels of the call, `_` where there is none.
  func labelNames(of component: PatternComponent) -> [String]? {
    labels(of: component)?.map { self[$0] }
  }

  private subscript(range: Range<Int>) -> String {
    String(decoding: Array(text.utf8)[range], as: UTF8.self)
  }
}

/// Patterns are equal that match the same uses, e.g. `Date()` and `Date.init()`.
extension Pattern: Equatable {
  package static func == (left: Pattern, right: Pattern) -> Bool {
    left.root == right.root
      && left.components.elementsEqual(right.components) {
        $0.isInitializer == $1.isInitializer && left.name(of: $0) == right.name(of: $1)
          && left.labelNames(of: $0) == right.labelNames(of: $1)
      }
  }
}

/// What may stand before a pattern's first name.
enum PatternRoot: Sendable {
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
}

/// One name of a pattern's path, with the argument labels of its call. It is but numbers, as a run
/// reads the bytes of hundreds of patterns and needs strings of hardly any.
struct PatternComponent: Sendable {
  /// Where in the pattern's text it stands, without backticks; nil for the `init` of `Date()`.
  let name: Range<Int>?
  /// Whether the name is the word `init`, which a name in backticks is not.
  let isInitializer: Bool
  /// Whether the name is a type's by Swift's naming convention: an upper-case first letter. It
  /// tells the initializer `Date()` from the free function `time()`.
  ///
  /// Some C functions look like types, e.g. `CFAbsoluteTimeGetCurrent()`. That does no harm: calls
  /// of both look the same.
  let isType: Bool
  /// In `PatternPath.labels`; nil where the pattern has no parentheses.
  let labels: Range<Int>?
}

/// The names and labels of a pattern as they are read.
struct PatternPath: Sendable {
  private(set) var components: [PatternComponent] = []
  /// Where in the pattern's text the labels of all calls stand.
  private(set) var labels: [Range<Int>] = []

  init() {
    components.reserveCapacity(3)
  }

  /// Adds a label of the call that comes next.
  mutating func append(label: Range<Int>) {
    labels.append(label)
  }

  /// Adds a name with its labels; a type's name with labels is the type and its initializer.
  /// - Parameter firstLabel: of the call, in `labels`; nil where there are no parentheses.
  mutating func append(
    name: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, isInitializer: Bool, firstLabel: Int?
  ) {
    let isType = isTypeName(UnsafeBufferPointer(rebasing: bytes[name]))
    let labels = firstLabel.map { $0..<self.labels.count }
    if labels != nil, isType {
      append(name, isType: true)
      append(nil, isInitializer: true, labels: labels)
    } else {
      append(name, isInitializer: isInitializer, isType: isType, labels: labels)
    }
  }

  private mutating func append(
    _ name: Range<Int>?, isInitializer: Bool = false, isType: Bool = false,
    labels: Range<Int>? = nil
  ) {
    components.append(
      PatternComponent(name: name, isInitializer: isInitializer, isType: isType, labels: labels))
  }
}

private func isTypeName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let first = name.first(where: { $0 != UInt8(ascii: "_") }) else { return false }
  // Looking up a property takes long.
  if first < 0x80 { return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) }
  let scalars = String(decoding: name, as: UTF8.self).unicodeScalars
  return scalars.first { $0 != "_" }?.properties.isUppercase == true
}

/// Why a text is no pattern.
package struct PatternError: Error, Equatable {
  /// As the compiler words it.
  package let message: String
  /// Offset from 0 in UTF-8 bytes into the pattern's text.
  package let offset: Int
}

/// The modules whose names may qualify a banned name, e.g. `Foundation.Date()`.
let knownModules = [
  "Android", "Combine", "CoreFoundation", "Darwin", "Dispatch", "Foundation",
  "FoundationEssentials", "FoundationNetworking", "Glibc", "Musl", "QuartzCore", "Swift", "Testing",
  "XCTest", "_Concurrency", "ucrt",
]
