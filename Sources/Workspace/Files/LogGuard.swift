/// Keeps text of files, paths and rules from being obeyed by a CI that reads its log for commands:
/// a line that starts with `::` (GitHub), and `##[…]`, `##vso[…]` (Azure) and `##teamcity[…]`
/// wherever they are found. A blank takes their meaning from them and leaves them to be read.
///
/// Text may come in any pieces.
struct LogGuard {
  /// Whether nothing but blanks has come in the line. What is not ASCII may be a blank, too.
  private var isAtStart = true
  private var startsWithColon = false
  private var signCount = 0
  /// Whether two signs and letters alone have come before.
  private var isInName = false
  /// Whether a blank was added.
  private(set) var hasGuarded = false

  init() {}

  mutating func guarding(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var guarded: [UInt8] = []
    guarded.reserveCapacity(text.count)
    for byte in text {
      if isCommand(endingWith: byte) {
        guarded.append(UInt8(ascii: " "))
        hasGuarded = true
      }
      guarded.append(byte)
      pass(byte)
    }
    return guarded
  }

  private func isCommand(endingWith byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"): startsWithColon
    case UInt8(ascii: "["): isInName
    default: false
    }
  }

  private mutating func pass(_ byte: UInt8) {
    startsWithColon = isAtStart && byte == UInt8(ascii: ":")
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): isAtStart = true
    case UInt8(ascii: "!")...UInt8(ascii: "~"): isAtStart = false
    default: break
    }
    let isSign = byte == UInt8(ascii: "#")
    signCount = isSign ? signCount + 1 : 0
    let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    isInName = 2 <= signCount || isInName && isLetter
  }
}
