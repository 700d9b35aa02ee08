import Rules

/// What replaces the uses of one pattern.
struct CompiledReplacements: Sendable {
  /// Of a use that is none of the `exact` ones; nil where that stays as it is.
  private(set) var template: ReplacementTemplate?
  /// Of calls with certain labels, where the pattern matches any.
  private(set) var exact: [Exact] = []

  struct Exact: Sendable {
    /// Numbers as in `CompiledComponent`.
    let labels: [Int]
    let template: ReplacementTemplate
  }

  /// Those of a rule by the uses of the patterns that they are for, the last one first.
  static func byUses(_ replacements: [Replacement]) -> [PatternUses: [Replacement]] {
    var byUses: [PatternUses: [Replacement]] = [:]
    for replacement in replacements.reversed() {
      let uses = replacement.pattern.uses
      for uses in Set([uses, uses.withAnyLabels]) { byUses[uses, default: []].append(replacement) }
    }
    return byUses
  }

  /// Nil where none of the rule's replacements is for the pattern.
  init?(
    of pattern: Pattern, among replacements: [PatternUses: [Replacement]], names: inout NameTable
  ) {
    for replacement in replacements[pattern.uses] ?? [] {
      if pattern == replacement.pattern {
        if template == nil { template = replacement.template }
      } else if let labels = replacement.pattern.components.last?.labels {
        let numbers = labels.map { $0 == "_" ? CompiledComponent.noLabel : names.insert($0) }
        exact.append(Exact(labels: numbers, template: replacement.template))
      }
    }
    if template == nil, exact.isEmpty { return nil }
  }
}
