import Diagnostics

/// The `primaryLocationLineHash`, by which GitHub recognizes an alert. GitHub's upload action
/// computes it from the file and warns if the log has another value. An upload by the API computes
/// nothing, so the log must have it.
///
/// The text is read as UTF-16 without blanks and tabs, each line break as LF; U+FFFF and zeros
/// follow its end. The hash of a line is that of the 100 units from its start: a polynomial in 37,
/// modulo 2^64. `:1` follows for the first line of the file with this hash, `:2` for the second.
///
/// It takes memory for the lines that are asked for, and none for the others.
struct LineHashes {
  /// The lines that are asked for, from 1, in order.
  private let lines: [Int]
  /// The hash of each of these lines.
  private var hashes: [UInt64] = []
  /// The number of lines, up to each of these lines, that have its hash.
  private var counts: [Int] = []

  /// - Parameter lines: the lines that are asked for, from 1.
  init(of source: SourceFile, lines: some Sequence<Int>) {
    self.lines = sortedWithoutRepetitions(lines)
    guard let last = self.lines.last else { return }
    hashes.reserveCapacity(self.lines.count)
    counts.reserveCapacity(self.lines.count)
    var windows = RollingHashes()
    windows.add(source.bytes, untilLine: last) { line, hash in
      if line == self.lines[hashes.count] { hashes.append(hash) }
    }
    if !hashes.isEmpty { count(in: source.bytes) }
  }

  private mutating func count(in bytes: [UInt8]) {
    let known = sortedWithoutRepetitions(hashes)
    var counts = [Int](repeating: 0, count: known.count)
    // The bits for each value of the low six bits of a wanted hash. They rule out most lines
    // without a search.
    var wantedBits: UInt64 = 0
    for hash in known { wantedBits |= 1 << (hash % 64) }
    var windows = RollingHashes()
    windows.add(bytes, untilLine: lines[hashes.count - 1]) { line, hash in
      guard wantedBits & 1 << (hash % 64) != 0 else { return }
      let index = known.partitioningIndex { hash <= $0 }
      guard index < known.count, known[index] == hash else { return }
      counts[index] += 1
      if line == lines[self.counts.count] { self.counts.append(counts[index]) }
    }
  }

  subscript(line: Int) -> String? {
    let index = lines.partitioningIndex { line <= $0 }
    guard index < counts.count, lines[index] == line else { return nil }
    return "\(String(hashes[index], radix: 16)):\(counts[index])"
  }
}

private func sortedWithoutRepetitions<Value: Comparable>(
  _ values: some Sequence<Value>
) -> [Value] {
  var values = Array(values)
  values.sort()
  var count = 0
  for index in values.indices where index == 0 || values[index] != values[index - 1] {
    values[count] = values[index]
    count += 1
  }
  values.removeLast(values.count - count)
  return values
}

/// Hashes of the units that follow the start of each line.
private struct RollingHashes {
  /// The number of lines that have begun.
  private var begun = 0
  /// The number of lines that have their hash.
  private var finished = 0
  /// The hash of all units before each line that has no hash yet, at the last bits of the line's
  /// number. Each of these lines begins with a unit of its own.
  private var hashes = [UInt64](repeating: 0, count: ringSize)
  /// The number of units before each such line, in the same places.
  private var starts = [Int](repeating: 0, count: ringSize)
  /// The number of units that have come when the next line has its hash.
  private var nextEnd = Int.max
  /// The hash of all units that have come.
  private var value: UInt64 = 0
  private var count = 0
  private var isAtStart = true
  private var isAfterCarriageReturn = false

  /// - Parameters:
  ///   - last: the last line that is of interest, from 1.
  ///   - take: takes the hashes of the lines, one after the other.
  @inline(__always)
  mutating func add(
    _ bytes: [UInt8], untilLine last: Int, _ take: (_ line: Int, _ hash: UInt64) -> Void
  ) {
    bytes.withUnsafeBufferPointer { bytes in
      var offset = 0
      while offset < bytes.count, finished < last {
        if bytes[offset] < 0x80 {
          add(UInt16(bytes[offset]), take)
          offset += 1
          continue
        }
        var iterator = bytes[offset...].makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        switch parser.parseScalar(from: &iterator) {
        case .valid(let encoded):
          for unit in UTF16.encode(Unicode.UTF8.decode(encoded))! where finished < last {
            add(unit, take)
          }
          offset += encoded.count
        case .error(let length):
          add(0xFFFD, take)
          offset += length
        case .emptyInput: return
        }
      }
    }
    if last <= finished { return }
    append(0xFFFF, take)
    for _ in 0..<windowSize where finished < last {
      finishLine(take)
      push(0)
    }
  }

  @inline(__always)
  private mutating func add(_ unit: UInt16, _ take: (Int, UInt64) -> Void) {
    let isSecondOfBreak = isAfterCarriageReturn && unit == lineFeed
    isAfterCarriageReturn = unit == carriageReturn
    if unit == blank || unit == tab || isSecondOfBreak { return }
    append(unit == carriageReturn ? lineFeed : unit, take)
  }

  @inline(__always)
  private mutating func append(_ unit: UInt16, _ take: (Int, UInt64) -> Void) {
    finishLine(take)
    if isAtStart { startLine() }
    isAtStart = unit == lineFeed
    push(unit)
  }

  @inline(__always)
  private mutating func push(_ unit: UInt16) {
    value = value &* base &+ UInt64(unit)
    count &+= 1
  }

  private mutating func startLine() {
    if finished == begun { nextEnd = count + windowSize }
    hashes[begun & (ringSize - 1)] = value
    starts[begun & (ringSize - 1)] = count
    begun += 1
  }

  @inline(__always)
  private mutating func finishLine(_ take: (Int, UInt64) -> Void) {
    guard count == nextEnd else { return }
    let hash = value &- hashes[finished & (ringSize - 1)] &* weightOfWindow
    finished += 1
    nextEnd = finished < begun ? starts[finished & (ringSize - 1)] + windowSize : .max
    take(finished, hash)
  }
}

/// The size of the window in UTF-16 code units.
private let windowSize = 100
/// A power of two, and at least the size of the window.
private let ringSize = 128
private let base: UInt64 = 37
/// The base to the power of the window's size.
private let weightOfWindow = (0..<windowSize).reduce(UInt64(1)) { power, _ in power &* base }
private let lineFeed = UInt16(UInt8(ascii: "\n"))
private let carriageReturn = UInt16(UInt8(ascii: "\r"))
private let blank = UInt16(UInt8(ascii: " "))
private let tab = UInt16(UInt8(ascii: "\t"))
