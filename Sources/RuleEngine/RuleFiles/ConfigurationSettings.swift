import Diagnostics

// What a configuration does to the rules.

extension Configuration {
  /// The packs that are on.
  var packNames: [String] {
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
    let ids = rules.map(\.id)
    let indices = Dictionary(zip(ids, rules.indices)) { first, _ in first }
    var mistakes: [Diagnostic] = []
    func index(of id: Located<String>) -> Int? {
      if let index = indices[id.value] { return index }
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
        mistakes += setting.value.compactMap { rules[index].add(replacement: $0) }
      }
    }
    return mistakes
  }
}

extension Rule {
  /// - Returns: why there can be no such replacement.
  fileprivate mutating func add(replacement: Configuration.ReplacementText) -> Diagnostic? {
    do throws(ReplacementMistake) {
      let added = try Replacement(of: replacement.pattern, by: replacement.text, ban: ban)
      replacements.removeAll { $0.pattern.text == added.pattern.text }
      replacements.append(added)
      return nil
    } catch {
      return Diagnostic(.error, at: error.range, error.message)
    }
  }
}
