import Diagnostics

/// What the URI of a document names.
package enum DocumentName: Hashable, Sendable {
  /// Absolute.
  case file(FilePath)
  /// What is not saved yet, by the name that the editor has for it.
  case untitled(String)

  /// Nil for other schemes, and for what is no URI.
  package init?(uri: String) {
    guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let rest = uri.utf8[uri.utf8.index(after: colon)...]
    switch uri[..<colon].lowercased() {
    case "untitled":
      self = .untitled(String(decoding: percentDecoded(rest), as: UTF8.self))
    case "file":
      // A host stands between two slashes and the path; it is this machine.
      let path =
        rest.starts(with: "//".utf8) ? rest.dropFirst(2).drop { $0 != UInt8(ascii: "/") } : rest
      let bytes = percentDecoded(path)
      guard bytes.first == UInt8(ascii: "/"), !bytes.contains(0) else { return nil }
      self = .file(FilePath(bytes: bytes))
    default:
      return nil
    }
  }
}

/// The URI of a file.
/// - Parameter path: absolute.
package func fileURI(of path: FilePath) -> String {
  var uri = Array("file://".utf8)
  for byte in path.bytes {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "/":
      uri.append(byte)
    default:
      uri += "%\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
    }
  }
  return String(decoding: uri, as: UTF8.self)
}

/// A percent sign without two digits stands for itself.
private func percentDecoded(_ text: some Sequence<UInt8>) -> [UInt8] {
  let text = Array(text)
  var decoded: [UInt8] = []
  var offset = 0
  while offset < text.count {
    if text[offset] == UInt8(ascii: "%"), offset + 2 < text.count,
      let high = Character(Unicode.Scalar(text[offset + 1])).hexDigitValue,
      let low = Character(Unicode.Scalar(text[offset + 2])).hexDigitValue
    {
      decoded.append(UInt8(16 * high + low))
      offset += 3
    } else {
      decoded.append(text[offset])
      offset += 1
    }
  }
  return decoded
}
