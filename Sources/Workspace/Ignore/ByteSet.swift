/// The bytes that a bracket expression such as `[!a-z[:digit:]]` stands for.
struct ByteSet: Sendable {
  private var words: SIMD4<UInt64> = .zero

  func contains(_ byte: UInt8) -> Bool {
    words[Int(byte / 64)] & 1 << UInt64(byte % 64) != 0
  }

  mutating func insert(_ byte: UInt8) {
    words[Int(byte / 64)] |= 1 << UInt64(byte % 64)
  }

  /// Reads a bracket expression as git does, through its `]`; nil where it has no end or names an
  /// unknown class. The opening `[` has been consumed.
  ///
  /// - Parameter ignoringCase: the set is then asked for lower-case letters. As in git, ranges and
  ///   classes hold for both cases, and a single capital letter matches nothing.
  init?(parsing rest: inout ArraySlice<UInt8>, ignoringCase: Bool) {
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest.removeFirst() }
    var lowerBound: UInt8?
    var isFirst = true
    while let byte = rest.popFirst() {
      // A `]` in first place is a member.
      if byte == UInt8(ascii: "]"), !isFirst {
        if isNegated { words = ~words }
        return
      }
      isFirst = false
      if byte == UInt8(ascii: "-"), let lower = lowerBound, let next = rest.first,
        next != UInt8(ascii: "]")
      {
        guard let upper = Self.popMember(from: &rest) else { return nil }
        insert(from: lower, through: upper, ignoringCase: ignoringCase)
        lowerBound = nil
      } else if byte == UInt8(ascii: "["), let name = Self.popClassName(from: &rest) {
        guard let holds = Self.classes[name] else { return nil }
        insert(ignoringCase: ignoringCase, where: holds)
        lowerBound = nil
      } else if byte == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else { return nil }
        insert(escaped)
        lowerBound = escaped
      } else {
        insert(byte)
        lowerBound = byte
      }
    }
    return nil
  }

  /// Reads the upper bound of a range.
  private static func popMember(from rest: inout ArraySlice<UInt8>) -> UInt8? {
    let byte = rest.popFirst()
    return byte == UInt8(ascii: "\\") ? rest.popFirst() : byte
  }

  /// Reads the `:name:]` of a class such as `[:alpha:]`; reads nothing where there is none.
  private static func popClassName(from rest: inout ArraySlice<UInt8>) -> String? {
    guard rest.first == UInt8(ascii: ":"),
      let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "]")),
      rest.startIndex + 1 < end, rest[end - 1] == UInt8(ascii: ":")
    else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[(rest.startIndex + 1)..<(end - 1)], as: UTF8.self)
  }

  private mutating func insert(from lower: UInt8, through upper: UInt8, ignoringCase: Bool) {
    insert(ignoringCase: ignoringCase) { lower <= $0 && $0 <= upper }
  }

  private mutating func insert(ignoringCase: Bool, where holds: (UInt8) -> Bool) {
    for byte in UInt8.min...UInt8.max
    where holds(byte) || ignoringCase && holds(byte.uppercasedASCII) {
      insert(byte)
    }
  }

  /// The classes of POSIX for ASCII; git's `space` leaves out vertical tab and form feed.
  private static let classes: [String: @Sendable (UInt8) -> Bool] = [
    "alnum": { $0.isASCIILetter || $0.isASCIIDigit },
    "alpha": { $0.isASCIILetter },
    "blank": { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") },
    "cntrl": { $0 < UInt8(ascii: " ") || $0 == 127 },
    "digit": { $0.isASCIIDigit },
    "graph": { UInt8(ascii: "!") <= $0 && $0 <= UInt8(ascii: "~") },
    "lower": { UInt8(ascii: "a") <= $0 && $0 <= UInt8(ascii: "z") },
    "print": { UInt8(ascii: " ") <= $0 && $0 <= UInt8(ascii: "~") },
    "punct": {
      UInt8(ascii: "!") <= $0 && $0 <= UInt8(ascii: "~")
        && !$0.isASCIILetter && !$0.isASCIIDigit
    },
    "space": { [UInt8(ascii: " "), UInt8(ascii: "\t"), 10, 13].contains($0) },
    "upper": { UInt8(ascii: "A") <= $0 && $0 <= UInt8(ascii: "Z") },
    "xdigit": {
      $0.isASCIIDigit
        || UInt8(ascii: "a") <= $0.lowercasedASCII && $0.lowercasedASCII <= UInt8(ascii: "f")
    },
  ]
}

extension UInt8 {
  var isASCIIDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }

  var isASCIILetter: Bool {
    UInt8(ascii: "a") <= lowercasedASCII && lowercasedASCII <= UInt8(ascii: "z")
  }

  var lowercasedASCII: UInt8 {
    UInt8(ascii: "A") <= self && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }

  var uppercasedASCII: UInt8 {
    UInt8(ascii: "a") <= self && self <= UInt8(ascii: "z") ? self & ~0x20 : self
  }
}
