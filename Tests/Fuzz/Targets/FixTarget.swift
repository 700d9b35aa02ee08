import Diagnostics
import RuleEngine

@testable import Rules

/// Replaces what is frequent, by all that a replacement can be.
private let rules: CompiledRules = {
  let file = RuleFile(
    parsing: SourceFile(
      path: FilePath("wide.yml"),
      bytes: Array(
        #"""
        pack: app
        rules:
          - id: wide
            message: replaced
            ban:
              - Date()
              - Date.now
              - Date(timeIntervalSinceNow:)
              - DispatchQueue.main.async
              - f(_:b:)
              - g(then:)
              - Array(_:)
              - _.map(_:)
              - _.append(_:)
              - String(decoding:as:)
              - "#filePath"
              - .current
            replace:
              Date(): await clock.now()
              Date.now: clock.now ?? Date.present
              Date(timeIntervalSinceNow:): Date.present + $1
              DispatchQueue.main.async: queue.async
              f(_:b:): "$2.paired(with: $1, $1)"
              g(then:): perform { $0 + $1 }
              Array(_:): "[$1] as [Any]"
              _.map(_:): mapped $1
              _.append(_:): add($1)
              String(decoding:as:): $1.decoded($2)
              "#filePath": "#fileID"
              .current: .standard

        """#.utf8)))
  precondition(file.diagnostics.isEmpty, "\(file.diagnostics)")
  return CompiledRules(file.rules.map(\.value))
}()

private let path = FilePath("File.swift")

func checkFix(_ input: [UInt8]) throws(BrokenProperty) {
  let source = SourceFile(path: path, bytes: input)
  let fixIts = lint(source, relativePath: path, with: rules).reported.flatMap(\.fixIts)
  let fixes = fixed(source)
  try require(fixes.fixed <= fixes.found, "no more is fixed than is found")
  try require(fixes.isEndless || (fixes.bytes == nil) == fixIts.isEmpty, "what can be fixed is")
  if !fixes.isEndless, !fixes.isUnfinished, let bytes = fixes.bytes {
    if isUTF8(input) { try require(isUTF8(bytes), "valid UTF-8 stays valid") }
    let again = fixed(SourceFile(path: path, bytes: bytes))
    try require(again.bytes == nil && !again.isEndless, "a second run changes nothing")
  }
  guard let once = fixed(source, rounds: 1).bytes else { return }
  try checkOnlyRangesChange(fixIts, in: input, and: once)
}

private func fixed(_ source: SourceFile, rounds: Int = .max) -> FileFixes {
  var scratch = LintScratch()
  var round = 0
  return fix(source, relativePath: path, with: rules, reusing: &scratch) {
    round += 1
    return round <= rounds ? $1 : []
  }
}

private func isUTF8(_ bytes: [UInt8]) -> Bool {
  bytes.elementsEqual(String(decoding: bytes, as: UTF8.self).utf8)
}

/// What lies before, between and behind the fix-its stays, in order and whole.
private func checkOnlyRangesChange(
  _ fixIts: [FixIt], in input: [UInt8], and fixed: [UInt8]
) throws(BrokenProperty) {
  var rest = fixed[...]
  var end = 0
  for fixIt in fixIts.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
  where end <= fixIt.range.lowerBound {
    let kept = input[end..<fixIt.range.lowerBound]
    let start = end == 0 ? (rest.starts(with: kept) ? 0 : nil) : rest.find(kept)
    guard let start else { throw BrokenProperty(description: "only reported ranges change") }
    rest = rest[(start + kept.count)...]
    end = fixIt.range.upperBound
  }
  try require(rest.reversed().starts(with: input[end...].reversed()), "only reported ranges change")
}

extension ArraySlice<UInt8> {
  /// Where the bytes first stand.
  fileprivate func find(_ bytes: ArraySlice<UInt8>) -> Int? {
    (startIndex...endIndex).first { self[$0...].starts(with: bytes) }
  }
}
