/// Text that is not lexed, since nobody is interested in it: what stands between braces, or whole
/// statements.
package struct SkippedText: Sendable {
  /// Offset from 0 in UTF-8 bytes; what stands before it, after the opening brace or the statement
  /// before, is lexed.
  package let start: Int
  /// Offset of the closing brace; after a statement, the offset behind it.
  package let end: Int
  /// Whether the closing brace is the first on its line.
  let endsLine: Bool
}

/// Finds the blocks of a file that nobody is interested in, without lexing it: only braces, strings
/// and comments are looked at, which takes a fraction of the time. With a block goes the statement
/// that it ends, where another block or the header of the file ends before that; see
/// `StatementBytes.swift`.
///
/// Where a look at the bytes cannot tell what they are as surely as the lexer can, it gives up: at
/// what may be a regex, characters beyond ASCII, what is left of a conflict, and so on.
package struct BlockSkim: Sendable {
  /// In source order and apart; empty where it gave up.
  package private(set) var skipped: [SkippedText] = []
  private var openBlocks: [OpenBlock] = []
  /// Blocks that hold neither places nor directives, in the order in which they are closed.
  private var idleBlocks: [IdleBlock] = []
  /// How many places and directives were passed; directives must all be known to whoever pairs the
  /// brackets.
  private var marks = 0
  /// The end of the comments and imports that the file starts with.
  private var header = 0
  /// The offset behind the last brace, if that closed a block, or behind the header where there was
  /// none; nil where a mark stands after it.
  private var endOfBlock: Int?

  private struct OpenBlock {
    let brace: Int
    /// How many marks stand before it.
    let marks: Int
    /// `endOfBlock` before it.
    let previousEnd: Int?
  }

  private struct IdleBlock {
    let brace: Int
    let previousEnd: Int?
    /// Offset of the closing brace.
    let end: Int
  }

  package init() {}

  /// - Parameters:
  ///   - places: offsets of what must be lexed, in order; none of them at a brace. Those in
  ///     comments do not count.
  ///   - comments: offsets in comments that must be lexed, in order. Those elsewhere do not count.
  package mutating func skim(
    _ bytes: UnsafeBufferPointer<UInt8>, keeping places: [Int], comments: [Int] = []
  ) {
    skipped.removeAll(keepingCapacity: true)
    openBlocks.removeAll(keepingCapacity: true)
    idleBlocks.removeAll(keepingCapacity: true)
    marks = 0
    let source = SourceBytes(bytes: bytes)
    header = source.endOfHeader()
    let isKept = [places.first, comments.first].contains { ($0 ?? header) < header }
    if isKept { header = 0 }
    endOfBlock = header
    if places.withUnsafeBufferPointer({ skim(source, $0, comments[...]) }) { addSkipped(source) }
  }

  /// - Returns: false where it gave up.
  private mutating func skim(
    _ source: SourceBytes, _ places: UnsafeBufferPointer<Int>, _ comments: ArraySlice<Int>
  ) -> Bool {
    guard var stops = SkimStops(source, from: header) else { return false }
    var places = places[...]
    var comments = comments
    while let position = stops.next() {
      switch source[position] {
      case "{":
        passPlaces(before: position, &places)
        openBlocks.append(OpenBlock(brace: position, marks: marks, previousEnd: endOfBlock))
        endOfBlock = nil
      case "}":
        passPlaces(before: position, &places)
        closeBlock(at: position)
        endOfBlock = position + 1
      case "/":
        if let end = source.endOfComment(at: position) {
          passPlaces(before: position, &places)
          while let place = places.first, place < end { places.removeFirst() }
          while let place = comments.first, place < end {
            if position < place { mark() }
            comments.removeFirst()
          }
          stops.pass(to: end)
        } else {
          guard let end = source.endOfSlash(at: position) else { return false }
          stops.pass(to: end)
        }
      case "\"":
        guard let end = source.endOfString(at: position) else { return false }
        stops.pass(to: end)
      case "#":
        guard let end = source.endOfPound(at: position) else { return false }
        if source.isDirective(at: position) { mark() }
        stops.pass(to: end)
      case "`":
        stops.pass(to: source.endOfName(inBackticksAt: position))
      case "|", "~", "\u{7F}":
        break
      case "<", ">":
        if source.beginsConflict(at: position) { return false }
      default:
        return false
      }
    }
    return true
  }

  @inline(__always)
  private mutating func passPlaces(
    before offset: Int, _ places: inout Slice<UnsafeBufferPointer<Int>>
  ) {
    while let place = places.first, place < offset {
      places.removeFirst()
      mark()
    }
  }

  @inline(__always)
  private mutating func mark() {
    marks += 1
    endOfBlock = nil
  }

  private mutating func closeBlock(at brace: Int) {
    guard let block = openBlocks.popLast(), block.marks == marks,
      shortestSkip < brace - (block.previousEnd ?? block.brace)
    else { return }
    idleBlocks.append(
      IdleBlock(brace: block.brace, previousEnd: block.previousEnd, end: brace))
  }

  /// Of blocks in each other the outermost that can be skipped.
  private mutating func addSkipped(_ source: SourceBytes) {
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
private let shortestSkip = 32

extension SourceBytes {
  /// Whether it may be one of `#if`, `#elseif`, `#else` and `#endif`.
  fileprivate func isDirective(at pound: Int) -> Bool {
    starts(with: "#if", at: pound) || starts(with: "#e", at: pound)
  }

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
