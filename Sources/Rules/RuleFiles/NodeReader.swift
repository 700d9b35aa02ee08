import Diagnostics
import SwiftLexer

/// Reads the nodes of a document as their keys require, and collects their mistakes. Nodes with
/// mistakes are not part of the result. Nodes that are not valid YAML have been reported before, so
/// they are skipped here.
struct NodeReader {
  let document: YAMLDocument
  /// The `Located.file` of all that is read.
  let file: Int
  /// The folder that globs start from; nil for the root.
  let globBase: GlobBase?
  /// Whether the document is known to have no mistake; then few are looked for.
  ///
  /// It saves time, as the bundled files are read in each run. Tests read them both ways.
  let isChecked: Bool
  let scopeHeaders = ScopeHeaders()
  private(set) var diagnostics: [Diagnostic]

  init(
    _ document: YAMLDocument, file: Int = 0, globBase: GlobBase? = nil, isChecked: Bool = false
  ) {
    (self.document, self.isChecked, self.file) = (document, isChecked, file)
    self.globBase = globBase
    diagnostics = document.diagnostics
  }

  /// Whether further mistakes will not be reported.
  var isFull: Bool { YAMLMistake.limit < diagnostics.count }

  mutating func report(_ message: String, at range: Range<Int>, notes: [Note] = []) {
    diagnostics.add(Diagnostic(.error, at: range, message, notes: notes))
  }
}

// MARK: - Mappings with fixed keys

/// The keys that a mapping may have.
protocol FieldKey: RawRepresentable<Int> {
  /// The spellings of the keys, each with its raw value for a number.
  static var names: NameTable { get }
  /// A hint on what to write in place of a key that other tools have.
  static func hint(for unknown: String) -> String?
}

extension FieldKey {
  static func hint(for unknown: String) -> String? { nil }
}

/// The values of a mapping whose keys are known.
struct Fields<Key: FieldKey> {
  private let entries: ArraySlice<YAMLEntry>
  /// The index of the entry by the raw value of its key; -1 if there is none.
  private var indices: [Int]

  fileprivate init(of entries: ArraySlice<YAMLEntry>, keyCount: Int) {
    self.entries = entries
    indices = Array(repeating: -1, count: keyCount)
  }

  subscript(key: Key) -> YAMLNode? {
    let index = indices[key.rawValue]
    return index < 0 ? nil : entries[index].value
  }

  /// Records a key.
  /// - Parameter index: of its entry.
  fileprivate mutating func add(_ key: Key, at index: Int) {
    indices[key.rawValue] = index
  }
}

extension NodeReader {
  /// - Parameters:
  ///   - subject: what the mapping describes, e.g. `rule`.
  ///   - expectation: what to say of a node that is not a mapping.
  mutating func fields<Key: FieldKey>(
    of node: YAMLNode, as: Key.Type, required: [Key], subject: String, expectation: String
  ) -> Fields<Key>? {
    guard let mapping = mapping(node, expectation) else { return nil }
    let entries = document.entries(of: mapping)
    let names = Key.names
    var fields = Fields<Key>(of: entries, keyCount: names.count)
    var misspelt: [String] = []
    for index in entries.indices {
      if let key = document.number(of: entries[index].key, in: names).flatMap(Key.init) {
        fields.add(key, at: index)
      } else if !isFull {
        misspelt += reportUnknownKey(located(entries[index].key), Key.self)
      }
    }
    for key in required where mapping.isComplete && fields[key] == nil {
      let name = names.texts[key.rawValue]
      guard !misspelt.contains(name) else { continue }
      let start = entries.first?.key.range
      report("this \(subject) has no '\(name)'", at: start ?? mapping.range)
    }
    return fields
  }

  /// The entries of a mapping whose keys are not fixed.
  mutating func entries(of node: YAMLNode?, _ expectation: String) -> ArraySlice<YAMLEntry> {
    mapping(node, expectation).map { document.entries(of: $0) } ?? []
  }

