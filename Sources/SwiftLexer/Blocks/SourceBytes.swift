/// The bytes of a file, and what they tell without the bytes before them.
struct SourceBytes {
  let bytes: UnsafeBufferPointer<UInt8>

  var count: Int { bytes.count }
  /// The address of the first byte of a file that is not empty.
  var start: UnsafePointer<UInt8> { bytes.baseAddress.unsafelyUnwrapped }

  @inline(__always)
  subscript(offset: Int) -> UInt8 { bytes[offset] }

  /// The byte at an offset; NUL after the end of the file, where no rule needs to know the two
  /// apart.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 { offset < count ? bytes[offset] : 0 }

  /// The byte before an offset; NUL at the start of the file.
  @inline(__always)
  func byte(before offset: Int) -> UInt8 { 0 < offset ? bytes[offset - 1] : 0 }

  func starts(with text: StaticString, at offset: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    return offset + length <= count
      && (0..<length).allSatisfy { bytes[offset + $0] == text.utf8Start[$0] }
  }

  func countPounds(from start: Int, limit: Int = .max) -> Int {
    var pounds = 0
    while pounds < limit, byte(at: start + pounds) == "#" { pounds += 1 }
    return pounds
  }

  /// The offset of the next newline, or of the end of the file.
  func endOfLine(from start: Int) -> Int {
    end(from: start) { ($0 .!= .all("\n")) .& ($0 .!= .all("\r")) }
  }

  /// The offset after the characters that may follow the first one of a name.
  func endOfName(from start: Int) -> Int {
    var end = end(from: start, passingOver: { $0.isName })
    while end < count, !bytes[end].isASCII {
      let decoded = decodeScalar(at: end)
      guard let scalar = decoded.scalar, scalar.continuesName else { break }
      end = self.end(from: decoded.end, passingOver: { $0.isName })
    }
    return end
  }

  /// Reads the scalar at `start`, which lies inside the file. Bytes that are not UTF-8 are taken
  /// together: a lead byte with the continuations it has, or all bytes that can begin no scalar.
  func decodeScalar(at start: Int) -> (scalar: Unicode.Scalar?, end: Int) {
    let first = bytes[start]
    if first.isASCII { return (Unicode.Scalar(first), start + 1) }
    let leadBytes: ClosedRange<UInt8> = 0xC2...0xF4
    var end = start + 1
    guard leadBytes ~= first else {
      while end < count, !bytes[end].isASCII, !(leadBytes ~= bytes[end]) { end += 1 }
      return (nil, end)
    }
    let length = (~first).leadingZeroBitCount
    var value = UInt32(first & (0x7F >> length))
    while end < start + length {
      guard end < count, (0x80...0xBF) ~= bytes[end] else { return (nil, end) }
      value = value << 6 | UInt32(bytes[end] & 0x3F)
      end += 1
    }
    let scalar = Unicode.Scalar(value)
    return (scalar.map(UTF8.width) == length ? scalar : nil, end)
  }
}

// Vectors hold sixteen bytes. Both sides of each operation on them are vectors: only so does it
// become one instruction.

extension SourceBytes {
  /// The 16 bytes from an offset on; NUL after the end of the file.
  @inline(__always)
  func vector(at offset: Int) -> SIMD16<UInt8> {
    offset + 16 <= count ? wholeVector(at: offset) : lastVector(at: offset)
  }

  /// The 16 bytes from an offset on, all of which lie inside the file.
  @inline(__always)
  func wholeVector(at offset: Int) -> SIMD16<UInt8> {
    UnsafeRawPointer(start + offset).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  @inline(never)
  private func lastVector(at offset: Int) -> SIMD16<UInt8> {
    var vector = SIMD16<UInt8>()
    withUnsafeMutableBytes(of: &vector) { $0.copyBytes(from: bytes[offset...]) }
    return vector
  }

  /// The offset of the first byte from `start` on that is not to be passed over, or of the end of
  /// the file.
  @inline(__always)
  func end(
    from start: Int, passingOver isPassed: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
  ) -> Int {
    var end = start
    while end &+ 16 <= count {
      let isPassed = isPassed(wholeVector(at: end))
      if !isPassed.isTrue { return end &+ isPassed.trueCount }
      end &+= 16
    }
    if count <= end { return count }
    return min(end &+ isPassed(lastVector(at: end)).trueCount, count)
  }
}

extension SIMD16<UInt8> {
  @inline(__always)
  static func all(_ character: Unicode.Scalar) -> Self { Self(repeating: UInt8(ascii: character)) }

