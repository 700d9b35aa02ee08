import BundledRules
import Rules

/// The bundled files that decide which rules a run has: those of the packs that are on, and those
/// with a rule that somebody names. With a name that nobody has it is all of them, since the
/// message about it suggests another.
///
/// Parsing all takes longer than linting a small file.
func neededRuleFiles(
  _ configuration: Configuration, _ choices: RuleChoices, ownFiles: [RuleFile]
) -> [BundledRuleFile] {
  let named = configuration.namedRules + choices.onlyRules + choices.disabled
  let packs = configuration.packNames + choices.packs
  lazy var ownRules = Set(ownFiles.flatMap { $0.rules.lazy.map(\.value.id) })
  let knowsPacks = packs.allSatisfy { pack in bundledRuleFiles.contains { $0.pack == pack } }
  let knowsRules = named.allSatisfy { id in
    ownRules.contains(id) || bundledRuleFiles.contains { $0.ruleIDs.contains(id) }
  }
  guard knowsPacks, knowsRules else { return bundledRuleFiles }
  // A rule of the project's that has the id of a bundled one is a mistake.
  return bundledRuleFiles.filter { file in
    packs.contains(file.pack)
      || file.ruleIDs.contains { ownRules.contains($0) || named.contains($0) }
  }
}
