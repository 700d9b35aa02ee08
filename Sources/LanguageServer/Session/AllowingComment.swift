import Diagnostics

/// A comment that allows a rule, on a line of its own.
struct AllowingComment: Hashable {
  let rule: String
  let isForFile: Bool
  /// Where its line goes; from 0, in bytes.
  let offset: Int
  /// What its line begins with.
  private let indentation: String
  private let lineEnd: String

  init(_ rule: String, above line: Int, of text: DocumentText) {
    (self.rule, isForFile) = (rule, false)
    offset = text.start(ofLine: line)
    let blanks = text.bytes[offset...].prefix { $0.isBlank }
    indentation = String(decoding: blanks, as: UTF8.self)
    lineEnd = text.lineEnd
  }

  init(_ rule: String, forFileOf text: DocumentText) {
    (self.rule, isForFile) = (rule, true)
    (offset, indentation, lineEnd) = (text.endOfFileHeader, "", text.lineEnd)
  }

  private var beginning: String { "// determinism:\(isForFile ? "allow-file" : "allow") \(rule)" }

  /// What an editor calls it.
  var title: String { "Allow \(isForFile ? "in this file" : "here"): '\(beginning)'" }

  /// The line with its end.
  func text(reason: String) -> String { "\(indentation)\(beginning): \(reason)\(lineEnd)" }
}

/// The comments of a text that would allow rules, but for their reasons: what is left to do is to
/// write these, and no other comment.
struct UnreasonedComments {
  private let text: DocumentText
  private let comments: [Range<Int>]

  /// - Parameter findings: all of the text.
  init(_ findings: [Finding], of text: DocumentText) {
    self.text = text
    comments = findings.map(\.diagnostic).filter { $0.rule?.id == "suppression-without-reason" }
      .map(\.range)
  }

  /// Whether there is one already for what a comment would allow.
  /// - Parameter line: where the use is, from 0.
  func hold(_ comment: AllowingComment, forLine line: Int) -> Bool {
    let keyword = "determinism:\(comment.isForFile ? "allow-file" : "allow")"
    return comments.contains { range in
      let words = text.bytes[range].split { $0.isBlank || $0 == comma || $0 == colon }
      guard words.contains(where: { $0.elementsEqual(comment.rule.utf8) }),
        text.bytes[range].split(whereSeparator: \.isBlank).contains(where: {
          $0.elementsEqual(keyword.utf8)
        })
      else { return false }
      return comment.isForFile || text.line(meantByCommentAt: range.lowerBound) == line
    }
  }
}

extension DocumentText {
  /// How the first line ends; so do most lines of most texts.
  fileprivate var lineEnd: String {
    guard 1 < lineCount else { return "\n" }
    let next = start(ofLine: 1)
    return String(decoding: bytes[content(ofLine: 0).upperBound..<next], as: UTF8.self)
  }

  /// Where a line can be put before this one: a byte order mark stays the first.
  fileprivate func start(ofLine line: Int) -> Int {
    let start = content(ofLine: line).lowerBound
    return line == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? start + 3 : start
  }

  /// Where a comment for the whole file goes: after the comment lines at its start, of which the
  /// first may be a `#!`, or the tools version of a package. A `///` belongs to what follows it.
  fileprivate var endOfFileHeader: Int {
    var line = 0
    while line + 1 < lineCount {
      let content = bytes[start(ofLine: line)..<content(ofLine: line).upperBound]
      let isComment = content.starts(with: "//".utf8) && !content.starts(with: "///".utf8)
      guard isComment || line == 0 && content.starts(with: "#!".utf8) else { break }
      line += 1
    }
    return start(ofLine: line)
  }

  /// The line that a comment is about, from 0: its own, or, if it stands alone, the next one with
  /// code that is no attribute.
  fileprivate func line(meantByCommentAt offset: Int) -> Int {
    var line = line(of: offset)
    guard bytes[start(ofLine: line)..<offset].allSatisfy(\.isBlank) else { return line }
    repeat { line += 1 } while line < lineCount && !holdsCode(line)
    return line
  }

  private func holdsCode(_ line: Int) -> Bool {
    let code = bytes[content(ofLine: line)].drop(while: \.isBlank)
    return !code.isEmpty && code.first != UInt8(ascii: "@") && !code.starts(with: "//".utf8)
  }
}

private let comma = UInt8(ascii: ",")
private let colon = UInt8(ascii: ":")

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
