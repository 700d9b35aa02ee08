/// A comment that allows a rule, on a line of its own.
struct AllowingComment {
  let rule: String
  let isForFile: Bool
  /// What the line begins with.
  let indentation: String

  private var beginning: String { "// determinism:\(isForFile ? "allow-file" : "allow") \(rule): " }

  /// What an editor calls it.
  var title: String { "Allow \(isForFile ? "in this file" : "here"): '\(beginning)'" }

  /// The line with its end.
  func text(reason: String) -> String { indentation + beginning + reason + "\n" }
}

extension DocumentText {
  /// Where a comment for the whole file goes: after the comment lines at its start, of which the
  /// first may be a `#!`, or the tools version of a package.
  var endOfFileHeader: Int {
    var line = 0
    while line + 1 < lineCount {
      let content = bytes[content(ofLine: line)]
      let isHeader = content.starts(with: "//".utf8) || line == 0 && content.starts(with: "#!".utf8)
      guard isHeader else { break }
      line += 1
    }
    return content(ofLine: line).lowerBound
  }
}
