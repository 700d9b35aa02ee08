import Foundation

/// One pattern of a rule, as far as the compiler's view can be asked about it.
///
/// Read here anew and not with the tool's own reader, so that a mistake in one shows in the other.
struct Ban {
  enum Root { case name, anyReceiver, implicitMember, macro, attribute }

  struct Name {
    /// Without backticks; `init` where the pattern is a call of a type.
    let text: String
    /// The labels of the call, `_` where there is none; nil without parentheses.
    let labels: [String]?
    var isType: Bool { text.drop { $0 == "_" }.first?.isUppercase == true }
  }

  let text: String
  let root: Root
  let path: [Name]

  init(_ text: String) {
    self.text = text
    var rest = Substring(text)
    root = Ban.takeRoot(&rest)
    var path = Ban.names(rest)
    if root == .name, let last = path.last, last.isType, last.labels != nil {
      path[path.count - 1] = Name(text: last.text, labels: nil)
      path.append(Name(text: "init", labels: last.labels))
    }
    self.path = path
  }

  init(text: String, root: Root, path: [Name]) {
    self.text = text
    self.root = root
    self.path = path
  }

  /// What stands before the last name, e.g. `DispatchQueue.main`.
  var receiver: Ban { Ban(text: text, root: root, path: path.dropLast()) }

  private static func takeRoot(_ rest: inout Substring) -> Root {
    if rest.hasPrefix("_.") {
      rest.removeFirst(2)
      return .anyReceiver
    }
    let roots: [Character: Root] = [".": .implicitMember, "#": .macro, "@": .attribute]
    guard let root = rest.first.flatMap({ roots[$0] }) else { return .name }
    rest.removeFirst()
    return root
  }

  private static func names(_ text: Substring) -> [Name] {
    text.split(separator: ".").map { part in
      let bare = part.replacing("`", with: "")
      guard let parenthesis = bare.firstIndex(of: "(") else {
        return Name(text: String(bare), labels: nil)
      }
      let labels = bare[parenthesis...].dropFirst().dropLast().split(separator: ":")
      return Name(text: String(bare[..<parenthesis]), labels: labels.map(String.init))
    }
  }
}

/// A rule of the bundled packs: its id and what it bans.
struct BannedRule {
  let id: String
  let pack: String
  var isOff = false
  /// Whether the rule holds everywhere, so that every use it does not report is missed.
  var isEverywhere = true
  var bans: [Ban] = []
}

/// The rules of `Rules/*.yml`, each with what `Tests/Truth/apis.tsv` has for it.
func readRules(_ repository: URL) throws -> [BannedRule] {
  var rules = try rulesOfPacks(repository.appendingPathComponent("Rules"))
  let table = repository.appendingPathComponent("Tests/Truth/apis.tsv")
  for line in try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
  where !line.hasPrefix("#") {
    let cells = line.split(separator: "\t").map(String.init)
    guard cells.count == 2, let index = rules.firstIndex(where: { $0.id == cells[0] }) else {
      throw TruthError("'\(table.path)' has a line without a rule and an API: \(line)")
    }
    rules[index].bans.append(Ban(cells[1]))
  }
  return rules
}

/// The rule files are written with one scalar a line, so nothing else of YAML is read here.
private func rulesOfPacks(_ folder: URL) throws -> [BannedRule] {
  let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  let rules = try files.filter { $0.hasSuffix(".yml") }.flatMap { file in
    let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    return rulesOfPack(String(file.dropLast(4)), text)
  }
  for rule in rules where rule.bans.isEmpty {
    throw TruthError("no pattern was read of the rule '\(rule.id)'")
  }
  guard !rules.isEmpty else { throw TruthError("no rules in '\(folder.path)'") }
  return rules
}

private func rulesOfPack(_ pack: String, _ text: String) -> [BannedRule] {
  var rules: [BannedRule] = []
  var isBan = false
  for line in text.split(separator: "\n") {
    if let id = line.firstMatch(of: /^  - id: *([a-z0-9-]+)/)?.1 {
      rules.append(BannedRule(id: String(id), pack: pack))
    }
    guard !rules.isEmpty else { continue }
    if let key = line.firstMatch(of: /^ {4}([a-z-]+):(.*)/) {
      isBan = key.1 == "ban"
      if key.1 == "files" || key.1 == "inside" { rules[rules.count - 1].isEverywhere = false }
      if key.1 == "severity", key.2.contains("off") { rules[rules.count - 1].isOff = true }
    }
    if isBan, let pattern = line.firstMatch(of: /^ {6}- *(?:"([^"]+)"|'([^']+)'|([^#'"\s]\S*))/) {
      let ban = pattern.1 ?? pattern.2 ?? pattern.3 ?? ""
      rules[rules.count - 1].bans.append(Ban(String(ban)))
    }
  }
  return rules
}
