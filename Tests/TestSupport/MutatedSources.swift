/// Makes Swift that nobody would write out of Swift that somebody wrote: the same from the same seed.
package struct MutatedSources {
  private var random: SplitMix64
  /// What is mutated and pieced together; half of the time the second.
  private let sources: [[UInt8]]
  private let fixtures: [[UInt8]]

  /// - Parameters:
  ///   - sources: not empty.
  ///   - fixtures: not empty; full of what rules ban.
  package init(seed: UInt64, sources: [[UInt8]], fixtures: [[UInt8]]) {
    random = SplitMix64(seed: seed)
    self.sources = sources
    self.fixtures = fixtures
  }

  package mutating func next() -> [UInt8] {
    var text = piece(upTo: 1500)
    for _ in 0..<Int.random(in: 0...6, using: &random) { mutate(&text) }
    return text
  }

  /// A stretch of one of the texts, mostly whole lines.
  private mutating func piece(upTo length: Int) -> [UInt8] {
    let texts = Bool.random(using: &random) ? sources : fixtures
    let text = texts.randomElement(using: &random)!
    guard length < text.count else { return text }
    var start = Int.random(in: 0..<text.count - length, using: &random)
    let newline = text[start...].firstIndex(of: UInt8(ascii: "\n"))
    if let newline, Int.random(in: 0..<4, using: &random) != 0 { start = newline + 1 }
    let end = start + Int.random(in: 0...length, using: &random)
    return Array(text[start..<min(end, text.count)])
  }

  private mutating func mutate(_ text: inout [UInt8]) {
    let start = Int.random(in: 0...text.count, using: &random)
    let end = min(start + Int.random(in: 0...20, using: &random), text.count)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: text.removeSubrange(start..<end)
    case 1: text.insert(contentsOf: text[start..<end], at: end)
    case 2: text.removeSubrange(..<start)
    case 3: text.insert(UInt8.random(in: .min ... .max, using: &random), at: start)
    case 4: text.insert(contentsOf: piece(upTo: 200), at: start)
    case 5: text.replaceSubrange(start..<end, with: hardText(using: &random))
    case 6: swapMarks(&text)
    case 7: if let mark = mark(in: text) { text.insert(UInt8(ascii: "\n"), at: mark) }
    default: if let mark = mark(in: text) { text.remove(at: mark) }
    }
  }

  private mutating func swapMarks(_ text: inout [UInt8]) {
    guard let first = mark(in: text), let second = mark(in: text) else { return }
    text.swapAt(first, second)
  }

  private mutating func mark(in text: [UInt8]) -> Int? {
    let start = Int.random(in: 0...text.count, using: &random)
    return text[start...].firstIndex { "\"'`#/*\\()[]{}<>?!.:=\n".utf8.contains($0) }
  }
}
