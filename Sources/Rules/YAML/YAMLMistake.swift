import Diagnostics

/// What stands in a document that the subset of YAML does not have, or that YAML would read
/// otherwise than its writer.
struct YAMLMistake: Error {
  /// As the compiler words it.
  let message: String
  /// Offsets from 0 in UTF-8 bytes.
  let range: Range<Int>
  let note: Note?

  init(_ message: String, at range: Range<Int>, note: Note? = nil) {
    self.message = message
    self.range = range
    self.note = note
  }

  init(_ message: String, at offset: Int, note: Note? = nil) {
    self.init(message, at: offset..<offset + 1, note: note)
  }

  /// The most mistakes of one file that are told; the last of them says so.
  static let limit = 100
  static let tooManyMessage = "too many mistakes; the rest of the file was not read"

  var diagnostic: Diagnostic {
    Diagnostic(.error, at: range, message, notes: note.map { [$0] } ?? [])
  }
}

extension [Diagnostic] {
  /// By place, all of them inside a file of so many bytes; what stands at one place stays in order.
  func inOrder(within count: Int) -> [Diagnostic] {
    if isEmpty { return self }
    let sorted = enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    return sorted.map { _, diagnostic in
      var diagnostic = diagnostic
      diagnostic.range = diagnostic.range.clamped(to: 0..<count)
      return diagnostic
    }
  }
}
