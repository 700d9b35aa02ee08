import Diagnostics

let firstLine = "swift-determinism-baseline 1"

/// The file that holds the entries, whatever order they are in.
package func baselineText(_ entries: [BaselineEntry]) -> [UInt8] {
  var text = baselineHead
  var rest = entries.sorted { $0.path < $1.path }[...]
  while let path = rest.first?.path {
    let ofPath = rest.prefix { $0.path == path }
    rest = rest[ofPath.endIndex...]
    baselineSection(of: path, ofPath) { text += $0 }
  }
  return text
}

/// What a baseline begins with; the sections of files follow, in the order of their paths.
package let baselineHead = Array("\(firstLine)\n".utf8)

/// What a baseline says of one file, in pieces of about a mebibyte.
/// - Parameter entries: those of the file, in any order.
package func baselineSection(
  of path: FilePath, _ entries: some Sequence<BaselineEntry>, _ append: ([UInt8]) -> Void
) {
  // In a file with very many of them, most are the same.
  var counts: [BaselineEntry: Int] = [:]
  for entry in entries { counts[entry, default: 0] += 1 }
  let lines = counts.map { entry, count in
    (text: line(of: entry), count: count)
  }.sorted { $0.text.lexicographicallyPrecedes($1.text) }
  var piece = "\n".utf8 + heading(path) + "\n".utf8
  for line in lines {
    for _ in 0..<line.count {
      piece += line.text + "\n".utf8
      if pieceSize < piece.count {
        append(piece)
        piece = []
      }
    }
  }
  append(piece)
}

/// In bytes.
private let pieceSize = 1 << 20

private func line(of entry: BaselineEntry) -> [UInt8] {
  let words = [entry.rule, entry.key.scope, entry.key.tokens]
  return words.reduce(into: []) { $0 += "  ".utf8 + word($1) }
}

/// A path as a line of its own.
private func heading(_ path: FilePath) -> [UInt8] {
  var isFirst = true
  var encoded: [UInt8] = []
  var parser = Unicode.UTF8.ForwardParser()
  var bytes = path.bytes.makeIterator()
  var offset = 0
  while true {
    let length: Int
    switch parser.parseScalar(from: &bytes) {
    case .emptyInput:
      return encoded
    case .error(let count):
      length = count
      for byte in path.bytes[offset..<offset + count] { appendPercent(byte, to: &encoded) }
    case .valid(let scalar):
      length = scalar.count
      let isLast = offset + length == path.bytes.count
      for byte in scalar {
        // A blank at an end would be lost, and a path is no conflict marker.
        let isUnclear = (isFirst || isLast) && byte.isBlank || isFirst && "<|=>".utf8.contains(byte)
        if byte == UInt8(ascii: "%") || byte.endsLine || isUnclear {
          appendPercent(byte, to: &encoded)
        } else {
          encoded.append(byte)
        }
      }
    }
    offset += length
    isFirst = false
  }
}

/// A text without blanks.
private func word(_ text: String) -> [UInt8] {
  var encoded: [UInt8] = []
  for byte in text.utf8 {
    if byte == UInt8(ascii: "%") || byte.isBlank || byte.endsLine {
      appendPercent(byte, to: &encoded)
    } else {
      encoded.append(byte)
    }
  }
  return encoded
}

private func appendPercent(_ byte: UInt8, to text: inout [UInt8]) {
  let digits = Array("0123456789ABCDEF".utf8)
  text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
}

/// Nil where a `%` is followed by something else than two hexadecimal digits.
func percentDecoded(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
  guard text.contains(UInt8(ascii: "%")) else { return text }
  var decoded: [UInt8] = []
  var rest = text
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      decoded.append(byte)
      continue
    }
    guard let high = rest.popFirst()?.hexadecimalDigit, let low = rest.popFirst()?.hexadecimalDigit
    else { return nil }
    decoded.append(high << 4 | low)
  }
  return decoded[...]
}

extension UInt8 {
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  var endsLine: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  fileprivate var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
