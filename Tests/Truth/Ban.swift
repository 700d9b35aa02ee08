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
  /// Whether every type's own implementation is the API too, as `hashValue` is.
  var isRequirement = false

  init(text: String, root: Root, path: [Name]) {
    self.text = text
    self.root = root
    self.path = path
  }

  /// What the pattern can mean: `Date()` is a call of an initializer, `NSUserName()` of a function,
  /// and only the compiler knows which.
  static func meanings(of text: String) -> [Ban] {
    var rest = Substring(text)
    let root = takeRoot(&rest)
    let written = names(rest)
    let path = written.flatMap { name in
      name.isType && name.labels != nil
        ? [Name(text: name.text, labels: nil), Name(text: "init", labels: name.labels)] : [name]
    }
    let initializer = Ban(text: text, root: root, path: path)
    guard path.count != written.count, written.count == 1 else { return [initializer] }
    return [initializer, Ban(text: text, root: root, path: written)]
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
    guard 2 <= cells.count, let index = rules.firstIndex(where: { $0.id == cells[0] }) else {
      throw TruthError("'\(table.path)' has a line without a rule and an API: \(line)")
    }
    rules[index].bans += Ban.meanings(of: cells[1]).map { ban in
      var ban = ban
      ban.isRequirement = cells.dropFirst(2).first == "requirement"
      return ban
    }
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
      rules[rules.count - 1].bans += Ban.meanings(of: String(ban))
    }
  }
  return rules
}
