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
  /// How many places and directives were passed; directives must all be known to whoever pairs the
  /// brackets.
  private var marks = 0

  private struct OpenBlock {
    let brace: Int
    /// How many marks stand before it.
    let marks: Int
  }

  package init() {}

  /// - Parameter places: offsets of what must be lexed, in order; none of them at a brace. Those in
  ///   comments do not count.
  package mutating func skim(_ bytes: UnsafeBufferPointer<UInt8>, keeping places: [Int]) {
    skipped.removeAll(keepingCapacity: true)
    openBlocks.removeAll(keepingCapacity: true)
    marks = 0
    let isDone = places.withUnsafeBufferPointer { skim(SourceBytes(bytes: bytes), $0) }
    if !isDone { skipped.removeAll(keepingCapacity: true) }
  }

  /// - Returns: false where it gave up.
  private mutating func skim(
    _ source: SourceBytes, _ places: UnsafeBufferPointer<Int>
  ) -> Bool {
    guard !source.mayHoldConflict else { return false }
    var places = places[...]
    var position = 0
    while true {
      position = source.end(from: position) { $0.isPlainCode }
      guard position < source.count else { return true }
      switch source[position] {
      case "{":
        passPlaces(before: position, &places)
        openBlocks.append(OpenBlock(brace: position, marks: marks))
        position += 1
      case "}":
        passPlaces(before: position, &places)
        closeBlock(at: position, source)
        position += 1
      case "/":
        if let end = source.endOfComment(at: position) {
          passPlaces(before: position, &places)
          while let place = places.first, place < end { places.removeFirst() }
          position = end
        } else {
          guard let end = source.endOfSlash(at: position) else { return false }
          position = end
        }
      case "\"":
        guard let end = source.endOfString(at: position) else { return false }
        position = end
      case "#":
        guard let end = source.endOfPound(at: position) else { return false }
        if source.isDirective(at: position) { marks += 1 }
        position = end
      case "`":
        position = source.endOfName(inBackticksAt: position)
      case "|", "~", "\u{7F}":
        position += 1
      default:
        return false
      }
    }
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

  private mutating func closeBlock(at brace: Int, _ source: SourceBytes) {
    guard let block = openBlocks.popLast(), block.marks == marks,
      shortestSkip < brace - block.brace,
      let start = source.endOfFirstToken(in: block.brace + 1..<brace),
      shortestSkip < brace - start
    else { return }
    var end = brace - 1
    while source[end] == " " || source[end] == "\t" { end -= 1 }
    // A comment may hold a newline, and other bytes may be no code.
    guard source[end].isNewline || "!"..."~" ~= source[end] && source[end] != "/" else { return }
    while let last = skipped.last, block.brace < last.start { skipped.removeLast() }
    let endsLine = source[end].isNewline
    skipped.append(SkippedText(start: start, end: brace, endsLine: endsLine))
  }
}

/// In bytes. To skip less is not worth it.
private let shortestSkip = 32

extension SIMD16<UInt8> {
  /// Which bytes are neither braces nor the start of what may hold some: quotes, comments, what is
  /// not ASCII.
  @inline(__always)
  fileprivate var isPlainCode: SIMDMask<SIMD16<Int8>> {
    let isQuoteOrPound = (self & Self(repeating: 0xFE)) .== .all("\"")
    let isSlashOrApostrophe = (self | Self(repeating: 8)) .== .all("/")
    let isBraceOrBeyond = self .>= .all("{")
    return .!(isQuoteOrPound .| isSlashOrApostrophe .| isBraceOrBeyond .| (self .== .all("`")))
  }
}

extension SourceBytes {
  /// Whether a line starts with a `<` or `>`, as a conflict marker does; see `lexConflictMarker`.
  fileprivate var mayHoldConflict: Bool {
    if byte(at: 0) == "<" || byte(at: 0) == ">" { return true }
    var offset = 0
    while offset + 33 <= count {
      let isFound = startsWithAngle(lineAfter: offset) | startsWithAngle(lineAfter: offset + 16)
      if isFound != .zero { return true }
      offset += 32
    }
    return (offset..<count).contains { bytes[$0] <= 0x0D && byte(at: $0 + 1) | 2 == ">" }
  }

  /// Bits where one of 16 bytes may end a line and the next is a `<` or `>`.
  @inline(__always)
  private func startsWithAngle(lineAfter offset: Int) -> SIMD2<UInt64> {
    let start = UnsafeRawPointer(bytes.baseAddress! + offset)
    let isLineEnd = start.loadUnaligned(as: SIMD16<UInt8>.self) .<= .all("\r")
    let next = start.loadUnaligned(fromByteOffset: 1, as: SIMD16<UInt8>.self)
    let isAngle = (next | SIMD16(repeating: 2)) .== .all(">")
    return unsafeBitCast(isLineEnd, to: SIMD2<UInt64>.self)
      & unsafeBitCast(isAngle, to: SIMD2<UInt64>.self)
  }

  /// Whether it may be one of `#if`, `#elseif`, `#else` and `#endif`.
  fileprivate func isDirective(at pound: Int) -> Bool {
    starts(with: "#if", at: pound) || starts(with: "#e", at: pound)
  }

  /// The offset after the first token, or the capture list, in the braces; nil where it is hard to
  /// tell, or may be part of more that counts, as an attribute is.
  fileprivate func endOfFirstToken(in block: Range<Int>) -> Int? {
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
