/// A version of the tool, as semver.org has it.
package struct SemanticVersion: Comparable, Sendable {
  /// Major, minor and patch.
  private let numbers: [Int]
  /// The identifiers after the hyphen, e.g. `["beta", "2"]`; empty for a release.
  private let preRelease: [Substring]

  /// Nil for anything but a whole version, e.g. `0.1.0` or `1.0.0-beta.2`. It has no build
  /// metadata, which decides nothing.
  package init?(_ text: String) {
    self.init(text[...], minimumCount: 3)
  }

  /// - Parameter minimumCount: how many numbers must be there; those that are left out are 0.
  fileprivate init?(_ text: Substring, minimumCount: Int) {
    let hyphen = text.firstIndex(of: "-")
    let parts = text[..<(hyphen ?? text.endIndex)]
      .split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap(number)
    guard minimumCount...3 ~= parts.count, numbers.count == parts.count else { return nil }
    self.numbers = numbers + Array(repeating: 0, count: 3 - numbers.count)
    guard let hyphen else {
      preRelease = []
      return
    }
    preRelease = text[hyphen...].dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, preRelease.allSatisfy(isIdentifier) else { return nil }
  }

  package static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
    if left.numbers != right.numbers {
      return left.numbers.lexicographicallyPrecedes(right.numbers)
    }
    // What comes before a release is less than the release.
    if left.preRelease.isEmpty || right.preRelease.isEmpty {
      return right.preRelease.count < left.preRelease.count
    }
    return left.preRelease.lexicographicallyPrecedes(right.preRelease) { left, right in
      switch (number(left), number(right)) {
      case (let left?, let right?): left < right
      case (nil, nil): left.utf8.lexicographicallyPrecedes(right.utf8)
      // Numbers come before words.
      case (let left, _): left != nil
      }
    }
  }
}

/// Decimal digits without a needless 0 in front, of a number that fits.
private func number(_ text: Substring) -> Int? {
  guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
    text == "0" || text.first != "0"
  else { return nil }
  return Int(text)
}

/// Whether a pre-release may have it between two dots.
private func isIdentifier(_ text: Substring) -> Bool {
  let isNumber = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  guard !text.isEmpty, !isNumber || number(text) != nil else { return false }
  return text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// Which versions of the tool a configuration is for: one, e.g. `0.1.0`, or a range, e.g.
/// `>=0.1, <0.3`.
package struct RequiredVersion: Sendable {
  /// As it is written.
  package let text: String
  /// All of them must hold.
  private let bounds: [Bound]

  private struct Bound {
    let comparison: Comparison
    let version: SemanticVersion
  }

  /// The raw values are how they are written.
  private enum Comparison: String {
    case atLeast = ">="
    case atMost = "<="
    case greater = ">"
    case less = "<"
    /// What has no operator.
    case equal = ""
  }

  /// Whether it is one version and no range.
  package var isExact: Bool { bounds[0].comparison == .equal }

  package func contains(_ version: SemanticVersion) -> Bool {
    bounds.allSatisfy { bound in
      switch bound.comparison {
      case .atLeast: bound.version <= version
      case .atMost: version <= bound.version
      case .greater: bound.version < version
      case .less: version < bound.version
      case .equal: version == bound.version
      }
    }
  }
}

// MARK: - The parser

extension RequiredVersion {
  package init(parsing text: String) throws(PatternError) {
    self.text = text
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    var bounds: [Bound] = []
    for part in parts {
      let bound = try Self.bound(part, of: text, isAlone: parts.count == 1)
      bounds.append(bound)
    }
    self.bounds = bounds
    guard Self.isSatisfiable(bounds) else {
      throw PatternError(message: "no version is in the range '\(text)'", offset: 0)
    }
  }

  /// - Parameter part: what stands between two commas.
  private static func bound(
    _ part: Substring, of text: String, isAlone: Bool
  ) throws(PatternError) -> Bound {
    let words = part.drop { $0 == " " }
    func mistake(_ message: String) -> PatternError {
      PatternError(
        message: message, offset: text.utf8.distance(from: text.startIndex, to: words.startIndex))
    }
    let symbols = words.prefix { !$0.isASCII || !$0.isLetter && !$0.isNumber && $0 != " " }
    if symbols == "=" || symbols == "==" {
      throw mistake("write one version without an operator, e.g. '0.1.0'")
    }
    guard let comparison = Comparison(rawValue: String(symbols)) else {
      throw mistake("unknown operator '\(symbols)'; write a range such as '\(example)'")
    }
    var version = words.dropFirst(symbols.count).drop { $0 == " " }
    while version.last == " " { version.removeLast() }
    guard !version.isEmpty else {
      throw mistake("expected a version, e.g. '0.1.0' or '\(example)'")
    }
    // A shorter one could mean all that begin so.
    let minimumCount = comparison == .equal ? 3 : 1
    guard let parsed = SemanticVersion(version, minimumCount: minimumCount) else {
      if version.contains(where: { "<>".contains($0) }) {
        throw mistake("separate the parts of a range with commas, as in '\(example)'")
      }
      let isShort = SemanticVersion(version, minimumCount: 1) != nil
      throw mistake(
        isShort
          ? "'\(version)' is not a full version; write all three numbers, or a range "
            + "such as '\(example)'"
          : "'\(version)' is not a version; write e.g. '0.1.0' or '\(example)'")
    }
    guard isAlone || comparison != .equal else {
      throw mistake("'\(version)' has no operator; write a range such as '\(example)'")
    }
    return Bound(comparison: comparison, version: parsed)
  }

  private static let example = ">=0.1, <0.3"

  private static func isSatisfiable(_ bounds: [Bound]) -> Bool {
    bounds.allSatisfy { lower in
      guard [.atLeast, .greater].contains(lower.comparison) else { return true }
      return bounds.allSatisfy { upper in
        switch upper.comparison {
        case .atLeast, .greater, .equal: true
        case .atMost where lower.comparison == .atLeast: lower.version <= upper.version
        case .atMost, .less: lower.version < upper.version
        }
      }
    }
  }
}
