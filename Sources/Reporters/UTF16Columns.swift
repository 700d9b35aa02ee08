import Diagnostics

/// Columns as services and editors count them: from 1, in UTF-16 code units, where a location
/// counts bytes. Bytes that are not UTF-8 are what their readers make of them, U+FFFD.
///
/// A line is gone through once, however many places in it are asked for.
struct UTF16Columns {
  /// A place between two characters.
  private struct Mark {
    var offset: Int
    /// Of the line, before the place.
    var units: Int
  }

  private let bytes: [UInt8]
  /// By the offset of a line's start: places in it, at least `distance` bytes from each other.
  private var marksByLine: [Int: [Mark]] = [:]

  init(_ source: SourceFile) {
    bytes = source.bytes
  }

  mutating func column(of location: SourceLocation) -> Int {
    let start = Mark(offset: location.offset - location.column + 1, units: 0)
    var mark = start
    if distance < location.column {
      extend(&marksByLine[start.offset, default: [start]], to: location.offset)
      let marks = marksByLine[start.offset] ?? []
      // No two are closer than the distance, so that none farther on can be before the place.
      let last = min((location.offset - start.offset) / distance, marks.count - 1)
      mark = marks[...last].last { $0.offset <= location.offset } ?? start
    }
    advance(&mark, to: location.offset)
    return mark.units + 1
  }

  private func extend(_ marks: inout [Mark], to offset: Int) {
    while var mark = marks.last, mark.offset + distance < offset {
      let next = mark.offset + distance
      advance(&mark, to: next)
      // What is left is the rest of a character.
      while mark.offset < next { step(&mark) }
      marks.append(mark)
    }
  }

  /// Goes on to the last place that is not after the offset.
  private func advance(_ mark: inout Mark, to offset: Int) {
    var next = mark
    while next.offset < offset {
      step(&next)
      if next.offset <= offset { mark = next }
    }
  }

  private func step(_ mark: inout Mark) {
    // To its readers, a byte order mark is no part of the text.
    if mark.offset == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      mark.offset = 3
      return
    }
    if bytes[mark.offset] < 0x80 {
      mark.offset += 1
      mark.units += 1
      return
    }
    var rest = bytes[mark.offset...].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    switch parser.parseScalar(from: &rest) {
    case .valid(let encoded):
      mark.offset += encoded.count
      mark.units += encoded.count == 4 ? 2 : 1
    case .error(let length):
      mark.offset += length
      mark.units += 1
    case .emptyInput:
      mark.offset += 1
    }
  }
}

/// In bytes.
private let distance = 256
