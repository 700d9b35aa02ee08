/// A banned name as Swift's documentation writes it, e.g. `Date(timeIntervalSinceNow:)` (SE-0021).
///
/// It is its text, which has been checked. Its names are read from there when they are wanted: a
/// run does so once for each of hundreds of patterns, and needs hardly any as strings.
package struct Pattern: Sendable {
  /// The UTF-8 of the text.
  package let bytes: ArraySlice<UInt8>
  /// What the first name is, and so what may stand before it.
  package let root: PatternRoot

  package init(parsing text: String) throws(PatternError) {
    try self.init(Array(text.utf8)[...])
  }

  /// - Parameter isChecked: whether the text is known to be a pattern.
  init(_ bytes: ArraySlice<UInt8>, isChecked: Bool = false) throws(PatternError) {
    if isChecked {
      self.bytes = bytes
      root = PatternRoot(ofPattern: bytes)
      return
    }
    let plainRoot = bytes.withUnsafeBufferPointer {
      var reader = PlainPatternReader($0)
      return reader.readPattern(label: { _ in }, component: { _ in })
    }
    if let plainRoot {
      self.bytes = bytes
      root = plainRoot
    } else {
      let text = String(decoding: bytes, as: UTF8.self)
      root = try PatternPath(parsing: text).root
      self.bytes = Array(text.utf8)[...]
    }
  }

  /// The names and labels by where they stand.
  package var path: PatternPath {
    let plain = bytes.withUnsafeBufferPointer { PatternPath(plain: $0, isChecked: true) }
    // The text has been read before.
    return plain ?? (try! PatternPath(parsing: text))
  }

  /// Tells the names and labels one after the other, so that whoever numbers them needs no memory
  /// for where they stand in `bytes`.
  /// - Parameters:
  ///   - label: takes those of a call before `component` takes its name.
  /// - Returns: false for a pattern that is written as few are, whatever has been told: `path` has
  ///   its names.
  package func readPlainPath(
    label: (Range<Int>) -> Void, component: (PatternPath.Component) -> Void
  ) -> Bool {
    bytes.withUnsafeBufferPointer {
      var reader = PlainPatternReader($0, isChecked: true)
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

  /// What it matches.
  package var uses: PatternUses { PatternUses(root: root, components: components) }
}

/// The uses that a pattern matches, to look the pattern up by.
package struct PatternUses: Hashable, Sendable {
  fileprivate let root: PatternRoot
  fileprivate var components: [PatternComponent]

  /// Those of the pattern that does not say with which labels its last name is called.
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

/// One name of a pattern's path, with the argument labels of its call.
package struct PatternComponent: Hashable, Sendable {
  /// Without backticks.
  package let name: String
  /// Whether the name is the word `init`, which a name in backticks is not.
  package let isInitializer: Bool
  /// As in `PatternPath.Component`.
  package let isType: Bool
  /// The labels of the call, `_` where there is none; nil where the pattern has no parentheses.
  package let labels: [String]?
}

/// Why a text is no pattern.
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
