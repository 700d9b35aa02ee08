/// Finds the blocks of a file that nobody is interested in, without lexing it: only braces, strings
/// and comments are looked at, which takes a fraction of the time. With a block goes the statement
/// that it ends, where another block or the header of the file ends before that; see
/// `StatementBytes.swift`.
///
/// Where a look at the bytes cannot tell what they are as surely as the lexer can, it gives up: at
/// what may be a regex, characters beyond ASCII, what is left of a conflict, and so on.
///
/// For speed alone: a file may always be lexed as a whole.
package struct BlockSkim: Sendable {
  /// In source order and apart; empty where it gave up.
  package private(set) var skipped: [SkippedText] = []
  /// Blocks that hold neither places nor directives, in the order in which they are closed.
  private var idleBlocks: [IdleBlock] = []

  package init() {}

  /// - Parameters:
  ///   - places: offsets of what must be lexed, in order; none of them at a brace. Those in
  ///     comments do not count.
  ///   - comments: offsets in comments that must be lexed, in order. Those elsewhere do not count.
  package mutating func skim(
    _ bytes: UnsafeBufferPointer<UInt8>, keeping places: [Int], comments: [Int] = []
  ) {
    skipped.removeAll(keepingCapacity: true)
    idleBlocks.removeAll(keepingCapacity: true)
    let source = SourceBytes(bytes: bytes)
    var header = source.endOfHeader()
    let isKept = [places.first, comments.first].contains { ($0 ?? header) < header }
    if isKept { header = 0 }
    let isSure = places.withUnsafeBufferPointer { places in
      comments.withUnsafeBufferPointer { comments in
        findIdleBlocks(source, from: header, keeping: places, comments: comments)
      }
    }
    if isSure { addSkipped(source, header: header) }
  }

  /// - Returns: false where it gave up.
  private mutating func findIdleBlocks(
    _ source: SourceBytes, from header: Int, keeping places: UnsafeBufferPointer<Int>,
    comments: UnsafeBufferPointer<Int>
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: SkimStops.capacity) { words in
      withUnsafeTemporaryAllocation(
        of: IdleBlockScan.OpenBlock.self, capacity: IdleBlockScan.deepestBlock
      ) { openBlocks in
        guard let stops = SkimStops(source, from: header, in: words) else { return false }
        var scan = IdleBlockScan(
          source: source, stops: stops, places: PlaceCursor(places),
          comments: PlaceCursor(comments), openBlocks: openBlocks.baseAddress.unsafelyUnwrapped,
          endOfBlock: header)
        return scan.find(&idleBlocks)
      }
    }
  }

  /// Of blocks in each other the outermost that can be skipped.
  private mutating func addSkipped(_ source: SourceBytes, header: Int) {
    var next = source.count
    // What was found out last: mostly it is asked for twice.
    var known = (end: next, start: Int?.none)
    let startOfStatement = { (end: Int) in
      if known.end != end { known = (end, source.startOfStatement(after: end)) }
      return known.start
    }
    for block in idleBlocks.reversed() where block.end < next {
      if let end = block.previousEnd, startOfStatement(block.end + 1) != nil,
        let start = startOfStatement(end), start < block.brace,
        source.isBalanced(start..<block.brace)
      {
        addStatement(end..<block.end + 1)
        next = end
        continue
      }
      guard let text = source.skippedText(from: block.brace + 1, to: block.end) else { continue }
      skipped.append(text)
      next = block.brace
    }
    if 0 < header { addStatement(0..<header) }
    skipped.reverse()
  }

  /// - Parameter range: before all that is skipped.
  private mutating func addStatement(_ range: Range<Int>) {
    var end = range.upperBound
    if let last = skipped.last, last.start == end {
      end = last.end
      skipped.removeLast()
    }
    skipped.append(SkippedText(start: range.lowerBound, end: end, endsLine: false))
  }
}

/// In bytes. To skip less is not worth it.
let shortestSkip = 32

extension SourceBytes {
  /// What of a block can be skipped: all but the first token, or capture list; nil where it is hard
  /// to tell, or not worth it.
  fileprivate func skippedText(from start: Int, to brace: Int) -> SkippedText? {
    guard let start = endOfFirstToken(in: start..<brace), shortestSkip < brace - start else {
      return nil
    }
    var end = brace - 1
    while bytes[end] == " " || bytes[end] == "\t" { end -= 1 }
    // A comment may hold a newline, and other bytes may be no code.
    guard bytes[end].isNewline || "!"..."~" ~= bytes[end] && bytes[end] != "/" else { return nil }
    return SkippedText(start: start, end: brace, endsLine: bytes[end].isNewline)
  }

  /// The offset after the first token, or the capture list, in the braces; nil where it is hard to
  /// tell, or may be part of more that counts, as an attribute is.
  private func endOfFirstToken(in block: Range<Int>) -> Int? {
    var offset = block.lowerBound
    while offset < block.upperBound {
      switch bytes[offset] {
      case " ", "\n", "\r", "\t": offset += 1
      case "/" where byte(at: offset + 1) == "/": offset = endOfLine(from: offset)
      case "a"..."z", "A"..."Z", "_": return endOfName(from: offset)
      case "[": return endOfCaptureList(at: offset)
      default: return nil
      }
    }
    return nil
  }

  private func endOfCaptureList(at open: Int) -> Int? {
    var offset = open + 1
    while true {
      switch byte(at: offset) {
      case "]": return offset + 1
      case "a"..."z", "A"..."Z", "0"..."9", "_", " ", ",", ".", "=": offset += 1
      default: return nil
      }
    }
  }
}
