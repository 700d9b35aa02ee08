/// Text between braces that is not lexed, since nobody is interested in it.
package struct SkippedText: Sendable {
  /// Offset from 0 in UTF-8 bytes; what stands before it, after the opening brace, is lexed.
  package let start: Int
  /// Offset of the closing brace.
  package let end: Int
  /// Offset of the newline that the closing brace stands after; nil where code stands between.
  let newline: Int?
}

/// Finds the blocks of a file that nobody is interested in, without lexing it: only braces, strings
/// and comments are looked at, which takes a fraction of the time.
///
/// Where a look at the bytes cannot tell what they are as surely as the lexer can, it gives up: at
/// raw strings, what may be a regex, characters beyond ASCII, what is left of a conflict, and so on.
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
    reset()
    let isDone = places.withUnsafeBufferPointer { skim(SourceBytes(bytes: bytes), $0) }
    if !isDone { skipped.removeAll(keepingCapacity: true) }
  }

  /// Forgets the blocks.
  package mutating func reset() {
    skipped.removeAll(keepingCapacity: true)
    openBlocks.removeAll(keepingCapacity: true)
    marks = 0
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
          guard source.isDivision(at: position) else { return false }
          position += 1
        }
      case "\"":
        guard let end = source.endOfString(at: position) else { return false }
        position = end
      case "#":
        guard source.isPlainPound(at: position) else { return false }
        if source.isDirective(at: position) { marks += 1 }
        position += 1
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
  private mutating func passPlaces(before offset: Int, _ places: inout Slice<UnsafeBufferPointer<Int>>) {
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
    let newline = source[end].isNewline ? end : nil
    skipped.append(SkippedText(start: start, end: brace, newline: newline))
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

  /// The offset after the comment that starts there; nil where none does.
  fileprivate func endOfComment(at offset: Int) -> Int? {
    switch byte(at: offset + 1) {
    case "/": endOfLine(from: offset + 2)
    case "*": endOfBlockComment(from: offset).end
    default: nil
    }
  }

  /// Whether the slash is one of an operator, for sure.
  fileprivate func isDivision(at slash: Int) -> Bool {
    var before = slash - 1
    let isBound = 0 <= before && bytes[before] != " "
    while 0 <= before, bytes[before] == " " { before -= 1 }
    guard 0 <= before else { return false }
    switch bytes[before] {
    case ")", "]": break
    case "a"..."z", "A"..."Z", "0"..."9", "_":
      // What follows a keyword may be a regex.
      if !isBound, isKeyword(endingAt: before) { return false }
    default: return false
    }
    return isBound || byte(at: slash + 1) == " "
  }

  private func isKeyword(endingAt last: Int) -> Bool {
    var start = last
    while 0 < start, bytes[start - 1].isLetterOrUnderscore { start -= 1 }
    let length = last + 1 - start
    return length < 16 && KeywordTable.shared.keyword(vector(at: start).first(length)) != .none
  }

  /// Whether nothing but a directive, a macro or the like starts there.
  fileprivate func isPlainPound(at offset: Int) -> Bool {
    guard 0 < offset, bytes[offset - 1] != "<" else { return false }
    switch byte(at: offset + 1) {
    case "a"..."z", "A"..."Z", "_": return true
    default: return false
    }
  }

  /// Whether it may be one of `#if`, `#elseif`, `#else` and `#endif`.
  fileprivate func isDirective(at pound: Int) -> Bool {
    starts(with: "#if", at: pound) || starts(with: "#e", at: pound)
  }

  fileprivate func endOfName(inBackticksAt offset: Int) -> Int {
    let end = endOfBackticks(from: offset + 1)
    return byte(at: end) == "`" ? end + 1 : offset + 1
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

// Strings, with their interpolations.

extension SourceBytes {
  /// The offset after the string literal that starts there; nil where that is hard to tell.
  fileprivate func endOfString(at quote: Int, depth: Int = 0) -> Int? {
    let isTriple = byte(at: quote + 1) == "\"" && byte(at: quote + 2) == "\""
    guard !isTriple || depth == 0 else { return nil }
    var offset = quote + (isTriple ? 3 : 1)
    while true {
      offset = end(from: offset) {
        ($0 .!= .all("\"")) .& ($0 .!= .all("\\")) .& ($0 .!= .all("\n")) .& ($0 .!= .all("\r"))
      }
      guard offset < count else { return count }
      switch bytes[offset] {
      case "\\":
        switch byte(at: offset + 1) {
        case "(":
          guard let end = endOfInterpolation(from: offset + 2, depth: depth) else { return nil }
          offset = end
        case "\"", "'", "\\": offset += 2
        default: offset += 1
        }
      case "\"":
        guard isTriple else { return offset + 1 }
        if byte(at: offset + 1) == "\"", byte(at: offset + 2) == "\"" { return offset + 3 }
        offset += 1
      default:
        guard isTriple else { return depth == 0 ? offset : nil }
        offset += 1
      }
    }
  }

  /// The offset after the parenthesis that ends the interpolation.
  private func endOfInterpolation(from start: Int, depth: Int) -> Int? {
    guard depth < deepestInterpolation else { return nil }
    var offset = start
    var (parens, braces) = (0, 0)
    while offset < count {
      switch bytes[offset] {
      case "(":
        parens += 1
      case ")":
        parens -= 1
        if parens < 0 { return braces == 0 ? offset + 1 : nil }
      case "{":
        braces += 1
      case "}":
        braces -= 1
        if braces < 0 { return nil }
      case "\"":
        guard let end = endOfString(at: offset, depth: depth + 1) else { return nil }
        offset = end - 1
      case "!", "?":
        // The mark of a `try` makes the lexer count parentheses in its own way.
        if 3 <= offset, starts(with: "try", at: offset - 3) { return nil }
      case "/", "#", "`", "'", "\n", "\r", 0x7F...:
        return nil
      default:
        break
      }
      offset += 1
    }
    return nil
  }
}

/// How deep strings in interpolations are followed.
private let deepestInterpolation = 4
