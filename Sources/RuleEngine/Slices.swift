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
/// - Parameters:
///   - nearby: the file's tokens, in which idle blocks may have been left out.
///   - places: where names stand that a use may start with, if blocks were left out.
///   - comments: those that may be for linters; nil where they must be looked for.
func findings(
  inSlicesOf nearby: inout Nearby, at places: [Int]?, in source: SourceFile, _ trivia: [Trivia],
  _ comments: [Trivia]?, relativePath: FilePath, _ rules: CompiledRules, _ slicing: Slicing
) -> FileFindings? {
  guard slicing.cuts(nearby), nearby.pairs.directives.isEmpty, !rules.describesFindings
  else { return nil }
  var pass = NearbyPass(nearby)
  // The pairs are many, and changed by who has them.
  nearby.pairs = TokenPairs()
  var uses = FileUses(UseFinder(nearby), scopes: [])
  var slices = Slices(tokenCount: slicing.tokenCount, places: places)
  defer {
    nearby.pairs = pass.finder.context.pairs
    pass.finder.context.pairs = TokenPairs()
  }
  uses.exchange(with: &pass.finder)
  var sum = SummedFindings(
    of: &uses, in: source, trivia,
    comments ?? linterComments(among: trivia, in: pass.finder.tokens.bytes),
    relativePath: relativePath, rules)
  uses.exchange(with: &pass.finder)
  // Memory that is not written to costs nothing.
  sum.makeRoom(for: places?.count ?? pass.finder.context.markedCount)
  while let slice = slices.next(&pass) {
    guard pass.isSufficient(isWhole: places == nil), pass.finder.found.lie(in: slice)
    else { return nil }
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
  /// Nil for all names.
  let places: [Int]?
  /// Where the next slice starts.
  private var start = 0
  /// The next of the places.
  private var place = 0

  init(tokenCount: Int, places: [Int]?) {
    self.tokenCount = tokenCount
    self.places = places
  }

  /// Finds the uses in the next slice, which are few enough to be kept.
  /// - Returns: its tokens; nil at the end of the file.
  mutating func next(_ pass: inout NearbyPass) -> Range<Int>? {
    let last = pass.finder.tokens.count - 1
    guard start < last else { return nil }
    let first = start
    repeat {
      let end = pass.finder.context.endOfSlice(from: start, tokenCount: tokenCount)
      look(at: start..<end, &pass)
      start = end
    } while start < last && !pass.finder.found.lie(in: first..<start)
    return first..<start
  }

  private mutating func look(at slice: Range<Int>, _ pass: inout NearbyPass) {
    guard let places else {
      for index in slice where pass.finder.tokens[index].isMarked { pass.look(atMarked: index) }
      return
    }
    var index = slice.lowerBound
    while place < places.count {
      index = pass.finder.tokens.firstIndex(endingAfter: places[place], from: index)
      guard index < slice.upperBound else { return }
      let token = pass.finder.tokens[index]
      // A place in a comment or in the text of a string is none in the token that follows.
      let isInToken = token.start <= places[place]
      place += 1
      guard isInToken else { continue }
      if token.isMarked { pass.look(atMarked: index) }
      index += 1
    }
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
  fileprivate func isSufficient(isWhole: Bool) -> Bool {
    guard noticed.isEmpty, !types.areAsked, finder.context.unknownCount == 0,
      finder.found.placeNames.isEmpty
    else { return false }
    let areBracketsKnown = isWhole || finder.pairs.areBalanced
    return finder.found.matches.allSatisfy { match in
      !tables.dependsOnScope(match.pattern)
        && (areBracketsKnown || !tables.isTrue(of: match.pattern, tables.looksAround))
        && (isWhole || !tables.isTrue(of: match.pattern, tables.asksForValues))
    }
  }

  /// Forgets what was found.
  fileprivate mutating func forgetUses() {
    finder.found.removeAll()
    // Nobody asks any more what was assumed.
    finder.context.unknownCount = 0
    activeTokens.removeAll(keepingCapacity: true)
  }
}
