import Diagnostics
import SwiftLexer

// The uses in a large file are found and judged slice by slice, so that beside its tokens a slice
// alone takes memory for them; what is reported is all that is kept. Slices end between statements,
// outside of parentheses and brackets, and each match must lie in one, so that none shares names,
// arguments or a receiver with a match in another.
//
// It is sound where nothing in the file counts elsewhere in it: no name of a pattern is declared,
// no type extended, no `#if` is there. Else see `NamedSlices.swift`.

/// How a file is cut.
struct Slicing {
  /// How many tokens a slice has at least.
  var tokenCount = 1 << 16

  /// Whether the file is longer than that.
  func cuts(_ nearby: Nearby) -> Bool { tokenCount < nearby.tokens.count }
}

/// Nil where the file must be looked at as a whole.
/// - Parameter nearby: the file's tokens.
func findings(
  inSlicesOf nearby: inout Nearby, in source: SourceFile, _ trivia: [Trivia],
  relativePath: FilePath, _ rules: CompiledRules, _ slicing: Slicing
) -> FileFindings? {
  guard slicing.cuts(nearby), nearby.pairs.directives.isEmpty, !rules.describesFindings
  else { return nil }
  var pass = NearbyPass(nearby)
  // The pairs are many, and changed by who has them.
  nearby.pairs = TokenPairs()
  var uses = FileUses(UseFinder(nearby), scopes: [])
  var slices = Slices(tokenCount: slicing.tokenCount)
  defer {
    nearby.pairs = pass.finder.context.pairs
    pass.finder.context.pairs = TokenPairs()
  }
  uses.exchange(with: &pass.finder)
  var sum = SummedFindings(
    of: &uses, in: source, trivia, linterComments(among: trivia, in: pass.finder.tokens.bytes),
    relativePath: relativePath, rules)
  uses.exchange(with: &pass.finder)
  // Memory that is not written to costs nothing.
  sum.makeRoom(for: pass.finder.context.markedCount)
  while let slice = slices.next(&pass) {
    guard pass.isSufficient, pass.finder.found.lie(in: slice) else { return nil }
    uses.exchange(with: &pass.finder)
    sum.add(&uses)
    uses.exchange(with: &pass.finder)
    pass.forgetUses()
  }
  return sum.end()
}

/// Looks for uses in one slice after the other.
private struct Slices {
  let tokenCount: Int
  /// Where the next slice starts.
  private var start = 0

  init(tokenCount: Int) {
    self.tokenCount = tokenCount
  }

  /// Finds the uses in the next slice, which are few enough to be kept.
  /// - Returns: its tokens; nil at the end of the file.
  mutating func next(_ pass: inout NearbyPass) -> Range<Int>? {
    let last = pass.finder.tokens.count - 1
    guard start < last else { return nil }
    let first = start
    repeat {
      let end = pass.finder.context.endOfSlice(from: start, tokenCount: tokenCount)
      for index in start..<end where pass.finder.tokens[index].isMarked {
        pass.look(atMarked: index)
      }
      start = end
    } while start < last && !pass.finder.found.lie(in: first..<start)
    return first..<start
  }
}

extension Nearby {
  /// How many names there are that count.
  var markedCount: Int { tokens.tokens.count { $0.isMarked } }

  /// The first token of a statement that far away, or the end of the file.
  /// - Parameter start: the first token of a statement.
  func endOfSlice(from start: Int, tokenCount: Int) -> Int {
    let last = tokens.count - 1
    var index = start
    while index < last {
      if tokenCount <= index - start, startsStatement(index) { return index }
      switch tokens[index].kind {
      case .leftParen, .leftSquare:
        guard let close = pairs.partner(of: index), index < close else { return last }
        index = close + 1
      default:
        index += 1
      }
    }
    return last
  }

  /// Whether a statement starts there for sure.
  private func startsStatement(_ index: Int) -> Bool {
    switch (tokens[index - 1].kind, tokens[index].kind) {
    case (_, .poundIf), (_, .poundElseif), (_, .poundElse), (_, .poundEndif):
      // What follows it may go on with what precedes it.
      return false
    case (.semicolon, _):
      return true
    case (.leftBrace, _), (.rightBrace, _), (.rightParen, _):
      return tokens[index].isAtLineStart && !tokens.mayContinueStatement(at: index)
    default:
      return false
    }
  }
}

extension NearbyPass {
  /// Whether what was found is all there is, whatever is found in other slices.
  fileprivate var isSufficient: Bool {
    guard noticed.isEmpty, !types.areAsked, finder.context.unknownCount == 0,
      finder.found.placeNames.isEmpty
    else { return false }
    return finder.found.matches.allSatisfy { !tables.dependsOnScope($0.pattern) }
  }

  /// Forgets what was found.
  fileprivate mutating func forgetUses() {
    finder.found.removeAll()
    // Nobody asks any more what was assumed.
    finder.context.unknownCount = 0
    activeTokens.removeAll(keepingCapacity: true)
  }
}
