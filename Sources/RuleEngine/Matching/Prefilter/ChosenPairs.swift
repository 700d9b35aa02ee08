/// The pairs of neighbouring bytes that texts are searched by.
struct ChosenPairs {
  /// Different ones.
  private(set) var pairs: [BytePair] = []
  /// By text: where its pair is.
  private(set) var offsets: [Int] = []

  /// Chooses those that are rarest in source code.
  /// - Parameters:
  ///   - texts: each of at least two bytes; those come first that have little choice.
  ///   - areFew: whether each pair that is looked for costs much, so that texts share pairs.
  init(for texts: [[UInt8]], areFew: Bool) {
    let pairs = texts.map { zip($0, $0.dropFirst()).map { BytePair(first: $0, second: $1) } }
    for own in pairs {
      let costs = own.map { pair in
        pair.frequency * (self.pairs.contains(pair) ? areFew ? 0 : 0.3 : 1)
      }
      offsets.append(costs.indices.min { costs[$0] < costs[$1] }!)
      add(own[offsets.last!])
    }
    if areFew { share(among: pairs) }
  }

  private mutating func add(_ pair: BytePair) {
    if !pairs.contains(pair) { pairs.append(pair) }
  }

  /// Takes a pair that several texts have for all of them, as long as that costs less.
  /// - Parameter all: the pairs of each text.
  private mutating func share(among all: [[BytePair]]) {
    var seen: Set<BytePair> = []
    let repeated = all.joined().filter { !seen.insert($0).inserted }
    let shared = repeated.map { sharing($0, among: all) }
    guard let best = shared.min(by: { $0.cost < $1.cost }), best.cost < cost else { return }
    self = best
    share(among: all)
  }

  private func sharing(_ pair: BytePair, among all: [[BytePair]]) -> ChosenPairs {
    var shared = self
    shared.pairs = []
    for (text, pairs) in all.enumerated() {
      if let offset = pairs.firstIndex(of: pair) { shared.offsets[text] = offset }
      shared.add(pairs[shared.offsets[text]])
    }
    return shared
  }

  /// What it costs to compare the pairs, and to look at what is found.
  private var cost: Double {
    pairs.reduce(0) { $0 + costOfComparison + $1.frequency }
  }
}

/// As a part of what it costs to look at one place.
private let costOfComparison = 0.0067

/// Two neighbouring bytes.
struct BytePair: Hashable, Sendable {
  let first: UInt8
  let second: UInt8

  /// Below 65,536.
  @inline(__always)
  var index: Int { Int(first) | Int(second) << 8 }

  /// At how many places in source code the pair stands, as a part of all.
  fileprivate var frequency: Double {
    commonPairs[index] ?? first.frequency * second.frequency
  }
}

/// By index: the most frequent pairs in Swift sources, and about how frequent they are.
private let commonPairs: [Int: Double] = {
  let text: StaticString = """
    er in te on at re se le ti nt en or et es th el st io ed it ng de he ro nd an ri al ta \
    ar is li co ur ic to as ca un tr me ne ou il ve ec ns ce nc va ct ra bl ac ea ss fi ut \
    ge tu ad pe ha om if ch di St ex pr ie ue Co ll In lf lo rr ma em ab rt ol na la si rn \
    ai ni ck Se mp us od fo po id op Re ul oc ag ot fe wi ow im ry oo pa am ig vi iv pt ub \
    ew da fu lu ls xt su rs ke ty pl nn
    """
  let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  var pairs: [Int: Double] = [:]
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let pair = BytePair(first: bytes[start], second: bytes[start + 1])
    pairs[pair.index] = 0.9 / (80 + 2.1 * Double(start))
  }
  return pairs
}()

extension UInt8 {
  /// At how many places in source code the byte stands, as a part of all.
  fileprivate var frequency: Double {
    switch self {
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
    default: 0.004
    }
  }
}
