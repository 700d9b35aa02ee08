import TestSupport

/// Makes documents from a seed: well-formed ones in every style the subset has, mutations of given
/// ones, and soups of YAML's punctuation.
struct YAMLDocumentSource {
  private var random: SplitMix64
  private let samples: [[UInt8]]

  init(seed: UInt64, samples: [[UInt8]]) {
    random = SplitMix64(seed: seed)
    self.samples = samples
  }

  mutating func next() -> [UInt8] {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<2: wellFormedDocument()
    case 2..<4: mutate(wellFormedDocument())
    case 4..<7: mutate(excerpt(samples.randomElement(using: &random)!))
    default: soup()
    }
  }
}

// MARK: - Well-formed documents

extension YAMLDocumentSource {
  mutating func wellFormedDocument() -> [UInt8] {
    var text = flip(20) ? "\u{FEFF}" : ""
    text += comments(indentation: 0)
    if flip(6) { text += "---" + lineEnd(0) }
    text +=
      flip(8) ? blockSequence(indentation: 0, depth: 0) : blockMapping(indentation: 0, depth: 0)
    if flip(4) { text = text.replacing("\n", with: "\r\n") }
    if flip(30) { text = text.replacing("\n", with: "\r") }
    if flip(6), text.last == "\n" { text.removeLast() }
    return Array(text.utf8)
  }

  private mutating func blockMapping(indentation: Int, depth: Int) -> String {
    let margin = String(repeating: " ", count: indentation)
    var text = ""
    for index in 0..<Int.random(in: 1...4, using: &random) {
      if 0 < index { text += margin }
      text += key(index) + (flip(9) ? " :" : ":")
      text += value(indentation: indentation, depth: depth, isInSequence: false)
    }
    return text
  }

  private mutating func blockSequence(indentation: Int, depth: Int) -> String {
    let margin = String(repeating: " ", count: indentation)
    var text = ""
    for index in 0..<Int.random(in: 1...4, using: &random) {
      if 0 < index { text += margin }
      text += "-" + value(indentation: indentation, depth: depth, isInSequence: true)
    }
    return text
  }

  /// What follows `key:` or `-`, to the end of the line.
  private mutating func value(indentation: Int, depth: Int, isInSequence: Bool) -> String {
    let gap = String(repeating: " ", count: flip(5) ? 3 : 1)
    let inner = indentation + Int.random(in: 1...4, using: &random)
    let margin = String(repeating: " ", count: inner)
    switch Int.random(in: 0..<(depth < 4 ? 12 : 6), using: &random) {
    case 0..<4:
      return gap + scalar(inFlow: false) + lineEnd(indentation)
    case 4:
      return gap + flow(indentation: inner, depth: depth + 1) + lineEnd(indentation)
    case 5:
      return gap + literal(indentation: inner)
    case 6 where isInSequence:
      return gap + blockMapping(indentation: indentation + 1 + gap.count, depth: depth + 1)
    case 7 where isInSequence:
      return gap + blockSequence(indentation: indentation + 1 + gap.count, depth: depth + 1)
    case 8 where !isInSequence:
      let margin = String(repeating: " ", count: indentation)
      return lineEnd(inner) + margin + blockSequence(indentation: indentation, depth: depth + 1)
    case 9:
      return lineEnd(inner) + margin + scalar(inFlow: false) + lineEnd(indentation)
    case 10:
      return lineEnd(inner) + margin + blockSequence(indentation: inner, depth: depth + 1)
    default:
      return lineEnd(inner) + margin + blockMapping(indentation: inner, depth: depth + 1)
    }
  }

  private mutating func flow(indentation: Int, depth: Int) -> String {
    let isSequence = flip(2)
    var text = isSequence ? "[" : "{"
    let count = Int.random(in: 0...3, using: &random)
    for index in 0..<count {
      text += flowGap(indentation)
      if !isSequence { text += key(index) + (flip(7) ? " : " : ": ") + flowGap(indentation) }
      text +=
        depth < 4 && flip(4)
        ? flow(indentation: indentation, depth: depth + 1) : scalar(inFlow: true)
      text += flowGap(indentation)
      if index < count - 1 || flip(5) { text += "," }
    }
    return text + flowGap(indentation) + (isSequence ? "]" : "}")
  }

