/// Finds the places where one of several byte pairs stands.
enum PairSearch: Sendable {
  case vector(VectorSearch)
  case table

  /// - Parameters:
  ///   - table: has the pairs.
  ///   - isMatch: takes an offset and the number of the pair there, which is in the table.
  /// - Returns: whether it says yes to one.
  @inline(__always)
  func find(
    _ table: PairTable, in bytes: UnsafeBufferPointer<UInt8>, isMatch: (Int, Int) -> Bool
  ) -> Bool {
    switch self {
    case .vector(let search):
      search.find(in: bytes) { isMatch($0, table.number(at: $0, in: bytes)) }
    case .table:
      table.find(in: bytes, isMatch: isMatch)
    }
  }
}

/// A number from 1 to 255 for each of some byte pairs; several may have the same.
struct PairTable: Sendable {
  /// By the two bytes of a pair, the second the higher one; 0 for other pairs.
  private var numbers: [UInt8] = Array(repeating: 0, count: 1 << 16)

  init(_ pairs: [BytePair]) {
    for (index, pair) in pairs.enumerated() { numbers[pair.index] = Self.number(at: index) }
  }

  /// - Parameter index: of the pair among those of the table.
  static func number(at index: Int) -> UInt8 { UInt8(1 + index % 255) }

  @inline(__always)
  func number(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard offset + 1 < bytes.count else { return 0 }
    return Int(numbers[BytePair(first: bytes[offset], second: bytes[offset + 1]).index])
  }

  /// Looks at four positions at once, as few have a pair.
  @inline(__always)
  func find(in bytes: UnsafeBufferPointer<UInt8>, isMatch: (Int, Int) -> Bool) -> Bool {
    guard let start = UnsafeRawPointer(bytes.baseAddress) else { return false }
    return numbers.withUnsafeBufferPointer { numbers in
      let numbers = numbers.baseAddress!
      let number = { (offset: Int) in
        let pair = start.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
        return numbers[Int(UInt16(littleEndian: pair))]
      }
      let end = bytes.count &- 1
      var offset = 0
      while offset < end {
        let isLast = end &- offset < 4
        if isLast
          || number(offset) | number(offset &+ 1) | number(offset &+ 2) | number(offset &+ 3) != 0
        {
          for place in offset..<(isLast ? end : offset &+ 4) {
            let number = number(place)
            if number != 0, isMatch(place, Int(number)) { return true }
          }
        }
        offset &+= 4
      }
      return false
    }
  }
}

/// For the pairs of few texts: each is compared with 32 positions at once.
struct VectorSearch: Sendable {
  /// Up to how many texts it is faster than a table.
  static let limit = 24

  private typealias Vector = SIMD32<UInt8>
  /// The two bytes of each pair, one pair after the other.
  private let pairs: [Vector]

  init(_ pairs: [BytePair]) {
    self.pairs = pairs.flatMap { [Vector(repeating: $0.first), Vector(repeating: $0.second)] }
  }

  @inline(__always)
  func find(in bytes: UnsafeBufferPointer<UInt8>, isMatch: (Int) -> Bool) -> Bool {
    guard let start = UnsafeRawPointer(bytes.baseAddress) else { return false }
    return pairs.withUnsafeBufferPointer { pairs in
      var offset = 0
      while offset + Vector.scalarCount < bytes.count {
        let hits = hits(of: pairs, at: start + offset)
        if hits != .zero {
          for word in 0..<4 {
            var lanes = UInt64(littleEndian: hits[word])
            while lanes != 0 {
              let lane = lanes.trailingZeroBitCount / 8
              if isMatch(offset + 8 * word + lane) { return true }
              lanes &= ~(0xFF << UInt64(8 * lane))
            }
          }
        }
        offset += Vector.scalarCount
      }
      return (offset..<bytes.count).contains { isMatch($0) }
    }
  }

  /// Bytes that are not 0 where a pair stands. The masks are joined as words of 64 bits, since the
  /// compiler has no vector instruction for `|` of masks or bytes.
  @inline(__always)
  private func hits(
    of pairs: UnsafeBufferPointer<Vector>, at start: UnsafeRawPointer
  ) -> SIMD4<UInt64> {
    let chunk = start.loadUnaligned(as: Vector.self)
    let next = start.loadUnaligned(fromByteOffset: 1, as: Vector.self)
    var hits = SIMD4<UInt64>.zero
    var index = 0
    while index < pairs.count {
      let first = unsafeBitCast(chunk .== pairs[index], to: SIMD4<UInt64>.self)
      let second = unsafeBitCast(next .== pairs[index + 1], to: SIMD4<UInt64>.self)
      hits |= first & second
      index += 2
    }
    return hits
  }
}