  private mutating func mapping(_ node: YAMLNode?, _ expectation: String) -> YAMLCollection? {
    switch node {
    case nil, .invalid: break
    case .mapping(let mapping): return mapping
    case .scalar(let scalar): report(expectation, at: scalar.range)
    case .sequence(let sequence): report(expectation, at: sequence.range)
    }
    return nil
  }

  /// - Returns: the known key that was likely meant.
  private mutating func reportUnknownKey<Key: FieldKey>(
    _ key: Located<String>, _: Key.Type
  ) -> [String] {
    let known = Key.names.texts
    let suggestion = closestMatch(to: key.value, in: known)
    let hint = Key.hint(for: key.value).map { "; \($0)" }
    report("unknown key '\(key.value)'" + (hint ?? didYouMean(suggestion)), at: key.range)
    return suggestion.map { [$0] } ?? []
  }
}

/// `; did you mean '…'?`, or nothing without a suggestion.
func didYouMean(_ suggestion: String?) -> String {
  suggestion.map { "; did you mean '\($0)'?" } ?? ""
}

// MARK: - Texts

extension NodeReader {
  /// A text that is not empty.
  mutating func text(_ node: YAMLNode?, of key: String) -> String? {
    scalar(node, of: key).map { document.text(of: $0) }
  }

  /// The same of a text that few ask for.
  mutating func note(_ node: YAMLNode?) -> UnreadText? {
    scalar(node, of: "note").map { document.note(of: $0) }
  }

  /// The same, not read yet.
  private mutating func scalar(_ node: YAMLNode?, of key: String) -> YAMLScalar? {
    switch node {
    case nil, .invalid: return nil
    case .sequence(let sequence):
      report("'\(key)' must be text, not a list", at: sequence.range)
    case .mapping(let mapping):
      report("'\(key)' must be text, not a mapping", at: mapping.range)
    case .scalar(let scalar):
      guard isChecked || !isBlank(scalar) else {
        report("'\(key)' is empty", at: scalar.range)
        return nil
      }
      return scalar
    }
    return nil
  }

  func located(_ scalar: YAMLScalar) -> Located<String> {
    Located(document.text(of: scalar), at: scalar.range, inFile: file)
  }

  private func isBlank(_ scalar: YAMLScalar) -> Bool {
    switch scalar.style {
    // These begin with what is not blank.
    case .plain where !scalar.text.isEmpty, .literal: false
    default: document.bytes(of: scalar).allSatisfy(Rules.isBlank)
    }
  }

  /// A text on one line.
  mutating func line(_ node: YAMLNode?, of key: String) -> YAMLScalar? {
    guard let scalar = scalar(node, of: key) else { return nil }
    // What the file has as it is ends with its line.
    guard scalar.isVerbatim || !document.bytes(of: scalar).contains(where: isLineBreak) else {
      report("'\(key)' must be text on one line", at: scalar.range)
      return nil
    }
    return scalar
  }

  /// Reads one of a few words.
  mutating func choice(_ node: YAMLNode?, of key: String, from choices: [String]) -> String? {
    guard let scalar = line(node, of: key) else { return nil }
    let text = document.text(of: scalar)
    guard !isChecked, !choices.contains(text) else { return text }
    var message = "unknown \(key) '\(text)'"
    if let suggestion = closestMatch(to: text, in: choices) {
      message += didYouMean(suggestion)
    } else {
      message += choices.count == 1 ? "; write " : "; write one of "
      message += choices.map { "'\($0)'" }.joined(separator: ", ")
    }
    report(message, at: scalar.range)
    return nil
  }

  /// A name such as `date-init`.
  /// - Parameter example: one that the message gives, if the name makes none.
  mutating func kebabCase(_ node: YAMLNode?, of key: String, example: String) -> YAMLScalar? {
    guard let scalar = line(node, of: key) else { return nil }
    guard isChecked || isKebabCase(document.bytes(of: scalar)) else {
      let name = kebabCased(document.text(of: scalar)) ?? example
      report("'\(key)' must be lower case with hyphens, e.g. '\(name)'", at: scalar.range)
      return nil
    }
    return scalar
  }
}

