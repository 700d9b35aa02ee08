// Names, brackets and simple operators, which are most of a file. They are found 64 bytes at a
// time; whatever needs a closer look is left to `lexToken`, which could read them all.

extension Lexer {
  static let blockCapacity = 64

  /// Reads what begins in the next 4 KiB, or near the end of the file one thing.
  /// - Parameter limit: where a token ends after which nothing is read, or the end of the file.
  mutating func lexBlocks(to limit: Int) {
    let neededCount = (limit - position + ByteBlock.size - 1) / ByteBlock.size
    // The text of a name is looked at 16 bytes at a time.
    let count = min(
      Self.blockCapacity, neededCount, (source.count - position - 16) / ByteBlock.size)
    if count <= 0 { return lexToken() }
    let base = position
    let end = base + count * ByteBlock.size
    let blocks = blocks.baseAddress.unsafelyUnwrapped
    let endsWithNewline = source.readBlocks(from: base, into: blocks, count: count)
    while position < min(end, limit) { lexBlock(of: blocks, base..<end, to: limit) }
    if position == end, endsWithNewline { passNewline() }
  }

  /// Reads what begins in the block around `position`, as far as the first thing that is not plain.
  /// - Parameters:
  ///   - range: where all the blocks lie.
  ///   - limit: where to stop.
  @inline(__always)
  private mutating func lexBlock(
    of blocks: UnsafeMutablePointer<ByteBlock>, _ range: Range<Int>, to limit: Int
  ) {
    let first = position &- range.lowerBound
    let block = blocks + first &>> 6
    let blockStart = position &- first & 63
    // What is not reached through `self` stays in registers.
    let (source, traits, keywords, sought) = (source, traits, keywords, sought)
    let bytes = source.start
    var starts = block.pointee.starts & .ones(from: position &- blockStart)
    if limit &- blockStart < ByteBlock.size { starts &= ~.ones(from: limit &- blockStart) }
    var lineStarts = block.pointee.lineStarts
    if isAtLineStart, starts != 0 {
      lineStarts |= starts & (0 &- starts)
      isAtLineStart = false
    }
    makeRoomForBlock()
    let staging = staging.baseAddress.unsafelyUnwrapped
    var tokens = TokenWriter(next: staging + stagedCount)
    while starts != 0 {
      let index = starts.trailingZeroBitCount
      let start = blockStart &+ index
      let first = traits[bytes[start]]
      let isAtLineStart = lineStarts.bit(index)
      starts &= starts &- 1
      if first.kind == .identifier {
        let length = lengthOfName(at: index, in: block)
        if index &+ length < 2 * ByteBlock.size, bytes[start &+ length].isASCII {
          let (word, hash) = keywords.word(in: source.wholeVector(at: start), length: length)
          let mark = SoughtWords.mark(of: hash, in: sought)
          tokens.append(start, length, word.atLineStart(isAtLineStart).marked(mark))
          continue
        }
      } else if first.notBefore.isDisjoint(with: traits[bytes[start &+ 1]].classes) {
        tokens.append(start, 1, Token.Traits(first.kind).atLineStart(isAtLineStart))
        continue
      } else if first.classes.contains(.plainOperator), 0 < start {
        let (kind, length) = plainOperator(at: start)
        if 0 < length, index &+ length <= ByteBlock.size {
          tokens.append(start, length, Token.Traits(kind).atLineStart(isAtLineStart))
          starts &= .ones(from: index) &<< UInt64(truncatingIfNeeded: length)
          continue
        }
      }
      stagedCount = tokens.next - staging
      position = start
      if block.pointee.lineStarts.bit(index) == 1 { passNewline() }
      self.isAtLineStart = isAtLineStart == 1
      switch bytes[start] {
      // The most frequent ones.
      case "\"": lexString(pounds: 0)
      case "/": if !lexComment() { lexOperator() }
      default: lexToken()
      }
      while !interpolatedStrings.isEmpty, position < source.count { lexToken() }
      if position < range.upperBound {
        let offset = position &- range.lowerBound
        blocks[offset &>> 6].beginToken(at: offset & 63)
      }
      return
    }
    stagedCount = tokens.next - staging
    position = min(blockStart &+ ByteBlock.size, limit)
  }

  /// The length of the name that begins with bit `index` of the block; if it is longer than what is
  /// known of it, it ends with the next block.
  @inline(__always)
  private func lengthOfName(at index: Int, in block: UnsafePointer<ByteBlock>) -> Int {
    let names = block.pointee.names &>> UInt64(truncatingIfNeeded: index)
    let length = (~names).trailingZeroBitCount
    if index &+ length < ByteBlock.size { return length }
    return length &+ (~block[1].names).trailingZeroBitCount
  }
}

/// Writes tokens one after the other.
private struct TokenWriter {
  var next: UnsafeMutablePointer<Token>

  @inline(__always)
  mutating func append(_ start: Int, _ length: Int, _ traits: Token.Traits) {
    Token.write(start, length: length, traits, to: next)
    next += 1
  }
}
