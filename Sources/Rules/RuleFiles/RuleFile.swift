import Diagnostics

/// A pack of rules as its file has it.
package struct RuleFile: Sendable {
  package let source: SourceFile
  /// Empty if the file does not say.
  package let pack: String
  /// Where the file says it; offsets from 0 in UTF-8 bytes.
  let packRange: Range<Int>
  /// The purpose of the pack.
  package let about: String?
  private let writtenNote: UnreadText?
  /// In file order, each at the place of its id. Not all of them if there are diagnostics.
  package private(set) var rules: [Located<Rule>]
  /// The file's mistakes, sorted by place. With any, the file must not be used.
  package let diagnostics: [Diagnostic]

  /// A note on the pack; several lines.
  package var note: String? { writtenNote?.text }

  /// The same rules with globs that start from another folder; nil for the root.
  package func starting(from base: GlobBase?) -> RuleFile {
    guard base != nil else { return self }
    var file = self
    for index in file.rules.indices {
      file.rules[index].value.files = rules[index].value.files.map { $0.starting(from: base) }
      file.rules[index].value.allow = rules[index].value.allow.map { $0.starting(from: base) }
    }
    return file
  }

  /// The same rules, each with the address of its page if its file has no `url` for it.
  /// - Parameter address: of the folder of the pages; empty if there are none.
  package func addingURLs(below address: String) -> RuleFile {
    if address.isEmpty { return self }
    let folder = address.hasSuffix("/") ? address : address + "/"
    var file = self
    for index in file.rules.indices where rules[index].value.url == nil {
      file.rules[index].value.url = folder + rules[index].value.id
    }
    return file
  }

  /// - Parameter isChecked: whether it is known to have no mistake, as the tests show of bundled
  ///   files.
  package init(parsing source: SourceFile, isChecked: Bool = false) {
    let document = YAMLDocument(parsing: source.bytes, isChecked: isChecked)
    var reader = NodeReader(document, isChecked: isChecked)
    self.source = source
    let expectation = "a rule file must begin with 'pack:' and have 'rules:'"
    if document.root == nil, document.diagnostics.isEmpty { reader.report(expectation, at: 0..<1) }
    let fields = document.root.flatMap {
      reader.fields(
        of: $0, as: RuleFileKey.self, required: [.pack, .rules], subject: "file",
        expectation: expectation)
    }
    let name = reader.kebabCase(fields?[.pack], of: "pack", example: "my-app")
    pack = name.map { document.text(of: $0) } ?? ""
    packRange = name?.range ?? 0..<0
    if let name, !isChecked { reader.refuseReserved(pack, at: name.range) }
    about = reader.text(fields?[.about], of: "about")
    writtenNote = reader.note(fields?[.note])
    rules = reader.rules(fields?[.rules], pack: pack)
    diagnostics = reader.diagnostics.inOrder(within: source.bytes.count)
  }
}

private enum RuleFileKey: Int, FieldKey {
  case pack, about, note, rules

  static let names = NameTable(["pack", "about", "note", "rules"])
}

private enum RuleKey: Int, FieldKey {
  case id, severity, category, message, note, url, ban, replace, files, allow, inside, allowInside,
    defaultArguments, when, unless, coveredBy, beside, trace, through, seams, throughAllowed,
    receiver,
    order, assigned, discarded, keywords

  static let names = NameTable([
    "id", "severity", "category", "message", "note", "url", "ban", "replace", "files", "allow",
    "inside", "allow-inside", "default-arguments", "when", "unless", "covered-by", "beside",
    "trace", "through", "seams", "through-allowed", "receiver", "order",
    "assigned", "discarded", "keywords",
  ])
}

extension NodeReader {
  fileprivate mutating func rules(_ node: YAMLNode?, pack: String) -> [Located<Rule>] {
    requireEntries(node, "'rules' is empty; a pack has at least one rule")
    guard let node, let sequence = list(node, of: "rules", .rule) else { return [] }
    var places: [String: Int] = [:]
    var rules: [Located<Rule>] = []
    rules.reserveCapacity(sequence.items.count)
    for element in document.elements(of: sequence) {
      guard
        let fields = fields(
          of: element, as: RuleKey.self, required: [.id, .message, .ban], subject: "rule",
          expectation: "an entry of 'rules' must be a rule that begins with 'id:'")
      else { continue }
      let id = ruleID(fields[.id], places: &places)
      // In its place, as copying a rule counts references to all that it has.
      rules.append(
        Located(
          Rule(
            id: id.map { document.text(of: $0) } ?? "", pack: pack, message: "", ban: []),
          at: id?.range ?? 0..<0))
      let isUsable = read(fields, into: &rules[rules.count - 1].value)
      if id == nil || !isUsable { rules.removeLast() }
    }
    return rules
  }

