/// Goes through the bytes of a file that a skim must look at, 64 bytes at a time.
struct SkimStops {
  private let source: SourceBytes
  /// Offset of the 64 bytes.
  private var start: Int
  /// Those of the 64 bytes that are still to come.
  private var bits: UInt64 = 0
  /// Those of the next 64 bytes; nil where they are not known yet.
  private var nextBits: UInt64?

  /// Nil for a file that is too short. The last byte of a file changes nothing before it.
  init?(_ source: SourceBytes, from start: Int) {
    guard 64 < source.count, start < source.count else { return nil }
    self.source = source
    self.start = start & ~63
    read()
    bits &= .ones(from: start & 63)
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
  func beginsConflict(at offset: Int) -> Bool {
    let start = byte(before: offset) == bytes[offset] ? offset - 1 : offset
    let isAtLineStart = start == 0 || bytes[start - 1].isNewline
    return isAtLineStart && byte(at: start + 3) == bytes[offset]
  }
}
