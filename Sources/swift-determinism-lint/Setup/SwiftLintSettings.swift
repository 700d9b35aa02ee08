import Diagnostics
import Reporters
import RuleEngine
import Rules
import Workspace

/// What a project's `.swiftlint.yml` says that a configuration of this tool may say, too.
struct SwiftLintSettings {
  /// Relative to the project's root.
  static let name = FilePath(".swiftlint.yml")

  /// The paths that it excludes.
  private(set) var excluded: [Exclusion] = []
  /// Paths that it excludes and no glob can.
  private(set) var otherExcluded: [String] = []
  /// Whether it names the paths that it reads, which this tool leaves to the user.
  private(set) var hasIncluded = false
  /// In the order of the file.
  private(set) var customRules: [CustomRule] = []
  /// Lines, from 1, of these two settings that are not in the subset of YAML that is read, by the
  /// reason; in the order of the file.
  private(set) var unread: [(reason: String, lines: [Int])] = []

  struct Exclusion {
    let glob: Glob
    /// Whether it names tests: there a use of the clock is no question of style.
    let namesTests: Bool
  }

  struct CustomRule {
    let id: String
    /// What it looks for that a bundled rule bans, each pattern once.
    let bans: [Ban]
  }

  /// A pattern, and the bundled rule that bans it.
  struct Ban: Equatable {
    let pattern: String
    let rule: String
    let pack: String
  }

