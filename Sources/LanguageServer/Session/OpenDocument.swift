/// A document as the client has it open.
struct OpenDocument {
  /// As the client writes it.
  let uri: String
  let name: DocumentName
  var version: Int
  var text: DocumentText
  /// What the last lint found; nil where the text has changed since, or the rules have.
  var findings: [Finding]?
  /// Whether what is published is not what is true.
  var isUnpublished = true
  /// Whether its file or folder is gone; it shows nothing until that is back, or it is changed.
  var isWithdrawn = false
}
