import Rules

/// A search of a file's bytes, before lexing: whether a rule can match at all.
///
/// For speed alone: every file could be lexed.
///
/// It is sound: in each file that a pattern matches in, every name of the pattern stands as a whole
/// word, so one of the names is enough to search for. A type is written in the file even where its
/// member stands apart from it, as in `let d: Date = .init()`. `CompiledPattern.addNeedles` knows
/// the exceptions. Of what stands beside a name, only a `#` or a period before it is checked. In
/// doubt the name counts, and the lexer decides.
///
/// To look at what follows a type would let fewer files through that only mention the type. It
/// would take less than a tenth off a run.
///
/// It declines if a name is too short to search for (`LiteralSearch.isOpen`): then all files are
/// lexed.
struct Prefilter: Sendable {
  private let search: LiteralSearch
  /// The byte that must stand before each literal; see `Needles`.
  private let marks: [UInt8]

  /// - Parameters:
  ///   - names: the names of the patterns.
  ///   - otherWords: words each of which is a reason of its own to lex the file.
  init(_ patterns: CompiledPatterns, _ names: NameTable, otherWords: [String] = []) {
    var names = names
    let others = otherWords.map { names.insert($0) }
    let commonMembers = commonMembers.map { names.insert($0) }
    var isCommon = Array(repeating: false, count: names.count)
    for name in commonMembers { isCommon[name] = true }
    var needles: Needles = Array(repeating: nil, count: names.count)
    for name in others { needles.add(name) }
    // A name that is only mentioned is no reason to lex a file.
    for pattern in patterns where pattern.original == nil && !pattern.isMention {
      pattern.addNeedles(to: &needles, names, isCommon)
    }
    let literals = needles.indices.filter { needles[$0] != nil }
    search = LiteralSearch(literals, in: names)
    marks = literals.map { needles[$0]! }
  }

  /// Whether a rule can match.
  func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    search.isOpen
      || search.find(in: bytes) { literal, range in
        let mark = marks[literal]
        return mark == 0 || bytes.mayHold(mark, before: range.lowerBound)
      }
  }
}

/// The byte that must stand before each name, by its number: a period or a `#`; 0 if anything may
/// stand there, `nil` if the name is not searched for. Each pattern has one name or more.
private typealias Needles = [UInt8?]

extension Needles {
  fileprivate mutating func add(_ name: Int, after mark: UInt8 = 0) {
    self[name] = self[name] == nil || self[name] == mark ? mark : 0
  }
}

extension CompiledPattern {
  /// Adds names of which at least one stands in each file that the pattern matches in. Mostly that
  /// is the longest name of the path, which is likely the rarest. In addition there are
  /// - the member, if a name beside the member tells its type,
  /// - each label of `.init(…)`, of which one is written; see `UseFinder.hasLabels`.
  ///
  /// In an extension of a type with a single instance, the member that holds the instance may be
  /// left out, as in `extension ProcessInfo { var e: E { environment } }`. That member is never the
  /// longest name.
  /// - Parameter isCommon: whether a name, by its number, is a member of collections that nearly
  ///   every file uses.
  fileprivate func addNeedles(to needles: inout Needles, _ names: NameTable, _ isCommon: [Bool]) {
    if beside != nil, let member { needles.add(member, after: UInt8(ascii: ".")) }
    var best: (name: Int, isRare: Bool, count: Int)?
    for component in components where !component.isInitializer {
      let (isRare, count) = (!isCommon[component.name], names.range(of: component.name).count)
      if let best, best.isRare == isRare ? count <= best.count : best.isRare { continue }
      best = (component.name, isRare, count)
    }
    if let best { return needles.add(best.name, after: mark) }
    let labels = components.flatMap { $0.labels.map { self.labels($0) } ?? [] }
      .filter { $0 != CompiledComponent.noLabel }
    for name in labels.isEmpty ? [components[0].name] : labels { needles.add(name) }
  }

  /// The byte that stands before all names of the pattern; 0 if any byte may. Nothing stands before
  /// a member of any receiver in an extension.
  private var mark: UInt8 {
    root == .attribute || root == .anyReceiver ? 0 : root.mark.map { UInt8(ascii: $0) } ?? 0
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the mark, or a module selector (SE-0491), may be the last thing before the name at the
  /// offset. After a comment, a line break or a character beyond ASCII, it may be.
  fileprivate func mayHold(_ mark: UInt8, before name: Int) -> Bool {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let last = self[..<name].lastIndex(where: { !isBlank($0) }) else { return false }
    switch self[last] {
    case mark, UInt8(ascii: "`"), UInt8(ascii: "/"): return true
    case UInt8(ascii: ":"): return 0 < last && self[last - 1] == UInt8(ascii: ":")
    case let byte: return byte < UInt8(ascii: " ") || 0x7f <= byte
    }
  }
}

/// Members of collections that files use all the time.
private let commonMembers = [
  "compactMap", "enumerated", "filter", "first", "flatMap", "forEach", "joined", "last", "map",
]
