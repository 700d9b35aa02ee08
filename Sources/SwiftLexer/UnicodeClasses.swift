// Which scalars outside ASCII may stand in names and operators: "Identifiers" and "Operators" in
// the grammar of The Swift Programming Language; the ranges of names come from C's N1518.

extension Unicode.Scalar {
  /// Whether the scalar, from U+0080, may stand in a name after its first character.
  var continuesName: Bool {
    switch value {
    case 0xA8, 0xAA, 0xAD, 0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6, 0xD8...0xF6,
      0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF, 0x200B...0x200D, 0x202A...0x202E,
      0x203F...0x2040, 0x2054, 0x2060...0x218F, 0x2460...0x24FF, 0x2776...0x2793,
      0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF,
      0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE44, 0xFE47...0xFFF8:
      true
    case 0x10000...0xEFFFF:
      value & 0xFFFF <= 0xFFFD
    default:
      false
    }
  }

  /// Whether the scalar, from U+0080, may begin a name.
  var startsName: Bool { continuesName && !isCombiningMark }

  /// Whether the scalar, from U+0080, may begin an operator.
  var startsOperator: Bool {
    switch value {
    case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7,
      0x2016...0x2017, 0x2020...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E,
      0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF, 0x2E00...0x2E7F, 0x3001...0x3003,
      0x3008...0x3030:
      true
    default:
      false
    }
  }

  /// Whether the scalar, from U+0080, may stand in an operator after its first character.
  var continuesOperator: Bool {
    startsOperator || isCombiningMark || (0xFE00...0xFE0F) ~= value
      || (0xE0100...0xE01EF) ~= value
  }

  private var isCombiningMark: Bool {
    switch value {
    case 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }
}

/// One scalar as read from UTF-8, or a stretch of bytes that is none.
struct DecodedScalar {
  /// Nil for bytes that are not UTF-8.
  var scalar: Unicode.Scalar?
  /// Offset after the scalar. Bytes that are not UTF-8 are taken together: a lead byte with the
  /// continuations it has, or all bytes that can begin no scalar.
  var end: Int
}

extension Lexer {
  /// Reads the scalar at `start`, which lies inside the file.
  func decodeScalar(at start: Int) -> DecodedScalar {
    let first = bytes[start]
    if first.isASCII { return DecodedScalar(scalar: Unicode.Scalar(first), end: start + 1) }
    var end = start + 1
    guard first.startsScalar else {
      while end < bytes.count, !bytes[end].startsScalar { end += 1 }
      return DecodedScalar(scalar: nil, end: end)
    }
    let length = (~first).leadingZeroBitCount
    var value = UInt32(first & (0x7F >> length))
    while end < start + length {
      guard end < bytes.count, (0x80...0xBF) ~= bytes[end] else {
        return DecodedScalar(scalar: nil, end: end)
      }
      value = value << 6 | UInt32(bytes[end] & 0x3F)
      end += 1
    }
    guard let scalar = Unicode.Scalar(value), UTF8.width(scalar) == length else {
      return DecodedScalar(scalar: nil, end: end)
    }
    return DecodedScalar(scalar: scalar, end: end)
  }
}
