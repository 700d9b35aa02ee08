// Most of a file is names, brackets and simple operators. They are found 64 bytes at a time;
// whatever needs a closer look is left to `lexToken`, which could read them all.

extension Lexer {
  /// The number of blocks that, with one more, need no memory from the heap.
  static let blockCapacity = 41

  /// Reads the tokens that begin in the next `blockCapacity` blocks, or near the end of the file
  /// one thing.
  ///
  /// For speed alone: `lexToken` could read everything.
  mutating func lexBlocks() {
    // The text of a name is looked at 16 bytes at a time.
    let count = min(Self.blockCapacity, (source.count - position - 16) / ByteBlock.size)
    if count <= 0 { return lexToken() }
    let base = position
    let end = base + count * ByteBlock.size
    let blocks = blocks.baseAddress.unsafelyUnwrapped
    let endsWithNewline = source.readBlocks(from: base, into: blocks, count: count)
    while position < end {
      if lexPlainTokens(of: blocks, from: base, to: end) { continue }
      lexIntricateToken()
      if position < end {
        let offset = position - base
        blocks[offset >> 6].beginToken(at: offset & 63)
      }
    }
    if position == end, endsWithNewline { passNewline() }
  }

  /// Reads one thing that is not plain, and all of a string.
  @inline(__always)
  private mutating func lexIntricateToken() {
    switch source[position] {
    // These two are the most frequent.
    case "\"": lexString(pounds: 0)
    case "/": if !lexComment() { lexOperator() }
    default: lexToken()
    }
    while !interpolatedStrings.isEmpty, position < source.count { lexToken() }
  }

  /// Reads the tokens from `position` on, up to the first that is not plain.
  /// - Parameters:
  ///   - base: the start of the first block.
  ///   - end: the end of the last block.
  /// - Returns: whether all were plain.
  @inline(__always)
  private mutating func lexPlainTokens(
    of blocks: UnsafeMutablePointer<ByteBlock>, from base: Int, to end: Int
  ) -> Bool {
    let first = position &- base
    var block = blocks + first &>> 6
    var blockStart = position &- first & 63
    // Copies of these stay in registers, since they are not reached through `self`.
    let (source, traits, keywords, sought) = (source, traits, keywords, sought)
    let bytes = source.start
    var starts = block.pointee.starts & .ones(from: first)
    let staging = staging.baseAddress.unsafelyUnwrapped
    var tokens = TokenWriter(next: staging + stagedCount)
    repeat {
      var lineStarts = block.pointee.lineStarts
      if isAtLineStart, starts != 0 {
        lineStarts |= starts & (0 &- starts)
        isAtLineStart = false
      }
      makeRoomForBlock(&tokens, after: staging)
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
          let (kind, length) = source.plainOperator(at: start, traits)
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
        return false
      }
      block += 1
      blockStart &+= ByteBlock.size
      starts = block.pointee.starts
    } while blockStart < end
    stagedCount = tokens.next - staging
    position = end
    return true
  }

  /// Makes room for a token at each byte of a block.
  /// - Parameter staging: the first of the staged tokens.
  @inline(__always)
  private mutating func makeRoomForBlock(
    _ tokens: inout TokenWriter, after staging: UnsafeMutablePointer<Token>
  ) {
    guard staging + (Self.stagingCapacity - ByteBlock.size) <= tokens.next else { return }
    stagedCount = tokens.next - staging
    moveStagedTokens(keeping: 2)
    tokens.next = staging + stagedCount
  }

  /// The length of the name that begins with bit `index` of the block; a longer name ends with the
  /// next block.
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
