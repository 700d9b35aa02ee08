/// A banned name as Swift's documentation writes it, e.g. `Date(timeIntervalSinceNow:)` (SE-0021).
package struct Pattern: Sendable {
  /// As written in the rule file.
  package let text: String
  /// What the first name is, and so what may stand before it.
  let root: PatternRoot
  /// The names in order, at least one; `Date()` reads as `Date.init()`.
  let components: [PatternComponent]

  package init(parsing text: String) throws(PatternError) {
    self.text = text
    var bytes = text
    let plain = bytes.withUTF8 {
      var reader = PlainPatternReader($0)
      return reader.readPattern()
    }
    if let plain {
      (root, components) = plain
    } else {
      var parser = PatternParser(text)
      (root, components) = try parser.parsePattern()
    }
  }
}

/// Patterns are equal that match the same uses, e.g. `Date()` and `Date.init()`.
extension Pattern: Hashable {
  package static func == (left: Pattern, right: Pattern) -> Bool {
    left.root == right.root && left.components == right.components
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(root)
    hasher.combine(components)
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

/// One name of a pattern's path, with the argument labels of its call.
struct PatternComponent: Hashable, Sendable {
  /// Without backticks.
  let name: String
  /// Whether the name is the word `init`, which a name in backticks is not.
  let isInitializer: Bool
  /// The labels of the call, `_` where there is none; nil where the pattern has no parentheses.
  let labels: [String]?

  /// Whether the name is a type's by Swift's naming convention: an upper-case first letter. It
  /// tells the initializer `Date()` from the free function `time()`.
  ///
  /// Some C functions look like types, e.g. `CFAbsoluteTimeGetCurrent()`. That does no harm: calls
  /// of both look the same.
  var isType: Bool {
    for byte in name.utf8 where byte != UInt8(ascii: "_") {
      // Looking up a property takes long.
      if byte < 0x80 { return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
      break
    }
    return name.unicodeScalars.first { $0 != "_" }?.properties.isUppercase == true
  }
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
