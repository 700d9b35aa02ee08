/// A comment that allows a rule, on a line of its own.
struct AllowingComment {
  let rule: String
  let isForFile: Bool
  /// Where its line goes; from 0, in bytes.
  let offset: Int
  /// What its line begins with.
  private let indentation: String

  init(_ rule: String, above line: Int, of text: DocumentText) {
    (self.rule, isForFile) = (rule, false)
    let content = text.content(ofLine: line)
    offset = content.lowerBound
    let blanks = text.bytes[content].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    indentation = String(decoding: blanks, as: UTF8.self)
  }

  init(_ rule: String, forFileOf text: DocumentText) {
    (self.rule, isForFile) = (rule, true)
    (offset, indentation) = (text.endOfFileHeader, "")
  }

  private var beginning: String { "// determinism:\(isForFile ? "allow-file" : "allow") \(rule): " }

  /// What an editor calls it.
  var title: String { "Allow \(isForFile ? "in this file" : "here"): '\(beginning)'" }

  /// The line with its end.
  func text(reason: String) -> String { indentation + beginning + reason + "\n" }
}

extension DocumentText {
  /// Where a comment for the whole file goes: after the comment lines at its start, of which the
  /// first may be a `#!`, or the tools version of a package. A `///` belongs to what follows it.
  fileprivate var endOfFileHeader: Int {
    var line = 0
    while line + 1 < lineCount {
      let content = bytes[content(ofLine: line)]
      let isComment = content.starts(with: "//".utf8) && !content.starts(with: "///".utf8)
      guard isComment || line == 0 && content.starts(with: "#!".utf8) else { break }
      line += 1
    }
    return content(ofLine: line).lowerBound
  }
}