// Bytes, as characters would cost more than all of the parsing.

/// Whether the text is words of lower-case letters and digits, the first of them a letter, with a
/// hyphen between two.
func isKebabCase(_ text: ArraySlice<UInt8>) -> Bool {
  guard text.first != UInt8(ascii: "-"), text.first?.isDigit == false else { return false }
  var previous: UInt8?
  for byte in text {
    guard byte.isRuleIDByte, byte != UInt8(ascii: "-") || byte != previous else { return false }
    previous = byte
  }
  return previous != UInt8(ascii: "-")
}

/// `no-print` for `no_print` and `noPrint`; nil if the result is not a valid name.
private func kebabCased(_ text: String) -> String? {
  var name = ""
  for character in text {
    if character.isUppercase, name.last?.isLowercase == true { name += "-" }
    name += character == "_" || character == " " ? "-" : character.lowercased()
  }
  return isKebabCase(Array(name.utf8)[...]) ? name : nil
}

extension UInt8 {
  /// Whether it may stand in the id of a rule.
  package var isRuleIDByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"):
      true
    default:
      false
    }
  }
}

func isBlank(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || isLineBreak(byte)
}

// MARK: - Lists

/// The name of the entries of a list.
struct EntryName {
  let singular: String
  let plural: String
  /// An entry that is a Swift name.
  var example = "Timer"
  /// Whether no entry holds a blank or a comma.
  var isWord = false

  static let pattern = EntryName(singular: "a pattern", plural: "patterns")
  static let glob = EntryName(singular: "a glob", plural: "globs")
  static let scope = EntryName(singular: "a declaration header", plural: "declaration headers")
  static let rule = EntryName(singular: "a rule", plural: "rules", isWord: true)
  static let override = EntryName(singular: "override", plural: "overrides")
  static let pack = EntryName(singular: "a pack", plural: "packs", isWord: true)
  static let path = EntryName(singular: "a path", plural: "paths")
  static let type = EntryName(singular: "a type", plural: "types", isWord: true)
  static let queue = EntryName(singular: "an own queue", plural: "own queues")
  static let module = EntryName(
    singular: "a module", plural: "modules", example: "AppFoundation", isWord: true)
  static let mention = EntryName(singular: "a name or a literal", plural: "names and literals")
  static let attribute = EntryName(singular: "an attribute", plural: "attributes")
  static let call = EntryName(singular: "a call", plural: "calls")
  static let member = EntryName(singular: "a member's name", plural: "members")
  static let keyword = EntryName(singular: "a word", plural: "words", isWord: true)
  static let label = EntryName(singular: "a label", plural: "labels", example: "locale")
}

extension NodeReader {
  mutating func list(_ node: YAMLNode, of key: String, _ name: EntryName) -> YAMLCollection? {
    switch node {
    case .invalid:
      return nil
    case .sequence(let sequence):
      return sequence
    case .mapping(let mapping):
      report("'\(key)' must be a list of \(name.plural), not a mapping", at: mapping.range)
    case .scalar(let scalar):
      let spelling = flowSpelling(of: document.text(of: scalar), scalar.style, name)
      let suggestion = spelling.map { "; write '\(key): [\($0)]'" } ?? ""
      report("'\(key)' must be a list of \(name.plural)" + suggestion, at: scalar.range)
    }
    return nil
  }

  /// The entries of a list of texts.
  mutating func texts(_ node: YAMLNode?, of key: String, _ name: EntryName) -> [Located<String>] {
    values(node, of: key, name) { [file] in Located($1.text(of: $0), at: $0.range, inFile: file) }
  }

