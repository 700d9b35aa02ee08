/// The pairs of neighbouring bytes that texts are searched by.
struct ChosenPairs {
  /// Different ones.
  private(set) var pairs: [BytePair] = []
  /// By text: where its pair is.
  private(set) var offsets: [Int] = []

  /// Chooses the pairs that are rarest in source code.
  /// - Parameters:
  ///   - texts: each of at least two bytes; those come first that have little choice.
  ///   - areFew: whether each pair that is looked for costs much, so that one that another text has
  ///     is taken where there is any. Counting pairs by their bytes alone then makes fewer.
  init(for texts: [[UInt8]], areFew: Bool) {
    var chosen: Set<BytePair> = []
    for text in texts {
      let all = zip(text, text.dropFirst()).map { BytePair(first: $0, second: $1) }
      let costs = all.map { pair in
        let cost = areFew ? pair.product : pair.frequency
        return chosen.contains(pair) ? cost * (areFew ? 0 : 0.3) : cost
      }
      let offset = costs.indices.min { costs[$0] < costs[$1] }!
      offsets.append(offset)
      if chosen.insert(all[offset]).inserted { pairs.append(all[offset]) }
    }
  }
}

/// Two neighbouring bytes.
struct BytePair: Hashable, Sendable {
  let first: UInt8
  let second: UInt8

  /// Below 65,536.
  @inline(__always)
  var index: Int { Int(first) | Int(second) << 8 }

  /// How often the pair stands in source code, in relation to others.
  fileprivate var frequency: Double {
    if let common = commonPairs[index] { return 1e6 * Double(common) }
    return product
  }

  /// The same, as if its bytes had nothing to do with each other.
  fileprivate var product: Double { Double(first.frequency * second.frequency) }
}

/// By index: the most frequent pairs in Swift sources, the first with the highest number.
private let commonPairs: [Int: Int] = {
  let text: StaticString = """
    er in te on at re se le ti nt en or et es th el st io ed it ng de he ro nd an ri al ta \
    ar is li co ur ic to as ca un tr me ne ou il ve ec ns ce nc va ct ra bl ac ea ss fi ut \
    ge tu ad pe ha om if ch di St ex pr ie ue Co ll In lf lo rr ma em ab rt ol na la si rn \
    ai ni ck Se mp us od fo po id op Re ul oc ag ot fe wi ow im ry oo pa am ig vi iv pt ub \
    ew da fu lu ls xt su rs ke ty pl nn
    """
  let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  var pairs: [Int: Int] = [:]
  for start in stride(from: 0, to: bytes.count, by: 3) {
    pairs[BytePair(first: bytes[start], second: bytes[start + 1]).index] = bytes.count - start
  }
  return pairs
}()

extension UInt8 {
  /// About how often the byte stands in source code, in ten thousand bytes.
  fileprivate var frequency: Int {
    switch self {
    case UInt8(ascii: "e"), UInt8(ascii: "t"): 600
    case UInt8(ascii: "a"), UInt8(ascii: "i"), UInt8(ascii: "n"), UInt8(ascii: "o"),
      UInt8(ascii: "r"):
      400
    case UInt8(ascii: "s"), UInt8(ascii: "l"): 300
    case UInt8(ascii: "c"), UInt8(ascii: "d"), UInt8(ascii: "u"), UInt8(ascii: "p"),
      UInt8(ascii: "m"), UInt8(ascii: "f"):
      200
    case UInt8(ascii: "a")...UInt8(ascii: "z"): 80
    case UInt8(ascii: "S"), UInt8(ascii: "T"), UInt8(ascii: "C"), UInt8(ascii: "N"): 60
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 30
    default: 40
    }
  }
}
