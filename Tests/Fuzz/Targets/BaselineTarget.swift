import Diagnostics

@testable import Comparison

func checkBaseline(_ input: [UInt8]) throws(BrokenProperty) {
  let source = SourceFile(path: FilePath("a/.swift-determinism-baseline"), bytes: input)
  let file = BaselineFile(parsing: source)
  try checkPlaces(file.mistakes, in: source)
  let stale = BaselineUse(Baseline(file)).diagnostics(of: Array(file.entries.indices), .warning)
  try checkPlaces(stale, in: source)

  let text = baselineText(file.entries)
  let written = BaselineFile(parsing: SourceFile(path: source.path, bytes: text))
  try require(written.mistakes.isEmpty, "what is written can be read", "\(written.mistakes)")
  try require(count(written.entries) == count(file.entries), "what is written is all there is")
  try require(baselineText(written.entries) == text, "writing again changes nothing")
  try require(
    count(
      BaselineFile(parsing: SourceFile(path: source.path, bytes: text + text.drop(line: 1)))
        .entries) == count(file.entries + file.entries),
    "the lines of two baselines are a baseline")
  try checkAcceptance(of: written)
}

/// A baseline accepts what it was made of, and nothing of it twice.
private func checkAcceptance(of file: BaselineFile) throws(BrokenProperty) {
  let baseline = Baseline(file)
  var use = BaselineUse(baseline)
  for path in baseline.paths.sorted() {
    let entries = file.entries.filter { $0.path == path }
    var findings = entries.enumerated().map { number, entry in
      var finding = Diagnostic(
        .error, at: number..<number + 1, "", rule: RuleReference(id: entry.rule))
      finding.key = entry.key
      return finding
    }
    var twice = findings + findings
    let accepted = baseline.accept(&findings, in: path) { [] }
    try require(!findings.contains(where: \.isReported), "a baseline accepts what it was made of")
    try require(accepted.moved.isEmpty, "nothing of it has moved")
    use.add(accepted)
    _ = baseline.accept(&twice, in: path) { [] }
    try require(twice.count(where: \.isReported) == entries.count, "an entry accepts one finding")
  }
  try require(use.missingEntries.isEmpty, "all entries have their finding")
  try require(use.entries(without: []) == file.entries, "nothing is to be written anew")
}

private func count(_ entries: [FindingIdentity]) -> [FindingIdentity: Int] {
  Dictionary(entries.map { ($0, 1) }, uniquingKeysWith: +)
}

extension [UInt8] {
  /// Without its first lines.
  fileprivate func drop(line count: Int) -> ArraySlice<UInt8> {
    var rest = self[...]
    for _ in 0..<count { rest = rest.drop { $0 != UInt8(ascii: "\n") }.dropFirst() }
    return rest
  }
}
