/// A look at a file's bytes that tells, before lexing, whether a rule can match at all.
///
/// Every match has all names of its pattern in the file, each as a whole word. So one name for each
/// pattern is chosen, and the file searched for these words: by a pair of neighbouring bytes that
/// is rare in source code, many positions at a time.
struct Prefilter: Sendable {
  private let words: [SearchWord]
  private let pairs: PairSearch
  /// Whether a word is too short for a pair; then every file may match.
  private let isOpen: Bool

  init(_ patterns: [Pattern]) {
    var suffixes: [String: SearchWord.Suffix] = [:]
    for word in patterns.flatMap(Self.words) {
      suffixes[word.name, default: .none].formUnion(word.suffix)
    }
    let names = suffixes.keys.sorted()
    words = names.filter { 1 < $0.utf8.count }.map { SearchWord($0, before: suffixes[$0]!) }
    isOpen = words.count < names.count
    pairs = PairSearch(words)
  }

  /// Whether one of the words stands in the bytes.
  func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if isOpen { return true }
    switch pairs {
    case .vector(let search): return search.find(in: bytes, isMatch: isWord)
    case .table(let search): return search.find(in: bytes, isMatch: isWord)
    }
  }

  /// Whether a word has its pair at the offset.
  private func isWord(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    words.contains { $0.stands(withPairAt: offset, in: bytes) }
  }

  /// Words of which at least one stands in the file wherever the pattern matches: the longest name
  /// of the path, which is likely the rarest.
  ///
  /// A pattern that is nothing but `.init(…)` has one of its labels written instead; see
  /// `Matcher.hasLabels`.
  private static func words(
    of pattern: Pattern
  ) -> [(name: String, suffix: SearchWord.Suffix)] {
    let components = pattern.components
    let names = components.indices.filter { !components[$0].isInitializer }
    let longest = names.max { left, right in
      components[left].name.utf8.count < components[right].name.utf8.count
    }
    if let longest { return [(components[longest].name, suffix(of: longest, in: pattern))] }
    let labels = components.flatMap { $0.labels ?? [] }.filter { $0 != "_" }
    return labels.isEmpty ? [("init", .anything)] : labels.map { ($0, .anything) }
  }

  /// What follows the name of a pattern's component, see `Matcher.followPath`.
  private static func suffix(of index: Int, in pattern: Pattern) -> SearchWord.Suffix {
    let component = pattern.components[index]
    // A static function without arguments matches uncalled too.
    let isLast = index == pattern.components.count - 1
    if isLast && component.labels?.isEmpty != false { return .anything }
    var suffix: SearchWord.Suffix = component.isType ? .none : .optionalChain
    let hasInitializer = component.isType && pattern.components[index + 1].isInitializer
    let labels = hasInitializer ? pattern.components[index + 1].labels : component.labels
    let isCalled = hasInitializer || component.labels != nil
    if isCalled && labels?.isEmpty != true { suffix.formUnion(.closure) }
    return suffix
  }
}
