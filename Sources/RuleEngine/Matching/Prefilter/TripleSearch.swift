/// Finds the places where one of a few texts may stand, by three neighbouring bytes of it. Texts
/// share what is compared: bits in which they differ are masked out.
struct TripleSearch: Sendable {
  private let triples: (MaskedTriple, MaskedTriple)
  /// By text: where in it one of the triples is.
  let offsets: [Int]

  /// Up to how many texts may be rare enough.
  private static let textLimit = 12
  /// At how many places in source code the triples may stand, as a part of all.
  private static let frequencyLimit: Float = 0.005

  /// - Returns: nil if what the texts share is too frequent to be of use.
  init?(_ texts: [[UInt8]]) {
    guard 0 < texts.count, texts.count <= Self.textLimit else { return nil }
    guard texts.allSatisfy({ 3 <= $0.count }) else { return nil }
    // What finds a text finds those that it is part of.
    let parts = texts.filter { text in !texts.contains { $0 != text && text.contains($0) } }
    var groups = parts.map { MaskedTriple.all(in: $0).reduce(into: []) { $0.add($1) } }
    while 2 < groups.count { Self.joinTwo(of: &groups) }
    triples = (groups[0][0], groups.last![0])
    guard triples.0.frequency + triples.1.frequency < Self.frequencyLimit else { return nil }
    offsets = texts.map { [triples] in
      MaskedTriple.all(in: $0).firstIndex { triples.0.covers($0) || triples.1.covers($0) }!
    }
  }

  /// Joins those that it costs least.
  private static func joinTwo(of groups: inout [[MaskedTriple]]) {
    var best: (cost: Float, left: Int, right: Int, joined: [MaskedTriple])?
    for right in groups.indices {
      for left in 0..<right {
        let joined = MaskedTriple.rarest(joining: groups[left], groups[right])
        let cost =
          joined[0].frequency - groups[left][0].frequency - groups[right][0].frequency
        if best.map({ cost < $0.cost }) ?? true { best = (cost, left, right, joined) }
      }
    }
    groups[best!.left] = best!.joined
    groups.remove(at: best!.right)
  }

  /// Whether `isWanted` says yes to one of the places; see `BlockSearch`.
  @inline(__always)
  func find(
    in bytes: UnsafeBufferPointer<UInt8>, isWanted: (Int, UInt32) -> Bool
  ) -> Bool {
    let (one, other) = (TripleVectors(triples.0), TripleVectors(triples.1))
    return BlockSearch.find(
      in: bytes, marks: { one.marks(at: $0) | other.marks(at: $0) }, starts: { marks, _ in marks },
      where: { _ in 1 }, isWanted: isWanted)
  }
}

/// Three neighbouring bytes, but for the bits that are not in the mask.
private struct MaskedTriple: Equatable {
  /// The first byte is the lowest of three.
  private(set) var bytes: UInt32
  private(set) var mask: UInt32 = 0xFF_FFFF
  /// At how many places in source code each of the bytes stands, as a part of all.
  private var frequencies: SIMD3<Float>

  /// At how many places the triple stands, if one byte does not depend on another.
  var frequency: Float { frequencies.x * frequencies.y * frequencies.z }

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    frequencies = SIMD3(bytes.map(\.frequency))
  }

  static func all(in text: [UInt8]) -> [MaskedTriple] {
    (0..<text.count - 2).map { MaskedTriple(text[$0..<$0 + 3]) }
  }

  func covers(_ other: MaskedTriple) -> Bool { other.bytes & mask == bytes }

  /// What stands wherever one of the two does. The other bytes that it stands for are taken to be
  /// as frequent as theirs.
  private func joined(_ other: MaskedTriple) -> MaskedTriple {
    var joined = self
    joined.mask = mask & other.mask & ~(bytes ^ other.bytes)
    joined.bytes = bytes & joined.mask
    for index in 0..<3 {
      let byte = { (bits: UInt32) in UInt8(truncatingIfNeeded: bits >> UInt32(8 * index)) }
      let (own, others, both) = (byte(mask), byte(other.mask), byte(joined.mask))
      if own == both { continue }
      let sum = frequencies[index] + other.frequencies[index]
      let size = own.countOfMatches + others.countOfMatches
      joined.frequencies[index] =
        others == both ? other.frequencies[index] : sum / size * both.countOfMatches
    }
    return joined
  }

  static func rarest(joining left: [MaskedTriple], _ right: [MaskedTriple]) -> [MaskedTriple] {
    var rarest: [MaskedTriple] = []
    for triple in left { for other in right { rarest.add(triple.joined(other)) } }
    return rarest
  }
}

extension [MaskedTriple] {
  /// How many are worth keeping, of those that a group of texts may be found by.
  private static let limit = 6

  /// Keeps the rarest few, the rarest first.
  fileprivate mutating func add(_ triple: MaskedTriple) {
    let isFull = count == Self.limit
    if isFull && last!.frequency <= triple.frequency || contains(triple) { return }
    if isFull { removeLast() }
    insert(triple, at: firstIndex { triple.frequency < $0.frequency } ?? endIndex)
  }
}

/// A triple, repeated.
private struct TripleVectors {
  private typealias Vector = SIMD16<UInt8>
  private let bytes: (Vector, Vector, Vector)
  private let masks: (Vector, Vector, Vector)

  init(_ triple: MaskedTriple) {
    bytes = Self.vectors(triple.bytes)
    masks = Self.vectors(triple.mask)
  }

  private static func vectors(_ bytes: UInt32) -> (Vector, Vector, Vector) {
    let vector = { (shift: UInt32) in
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

extension UInt8 {
  /// How many bytes have the same bits under this mask.
  fileprivate var countOfMatches: Float { Float(1 << (8 - nonzeroBitCount)) }

  /// At how many places in source code the byte stands, as a part of all.
  fileprivate var frequency: Float {
    switch self {
    case UInt8(ascii: " "): 0.25
    case UInt8(ascii: "e"), UInt8(ascii: "t"): 0.06
    case UInt8(ascii: "a"), UInt8(ascii: "i"), UInt8(ascii: "n"), UInt8(ascii: "o"),
      UInt8(ascii: "r"):
      0.04
    case UInt8(ascii: "s"), UInt8(ascii: "l"): 0.03
    case UInt8(ascii: "c"), UInt8(ascii: "d"), UInt8(ascii: "u"), UInt8(ascii: "p"),
      UInt8(ascii: "m"), UInt8(ascii: "f"):
      0.02
    case UInt8(ascii: "a")...UInt8(ascii: "z"): 0.008
    case UInt8(ascii: "S"), UInt8(ascii: "T"), UInt8(ascii: "C"), UInt8(ascii: "N"): 0.006
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 0.003
    case UInt8(ascii: "\n"), UInt8(ascii: " ")..<0x7F: 0.008
    default: 0
    }
  }
}
