import Foundation

/// Holds the tool's findings in the files of a store against the compiler's records.
///
/// - Parameter isPartial: whether the files have errors, so that what has no record says nothing.
func compare(
  _ store: IndexStore, _ tool: Tool, isPartial: Bool = false, into comparison: inout Comparison
) throws {
  let files = store.files
  guard !files.isEmpty else { return }
  let report = try tool.lint(files)
  let findings = Dictionary(grouping: report.findings, by: \.file)
  let excused = Dictionary(grouping: report.excused, by: \.file)
  let names = Set(tool.rules.flatMap(\.bans).flatMap(\.path).map { Substring($0.text) })
  let bansByName = bansByName(tool.rules)
  let definitions = Definitions()
  var candidates: [String] = []
  for file in files {
    let occurrences = store.occurrences(in: file)
    definitions.add(occurrences, in: file)
    let isCandidate =
      findings[file] != nil
      || occurrences.contains { !$0.isDefinition && bansByName[$0.baseName] != nil }
    if isCandidate { candidates.append(file) }
  }
  let demangler = Demangler()
  for file in candidates {
    let source = try Source(file)
    let occurrences = store.occurrences(in: file)
    let places = Dictionary(grouping: occurrences, by: \.place)
    let receivers = occurrences.filter { bansByName[$0.baseName] != nil }.compactMap { name in
      source.token(at: name.place).flatMap(WrittenUse.init)?.base?.receiverToken
    }.flatMap { places[source.place(of: $0)] ?? [] }
    let known = occurrences.filter { !$0.isDefinition && names.contains($0.baseName) }
    try demangler.read((known + receivers).map(\.usr))
    let truth = Truth(
      source: source, occurrences: places, definitions: definitions, demangler: demangler)
    var part = FileComparison(
      rules: tool.rules, bansByName: bansByName, truth: truth, findings: findings[file] ?? [],
      excused: excused[file] ?? [], isPartial: isPartial)
    part.add(to: &comparison)
  }
  comparison.files += files.count
}
