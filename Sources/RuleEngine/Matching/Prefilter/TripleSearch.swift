/// Finds the places where one of a few texts may stand, by three neighbouring bytes of it. Texts
/// share what is compared: bits in which they differ are masked out.
struct TripleSearch: Sendable {
  private let row: TripleRow
  /// By text: where in it one of the triples is.
  let offsets: [Int]

  /// Up to how many texts may be rare enough.
  static let textLimit = 12
  /// At how many places in source code the triples may stand, as a part of all.
  private static let frequencyLimit: Float = 0.005

  /// - Returns: nil if what the texts share is too frequent to be of use.
  init?(_ texts: [[UInt8]]) {
    guard 0 < texts.count, texts.count <= Self.textLimit else { return nil }
    guard texts.allSatisfy({ 3 <= $0.count }) else { return nil }
    // What finds a text finds those that it is part of.
    let parts = texts.filter { text in !texts.contains { $0 != text && text.contains($0) } }
    var groups = parts.map { MaskedTriple.all(in: $0).reduce(into: []) { $0.add($1) } }
    Self.join(&groups)
    let (one, other) = (groups[0][0], groups.last![0])
    guard one.frequency + other.frequency < Self.frequencyLimit else { return nil }
    row = TripleRow(one, other)
    offsets = texts.map { text in
      MaskedTriple.all(in: text).firstIndex { one.covers($0) || other.covers($0) }!
    }
  }

  /// Joins two by two, first those that it costs least, until two are left.
  private static func join(_ groups: inout [[MaskedTriple]]) {
    var count = groups.count
    let rowLength = count
    // By two groups, the left one first: how frequent they are when joined.
    var frequencies = [Float](repeating: 0, count: rowLength * rowLength)
    func findFrequency(of one: Int, and other: Int) {
      let (left, right) = (min(one, other), max(one, other))
      frequencies[left * rowLength + right] = MaskedTriple.lowestFrequency(
        joining: groups[left], groups[right])
    }
    for right in groups.indices {
      for left in 0..<right { findFrequency(of: left, and: right) }
    }
    while 2 < count {
      var best = (cost: Float.infinity, left: 0, right: 0)
      for right in groups.indices where !groups[right].isEmpty {
        for left in 0..<right where !groups[left].isEmpty {
          let cost =
            frequencies[left * rowLength + right] - groups[left][0].frequency
            - groups[right][0].frequency
          if cost < best.cost { best = (cost, left, right) }
        }
      }
      groups[best.left] = MaskedTriple.rarest(joining: groups[best.left], groups[best.right])
      groups[best.right] = []
      count -= 1
      for other in groups.indices where other != best.left && 2 < count {
        findFrequency(of: best.left, and: other)
      }
    }
    groups.removeAll { $0.isEmpty }
  }

  /// Whether `isWanted` says yes to one of the places; see `LetterRunSearch`.
  ///
  /// Where a triple stands is hard to predict, so there are few branches on it: the search goes
  /// through a row of blocks first, and then looks at those that hold one.
  @inline(__always)
  func find(
    in bytes: UnsafeBufferPointer<UInt8>, where mayBeWanted: (UInt32) -> UInt32,
    isWanted: (Int, UInt32) -> Bool
  ) -> Bool {
    guard let start = UnsafeRawPointer(bytes.baseAddress) else { return false }
    let row = row
    // - Parameter start: of the bytes with the offsets; some more follow them.
    func find(in range: Range<Int>, at start: UnsafeRawPointer) -> Bool {
      withUnsafeTemporaryAllocation(of: TripleMarks.self, capacity: TripleRow.capacity) { found in
        let found = found.baseAddress!
        var offset = 0
        while offset < range.count {
          let count = row.find(in: offset..<range.count, at: start, into: found)
          for index in 0..<count {
            let isFound = found[index].contains(at: start, where: mayBeWanted) {
              isWanted(range.lowerBound &+ $0, $1)
            }
            if isFound { return true }
          }
          offset &+= TripleRow.length
        }
        return false
      }
    }
    let end = max(bytes.count - TripleRow.margin, 0) / BlockMarks.size * BlockMarks.size
    if find(in: 0..<end, at: start) { return true }
    // What is left, followed by 0.
    let size = 2 * BlockMarks.size + TripleRow.margin
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { copy in
      copy.initializeMemory(as: UInt8.self, repeating: 0)
      copy.copyMemory(from: UnsafeRawBufferPointer(start: start + end, count: bytes.count - end))
      return find(in: end..<bytes.count, at: UnsafeRawPointer(copy.baseAddress!))
    }
  }
}

/// Finds the triples in a row of blocks.
private struct TripleRow: Sendable {
  /// In bytes.
  static let length = 16 * BlockMarks.size
  /// How many bytes after a block are looked at, too.
  static let margin = 4
  /// How many halves of blocks are in a row, and one more.
  static let capacity = 2 * length / BlockMarks.size + 1

