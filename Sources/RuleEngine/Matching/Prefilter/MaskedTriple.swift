/// Three neighbouring bytes, but for the bits that are not in the mask.
struct MaskedTriple: Equatable {
  /// The first byte is the lowest of three.
  private(set) var bytes: UInt32
  private(set) var mask: UInt32 = 0xFF_FFFF
  /// At how many places in source code each of the bytes stands, as a part of all.
  private var frequencies: SIMD3<Float>
  /// How many bytes each of them stands for.
  private var sizes = SIMD3<Float>(repeating: 1)

  /// At how many places the triple stands, if one byte does not depend on another.
  var frequency: Float { frequencies.x * frequencies.y * frequencies.z }

  /// Whether to look at the third byte everywhere costs more than to turn down the places where
  /// only the first two stand. A look at a byte costs an instruction for three places, and a place
  /// about thirty.
  var isPair: Bool { frequencies.x * frequencies.y * (1 - frequencies.z) < 0.01 }

  private init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
    bytes = UInt32(first) | UInt32(second) << 8 | UInt32(third) << 16
    frequencies = SIMD3(first.frequency, second.frequency, third.frequency)
  }

  static func all(in text: [UInt8]) -> [MaskedTriple] {
    (0..<text.count - 2).map { MaskedTriple(text[$0], text[$0 + 1], text[$0 + 2]) }
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
      let both = byte(joined.mask)
      if byte(mask) == both { continue }
      joined.sizes[index] = both.countOfMatches
      let sum = frequencies[index] + other.frequencies[index]
      let size = sizes[index] + other.sizes[index]
      joined.frequencies[index] =
        byte(other.mask) == both ? other.frequencies[index] : sum / size * joined.sizes[index]
    }
    return joined
  }

  /// That of the rarest, found without making a list.
  static func lowestFrequency(
    joining left: [MaskedTriple], _ right: [MaskedTriple]
  ) -> Float {
    var lowest = Float.infinity
    for triple in left {
      for other in right { lowest = min(lowest, triple.joined(other).frequency) }
    }
    return lowest
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
  mutating func add(_ triple: MaskedTriple) {
    let isFull = count == Self.limit
    if isFull && last!.frequency <= triple.frequency || contains(triple) { return }
    if isFull { removeLast() }
    insert(triple, at: firstIndex { triple.frequency < $0.frequency } ?? endIndex)
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
