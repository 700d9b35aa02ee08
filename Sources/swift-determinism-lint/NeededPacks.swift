import BundledRules
import RuleEngine

/// The bundled files that decide which rules a run has: those of the packs that are on, and those
/// with a rule that somebody names. With a name that nobody has it is all of them, since the
/// message about it suggests another.
///
/// Parsing all takes longer than linting a small file.
func neededRuleFiles(
  _ configuration: Configuration, _ choices: RuleChoices, ownFiles: [RuleFile]
) -> [BundledRuleFile] {
  let ownRules = Set(ownFiles.flatMap { $0.rules.map(\.value.id) })
  let packs = Set(configuration.packNames + choices.packs)
  let rules = Set(configuration.namedRules + choices.onlyRules + choices.disabled)
  let knowsPacks = packs.allSatisfy { pack in bundledRuleFiles.contains { $0.pack == pack } }
  let knowsRules = rules.subtracting(ownRules).isSubset(of: bundledRuleFiles.flatMap(\.ruleIDs))
  guard knowsPacks, knowsRules else { return bundledRuleFiles }
  // A rule of the project's that has the id of a bundled one is a mistake.
  let named = rules.union(ownRules)
  return bundledRuleFiles.filter { file in
    packs.contains(String(file.pack)) || !named.isDisjoint(with: file.ruleIDs)
  }
}
