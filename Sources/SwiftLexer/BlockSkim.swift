/// Text between braces that is not lexed, since nobody is interested in it.
package struct SkippedText: Sendable {
  /// Offset from 0 in UTF-8 bytes; what stands before it, after the opening brace, is lexed.
  package let start: Int
  /// Offset of the closing brace.
  package let end: Int
  /// Whether the closing brace is the first on its line.
  let endsLine: Bool
}

/// Finds the blocks of a file that nobody is interested in, without lexing it: only braces, strings
/// and comments are looked at, which takes a fraction of the time.
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

  private struct OpenBlock {
    let brace: Int
    /// How many marks stand before it.
    let marks: Int
  }

  private struct IdleBlock {
    let brace: Int
    /// Offset of the closing brace.
    let end: Int
  }

  package init() {}

  /// - Parameter places: offsets of what must be lexed, in order; none of them at a brace. Those in
  ///   comments do not count.
  package mutating func skim(_ bytes: UnsafeBufferPointer<UInt8>, keeping places: [Int]) {
    skipped.removeAll(keepingCapacity: true)
    openBlocks.removeAll(keepingCapacity: true)
    idleBlocks.removeAll(keepingCapacity: true)
    marks = 0
    let source = SourceBytes(bytes: bytes)
    if places.withUnsafeBufferPointer({ skim(source, $0) }) { addSkipped(source) }
  }

  /// - Returns: false where it gave up.
  private mutating func skim(
    _ source: SourceBytes, _ places: UnsafeBufferPointer<Int>
  ) -> Bool {
    guard var stops = Stops(source) else { return false }
    var places = places[...]
    while let position = stops.next() {
      switch source[position] {
      case "{":
        passPlaces(before: position, &places)
        openBlocks.append(OpenBlock(brace: position, marks: marks))
      case "}":
        passPlaces(before: position, &places)
        closeBlock(at: position)
      case "/":
        if let end = source.endOfComment(at: position) {
          passPlaces(before: position, &places)
          while let place = places.first, place < end { places.removeFirst() }
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
        if source.isDirective(at: position) { marks += 1 }
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
      marks += 1
    }
  }

  private mutating func closeBlock(at brace: Int) {
    guard let block = openBlocks.popLast(), block.marks == marks,
      shortestSkip < brace - block.brace
    else { return }
    idleBlocks.append(IdleBlock(brace: block.brace, end: brace))
  }

  /// Of blocks in each other the outermost that can be skipped.
  private mutating func addSkipped(_ source: SourceBytes) {
    var next = source.count
    for block in idleBlocks.reversed() where block.end < next {
      guard let text = source.skippedText(from: block.brace + 1, to: block.end) else { continue }
      skipped.append(text)
      next = block.brace
    }
    skipped.reverse()
  }
}

/// Goes through the bytes of a file that a skim must look at, 64 bytes at a time.
private struct Stops {
  private let source: SourceBytes
  /// Offset of the 64 bytes.
  private var start = 0
  /// Those of the 64 bytes that are still to come.
  private var bits: UInt64 = 0
  /// Those of the next 64 bytes; nil where they are not known yet.
  private var nextBits: UInt64?

  /// Nil for a file that is too short. The last byte of a file changes nothing before it.
  init?(_ source: SourceBytes) {
    guard 64 < source.count else { return nil }
    self.source = source
    read()
  }

  @inline(__always)
  mutating func next() -> Int? {
    while bits == 0 {
      start += 64
      guard start + 1 < source.count else { return nil }
      read()
    }
    let index = bits.trailingZeroBitCount
    bits &= bits &- 1
    return start + index
  }

  /// Passes over what is before an offset.
  @inline(__always)
  mutating func pass(to end: Int) {
    if 64 <= end - start {
      if 128 <= end - start { nextBits = nil }
      start = end & ~63
      bits = 0
      if start + 1 < source.count { read() }
    }
    bits &= .ones(from: end - start)
  }

  /// Finds those of the 64 bytes. For twice as many it takes little longer.
  @inline(__always)
  private mutating func read() {
    if let next = nextBits {
      bits = next
      nextBits = nil
    } else if start + 128 < source.count {
      let rows = (source.stops(at: start), source.stops(at: start + 64))
      let (first, second) = BitRows.transposed(rows.0, rows.1)
      bits = first
      nextBits = second
    } else {
      let last = min(start, source.count - 65)
      bits = BitRows.transposed(source.stops(at: last), BitRows()).0 &>> UInt64(start - last)
    }
  }
}

/// In bytes. To skip less is not worth it.
private let shortestSkip = 32

extension SourceBytes {
  /// Which of the 64 bytes from an offset on are braces, the start of what may hold some (quotes,
  /// comments, what is not ASCII), or two angles, which may be part of a conflict marker: of four,
  /// two are in one row.
  @inline(__always)
  fileprivate func stops(at start: Int) -> BitRows {
    var rows = BitRows()
    for row in 0..<4 {
      let bytes = rowPair(3 &- row, at: start)
      let isQuoteOrPound = (bytes & SIMD16(repeating: 0xFE)) .== .all("\"")
      let isSlashOrApostrophe = (bytes | SIMD16(repeating: 8)) .== .all("/")
      let isBraceOrBeyond = bytes .>= .all("{")
      let angles = unsafeBitCast(
        (bytes | SIMD16(repeating: 2)) .== .all(">"), to: SIMD2<UInt64>.self)
      let isAngles = unsafeBitCast(
        angles & angles &>> SIMD2(repeating: 8), to: SIMDMask<SIMD16<Int8>>.self)
      rows.append(
        isQuoteOrPound .| isSlashOrApostrophe .| isBraceOrBeyond .| (bytes .== .all("`"))
          .| isAngles)
    }
    return rows
  }

  /// Whether one of the angles at the offset, or the one before it, may begin a conflict marker;
  /// see `lexConflictMarker`.
  fileprivate func beginsConflict(at offset: Int) -> Bool {
    let start = byte(before: offset) == bytes[offset] ? offset - 1 : offset
    let isAtLineStart = start == 0 || bytes[start - 1].isNewline
    return isAtLineStart && byte(at: start + 3) == bytes[offset]
  }

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
