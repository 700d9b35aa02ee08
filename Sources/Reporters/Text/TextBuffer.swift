/// Text of a report as it grows. Most pieces of it are so short that what an array asks for each,
/// such as whether it is shared, takes longer than to copy it.
struct TextBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes.
  private(set) var count = 0

  init(capacity: Int = 1024) {
    start = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit {
    start.deallocate()
  }

  /// A copy of the text.
  var bytes: [UInt8] { withUnsafeBufferPointer { Array($0) } }

  func withUnsafeBufferPointer<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: start, count: count))
  }

  /// Keeps the memory.
  mutating func removeAll() {
    count = 0
  }

  @inline(__always)
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let source = text.baseAddress else { return }
    reserve(text.count)
    (start + count).initialize(from: source, count: text.count)
    count &+= text.count
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(text.buffer)
  }

  mutating func append(_ text: [UInt8]) {
    text.withUnsafeBufferPointer { append($0) }
  }

  mutating func append(string text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// - Parameter line: the line without its line break.
  mutating func append(line: String) {
    append(printable: line)
    append(character: "\n")
  }

  /// - Parameter range: a range of this text.
  mutating func append(copyOf range: Range<Int>) {
    reserve(range.count)
    (start + count).initialize(from: start + range.lowerBound, count: range.count)
    count &+= range.count
  }

  @inline(__always)
  mutating func append(byte: UInt8) {
    reserve(1)
    (start + count).initialize(to: byte)
    count &+= 1
  }

  /// - Parameter character: an ASCII character.
  @inline(__always)
  mutating func append(character: Unicode.Scalar) {
    append(byte: UInt8(ascii: character))
  }

  /// - Parameters:
  ///   - number: a number that is not negative.
  ///   - width: the least number of columns, with blanks before the number.
  mutating func append(decimal number: Int, width: Int = 0) {
    let width = max(decimalWidth(number), width)
    reserve(width)
    var rest = UInt(bitPattern: number)
    var digit = start + count + width
    repeat {
      digit -= 1
      digit.initialize(to: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest != 0
    while start + count < digit {
      digit -= 1
      digit.initialize(to: UInt8(ascii: " "))
    }
    count &+= width
  }

  mutating func append(blanks count: Int) {
    reserve(count)
    (start + self.count).initialize(repeating: UInt8(ascii: " "), count: count)
    self.count &+= count
  }

  @inline(__always)
  private mutating func reserve(_ added: Int) {
    if capacity &- count < added { grow(by: added) }
  }

  @inline(never)
  private mutating func grow(by added: Int) {
    // Memory that is not written to costs nothing, and a long line may come alone.
    capacity = 2 * (count + added)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
  }
}

/// The number of digits of a number that is not negative.
func decimalWidth(_ number: Int) -> Int {
  var width = 1
  var rest = UInt(bitPattern: number) / 10
  while rest != 0 {
    width += 1
    rest /= 10
  }
  return width
}

extension StaticString {
  /// Its UTF-8.
  @inline(__always)
  package var buffer: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}

/// The text with U+FFFD for every control character that a terminal could obey.
package func printable(_ text: String) -> [UInt8] {
  var buffer = TextBuffer()
  buffer.append(printable: text)
  return buffer.bytes
}

func printable(_ text: [UInt8]) -> [UInt8] {
  if text.withUnsafeBufferPointer({ $0.endOfPrintableASCII(from: 0) }) == text.count { return text }
  var buffer = TextBuffer()
  buffer.append(printable: text[...])
  return buffer.bytes
}

extension TextBuffer {
  mutating func append(printable text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
      append(printable: $0)
    }
    if isDone == nil { append(printable: Array(text.utf8)[...]) }
  }

  mutating func append(printable text: ArraySlice<UInt8>, keepingInvalid keepsInvalid: Bool = false)
  {
    text.withUnsafeBufferPointer { append(printable: $0, keepingInvalid: keepsInvalid) }
  }

  /// Appends UTF-8 text with U+FFFD for C0 controls other than tab and form feed, for DEL, C1 and
  /// bidirectional controls. The compiler prints these raw; a report of code from elsewhere must
  /// not be able to move the cursor or to reorder what is read.
  /// - Parameter keepsInvalid: whether bytes that are not UTF-8 stay as they are, as in `llvm`.
  mutating func append(
    printable text: UnsafeBufferPointer<UInt8>, keepingInvalid keepsInvalid: Bool = false
  ) {
    let end = text.endOfPrintableASCII(from: 0)
    append(UnsafeBufferPointer(rebasing: text[..<end]))
    if end < text.count {
      append(repairing: UnsafeBufferPointer(rebasing: text[end...]), keepingInvalid: keepsInvalid)
    }
  }

  private mutating func append(
    repairing text: UnsafeBufferPointer<UInt8>, keepingInvalid keepsInvalid: Bool = false
  ) {
    var iterator = text.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        if isTerminalControl(Unicode.UTF8.decode(encoded)) {
          append(replacementCharacter)
        } else {
          for byte in encoded { append(byte: byte) }
        }
        offset += encoded.count
      case .error(let length):
        if keepsInvalid {
          append(UnsafeBufferPointer(rebasing: text[offset..<offset + length]))
        } else {
          append(replacementCharacter)
        }
        offset += length
      case .emptyInput:
        return
      }
    }
  }
}

