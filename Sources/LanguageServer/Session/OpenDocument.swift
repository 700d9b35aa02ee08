/// A document as the client has it open.
struct OpenDocument {
  /// As the client writes it.
  let uri: String
  let name: DocumentName
  var version: Int
  var text: DocumentText
  /// What the last lint found; nil where the text has changed since, or the rules have.
  var findings: LintedText?
  /// Whether what is published is not what is true.
  var isUnpublished = true
  /// Whether its file or folder is gone; it shows nothing until it is changed.
  var isWithdrawn = false
}

/// What was found in one version of a document.
struct LintedText {
  let findings: [Finding]
  /// Tells the text and the rules that it was linted with.
  let resultID: String
}
