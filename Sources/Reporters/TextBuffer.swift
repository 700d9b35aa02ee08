/// Text of a report as it grows. Most pieces of it are so short that what an array asks for each,
/// such as whether it is shared, takes longer than to copy it.
struct TextBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// In bytes.
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
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ text: [UInt8]) {
    text.withUnsafeBufferPointer { append($0) }
  }

  /// - Parameter range: in this text.
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

  /// - Parameter character: ASCII.
  @inline(__always)
  mutating func append(character: Unicode.Scalar) {
    append(byte: UInt8(ascii: character))
  }

  /// - Parameters:
  ///   - number: not negative.
  ///   - width: how many columns it takes at least, with blanks before it.
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

/// How many digits a number has that is not negative.
func decimalWidth(_ number: Int) -> Int {
  var width = 1
  var rest = UInt(bitPattern: number) / 10
  while rest != 0 {
    width += 1
    rest /= 10
  }
  return width
}
