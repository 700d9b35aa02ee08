import Diagnostics

/// `primaryLocationLineHash`, by which GitHub recognizes an alert. GitHub's upload action computes
/// it from the file and warns if the log has another value. An upload by the API computes nothing,
/// so the log must have it.
///
/// The text is read as UTF-16 without blanks and tabs, each line break as LF; U+FFFF and zeros
/// follow its end. The hash of a line is that of the 100 units from its start: a polynomial in 37,
/// modulo 2^64. `:1` follows for the first line of the file with this hash, `:2` for the second.
/// - Parameter lines: those that are asked for, from 1.
/// - Returns: the hashes by line.
func lineHashes(of source: SourceFile, lines: some Sequence<Int>) -> [Int: String] {
  let wanted = Set(lines)
  guard let last = wanted.max() else { return [:] }
  let hashes = hashes(ofLinesTo: last, in: source.bytes)
  // How many lines so far have the hashes that are asked for.
  var counts: [UInt64: Int] = [:]
  // One bit for each value of the low six bits of a wanted hash. It rules out most lines without
  // the dictionary.
  var wantedBits: UInt64 = 0
  for line in wanted where line <= hashes.count {
    counts[hashes[line - 1]] = 0
    wantedBits |= 1 << (hashes[line - 1] % 64)
  }
  var texts: [Int: String] = [:]
  for (index, hash) in hashes.enumerated() {
    guard wantedBits & 1 << (hash % 64) != 0, let count = counts[hash] else { continue }
    counts[hash] = count + 1
    guard wanted.contains(index + 1) else { continue }
    texts[index + 1] = "\(String(hash, radix: 16)):\(count + 1)"
  }
  return texts
}

/// Those of the first lines, or of all if there are fewer.
private func hashes(ofLinesTo last: Int, in bytes: [UInt8]) -> [UInt64] {
  var windows = RollingHashes()
  bytes.withUnsafeBufferPointer { bytes in
    var offset = 0
    while offset < bytes.count, windows.finished < last {
      if bytes[offset] < 0x80 {
        windows.add(UInt16(bytes[offset]))
        offset += 1
        continue
      }
      var iterator = bytes[offset...].makeIterator()
      var parser = Unicode.UTF8.ForwardParser()
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        for unit in UTF16.encode(Unicode.UTF8.decode(encoded))! { windows.add(unit) }
        offset += encoded.count
      case .error(let length):
        windows.add(0xFFFD)
        offset += length
      case .emptyInput: return
      }
    }
  }
  windows.addEnd()
  return Array(windows.hashes.prefix(min(last, windows.finished)))
}

/// Hashes of the units that follow the start of each line.
private struct RollingHashes {
  /// By line, from 0: the hash, or, as long as fewer units have come than it takes, that of all
  /// before the line.
  private(set) var hashes: [UInt64] = []
  /// By line, from 0: how many units come before it.
  private var starts: [Int] = []
  /// How many lines have their hash.
  private(set) var finished = 0
  /// How many units have come when the next line has its hash.
  private var nextEnd = Int.max
  /// Of all units that have come.
  private var value: UInt64 = 0
  private var count = 0
  private var isAtStart = true
  private var isAfterCarriageReturn = false

  @inline(__always)
  mutating func add(_ unit: UInt16) {
    let isSecondOfBreak = isAfterCarriageReturn && unit == lineFeed
    isAfterCarriageReturn = unit == carriageReturn
    if unit == blank || unit == tab || isSecondOfBreak { return }
    append(unit == carriageReturn ? lineFeed : unit)
  }

  mutating func addEnd() {
    append(0xFFFF)
    for _ in 0..<windowSize {
      finishLine()
      push(0)
    }
  }

  @inline(__always)
  private mutating func append(_ unit: UInt16) {
    finishLine()
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
    if finished == starts.count { nextEnd = count + windowSize }
    hashes.append(value)
    starts.append(count)
  }

  @inline(__always)
  private mutating func finishLine() {
    guard count == nextEnd else { return }
    hashes[finished] = value &- hashes[finished] &* weightOfWindow
    finished += 1
    nextEnd = finished < starts.count ? starts[finished] + windowSize : .max
  }
}

/// In UTF-16 code units.
private let windowSize = 100
private let base: UInt64 = 37
/// The base to the power of the window's size.
private let weightOfWindow = (0..<windowSize).reduce(UInt64(1)) { power, _ in power &* base }
private let lineFeed = UInt16(UInt8(ascii: "\n"))
private let carriageReturn = UInt16(UInt8(ascii: "\r"))
private let blank = UInt16(UInt8(ascii: " "))
private let tab = UInt16(UInt8(ascii: "\t"))
