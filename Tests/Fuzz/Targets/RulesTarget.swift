import BundledRules
import Diagnostics
import Reporters
import RuleEngine

@testable import Rules

/// Full of what rules ban.
private let linted = SourceFile(
  path: FilePath("Sources/App/File.swift"),
  bytes: Array((bundledFixture(of: "date-init")! + moreCode).utf8))

private let moreCode = """
  let a = b.map(c).first ?? Date(); d { e(f: g, h: 1) }
  #if I
  j.now = k
  #endif

  """

func checkRuleFile(_ input: [UInt8]) throws(BrokenProperty) {
  let source = SourceFile(path: FilePath("rules.yml"), bytes: input)
  let file = RuleFile(parsing: source)
  try checkMistakes(file.diagnostics, in: source)
  guard file.diagnostics.isEmpty else { return }
  let checked = RuleFile(parsing: source, isChecked: true)
  try require(
    describe(file) == describe(checked), "a file without mistakes reads the same unchecked")

  let selection = RuleSelection(bundled: [], project: [file], configuration: Configuration())
  for file in selection.fileMistakes { try checkMistakes(file.diagnostics, in: file.source) }
  if selection.fileMistakes.isEmpty { try checkUse(of: selection.rules) }
}

func checkConfiguration(_ input: [UInt8]) throws(BrokenProperty) {
  let source = SourceFile(path: FilePath("configuration.yml"), bytes: input)
  var configuration = Configuration(parsing: source)
  for mistakes in configuration.mistakes { try checkMistakes(mistakes, in: source) }
  var base = configuration
  base.extend(Configuration(parsing: source, number: 1))
  configuration = base
  let selection = RuleSelection(
    bundled: bundledFiles, project: [], configuration: configuration)
  for file in selection.fileMistakes { try checkMistakes(file.diagnostics, in: file.source) }
  guard selection.fileMistakes.isEmpty else { return }
  let overrides = configuration.overrides.indices.filter { index in
    configuration.overrides[index].files.contains { $0.value.matches(linted.path) }
  }
  for glob in configuration.exclude + configuration.include { _ = glob.value.matches(linted.path) }
  try checkUse(of: selection.rules(in: overrides).filter { $0.severity != .off })
}

/// Few of the bundled rules, as they take time.
private let bundledFiles = bundledRuleFiles.filter { $0.pack == "core" }.map {
  RuleFile(parsing: SourceFile(path: FilePath($0.name), bytes: $0.bytes), isChecked: true)
}

/// Rules without mistakes can be used.
private func checkUse(of rules: [Rule]) throws(BrokenProperty) {
  for rule in rules { _ = (rule.note, rule.allow.map { $0.matches(linted.path) }) }
  let compiled = CompiledRules(rules)
  let fast = lint(linted, relativePath: linted.path, with: compiled, makingKeys: true)
  let slow = lintSlowly(linted, relativePath: linted.path, with: compiled)
  let mayMatch = linted.bytes.withUnsafeBufferPointer { compiled.mayMatch($0) }
  let (some, all) = (description(of: fast), description(of: slow))
  try require(some == all, "the fast path and the full path find the same", "\(some)\n\(all)")
  try require(mayMatch || fast.all.isEmpty, "what the search lets go has no finding")
  try checkPlaces(fast.all, in: linted)
}

/// Mistakes are in order and in their file, and can be printed.
private func checkMistakes(
  _ diagnostics: [Diagnostic], in source: SourceFile
) throws(BrokenProperty) {
  try checkPlaces(diagnostics, in: source)
  for diagnostic in diagnostics {
    try require(!diagnostic.message.isEmpty, "a mistake has a message")
  }
  if diagnostics.isEmpty { return }
  var findings = FileFindings()
  findings.all = diagnostics
  try checkReports(of: findings, in: source)
}

private func describe(_ file: RuleFile) -> String {
  let rules = file.rules.map { rule in
    var written = rule.value
    // Of a note, what the file has differs; what is shown does not.
    written.writtenNote = nil
    return "\(rule.range) \(written) \(rule.value.note ?? "") \(written.ban.map(\.text))"
  }
  return "\(file.pack) \(file.about ?? "-") \(file.note ?? "-") \(rules)"
}