  private mutating func flowGap(_ indentation: Int) -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: " # a, comment]\n" + String(repeating: " ", count: indentation)
    case 1: "\n\n" + String(repeating: " ", count: indentation + 1)
    case 2..<6: " "
    default: ""
    }
  }

  private mutating func literal(indentation: Int) -> String {
    let margin = String(repeating: " ", count: indentation)
    var text =
      "|" + ["", "-", "+"].randomElement(using: &random)! + (flip(8) ? " # why" : "") + "\n"
    var hasText = false
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: text += "\n"
      case 1:
        text +=
          String(repeating: " ", count: Int.random(in: 0...indentation, using: &random)) + "\n"
      case 2 where hasText: text += margin + "  # \"no\tcomment\" \n"
      default:
        text += margin + "text: 'of' [" + (flip(3) ? "é\u{1F600}" : "- b") + "\n"
        hasText = true
      }
    }
    return text + margin + "end\n" + (flip(3) ? "\n   \n" : "")
  }

  private mutating func lineEnd(_ indentation: Int) -> String {
    (flip(6) ? "  " : "") + (flip(8) ? " # x: 'y" : "") + "\n" + comments(indentation: indentation)
  }

  private mutating func comments(indentation: Int) -> String {
    guard flip(8) else { return "" }
    return String(repeating: " ", count: Int.random(in: 0...indentation + 2, using: &random))
      + (flip(2) ? "#no: \"value\n" : "\n")
  }

  private mutating func key(_ index: Int) -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: "'it''s \(index)'"
    case 1: "\"\\té\(index)\""
    case 2: "Date(a:b:\(index):)"
    default: "key-\(index)"
    }
  }

  private mutating func scalar(inFlow: Bool) -> String {
    let plain = [
      "off", "Date()", ".now", "_.shuffled()", "Date(timeIntervalSinceNow:)", "-1", "a  b", "a#b",
      "Foundation::Date()", "https://a.b/c", "func f", "x'y\"z", "é", "\u{1F600}", "...", "a*&!%@`",
    ]
    let inBlockOnly = ["a, b", "Foo?", "x]", "x[Date]()", "x{$0}"]
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return "'" + (flip(2) ? "#filePath" : "it''s: [\t, ] ") + "'"
    case 1:
      return "\"" + (flip(2) ? "**/*.swift" : "\\t\\\\ é\\\"\\n\\/") + "\""
    case 2 where !inFlow: return inBlockOnly.randomElement(using: &random)!
    default: return plain.randomElement(using: &random)!
    }
  }
}

// MARK: - Malformed documents

extension YAMLDocumentSource {
  /// A run of lines, so that mutations are not lost in long files.
  private mutating func excerpt(_ sample: [UInt8]) -> [UInt8] {
    let lines = sample.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard 12 < lines.count, !flip(4) else { return sample }
    let start = Int.random(in: 0..<lines.count - 8, using: &random)
    return Array(
      lines[start...].prefix(Int.random(in: 1...12, using: &random)).joined(separator: [10]))
  }

  private mutating func mutate(_ document: [UInt8]) -> [UInt8] {
    var bytes = document
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let start = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, start + Int.random(in: 0...3, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 2: bytes.replaceSubrange(start..<end, with: piece())
      case 3: bytes.insert(contentsOf: piece(), at: start)
      default: bytes.insert(contentsOf: piece(), at: nearestLineStart(start, in: bytes))
      }
    }
    return bytes
  }

  private func nearestLineStart(_ offset: Int, in bytes: [UInt8]) -> Int {
    bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }

  private mutating func soup() -> [UInt8] {
    (0..<Int.random(in: 1...14, using: &random)).flatMap { _ in piece() }
  }

  private mutating func piece() -> [UInt8] {
    if flip(60) { return [UInt8.random(in: 0...255, using: &random)] }
    let pieces = [
      " ", "  ", "    ", "\n", "\n", "\n", "\n  ", "\n ", "\n    ", "\r\n", "\r", "\t", "\n\t", "a",
      "b",
      "c d", "é", "\u{FEFF}", "\u{85}", "\u{2028}", "\u{A0}", "\u{7F}", "a: ", "b: ", "a:", ":",
      ": ", " :",
      "::", "- ", "-", "- - ", "\n- ", "\n  - ", "a: b\n", "- a: b\n", "a:\n- b\n", "?", "? ", "[",
      "]",
      "{", "}", ",", ", ", "[a, b]", "{a: b}", "'", "''", "\"", "\\", "\\n", "\\u00e9", "\\x4",
      "\"a\"", "'a'",
      "'a': ", "#", " #", " # ", "\n#", "|", "|\n", "|-\n", "|+\n", "|2\n", "a: |\n  b\n", ">",
      ">\n", "&a ",
      "*a", "!", "!!str ", "%", "\n%YAML 1.1\n", "@", "`", "---", "\n---\n", "...", "\n...\n",
      "<<: ", "~",
      "=", ".", "-a", "--", "\0", "off", "\n\n", " \n", "a\n  b\n", "\"a\n b\"",
    ]
    return Array(pieces.randomElement(using: &random)!.utf8)
  }

  /// True once in so many times.
  private mutating func flip(_ times: Int) -> Bool {
    Int.random(in: 0..<times, using: &random) == 0
  }
}
