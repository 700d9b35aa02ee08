import Diagnostics
import SwiftLexer

// Where names of the file's own count, or it is asked which declarations uses are in, a large file
// is passed twice: first for what it declares, then slice by slice for its uses, which are held
// against all of that and judged.

/// Nil where the file must be looked at as a whole.
/// - Parameter nearby: the file's tokens, all of them.
func findings(
  inSlicesKnowingNames nearby: inout Nearby, in source: SourceFile, _ trivia: [Trivia],
  relativePath: FilePath, _ rules: CompiledRules, _ slicing: Slicing
) -> FileFindings? {
  guard slicing.cuts(nearby) else { return nil }
  var file = NamedUses(Surroundings(nearby))
  // The pairs are many, and changed by who has them.
  nearby.pairs = TokenPairs()
  defer { swap(&nearby.pairs, &file.nearby.pairs) }
  file.findDeclarations()
  var pass = file.again()
  var uses = FileUses(UseFinder(nearby), scopes: file.finder.context.scopes)
  uses.exchange(with: &file.finder)
  let comments = linterComments(among: trivia, in: uses.tokens.bytes)
  var sum = SummedFindings(
    of: &uses, in: source, trivia, comments, relativePath: relativePath, rules)
  uses.exchange(with: &file.finder)
  // Memory that is not written to costs nothing.
  sum.makeRoom(for: nearby.markedCount)
  var start = 0
  while let slice = pass.nextSlice(from: start, slicing) {
    guard pass.finder.found.lie(in: slice) else { return nil }
    file.takeUses(of: &pass)
    uses.exchange(with: &file.finder)
    sum.add(&uses)
    uses.exchange(with: &file.finder)
    start = slice.upperBound
  }
  return sum.end()
}

extension NamedUses {
  /// Finds what may be uses in the next slice.
  /// - Returns: its tokens; nil at the end of the file.
  fileprivate mutating func nextSlice(from start: Int, _ slicing: Slicing) -> Range<Int>? {
    let last = tokens.count - 1
    guard start < last else { return nil }
    var end = start
    repeat {
      let next = nearby.endOfSlice(from: end, tokenCount: slicing.tokenCount)
      end = findUses(from: end, to: next)
    } while end < last && !(finder.found.lie(in: start..<end) && outline.levels.areBraces)
    return start..<end
  }
}

extension Levels {
  /// Whether no parenthesis and no square bracket is open. Clauses of an `#if` may close what
  /// others open.
  fileprivate var areBraces: Bool {
    var level = innermost
    while self[level].role != .file {
      if self[level].role == .parentheses || self[level].role == .brackets { return false }
      level = self[level].parent
    }
    return true
  }
}