  private let one: TripleVectors
  private let other: TripleVectors
  private let form: Form

  /// How much of the triples is looked at. There is a loop for each, without a branch in it.
  private enum Form {
    case pairs
    case tripleAndPair
    case triples
  }

  init(_ one: MaskedTriple, _ other: MaskedTriple) {
    let isTurned = one.isPair && !other.isPair
    self.one = TripleVectors(isTurned ? other : one)
    self.other = TripleVectors(isTurned ? one : other)
    form =
      switch (one.isPair, other.isPair) {
      case (true, true): .pairs
      case (false, false): .triples
      default: .tripleAndPair
      }
  }

  /// - Parameter range: what the first blocks of are looked at, from `start` on.
  /// - Returns: how many halves of blocks hold a triple.
  @inline(__always)
  func find(
    in range: Range<Int>, at start: UnsafeRawPointer, into found: UnsafeMutablePointer<TripleMarks>
  ) -> Int {
    switch form {
    case .pairs:
      find(in: range, at: start, into: found) { one.pairs(at: $0) | other.pairs(at: $0) }
    case .tripleAndPair:
      find(in: range, at: start, into: found) { one.marks(at: $0) | other.pairs(at: $0) }
    case .triples:
      find(in: range, at: start, into: found) { one.marks(at: $0) | other.marks(at: $0) }
    }
  }

  @inline(__always)
  private func find(
    in range: Range<Int>, at start: UnsafeRawPointer,
    into found: UnsafeMutablePointer<TripleMarks>, marks: (UnsafeRawPointer) -> SIMD2<UInt64>
  ) -> Int {
    let end = min(range.lowerBound &+ Self.length, range.upperBound)
    var offset = range.lowerBound
    var count = 0
    while offset < end {
      let bits = BlockMarks.bits(at: start + offset, marks)
      (found + count).initialize(to: TripleMarks(offset: offset, bits: bits.x))
      count &+= bits.x == 0 ? 0 : 1
      (found + count).initialize(to: TripleMarks(offset: offset &+ 64, bits: bits.y))
      count &+= bits.y == 0 ? 0 : 1
      offset &+= BlockMarks.size
    }
    return count
  }
}

/// Where triples stand in 64 bytes, the half of a block.
private struct TripleMarks {
  let offset: Int
  let bits: UInt64

  /// Whether `isWanted` says yes to one of the places.
  /// - Parameter start: of the bytes with the offsets.
  @inline(__always)
  func contains(
    at start: UnsafeRawPointer, where mayBeWanted: (UInt32) -> UInt32,
    _ isWanted: (Int, UInt32) -> Bool
  ) -> Bool {
    var places = bits
    while places != 0 {
      let place = offset &+ places.trailingZeroBitCount
      places &= places &- 1
      let key = UInt32(littleEndian: start.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      if mayBeWanted(key) != 0, isWanted(place, key) { return true }
    }
    return false
  }
}

/// A triple, repeated.
private struct TripleVectors: Sendable {
  private typealias Vector = SIMD16<UInt8>
  private let bytes: (Vector, Vector, Vector)
  private let masks: (Vector, Vector, Vector)

  init(_ triple: MaskedTriple) {
    bytes = Self.vectors(triple.bytes)
    masks = Self.vectors(triple.mask)
  }

  private static func vectors(_ bytes: UInt32) -> (Vector, Vector, Vector) {
    func vector(_ shift: UInt32) -> Vector {
      Vector(repeating: UInt8(truncatingIfNeeded: bytes >> shift))
    }
    return (vector(0), vector(8), vector(16))
  }

  /// All bits where the triple starts in the 16 bytes from there on.
  @inline(__always)
  func marks(at start: UnsafeRawPointer) -> SIMD2<UInt64> {
    Self.marks(at: start, bytes.0, masks.0) & Self.marks(at: start + 1, bytes.1, masks.1)
      & Self.marks(at: start + 2, bytes.2, masks.2)
  }

  /// The same for the first two bytes of the triple.
  @inline(__always)
  func pairs(at start: UnsafeRawPointer) -> SIMD2<UInt64> {
    Self.marks(at: start, bytes.0, masks.0) & Self.marks(at: start + 1, bytes.1, masks.1)
  }

  @inline(__always)
  private static func marks(
    at start: UnsafeRawPointer, _ bytes: Vector, _ mask: Vector
  ) -> SIMD2<UInt64> {
    let source = start.loadUnaligned(as: SIMD2<UInt64>.self)
    let masked = unsafeBitCast(
      source & unsafeBitCast(mask, to: SIMD2<UInt64>.self), to: Vector.self)
    return unsafeBitCast(masked .== bytes, to: SIMD2<UInt64>.self)
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    part.count <= count && (0...count - part.count).contains { self[$0...].starts(with: part) }
  }
}
