/// Finds the places where one of several byte pairs stands.
enum PairSearch: Sendable {
  case vector(VectorSearch)
  case table(TableSearch)

  /// - Parameter pairs: different ones.
  init(_ pairs: [BytePair]) {
    self =
      pairs.count <= VectorSearch.limit ? .vector(VectorSearch(pairs)) : .table(TableSearch(pairs))
  }

  /// Whether one of the pairs stands at an offset that `isMatch` says yes to.
  @inline(__always)
  func find(in bytes: UnsafeBufferPointer<UInt8>, isMatch: (Int) -> Bool) -> Bool {
    switch self {
    case .vector(let search): search.find(in: bytes, isMatch: isMatch)
    case .table(let search): search.find(in: bytes, isMatch: isMatch)
    }
  }
}

/// For few pairs: each is compared with 32 positions at once.
struct VectorSearch: Sendable {
  /// Up to how many pairs it is faster than a table.
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

/// For many pairs: a bit for each of the 65,536 pairs.
struct TableSearch: Sendable {
  private var bits: [UInt64] = Array(repeating: 0, count: 1024)

  init(_ pairs: [BytePair]) {
    for pair in pairs {
      let pair = Int(pair.first) | Int(pair.second) << 8
      bits[pair >> 6] |= 1 << UInt64(pair & 63)
    }
  }

  @inline(__always)
  func find(in bytes: UnsafeBufferPointer<UInt8>, isMatch: (Int) -> Bool) -> Bool {
    guard 1 < bytes.count else { return false }
    return bits.withUnsafeBufferPointer { bits in
      var pair = Int(bytes[0]) << 8
      for offset in 0..<bytes.count - 1 {
        pair = pair >> 8 | Int(bytes[offset + 1]) << 8
        guard bits[pair >> 6] >> UInt64(pair & 63) & 1 != 0 else { continue }
        if isMatch(offset) { return true }
      }
      return false
    }
  }
}
