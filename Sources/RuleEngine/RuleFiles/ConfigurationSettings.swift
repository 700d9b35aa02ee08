import Diagnostics

// What a configuration does to the rules.

extension Configuration {
  /// The ids of the rules that it has settings for, whether there are such rules or not.
  package var namedRules: [String] {
    severity.map(\.id.value) + allow.map(\.id.value) + allowInside.map(\.id.value)
      + replace.map(\.id.value)
  }

  /// The packs that are on.
  package var packNames: [String] {
    packs.map { $0.value.map(\.value) } ?? ["core"]
  }

  /// Where to report that the packs leave no rule.
  var placeOfPacks: Range<Int> {
    packs?.range ?? severity.first?.id.range ?? 0..<1
  }

  func unknownPacks(known: [String]) -> [Diagnostic] {
    let unknown = packs?.value.filter { !known.contains($0.value) } ?? []
    return unknown.map {
      Diagnostic(.error, at: $0.range, unknownName("pack", $0.value, among: known))
    }
  }

  /// Adds the settings to the rules they name. Lists grow; a severity, and the text that replaces a
  /// pattern, take the place of the rule's own.
  /// - Returns: the settings of unknown rules, and those that do not fit their rule.
  func apply(to rules: inout [Rule]) -> [Diagnostic] {
    guard !namedRules.isEmpty else { return [] }
    let ids = rules.map(\.id)
    let indices = Dictionary(zip(ids, rules.indices)) { first, _ in first }
    var mistakes: [Diagnostic] = []
    func index(of id: Located<String>) -> Int? {
      if let index = indices[id.value] { return index }
      guard mistakes.count < YAMLMistake.limit else { return nil }
      let message = unknownName("rule", id.value, among: ids)
      mistakes.append(Diagnostic(.error, at: id.range, message))
      return nil
    }
    for setting in severity {
      if let index = index(of: setting.id) { rules[index].severity = setting.value }
    }
    for setting in allow {
      if let index = index(of: setting.id) { rules[index].allow += setting.value.map(\.value) }
    }
    for setting in allowInside {
      if let index = index(of: setting.id) {
        rules[index].allowInside += setting.value.map(\.value)
      }
    }
    for setting in replace {
      if let index = index(of: setting.id) {
        mistakes += rules[index].add(replacements: setting.value)
      }
    }
    return mistakes
  }
}

extension Rule {
  /// Adds what replaces patterns of the rule, in place of what replaced them before.
  /// - Returns: why some cannot be used.
  fileprivate mutating func add(
    replacements texts: [Configuration.ReplacementText]
  ) -> [Diagnostic] {
    let banned = BannedPatterns(ban)
    var added: [Replacement] = []
    var mistakes: [Diagnostic] = []
    for (pattern, text) in texts where mistakes.count < YAMLMistake.limit {
      do throws(ReplacementMistake) {
        added.append(try banned.replacement(of: pattern, by: text))
      } catch {
        mistakes.append(Diagnostic(.error, at: error.range, error.message))
      }
    }
    let replaced = Set(added.map(\.pattern.text))
    replacements.removeAll { replaced.contains($0.pattern.text) }
    replacements += added
    return mistakes
  }
}
