import Diagnostics

/// The result of fixing one file.
package struct FileFixes: Sendable {
  /// The number of diagnostics, and the number of those that were fixed.
  package var found = 0
  package var fixed = 0
  /// The new text; `nil` if the file stays as it is.
  package var bytes: [UInt8]?
  /// The parts of the new text that stand in the old one, in the order of both.
  package var kept: [KeptText] = []
  /// Whether replacements are replaced again without end. Then the file stays as it is.
  package var isEndless = false
  /// Whether uses are left for the next run, since too many are nested in each other.
  package var isUnfinished = false

  package init() {}
}

/// The number of bytes that may be read in all rounds together to fix a text.
private func readLimit(for text: [UInt8]) -> Int { 1 << 20 + 20 * text.count }

/// Applies the fix-its in one file until no finding has a fix-it.
/// - Parameters:
///   - types: gives the types of a text's expressions, which `lint` takes.
///   - makesKeys: whether findings get keys.
///   - unaccepted: takes a text and its findings; returns the findings to fix.
package func fix(
  _ source: SourceFile, relativePath: FilePath, with rules: CompiledRules,
  types: () -> TypeOfExpression? = { nil }, makingKeys makesKeys: Bool = false,
  reusing scratch: inout LintScratch,
  unaccepted: (SourceFile, [Diagnostic]) -> [Diagnostic] = { $1 }
) -> FileFixes {
  var fixes = FileFixes()
  var text = source.bytes
  var kept = [KeptText(text.indices, at: 0)]
  var fewestLeft = Int.max
  var idleRounds = 0
  var readBytes = 0
  for round in 0... {
    let current = SourceFile(path: source.path, bytes: text)
    let all = lint(
      current, relativePath: relativePath, with: rules, types: types(), makingKeys: makesKeys,
      applyingFixIts: 0 < round, reusing: &scratch
    ).reported
    let left = unaccepted(current, all)
    if round == 0 { fixes.found = left.count }
    let fixIts = left.flatMap(\.fixIts)
    // Only a few of many nested uses are replaced in a round (`FixItBudget`).
    idleRounds = left.count < fewestLeft ? 0 : idleRounds + 1
    fewestLeft = min(fewestLeft, left.count)
    readBytes += text.count
    // If the number of uses does not fall, the rounds go on: they must show whether they ever end.
    fixes.isUnfinished = !fixIts.isEmpty && idleRounds == 0 && readLimit(for: text) < readBytes
    guard !fixIts.isEmpty, !fixes.isUnfinished else {
      guard 0 < round else { return fixes }
      (fixes.bytes, fixes.kept) = (text, kept)
      // In an unfinished file, later rounds fixed more than the first. In a finished file, the
      // number of findings falls by less than what was fixed if replacements are findings
      // themselves.
      let gone = fixes.found - left.count
      fixes.fixed = fixes.isUnfinished ? gone : max(fixes.fixed, gone)
      return fixes
    }
    guard idleRounds < Limits.few else { break }
    // An argument that is written several times makes the text longer.
    let limit = 65_536 + 16 * source.bytes.count
    guard let fixed = apply(fixIts, to: text, limit: limit) else { break }
    if round == 0 { fixes.fixed = fixed.count }
    (text, kept) = (fixed.bytes, fixed.kept.keeping(kept))
  }
  fixes.fixed = 0
  fixes.isEndless = true
  return fixes
}

/// Applies fix-its that do not overlap, also in the text that an applied fix-it keeps. Each fix-it
/// replaces something.
/// - Parameter limit: the greatest length of the new text, in bytes.
/// - Returns: the new text, its parts that stand in the old one in the same order, and how many
///   fix-its were applied; `nil` if the text would be longer than the limit.
func apply(
  _ fixIts: [FixIt], to bytes: [UInt8], limit: Int
) -> (bytes: [UInt8], kept: [KeptText], count: Int)? {
  // The outer one of two fix-its that overlap is applied.
  let fixIts = fixIts.sorted {
    ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
  }
  var isApplied = Array(repeating: false, count: fixIts.count)
  var fixed: [UInt8] = []
  fixed.reserveCapacity(bytes.count)
  var kept: [KeptText] = []
  func copy(_ range: Range<Int>) {
    // A fix-it may write an argument twice, or before one that it comes after.
    if kept.last.map({ $0.source.upperBound <= range.lowerBound }) ?? true {
      kept.append(KeptText(range, at: fixed.count))
    }
    fixed += bytes[range]
  }
  var rest: [FixedPiece] = [.source(0..<bytes.count, isAlone: true)]
  while let piece = rest.popLast() {
    guard fixed.count <= limit else { return nil }
    switch piece {
    case .text(let text):
      fixed += text
    case .source(let range, let isAlone):
      guard let index = fixIts.firstIndex(in: range, orAll: isAlone) else {
        copy(range)
        continue
      }
      isApplied[index] = true
      let fixIt = fixIts[index]
      copy(range.lowerBound..<fixIt.range.lowerBound)
      rest.append(.source(fixIt.range.upperBound..<range.upperBound, isAlone: true))
      rest += fixIt.pieces.reversed()
    }
  }
  return (fixed, kept, isApplied.count { $0 })
}

extension [KeptText] {
  /// The parts that a text keeps of the first one, if these are what it keeps of the second.
  /// - Parameter earlier: the parts that the second text keeps of the first.
  fileprivate func keeping(_ earlier: [KeptText]) -> [KeptText] {
    var kept: [KeptText] = []
    var index = 0
    for part in self {
      while index < earlier.count, earlier[index].offset < part.source.upperBound {
        let old = earlier[index]
        let start = Swift.max(old.offset, part.source.lowerBound)
        let end = Swift.min(old.offset + old.source.count, part.source.upperBound)
        if start < end {
          let place = old.source.lowerBound + start - old.offset
          kept.append(
            KeptText(place..<place + end - start, at: part.offset + start - part.source.lowerBound))
        }
        // An old part that goes on is for the next part, too.
        if part.source.upperBound < old.offset + old.source.count { break }
        index += 1
      }
    }
    return kept
  }
}

private enum FixedPiece {
  /// Source text in which fix-its are still to be applied. `isAlone` is whether a fix-it may
  /// replace all of it.
  case source(Range<Int>, isAlone: Bool)
  case text(ArraySlice<UInt8>)
}

extension FixIt {
  /// The new text, divided into the source text that it keeps and the rest.
  fileprivate var pieces: [FixedPiece] {
    let bytes = Array(text.utf8)
    var pieces: [FixedPiece] = []
    var start = 0
    for part in kept {
      pieces += [.text(bytes[start..<part.offset])]
      pieces.append(.source(part.source, isAlone: part.isAlone))
      start = part.offset + part.source.count
    }
    return pieces + [.text(bytes[start...])]
  }
}

extension [FixIt] {
  /// The index of the first fix-it that is inside the range. The fix-its are sorted by place. `nil`
  /// if none is.
  /// - Parameter isAllAllowed: whether the fix-it may replace the whole range.
  fileprivate func firstIndex(in range: Range<Int>, orAll isAllAllowed: Bool) -> Int? {
    let first = partitioningIndex { range.lowerBound <= $0.range.lowerBound }
    return self[first...].prefix { $0.range.lowerBound < range.upperBound }.firstIndex {
      $0.range.upperBound <= range.upperBound && (isAllAllowed || $0.range != range)
    }
  }
}