private let replacementCharacter: StaticString = "\u{FFFD}"

extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first byte from `start` on that is not ASCII or not printed as it is;
  /// `count` if there is none.
  @inline(__always)
  func endOfPrintableASCII(from start: Int) -> Int {
    guard let bytes = UnsafeRawPointer(baseAddress) else { return 0 }
    var offset = start
    while offset &+ 8 <= count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let marks = marksOfNoGraphicASCII(in: UInt64(littleEndian: word))
      if marks == 0 {
        offset &+= 8
        continue
      }
      offset &+= marks.trailingZeroBitCount / 8
      guard isPrintableASCII(self[offset]) else { return offset }
      offset &+= 1
    }
    while offset < count, isPrintableASCII(self[offset]) { offset &+= 1 }
    return offset
  }
}

/// The lowest bit that is set belongs to the first byte, the lowest one first, that is neither a
/// blank nor can be seen; 0 if there is none.
@inline(__always)
private func marksOfNoGraphicASCII(in word: UInt64) -> UInt64 {
  // A byte less than a blank, or more than `~`, has the highest bit in one of them. A carry from
  // byte to byte marks none before the first such byte.
  let marks = word | (word &- 0x2020_2020_2020_2020) | (word &+ 0x0101_0101_0101_0101)
  return marks & 0x8080_8080_8080_8080
}

@inline(__always)
private func isPrintableASCII(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: " ")...UInt8(ascii: "~"), UInt8(ascii: "\t"), UInt8(ascii: "\u{0C}"): true
  default: false
  }
}

/// Whether a terminal takes the character for a command. The bidirectional controls are those of
/// UAX #9.
func isTerminalControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "\t", "\u{0C}": false
  case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}": true
  case "\u{061C}", "\u{200E}"..."\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
  default: false
  }
}

/// Plain text as the value of an attribute, or between tags (XML 1.0 §2.2, §3.3.3); U+FFFD stands
/// for what XML cannot hold.
func xmlEscaped(_ text: String) -> String {
  // Most texts stay as they are.
  if text.utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F && !"&<>\"".utf8.contains($0) }) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    // Readers would take these for blanks.
    case "\t": result += "&#9;"
    case "\n": result += "&#10;"
    case "\r": result += "&#13;"
    case "\u{FFFE}", "\u{FFFF}", "\u{0C}": result += "\u{FFFD}"
    case _ where isTerminalControl(scalar): result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// The attributes of an element that have a value, with a blank before each.
func xmlAttributes(_ attributes: [(String, String?)]) -> String {
  attributes.compactMap { name, value in value.map { #" \#(name)="\#(xmlEscaped($0))""# } }.joined()
}
