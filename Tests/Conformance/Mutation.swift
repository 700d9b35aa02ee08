/// Makes Swift source that nobody would write: the same from the same seed.
struct Mutator {
  private var random: SplitMix64
  /// What is mutated, and pieced together.
  private let sources: [[UInt8]]

  /// - Parameter sources: not empty.
  init(seed: UInt64, sources: [[UInt8]]) {
    random = SplitMix64(seed: seed)
    self.sources = sources
  }

  mutating func next() -> [UInt8] {
    if Int.random(in: 0..<4, using: &random) == 0 { return soup() }
    var bytes = piece(upTo: 4096)
    for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&bytes) }
    return bytes
  }

  /// Fragments in any order, on few lines.
  private mutating func soup() -> [UInt8] {
    (0..<Int.random(in: 2...40, using: &random)).flatMap { _ in fragment() }
  }

  private mutating func fragment() -> [UInt8] { lexicalFragments.randomElement(using: &random)! }

  /// A stretch of one of the sources, mostly whole lines.
  private mutating func piece(upTo length: Int) -> [UInt8] {
    let source = sources.randomElement(using: &random)!
    if source.count <= length { return source }
    var start = Int.random(in: 0..<source.count - length, using: &random)
    let newline = source[start...].firstIndex(of: UInt8(ascii: "\n"))
    if let newline, Int.random(in: 0..<4, using: &random) != 0 { start = newline + 1 }
    let end = start + Int.random(in: 0...length, using: &random)
    return Array(source[start..<min(end, source.count)])
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let range = range(in: bytes)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: bytes.removeSubrange(range)
    case 1: bytes.insert(contentsOf: bytes[range], at: range.upperBound)
    case 2: bytes.removeSubrange(range.lowerBound...)
    case 3: swapDelimiters(&bytes)
    case 4: if let delimiter = delimiter(in: bytes) { bytes.remove(at: delimiter) }
    case 5:
      if let delimiter = delimiter(in: bytes) { bytes.insert(bytes[delimiter], at: delimiter) }
    case 6: bytes.replaceSubrange(range, with: piece(upTo: 64))
    case 7: bytes.insert(UInt8.random(in: .min ... .max, using: &random), at: range.lowerBound)
    default: bytes.insert(contentsOf: fragment(), at: range.lowerBound)
    }
  }

  /// A short stretch, sometimes empty.
  private mutating func range(in bytes: [UInt8]) -> Range<Int> {
    let start = Int.random(in: 0...bytes.count, using: &random)
    let length = Int.random(in: 0...20, using: &random)
    return start..<min(start + length, bytes.count)
  }

  private mutating func swapDelimiters(_ bytes: inout [UInt8]) {
    guard let first = delimiter(in: bytes), let second = delimiter(in: bytes) else { return }
    bytes.swapAt(first, second)
  }

  private mutating func delimiter(in bytes: [UInt8]) -> Int? {
    let start = Int.random(in: 0...bytes.count, using: &random)
    return bytes[start...].firstIndex { "\"'`#/*\\()[]{}<>?!.\n".utf8.contains($0) }
  }
}
