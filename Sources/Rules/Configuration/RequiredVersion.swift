/// A version of the tool: major, minor and patch.
package struct SemanticVersion: Comparable, Sendable {
  private let numbers: [Int]

  /// Nil for anything but three numbers, e.g. `0.1.0`.
  package init?(_ text: String) {
    self.init(text[...], minimumCount: 3)
  }

  /// - Parameter minimumCount: how many numbers must be there; those that are left out are 0.
  fileprivate init?(_ text: Substring, minimumCount: Int) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap(number)
    guard minimumCount...3 ~= parts.count, numbers.count == parts.count else { return nil }
    self.numbers = numbers + Array(repeating: 0, count: 3 - numbers.count)
  }

  package static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  /// The next version; nil after the last one.
  fileprivate var successor: SemanticVersion? {
    let (patch, isTooLarge) = numbers[2].addingReportingOverflow(1)
    return isTooLarge ? nil : SemanticVersion("\(numbers[0]).\(numbers[1]).\(patch)")
  }
}

/// Decimal digits without a needless 0 in front, of a number that fits.
private func number(_ text: Substring) -> Int? {
  guard text.utf8.allSatisfy(\.isDigit), text == "0" || text.first != "0" else { return nil }
  return Int(text)
}

/// Which versions of the tool a configuration is for: one, e.g. `0.1.0`, or a range, e.g.
/// `>=0.1, <0.3`.
package struct RequiredVersion: Sendable {
  /// As it is written.
  package let text: String
  /// All of them must hold.
  private let bounds: [(comparison: Comparison, version: SemanticVersion)]

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
    bounds.allSatisfy { comparison, bound in
      switch comparison {
      case .atLeast: bound <= version
      case .atMost: version <= bound
      case .greater: bound < version
      case .less: version < bound
      case .equal: version == bound
      }
    }
  }

  package init(parsing text: String) throws(PatternError) {
    self.text = text
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    var bounds: [(Comparison, SemanticVersion)] = []
    for part in parts {
      let words = part.drop { $0 == " " }
      do throws(Mistake) {
        bounds.append(try Self.bound(words, isAlone: parts.count == 1))
      } catch {
        let offset = text.utf8.distance(from: text.startIndex, to: words.startIndex)
        throw PatternError(message: error.message, offset: offset)
      }
    }
    self.bounds = bounds
    // A range that holds any version holds the lowest, or one at or right after a bound.
    let versions = bounds.map(\.1)
    let candidates = versions + versions.compactMap(\.successor) + [SemanticVersion("0.0.0")!]
    guard candidates.contains(where: contains) else {
      throw PatternError(message: "no version is in the range '\(text)'", offset: 0)
    }
  }

  private struct Mistake: Error {
    let message: String
  }

  /// - Parameter words: what stands between two commas.
  private static func bound(
    _ words: Substring, isAlone: Bool
  ) throws(Mistake) -> (Comparison, SemanticVersion) {
    let example = ">=0.1, <0.3"
    let symbols = words.prefix { !$0.isASCII || !$0.isLetter && !$0.isNumber && $0 != " " }
    if symbols == "=" || symbols == "==" {
      throw Mistake(message: "write one version without an operator, e.g. '0.1.0'")
    }
    guard let comparison = Comparison(rawValue: String(symbols)) else {
      throw Mistake(message: "unknown operator '\(symbols)'; write a range such as '\(example)'")
    }
    var version = words.dropFirst(symbols.count).drop { $0 == " " }
    while version.last == " " { version.removeLast() }
    if version.isEmpty {
      throw Mistake(message: "expected a version, e.g. '0.1.0' or '\(example)'")
    }
    if version.contains(where: { "<>".contains($0) }) {
      throw Mistake(message: "separate the parts of a range with commas, as in '\(example)'")
    }
    guard let parsed = SemanticVersion(version, minimumCount: 1) else {
      throw Mistake(message: "'\(version)' is not a version; write e.g. '0.1.0' or '\(example)'")
    }
    guard isAlone || comparison != .equal else {
      throw Mistake(message: "'\(version)' has no operator; write a range such as '\(example)'")
    }
    // A shorter one could mean all that begin so.
    guard comparison != .equal || SemanticVersion(String(version)) != nil else {
      throw Mistake(
        message: "'\(version)' is not a full version; write all three numbers, or a range such as "
          + "'\(example)'")
    }
    return (comparison, parsed)
  }
}
