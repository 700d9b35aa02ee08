/// A version of the tool: major, minor and patch.
package struct SemanticVersion: Comparable, Sendable {
  private let numbers: [Int]

  /// Fails for anything but three numbers, e.g. `0.1.0`.
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
    /// A version without an operator.
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
    bounds = try parts.map { part throws(PatternError) in
      let words = part.drop { $0 == " " }
      if let bound = Self.bound(words, isAlone: parts.count == 1) { return bound }
      throw PatternError(
        message: "expected all three numbers of a version, e.g. '0.1.0', or a range such as "
          + "'>=0.1, <0.3'",
        offset: text.utf8.distance(from: text.startIndex, to: words.startIndex))
    }
  }

  /// - Parameters:
  ///   - words: what stands between two commas.
  ///   - isAlone: whether it may be a version without an operator. A shorter one could mean all
  ///     that begin so.
  private static func bound(
    _ words: Substring, isAlone: Bool
  ) -> (comparison: Comparison, version: SemanticVersion)? {
    let symbols = words.prefix { "<>=".contains($0) }
    var version = words.dropFirst(symbols.count).drop { $0 == " " }
    while version.last == " " { version.removeLast() }
    guard let comparison = Comparison(rawValue: String(symbols)), isAlone || comparison != .equal,
      let bound = SemanticVersion(version, minimumCount: comparison == .equal ? 3 : 1)
    else { return nil }
    return (comparison, bound)
  }
}