  /// - Parameter places: where each of the ids above stands.
  private mutating func ruleID(_ node: YAMLNode?, places: inout [String: Int]) -> YAMLScalar? {
    guard let scalar = kebabCase(node, of: "id", example: "date-init") else { return nil }
    if isChecked { return scalar }
    let id = document.text(of: scalar)
    if refuseReserved(id, at: scalar.range) { return nil }
    if let first = places[id] {
      report(
        "duplicate rule '\(id)'", at: scalar.range,
        notes: [Note(at: first, "the first one is here")])
      return nil
    }
    places[id] = scalar.range.lowerBound
    return scalar
  }

  /// Reports a name of a rule or a pack that has a meaning of its own.
  /// - Returns: whether it has.
  @discardableResult
  fileprivate mutating func refuseReserved(_ name: String, at range: Range<Int>) -> Bool {
    if name == Rule.nameOfAll {
      report("'\(name)' stands for all rules; choose another name", at: range)
    } else if Rule.reservedIDs.contains(name) {
      report("the tool itself reports under '\(name)'; choose another name", at: range)
    } else {
      return false
    }
    return true
  }

  /// - Returns: false for a rule that cannot be used.
  private mutating func read(_ fields: Fields<RuleKey>, into rule: inout Rule) -> Bool {
    let severity = choice(fields[.severity], of: "severity", from: RuleSeverity.names)
    rule.severity = severity.flatMap(RuleSeverity.init) ?? .error
    rule.category = choice(fields[.category], of: "category", from: Rule.categories)
    let message = message(fields[.message])
    rule.message = message.map { document.text(of: $0) } ?? ""
    let mistakeCount = diagnostics.count
    rule.ban = values(fields[.ban], of: "ban", .pattern) {
      [isChecked] text, document throws(PatternError) in
      try Pattern(document.bytes(of: text), isChecked: isChecked)
    }
    if !isChecked { refuseOwnName(fields[.ban], id: rule.id) }
    // A pattern that `replace` names and `ban` seems to miss may be one that was not understood.
    let isBanWhole = mistakeCount == diagnostics.count && isWholeSequence(fields[.ban])
    requireEntries(fields[.ban], "'ban' is empty; a rule bans at least one pattern")
    requireEntries(fields[.files], "'files' is empty; leave it out for all files")
    requireEntries(fields[.inside], "'inside' is empty; leave it out for all places")
    rule.writtenNote = note(fields[.note])
    rule.url = url(fields[.url])
    rule.replacements = replacements(fields[.replace], ban: rule.ban, isBanWhole: isBanWhole)
    rule.defaultArguments = defaultArguments(fields[.defaultArguments]) ?? .report
    let ban = isBanWhole ? rule.ban : []
    // Most rules have neither.
    if let node = fields[.when] { rule.when = conditions(node, whichMustHold: true, of: ban) }
    if let node = fields[.unless] { rule.unless = conditions(node, whichMustHold: false, of: ban) }
    rule.coveredBy = texts(fields[.coveredBy], of: "covered-by", .rule).map { $0.value }
    rule.isAssigned = flag(fields[.assigned], of: "assigned") ?? false
    rule.isDiscarded = flag(fields[.discarded], of: "discarded") ?? false
    rule.keywords = texts(fields[.keywords], of: "keywords", .keyword).map(\.value)
    rule.beside = beside(fields[.beside])
    rule.receiver = receivers(fields[.receiver], ban: ban)
    if let node = fields[.order] {
      rule.order = choice(node, of: "order", from: Order.End.names)
        .flatMap(Order.End.init).map { Order(end: $0) }
      if fields[.receiver] == nil {
        report("'order' needs 'receiver', which says whose order it is", at: node.range)
      }
    }
    rule.files = globs(fields[.files], of: "files").map { $0.value }
    rule.allow = globs(fields[.allow], of: "allow").map { $0.value }
    rule.inside = scopes(fields[.inside], of: "inside") { header, _ in header }
    rule.allowInside = scopes(fields[.allowInside], of: "allow-inside") { header, _ in header }
    rule.trace = trace(fields)
    return message != nil && !rule.ban.isEmpty
  }

