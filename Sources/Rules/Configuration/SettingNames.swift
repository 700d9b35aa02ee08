import Diagnostics

// What settings name rules by: an id for one rule, a pack's name for those of the pack, `all` for
// all. What the tool itself reports has none of these names.

extension Rule {
  /// Whether a name in settings stands for this rule.
  package func isNamed(by name: String) -> Bool { isName(name, of: id, in: pack) }
}

/// Whether a name in settings stands for a rule.
func isName(_ name: String, of rule: String, in pack: String) -> Bool {
  name == rule || name == pack || name == Rule.nameOfAll
}

extension Array {
  /// The setting that holds for a rule: an id wins over a pack, and a pack over `all`.
  package func setting<Value>(for rule: Rule) -> Element?
  where Element == Configuration.Setting<Value> {
    last { $0.id.value == rule.id } ?? last { $0.id.value == rule.pack }
      ?? last { $0.id.value == Rule.nameOfAll }
  }

  /// The settings that name a rule; their lists add up.
  package func settings<Value>(for rule: Rule) -> [Element]
  where Element == Configuration.Setting<Value> {
    filter { rule.isNamed(by: $0.id.value) }
  }

  /// The entries that all of the settings list for a rule.
  package func entries<Entry>(for rule: Rule) -> [Entry]
  where Element == Configuration.Setting<[Entry]> {
    settings(for: rule).flatMap(\.value)
  }

  /// The first entry of a rule's lists that a condition holds for: what it is under, and its place.
  package func entry<Entry>(
    for rule: Rule, where isSought: (Entry) -> Bool
  ) -> (name: Located<String>, place: SettingPlace)?
  where Element == Configuration.Setting<[Located<Entry>]> {
    for setting in settings(for: rule) {
      let entry = setting.value.first { isSought($0.value) }
      if let entry { return (setting.id, entry.place) }
    }
    return nil
  }
}

/// The names that there are.
package struct KnownNames: Equatable, Sendable {
  /// Of all rules, in force or not.
  package let ids: [String]
  package let packs: [String]

  package init(ids: [String] = [], packs: [String] = []) {
    (self.ids, self.packs) = (ids, packs)
  }

  /// Why a name in settings stands for no rules; nil if it does.
  func mistake(inSettings name: String) -> String? {
    if name == Rule.nameOfAll || packs.contains(name) || ids.contains(name) { return nil }
    return unknownName("rule or pack", name, among: ids + packs + [Rule.nameOfAll])
  }

  /// Why a name stands for no single rule; nil if it does.
  /// - Parameter advice: what to write instead of a pack.
  func mistake(ofRule name: String, advice: (_ pack: String) -> String) -> String? {
    if ids.contains(name) { return nil }
    return mistake(ofSeveral: name, advice: advice) ?? unknownName("rule", name, among: ids)
  }

  /// Why a name for several rules, a pack's or `all`, cannot stand for one; nil for other names.
  /// - Parameter advice: what to write instead of a pack.
  package func mistake(ofSeveral name: String, advice: (_ pack: String) -> String) -> String? {
    if packs.contains(name) { return "'\(name)' is a pack; \(advice(name))" }
    // `all` is no rule, and the advice must not lead to a comment that allows all rules.
    if name == Rule.nameOfAll || name == "*" { return "unknown rule '\(name)'; name each rule" }
    return nil
  }
}

/// - Parameter kind: e.g. `rule`.
func unknownName(_ kind: String, _ name: String, among known: [String]) -> String {
  "unknown \(kind) '\(name)'" + didYouMean(closestMatch(to: name, in: known))
}

/// The rules and packs of a project whose name is taken, as the mistakes of each file: no name
/// means two things. Several files of the project may have one pack.
func takenNames(in files: [RuleFile], bundledCount: Int) -> [[Diagnostic]] {
  // Tests compare the bundled ones.
  if files.count == bundledCount { return files.map { _ in [] } }
  var places: [String: (file: Int, offset: Int, isPack: Bool)] = [:]
  // Made for the few files that are named in a message.
  var lines: [Int: LineTable] = [:]
  /// Registers a name.
  /// - Returns: who has it already.
  func owner(of name: String, isPack: Bool, at offset: Int, in file: Int) -> String? {
    guard let first = places[name] else {
      places[name] = (file, offset, isPack)
      return nil
    }
    let isBundled = first.file < bundledCount
    if isPack, first.isPack, !isBundled { return nil }
    let kind = first.isPack ? "pack" : "rule"
    var place = first.isPack ? "bundled" : "in the bundled pack '\(files[first.file].pack)'"
    if !isBundled {
      let source = files[first.file].source
      let table = lines[first.file] ?? LineTable(source.bytes)
      lines[first.file] = table
      let location = table.location(of: first.offset)
      place = "in '\(source.path.string):\(location.line):\(location.column)'"
    }
    let remedy = isPack || first.isPack ? "; choose another name" : ""
    return "a \(kind) '\(name)' is already \(place)\(remedy)"
  }
  return files.enumerated().map { index, file in
    let pack = (name: file.pack, range: file.packRange, isPack: true)
    let rules = file.rules.indices.map {
      (name: file.rules[$0].value.id, range: file.rules[$0].range, isPack: false)
    }
    return ([pack] + rules).compactMap { name, range, isPack in
      owner(of: name, isPack: isPack, at: range.lowerBound, in: index).map {
        Diagnostic(.error, at: range, $0)
      }
    }
  }
}
