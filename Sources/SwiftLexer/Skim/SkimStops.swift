/// Goes through the bytes of a file that a skim must look at. They are found 4 KiB at a time, and
/// kept as bits, so that one after the other takes few instructions.
struct SkimStops {
  /// How many numbers of 64 bits are kept.
  static let capacity = 64

  private let source: SourceBytes
  /// A bit for each byte from `start` on.
  private let words: UnsafeMutablePointer<UInt64>
  private var start = 0
  private var count = 0
  /// Of the number that holds the next one, or is before it.
  private var index = 0
  /// Those of the number that are still to come.
  private var bits: UInt64 = 0

  /// Nil for a file that is too short.
  /// - Parameter words: memory for `capacity` numbers.
  init?(_ source: SourceBytes, from start: Int, in words: UnsafeMutableBufferPointer<UInt64>) {
    guard ByteBlock.size <= source.count else { return nil }
    self.source = source
    self.words = words.baseAddress.unsafelyUnwrapped
    read(from: start)
  }

  @inline(__always)
  mutating func next() -> Int? {
    while bits == 0 {
      index &+= 1
      if index < count {
        bits = words[index]
      } else {
        read(from: start &+ count &* ByteBlock.size)
        if count == 0 { return nil }
      }
    }
    let position = start &+ index &* ByteBlock.size &+ bits.trailingZeroBitCount
    bits &= bits &- 1
    return position
  }

  /// Passes over what is before an offset, which is not before the last one.
  @inline(__always)
  mutating func pass(to end: Int) {
    index = (end &- start) &>> 6
    if index < count {
      bits = words[index] & .ones(from: end &- start)
    } else {
      read(from: end)
    }
  }

  /// Finds those from an offset on; there are none at the end of the file.
  @inline(__always)
  private mutating func read(from start: Int) {
    self.start = start
    count = source.readStops(from: start, into: words, capacity: Self.capacity)
    index = 0
    bits = count == 0 ? 0 : words[0]
  }
}

extension SourceBytes {
  /// Finds what a skim must look at from an offset on, a bit for each byte.
  /// - Parameter capacity: how many numbers of 64 bits there is memory for.
  /// - Returns: how many of them there are.
  @inline(never)
  fileprivate func readStops(
    from start: Int, into words: UnsafeMutablePointer<UInt64>, capacity: Int
  ) -> Int {
    let wholeCount = min(capacity, max(0, self.count &- start) / ByteBlock.size)
    for index in 0..<wholeCount {
      words[index] = bits(at: start &+ index &* ByteBlock.size) { $0.isStop }
    }
    let end = start &+ wholeCount &* ByteBlock.size
    if wholeCount == capacity || self.count <= end { return wholeCount }
    words[wholeCount] = bitsToEnd(at: end) { $0.isStop }
    return wholeCount + 1
  }

  /// Whether the angle at the offset, or one of the three before it, may begin a conflict marker;
  /// see `lexConflictMarker`.
  func beginsConflict(at offset: Int) -> Bool {
    var start = offset
    while offset - 3 < start, byte(before: start) == bytes[offset] { start -= 1 }
    let isAtLineStart = start == 0 || bytes[start - 1].isNewline
    return isAtLineStart && byte(at: start + 3) == bytes[offset]
  }
}

extension SIMD16<UInt8> {
  /// Which bytes are braces, the start of what may hold some, or angles that may be part of a
  /// conflict marker: of four, one is the last of four bytes.
  @inline(__always)
  fileprivate var isStop: SIMDMask<SIMD16<Int8>> {
    let angle = unsafeBitCast(SIMD4<UInt32>(repeating: 0x3E00_0000), to: Self.self)
    return isBraceOrMayHoldOne .| ((self | Self(repeating: 2)) .== angle)
  }

  /// Which bytes are braces, or the start of what may hold some: quotes, comments, what is not
  /// ASCII.
  @inline(__always)
  var isBraceOrMayHoldOne: SIMDMask<SIMD16<Int8>> {
    let isQuoteOrPound = (self & Self(repeating: 0xFE)) .== .all("\"")
    let isSlashOrApostrophe = (self | Self(repeating: 8)) .== .all("/")
    return isQuoteOrPound .| isSlashOrApostrophe .| (self .>= .all("{")) .| (self .== .all("`"))
  }
}