  /// The types of `receiver`, and whether each pattern has a base that may have one.
  private mutating func receivers(_ node: YAMLNode?, ban: [Pattern]) -> [String] {
    guard let node else { return [] }
    requireEntries(node, "'receiver' is empty; leave it out for all types")
    if !isChecked, let pattern = ban.first(where: { !$0.hasBase }) {
      report(
        "'receiver' asks for the type of a base, which '\(pattern.text)' lacks", at: node.range)
    }
    return values(node, of: "receiver", .type) { [isChecked] text, document throws(PatternError) in
      let name = document.text(of: text)
      let path = isChecked ? nil : (try? Pattern(parsing: name))?.path
      guard isChecked || path?.components.allSatisfy({ $0.isType && $0.labels == nil }) == true
      else {
        throw PatternError(
          message: "a type must be a name without arguments, e.g. 'Set' or 'Dictionary.Keys'",
          offset: 0)
      }
      return name
    }
  }

  private mutating func trace(_ fields: Fields<RuleKey>) -> Rule.Trace {
    var trace = Rule.Trace()
    if let node = fields[.trace] {
      trace.isOn = flag(node, of: "trace") ?? false
      if trace.isOn, fields[.inside] == nil {
        report("'trace' needs 'inside', which says what code is traced", at: node.range)
      }
    }
    requireEntries(fields[.through], "'through' is empty; leave it out")
    requireEntries(fields[.seams], "'seams' is empty; leave it out")
    trace.through = scopes(fields[.through], of: "through") { header, _ in header }
    trace.seams = scopes(fields[.seams], of: "seams") { header, _ in header }
    trace.goesThroughAllowed = flag(fields[.throughAllowed], of: "through-allowed") ?? false
    return trace
  }

  /// Reports what names the rule itself as other linters do, `no_print`: it is Swift, and bans
  /// nothing.
  private mutating func refuseOwnName(_ ban: YAMLNode?, id: String) {
    guard id.hasPrefix("no-"), case .sequence(let sequence) = ban else { return }
    for case .scalar(let scalar) in document.elements(of: sequence) {
      let text = document.text(of: scalar)
      guard isOwnName(text, id: id) else { continue }
      report(
        "'\(text)' is the name of this rule; write what it bans under 'ban', "
          + "e.g. '\(text.dropFirst(3))'", at: scalar.range)
    }
  }

  /// Xcode takes what stands before the last `: error: ` of a line for a place.
  private mutating func message(_ node: YAMLNode?) -> YAMLScalar? {
    guard let scalar = line(node, of: "message") else { return nil }
    if !isChecked, let (label, offset) = severityLabel(in: document.bytes(of: scalar)) {
      report(
        "leave out '\(label)' after a colon; programs that read reports take it for the severity",
        at: scalar.range(ofTextAt: offset))
    }
    return scalar
  }

  /// Reports link to it, and a browser runs what follows `javascript:`.
  private mutating func url(_ node: YAMLNode?) -> String? {
    guard let scalar = line(node, of: "url") else { return nil }
    if isChecked { return document.text(of: scalar) }
    let url = document.bytes(of: scalar)
    let scheme = url.prefix { $0 != UInt8(ascii: ":") }
    let rest = url.dropFirst(scheme.count)
    let isWeb = ["http", "https"].contains { name in
      name.utf8.elementsEqual(scheme.lazy.map(\.lowercasedASCII))
    }
    guard isWeb, rest.starts(with: "://".utf8), !rest.contains(where: isBlank) else {
      report("'url' must be an address such as 'https://example.com/date-init'", at: scalar.range)
      return nil
    }
    return document.text(of: scalar)
  }

  private mutating func replacements(
    _ node: YAMLNode?, ban: [Pattern], isBanWhole: Bool
  ) -> [Replacement] {
    guard let node else { return [] }
    let texts = texts(byPattern: node, of: "replace")
    let banned = BannedPatterns(ban)
    var replacements: [Replacement] = []
    for (pattern, text) in texts where !isFull {
      do throws(ReplacementMistake) {
        replacements.append(try banned.replacement(of: pattern, by: text))
      } catch {
        if isBanWhole || !error.isAboutPattern { report(error.message, at: error.range) }
      }
    }
    return replacements
  }

  /// Whether it is a list of which no entry was lost.
  private func isWholeSequence(_ node: YAMLNode?) -> Bool {
    guard case .sequence(let sequence) = node, sequence.isComplete else { return false }
    return !document.elements(of: sequence).contains {
      if case .invalid = $0 { true } else { false }
    }
  }

  // MARK: - What rules and configuration share

  mutating func globs(_ node: YAMLNode?, of key: String) -> [Located<Glob>] {
    values(node, of: key, .glob) { [file, base = globBase] text, document throws(PatternError) in
      let glob = try Glob(parsing: document.text(of: text))
      return Located(glob.starting(from: base), at: text.range, inFile: file)
    }
  }

