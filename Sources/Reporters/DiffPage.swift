/// The lines of a diff.
struct DiffPage {
  enum Line {
    case header, place, context, removed, added
  }

  private(set) var bytes: [UInt8] = []
  private let reader: DiffReader

  init(reader: DiffReader) {
    self.reader = reader
  }

  mutating func append(_ line: Line, _ text: [UInt8]) {
    append(line, text[...] + [UInt8(ascii: "\n")])
  }

  /// - Parameter text: of a line in a file, with its newline if it has one.
  mutating func append(_ line: Line, _ text: ArraySlice<UInt8>) {
    let isEnded = text.last == UInt8(ascii: "\n")
    let text = isEnded ? text.dropLast() : text
    switch reader {
    case .program:
      bytes += line.mark.utf8
      bytes += text
    case .terminal(let isColored):
      let color = isColored ? line.color : nil
      if let color { bytes += "\u{1B}[\(color)m".utf8 }
      bytes += line.mark.utf8
      // The carriage return of a line end is nothing to see.
      bytes += printable(Array(text.last == UInt8(ascii: "\r") ? text.dropLast() : text))
      if color != nil { bytes += "\u{1B}[m".utf8 }
    }
    bytes.append(UInt8(ascii: "\n"))
    if !isEnded { bytes += "\\ No newline at end of file\n".utf8 }
  }
}

extension DiffPage.Line {
  /// What the line begins with.
  fileprivate var mark: String {
    switch self {
    case .header, .place: ""
    case .context: " "
    case .removed: "-"
    case .added: "+"
    }
  }

  /// As git has it, as a parameter of SGR (ECMA-48).
  fileprivate var color: String? {
    switch self {
    case .header: "1"
    case .place: "36"
    case .context: nil
    case .removed: "31"
    case .added: "32"
    }
  }
}
