import Diagnostics

/// What services know the findings of a file by from run to run, so that one whose line has moved
/// is no new one: the hash of its key, then `:1` for the first in the file that has it, `:2` for
/// the second…
struct Fingerprints {
  /// Nil where findings of different files may have the same fingerprint.
  private let path: FilePath?
  private var counts: [UInt64: Int] = [:]

  init(path: FilePath? = nil) {
    self.path = path
  }

  /// - Parameters:
  ///   - diagnostic: the next one in the order of the source.
  ///   - source: the file that it is about.
  mutating func next(_ diagnostic: Diagnostic, in source: SourceFile) -> String {
    var hash = FNV1a()
    hash.add((diagnostic.rule?.id ?? "").utf8)
    if let key = diagnostic.key {
      hash.add(key.scope.utf8)
      hash.add(key.tokens.utf8)
    } else {
      // What is no use of an API, as a comment that excuses nothing, is known by its text.
      hash.add("-".utf8)
      hash.add(source.bytes[diagnostic.range.clamped(to: 0..<source.bytes.count)])
    }
    if let path { hash.add(path.bytes) }
    counts[hash.value, default: 0] += 1
    let digits = String(hash.value, radix: 16)
    let zeros = String(repeating: "0", count: 16 - digits.utf8.count)
    return "\(zeros)\(digits):\(counts[hash.value]!)"
  }
}

/// The hash FNV-1a of 64 bits, over fields that each end with a zero byte.
private struct FNV1a {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ field: some Sequence<UInt8>) {
    for byte in field { add(byte) }
    add(0)
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }
}