  /// The entries of a list of texts with a notation.
  mutating func values<Value>(
    _ node: YAMLNode?, of key: String, _ name: EntryName,
    parsedBy parse: (YAMLScalar, YAMLDocument) throws(PatternError) -> Value
  ) -> [Value] {
    guard let node, let sequence = list(node, of: key, name) else { return [] }
    let elements = document.elements(of: sequence)
    if !isChecked {
      for element in elements { reportUnlessText(element, in: key, name) }
    }
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    for case .scalar(let scalar) in elements where isChecked || !isBlank(scalar) {
      do throws(PatternError) {
        values.append(try parse(scalar, document))
      } catch {
        report(error.message, at: scalar.range(ofTextAt: error.offset))
      }
    }
    return values
  }

  private mutating func reportUnlessText(_ element: YAMLNode, in key: String, _ name: EntryName) {
    switch element {
    case .invalid:
      break
    case .scalar(let scalar):
      guard isBlank(scalar) else { return }
      report("an entry of '\(key)' must be \(name.singular), not empty", at: scalar.range)
    case .sequence(let sequence):
      report(
        "an entry of '\(key)' must be \(name.singular), not a list; quote it", at: sequence.range)
    case .mapping(let mapping):
      report(
        "an entry of '\(key)' must be \(name.singular), but ': ' makes it a mapping; quote it",
        at: mapping.range)
    }
  }

  /// Reports an empty list that would silently mean nothing, or everything.
  mutating func requireEntries(_ node: YAMLNode?, _ message: String) {
    guard case .sequence(let sequence) = node, sequence.items.isEmpty, sequence.isComplete
    else { return }
    report(message, at: sequence.range)
  }
}

/// The spelling of a text as an entry of a flow sequence, or as several where commas part it, or,
/// of words, blanks; nil for text of several lines.
private func flowSpelling(
  of text: String, _ style: YAMLScalar.Style, _ name: EntryName
) -> String? {
  guard !text.utf8.contains(where: isLineBreak) else { return nil }
  let isPlain = if case .plain = style { true } else { false }
  let hasBrackets = text.contains { "[]{}()".contains($0) }
  let isList = (name.isWord || isPlain && text.contains(",")) && !hasBrackets
  let entries =
    isList
    ? text.split { $0 == "," || name.isWord && $0 == " " }
      .map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    : [text[...]]
  return entries.map { entry in
    let isName = entry.first?.isLetter == true || entry.first == "."
    if isPlain && !isList || isName, !entry.contains(where: { ",[]{}?".contains($0) }) {
      return String(entry)
    }
    let pieces = entry.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + pieces.joined(separator: "''") + "'"
  }.joined(separator: ", ")
}

/// The candidate that was most likely meant, the first if several are equally near; nil if none is
/// near. A text of more than 100 characters is not a typing error, and 1,000 candidates are enough.
package func closestMatch(to text: String, in candidates: some Sequence<String>) -> String? {
  let typed = Array(text.unicodeScalars.prefix(101))
  guard typed.count <= 100 else { return nil }
  // A third of the text may be wrong, as in swiftc for misspelt names.
  var limit = (typed.count + 2) / 3
  var closest: String?
  for candidate in candidates.prefix(1000) {
    let letters = Array(candidate.unicodeScalars.prefix(typed.count + limit + 1))
    guard abs(letters.count - typed.count) <= limit else { continue }
    let distance = editDistance(typed, letters)
    guard distance <= limit else { continue }
    closest = candidate
    limit = distance - 1
    if distance <= 0 { break }
  }
  return closest
}

/// The number of insertions, deletions, substitutions and swaps of neighbours between two texts.
package func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      var distance = min(
        previous[column] + (left[row] == right[column] ? 0 : 1),
        previous[column + 1] + 1,
        current[column] + 1)
      let isSwap =
        0 < row && 0 < column && left[row] == right[column - 1] && left[row - 1] == right[column]
      if isSwap { distance = min(distance, beforePrevious[column - 1] + 1) }
      current.append(distance)
    }
    (beforePrevious, previous) = (previous, current)
  }
  return previous[right.count]
}
