import Diagnostics
import Reporters
import RuleEngine

/// The comments of a file of a change that allow rules.
struct ComparedComments: Sendable {
  /// As printed.
  let path: FilePath
  let new: [AllowingComment]
  let old: [AllowingComment]
}

/// What is told of comments that no file of the change had before. One that was moved, in its file
/// or to another, is none of them.
func newComments(in files: [ComparedComments]) -> [Notice] {
  var removed: [CommentWords: Int] = [:]
  var added: [(path: FilePath, comment: AllowingComment)] = []
  for file in files {
    var old = Dictionary(file.old.map { (CommentWords($0), 1) }, uniquingKeysWith: +)
    for comment in file.new where !old.take(CommentWords(comment)) {
      added.append((file.path, comment))
    }
    removed.merge(old, uniquingKeysWith: +)
  }
  return added.filter { !removed.take(CommentWords($0.comment)) }.map { path, comment in
    let rules = comment.rules.map { "'\($0)'" }.joined(separator: ", ")
    let reach = comment.isForFile ? "in this file" : "here"
    return Notice(
      "comment-added", in: path, at: comment.location,
      "a comment allows \(rules) \(reach): \(comment.reason)")
  }
}

/// What two comments have alike that allow the same.
private struct CommentWords: Hashable {
  let rules: [String]
  let isForFile: Bool
  let reason: String

  init(_ comment: AllowingComment) {
    (rules, isForFile, reason) = (comment.rules, comment.isForFile, comment.reason)
  }
}

extension [CommentWords: Int] {
  /// Whether there was one.
  fileprivate mutating func take(_ words: CommentWords) -> Bool {
    guard let count = self[words], 0 < count else { return false }
    self[words] = count - 1
    return true
  }
}