  /// Nil if the project has none.
  /// - Parameter root: absolute.
  init?(of root: FilePath) throws(FileError) {
    let path = root.appending(Self.name.bytes)
    guard path.destination.relative(to: root) != nil else { throw .outsideRepository }
    do {
      self.init(parsing: try readFile(path))
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  private init(parsing bytes: [UInt8]) {
    let document = YAMLDocument(parsing: bytes)
    for (key, value) in document.entries(in: document.root) {
      switch key {
      case "excluded": for path in document.texts(in: value) { exclude(path) }
      case "included": hasIncluded = true
      case "custom_rules": readCustomRules(document.entries(in: value), of: document)
      default: break
      }
    }
    let lines = LineTable(bytes)
    var last = 0
    for diagnostic in document.diagnostics where isOfInterest(diagnostic.range.lowerBound, bytes) {
      let line = lines.location(of: diagnostic.range.lowerBound).line
      if line != last { addUnread(line, diagnostic.message) }
      last = line
    }
  }

  private mutating func addUnread(_ line: Int, _ reason: String) {
    if let index = unread.firstIndex(where: { $0.reason == reason }) {
      unread[index].lines.append(line)
    } else {
      unread.append((reason, [line]))
    }
  }

  private mutating func exclude(_ path: String) {
    guard isLine(path), let text = globText(forExcluded: path), let glob = try? Glob(parsing: text)
    else {
      otherExcluded.append(path)
      return
    }
    let namesTests = CodeKind.tests.isTold(by: FilePath(path))
    excluded.append(Exclusion(glob: glob, namesTests: namesTests))
  }

  private mutating func readCustomRules(
    _ rules: [(key: String, value: YAMLNode)], of document: YAMLDocument
  ) {
    guard !rules.isEmpty else { return }
    let finder = BanFinder()
    for (id, value) in rules {
      var (expressions, kinds) = ([String](), [String]())
      for (key, value) in document.entries(in: value) {
        if key == "regex" { expressions = document.texts(in: value) }
        if key == "match_kinds" { kinds = document.texts(in: value) }
      }
      // In comments and strings there is no use of anything.
      let isForCode =
        kinds.isEmpty
        || kinds.contains { kind in
          !["comment", "doccomment", "string"].contains { kind.hasPrefix($0) }
        }
      let bans = isForCode ? expressions.flatMap(finder.bans) : []
      customRules.append(CustomRule(id: id, bans: bans))
    }
  }
}

/// Whether what stands at an offset may belong to a setting that is read: not below another key.
private func isOfInterest(_ offset: Int, _ bytes: [UInt8]) -> Bool {
  func isLineBreak(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
  let end = bytes[offset...].firstIndex(where: isLineBreak) ?? bytes.count
  let lines = bytes[..<end].split(whereSeparator: isLineBreak)
  // That a document begins changes nothing.
  if lines.last?.starts(with: "---".utf8) == true { return false }
  let entry = lines.last { !" #-".utf8.contains($0.first!) } ?? []
  guard let colon = entry.firstIndex(of: UInt8(ascii: ":")) else { return true }
  // Blanks and quotes may stand around a key.
  let key = entry[..<colon].filter { !" \t\"'".utf8.contains($0) }
  return ["excluded", "custom_rules"].contains { key.elementsEqual($0.utf8) }
}

/// The glob that excludes what a path or pattern of SwiftLint does: a file, or all of a folder,
/// from the folder of its configuration on. Nil if no glob does.
private func globText(forExcluded path: String) -> String? {
  var text = path[...]
  while text.hasPrefix("./") { text = text.dropFirst(2) }
  while text.hasSuffix("/") { text = text.dropLast() }
  let isElsewhere =
    text.hasPrefix("/") || text.hasPrefix("~") || text.split(separator: "/").contains("..")
  guard !text.isEmpty, text != ".", !isElsewhere, !text.utf8.contains(UInt8(ascii: "$")) else {
    return nil
  }
  // A name alone would be excluded in every folder.
  guard !text.utf8.contains(UInt8(ascii: "/")) else { return String(text) }
  return text.hasSuffix(".swift") ? nil : text + "/**"
}

/// Finds the bundled rules that ban what a regular expression looks for.
private struct BanFinder {
  private let rules: CompiledRules
  /// By the name that is called: the argument labels of patterns.
  private var labels: [String: Set<[String]>] = [:]

  init() {
    let rules = bundledRules.flatMap { $0.rules.map(\.value) }
    self.rules = CompiledRules(verifying: rules)
    for pattern in rules.flatMap(\.ban) {
      let names = pattern.components
      guard let labels = names.last?.labels else { continue }
      let name = names.last { !$0.isInitializer }?.name ?? ""
      self.labels[name, default: []].insert(labels)
    }
  }

  /// Of the texts that the expression matches, completed to calls where they end before their
  /// arguments.
  func bans(in expression: String) -> [SwiftLintSettings.Ban] {
    var bans: [SwiftLintSettings.Ban] = []
    for text in RegexExamples.texts(of: expression) ?? [] {
      // A member may be one of any value.
      let member = text.hasPrefix(".") ? "x\(text)" : "x.\(text)"
      let found = [text, member].lazy.flatMap { [[$0], [closed($0)], calls(completing: $0)] }
        .map { $0.flatMap(uses) }.first { !$0.isEmpty }
      for ban in found ?? [] where !bans.contains(ban) { bans.append(ban) }
    }
    return bans
  }

  /// With the brackets that the text leaves open: `Task { @MainActor in }` for `Task { @MainActor`.
  private func closed(_ text: String) -> String {
    var ends: [String] = []
    for character in text {
      switch character {
      case "(": ends.append(")")
      case "{": ends.append(" in }")
      case ")", "}": _ = ends.popLast()
      default: break
      }
    }
    return text + ends.reversed().joined()
  }

  private func uses(in code: String) -> [SwiftLintSettings.Ban] {
    let path = FilePath("Example.swift")
    return explain(
      SourceFile(path: path, bytes: Array(code.utf8)), relativePath: path, with: rules
    )
    .filter { $0.verdict.isReported || $0.verdict.isUnmet }
    .map { SwiftLintSettings.Ban(pattern: $0.pattern.text, rule: $0.rule.id, pack: $0.rule.pack) }
  }

  /// `Int.random(in: x)` for `Int.random` and `Int.random(in:`; a word alone names no API yet.
  private func calls(completing text: String) -> [String] {
    let open = text.lastIndex(of: "(").flatMap {
      text[$0...].utf8.contains(UInt8(ascii: ")")) ? nil : $0
    }
    let callee = text[..<(open ?? text.endIndex)].filter { $0 != " " }
    let written = text[(open ?? text.endIndex)...].dropFirst().filter { $0 != " " }
    guard open != nil || callee.utf8.contains(UInt8(ascii: ".")) else { return [] }
    let name = callee.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed()
    return (labels[String(name)] ?? []).sorted { $0.lexicographicallyPrecedes($1) }
      .filter { labels in
        labels.map { $0 == "_" ? "" : "\($0):" }.joined().hasPrefix(written)
      }
      .map { labels in
        let arguments = labels.map { $0 == "_" ? "x" : "\($0): x" }
        return "\(callee)(\(arguments.joined(separator: ", ")))"
      }
  }
}

extension Verdict {
  /// Whether the rule reports such a use with other arguments.
  fileprivate var isUnmet: Bool {
    if case .unmet = self { true } else { false }
  }
}

extension YAMLDocument {
  /// Those of a mapping; none of another node.
  fileprivate func entries(in node: YAMLNode?) -> [(key: String, value: YAMLNode)] {
    guard case .mapping(let mapping) = node else { return [] }
    return entries(of: mapping).map { (text(of: $0.key), $0.value) }
  }

  /// The text, or the texts of a list.
  fileprivate func texts(in node: YAMLNode) -> [String] {
    switch node {
    case .scalar(let scalar): [text(of: scalar)]
    case .sequence(let list): elements(of: list).flatMap(texts)
    case .mapping, .invalid: []
    }
  }
}
