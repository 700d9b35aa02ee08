import BundledRules
import Diagnostics
import LanguageServer
import Reporters

@testable import RuleEngine
@testable import Rules

/// The rules of all packs.
let bundledRules = bundledRuleFiles.flatMap { file in
  RuleFile(parsing: SourceFile(path: FilePath(file.name), bytes: file.bytes)).rules.map(\.value)
}

private let known = KnownNames(ids: bundledRules.map(\.id))

private let allRules = CompiledRules(bundledRules, known: known)

/// What most runs have, and own types beside it.
private let otherRules = CompiledRules(
  bundledRules.filter { $0.pack == "core" }, modules: ["App"],
  ownTypes: ["Date", "Task"].map {
    Configuration.OwnType(name: Located($0, at: 0..<0), files: [])
  })

private let path = FilePath("Sources/App/File.swift")

func checkLint(_ input: [UInt8]) throws(BrokenProperty) {
  let source = SourceFile(path: path, bytes: input)
  let findings = try lintBothWays(source, with: allRules)
  _ = try lintBothWays(source, with: otherRules)
  try checkPlaces(findings.all, in: source)
  try checkExplanation(of: findings, in: source)
  try checkReports(of: findings, in: source)
  try checkPlaces(verify(source, with: otherRules), in: source)
}

/// What is there for speed changes nothing of what is found.
private func lintBothWays(
  _ source: SourceFile, with rules: CompiledRules
) throws(BrokenProperty) -> FileFindings {
  let slow = lintSlowly(source, relativePath: path, with: rules)
  let all = description(of: slow)
  var scratch = LintScratch()
  var fast = FileFindings()
  if source.bytes.withUnsafeBufferPointer({ rules.mayMatch($0) }) {
    fast = lint(
      source, relativePath: path, with: rules, makingKeys: true, reusing: &scratch)
  }
  let some = description(of: fast)
  try require(some == all, "the fast path and the full path find the same", "\(some)\n\(all)")
  return slow
}

/// Diagnostics are in order, and in the file.
func checkPlaces(_ diagnostics: [Diagnostic], in source: SourceFile) throws(BrokenProperty) {
  let end = source.bytes.count
  var last = 0
  for diagnostic in diagnostics {
    let range = diagnostic.range
    try require(last <= range.lowerBound, "diagnostics are in order", "\(range) after \(last)")
    // What is wrong with an empty file has a place behind it.
    try require(range.lowerBound <= end, "diagnostics are in the file", "\(range) of \(end)")
    last = range.lowerBound
    for offset in diagnostic.notes.map(\.offset) + diagnostic.fixIts.map(\.range.upperBound) {
      try require(0...end ~= offset, "notes and fix-its are in the file", "\(offset) of \(end)")
    }
  }
}

/// What is explained as reported is reported, and nothing else.
private func checkExplanation(
  of findings: FileFindings, in source: SourceFile
) throws(BrokenProperty) {
  let matches = explain(source, relativePath: path, with: allRules)
  let explained = matches.filter(\.verdict.isReported).map { match in
    let fixIt = try? match.fixIt?.get()
    return "\(match.range) \(match.rule.id) \(fixIt.map { "\($0.range) \($0.text)" } ?? "")"
  }
  let ids = Set(allRules.rules.map(\.id))
  let reported = findings.reported.filter { ids.contains($0.rule?.id ?? "") }.map { finding in
    let fixIt = finding.fixIts.first
    return "\(finding.range) \(finding.rule!.id) \(fixIt.map { "\($0.range) \($0.text)" } ?? "")"
  }
  try require(
    explained.sorted() == reported.sorted(), "what is explained as reported is reported",
    "\(explained)\n\(reported)")
  let allowed = matches.count {
    switch $0.verdict {
    case .suppressed, .allowedInside: true
    default: false
    }
  }
  try require(
    allowed == findings.allowedInSource, "what is explained as allowed is counted so",
    "\(allowed) \(findings.allowedInSource)")
  // What is prepared for it takes long with all rules.
  let names = unmatchedNames(
    in: 0..<source.bytes.count, of: source,
    matches: explain(source, relativePath: path, with: otherRules), with: otherRules)
  for name in names {
    try require(name.range.upperBound <= source.bytes.count, "names are in the file")
  }
}
