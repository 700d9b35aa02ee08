/// Finds the places where one of a few texts may stand, by three neighbouring bytes of it. Texts
/// share what is compared: bits in which they differ are masked out.
struct TripleSearch: Sendable {
  private let triples: (MaskedTriple, MaskedTriple)
  /// By text: where in it one of the triples is.
  let offsets: [Int]

  /// Up to how many texts may be rare enough.
  private static let textLimit = 12
  /// At how many places in source code the triples may stand, as a part of all.
  private static let frequencyLimit = 0.002

  /// - Returns: nil if what the texts share is too frequent to be of use.
  init?(_ texts: [[UInt8]]) {
    guard 0 < texts.count, texts.count <= Self.textLimit else { return nil }
    guard texts.allSatisfy({ 3 <= $0.count }) else { return nil }
    var groups = texts.map { MaskedTriple.rarest(MaskedTriple.all(in: $0)) }
    while 2 < groups.count { Self.joinTwo(of: &groups) }
    triples = (groups[0][0], groups.last![0])
    guard triples.0.frequency + triples.1.frequency < Self.frequencyLimit else { return nil }
    offsets = texts.map { [triples] in
      MaskedTriple.all(in: $0).firstIndex { triples.0.covers($0) || triples.1.covers($0) }!
    }
  }

  /// Joins those that it costs least.
  private static func joinTwo(of groups: inout [[MaskedTriple]]) {
    var best: (cost: Double, left: Int, right: Int, joined: [MaskedTriple])?
    for right in groups.indices {
      for left in 0..<right {
        let joined = MaskedTriple.rarest(
          groups[left].flatMap { triple in groups[right].map(triple.joined) })
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
  let bytes: UInt32
  let mask: UInt32
  /// At how many places in source code it stands, as a part of all, as far as the frequency of
  /// single bytes tells.
  let frequency: Double

  init(_ bytes: UInt32, mask: UInt32) {
    self.bytes = bytes & mask
    self.mask = mask
    frequency = (0..<3).reduce(1) { product, index in
      let (byte, mask) = (UInt8(bytes >> (8 * index) & 0xFF), UInt8(mask >> (8 * index) & 0xFF))
      return product * byte.frequency(under: mask)
    }
  }

  static func all(in text: [UInt8]) -> [MaskedTriple] {
    (0..<text.count - 2).map { start in
      let bytes = text[start..<start + 3].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      return MaskedTriple(bytes, mask: 0xFF_FFFF)
    }
  }

  /// What stands wherever one of the two does.
  func joined(_ other: MaskedTriple) -> MaskedTriple {
    MaskedTriple(bytes, mask: mask & other.mask & ~(bytes ^ other.bytes))
  }

  func covers(_ other: MaskedTriple) -> Bool { other.bytes & mask == bytes }

  /// A few of them, the rarest first.
  static func rarest(_ triples: [MaskedTriple]) -> [MaskedTriple] {
    var rarest: [MaskedTriple] = []
    for triple in triples where !rarest.contains(triple) {
      let place = rarest.firstIndex { triple.frequency < $0.frequency } ?? rarest.endIndex
      rarest.insert(triple, at: place)
      if 6 < rarest.count { rarest.removeLast() }
    }
    return rarest
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
    let masked = unsafeBitCast(source & unsafeBitCast(mask, to: SIMD2<UInt64>.self), to: Vector.self)
    return unsafeBitCast(masked .== bytes, to: SIMD2<UInt64>.self)
  }
}

extension UInt8 {
  /// At how many places in source code a byte stands that is this one but for bits that are not in
  /// the mask, as a part of all.
  fileprivate func frequency(under mask: UInt8) -> Double {
    // Nobody wants what leaves so much open.
    guard 3 <= mask.nonzeroBitCount else { return 1 }
    var frequency = 0.0
    var rest = ~mask
    while true {
      frequency += (self & mask | rest).frequency
      if rest == 0 { return frequency }
      rest = (rest &- 1) & ~mask
    }
  }

  private var frequency: Double {
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