  /// The lanes whose byte may stand in a name.
  @inline(__always)
  var isName: SIMDMask<SIMD16<Int8>> {
    let isLetter = (self | Self(repeating: 0x20)).isWithin("a", count: 26)
    let isDigit = isWithin("0", count: 10)
    return isLetter .| isDigit .| (self .== .all("_")) .| (self .== .all("$"))
  }

  /// The lanes whose byte is among the `count` characters from `first` on.
  @inline(__always)
  private func isWithin(_ first: Unicode.Scalar, count: Int8) -> SIMDMask<SIMD16<Int8>> {
    // Comparing signed numbers takes fewer instructions.
    let distance = unsafeBitCast(
      self &- Self(repeating: UInt8(ascii: first) &+ 128), to: SIMD16<Int8>.self)
    return distance .< SIMD16<Int8>(repeating: -128 &+ count)
  }
}

/// The classes of 64 bytes. Bit `i` of each number stands for byte `i`.
struct ByteBlock {
  static let size = 64

  /// The bytes that may stand in a name, but for those outside ASCII.
  let names: UInt64
  /// The bytes where a token or a comment may begin: the first byte of each name, and every byte
  /// that is neither name nor blank.
  var starts: UInt64
  /// The `starts` with nothing but blanks between them and a newline.
  let lineStarts: UInt64

  /// Notes that the token before a byte is over: a number or a directive may end within bytes that
  /// look like one name, as in `1.5a` and `#if1`.
  mutating func beginToken(at index: Int) {
    starts |= names & 1 &<< UInt64(truncatingIfNeeded: index)
  }
}

extension SourceBytes {
  /// Classifies the bytes from `start` on, all of which lie inside the file; a token, or nothing,
  /// begins at `start`. Adds one more block, which ends no name. Returns whether nothing but blanks
  /// follows the last newline.
  func readBlocks(
    from start: Int, into blocks: UnsafeMutablePointer<ByteBlock>, count: Int
  ) -> Bool {
    var lastName: UInt64 = 0
    var newline: UInt64 = 0
    for index in 0..<count {
      let block = start &+ index &* ByteBlock.size
      let names = bits(at: block) { $0.isName }
      let newlines = bits(at: block) { ($0 .== .all("\n")) .| ($0 .== .all("\r")) }
      let blanks = newlines | bits(at: block) { ($0 .== .all(" ")) .| ($0 .== .all("\t")) }
      // A newline runs through the blanks after it, as a carry does.
      let (sum, carry) = blanks.addingReportingOverflow(newlines)
      let (carried, nextCarry) = sum.addingReportingOverflow(newline)
      (blocks + index).initialize(
        to: ByteBlock(
          names: names, starts: ~blanks & ~(names & (names &<< 1 | lastName)),
          lineStarts: carried & ~blanks))
      lastName = names &>> 63
      newline = carry || nextCarry ? 1 : 0
    }
    (blocks + count).initialize(to: ByteBlock(names: .max, starts: 0, lineStarts: 0))
    return newline != 0
  }

  /// The bytes of a class among the 64 from an offset on: bit `i` tells of byte `i`.
  @inline(__always)
  func bits(
    at start: Int, of isInClass: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
  ) -> UInt64 {
    SIMDMask.bits { isInClass(wholeVector(at: start &+ 16 &* $0)) }
  }
}

extension UInt64 {
  /// The number with all bits set from `index` on; the lowest bit is 0.
  @inline(__always)
  static func ones(from index: Int) -> UInt64 { .max &<< UInt64(truncatingIfNeeded: index) }

  @inline(__always)
  func bit(_ index: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: self &>> UInt64(truncatingIfNeeded: index)) & 1
  }
}