  mutating func defaultArguments(_ node: YAMLNode?) -> DefaultArguments? {
    choice(node, of: "default-arguments", from: DefaultArguments.names)
      .flatMap(DefaultArguments.init)
  }

  mutating func flag(_ node: YAMLNode?, of key: String) -> Bool? {
    choice(node, of: key, from: ["true", "false"]).map { $0 == "true" }
  }

  /// - Parameter value: what is made of a header and its text.
  mutating func scopes<Value>(
    _ node: YAMLNode?, of key: String, value: (ScopeHeader, YAMLScalar) -> Value
  ) -> [Value] {
    values(node, of: key, .scope) { [scopeHeaders] text, document throws(PatternError) in
      value(try scopeHeaders.header(parsing: document.bytes(of: text)), text)
    }
  }

  /// The entries of a mapping from patterns to texts, neither of them checked.
  mutating func texts(
    byPattern node: YAMLNode?, of key: String
  ) -> [(pattern: Located<String>, text: Located<String>)] {
    entries(of: node, "'\(key)' maps patterns to their replacements").compactMap { entry in
      let pattern = located(entry.key)
      guard let text = line(entry.value, of: pattern.value) else { return nil }
      return (pattern, located(text))
    }
  }
}

/// Why a `replace` entry cannot be used.
struct ReplacementMistake: Error {
  let message: String
  let range: Range<Int>
  /// That it is no pattern of the rule's, not something in the text.
  let isAboutPattern: Bool
}

/// The patterns of a rule by their text, to look up what `replace` names.
struct BannedPatterns {
  private let patterns: [Pattern]
  private let byText: [String: Pattern]
  private let uses: Set<PatternUses>

  init(_ patterns: [Pattern]) {
    self.patterns = patterns
    byText = Dictionary(patterns.map { ($0.text, $0) }) { first, _ in first }
    uses = Set(patterns.lazy.map(\.uses))
  }

  func replacement(
    of pattern: Located<String>, by text: Located<String>
  ) throws(ReplacementMistake) -> Replacement {
    guard let banned = byText[pattern.value] ?? covered(pattern.value) else {
      let suggestion = closestMatch(to: pattern.value, in: patterns.lazy.map(\.text))
      throw ReplacementMistake(
        message: "'\(pattern.value)' is not a pattern under 'ban'" + didYouMean(suggestion),
        range: pattern.range, isAboutPattern: true)
    }
    do throws(PatternError) {
      return try Replacement(of: banned, parsing: text.value)
    } catch {
      throw ReplacementMistake(message: error.message, range: text.range, isAboutPattern: false)
    }
  }

  /// The pattern that the text is, if one of the rule's bans its uses: `print(_:)` under `print`.
  private func covered(_ text: String) -> Pattern? {
    guard let pattern = try? Pattern(parsing: text) else { return nil }
    return uses.cover(pattern) ? pattern : nil
  }
}

/// The label between the place and the message in a compiler's output, e.g. `error:`, if the text
/// has it, and the offset of the colon before it, from 0 in bytes.
func severityLabel(in text: ArraySlice<UInt8>) -> (label: String, offset: Int)? {
  for offset in text.indices where text[offset] == UInt8(ascii: ":") {
    for label in ["error:", "warning:", "note:"]
    where text[offset...].starts(with: ": \(label) ".utf8) {
      return (label, offset - text.startIndex)
    }
  }
  return nil
}

/// Whether a text is the id with underscores, as `no_print` is of `no-print`.
func isOwnName(_ text: String, id: String) -> Bool {
  text.hasPrefix("no_")
    && id.utf8.elementsEqual(
      text.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 })
}

// How the value of a rule's `beside` is read.

private enum BesideKey: Int, FieldKey {
  case labels, members, functions

  static let names = NameTable(["labels", "members", "functions"])
}

extension NodeReader {
  /// The value of `beside`; what is wrong is left out of it.
  mutating func beside(_ node: YAMLNode?) -> Beside {
    let expectation = "'beside' must have lists under 'labels', 'members' and 'functions'"
    guard let node,
      let fields = fields(
        of: node, as: BesideKey.self, required: [], subject: "mapping", expectation: expectation)
    else { return Beside() }
    let mistakeCount = diagnostics.count
    let beside = Beside(
      labels: names(fields[.labels], of: "labels", .label).map(\.value),
      members: names(fields[.members], of: "members", .member).map(\.value),
      functions: calls(fields[.functions], of: "functions"))
    if beside.isEmpty, mistakeCount == diagnostics.count {
      report("'beside' is empty; leave it out", at: node.range)
    }
    return beside
  }
}
