import Diagnostics

/// The purpose of code.
package enum CodeKind: Sendable {
  case product, tests
  /// Previews, too.
  case samples
}

/// Facts that a page has of files beside what was found in them. Any thread may ask.
package struct FileFacts: Sendable {
  /// The owners of a file that nobody owns.
  package static let noOwner = FilePath("(no owner)")

  /// The purpose of a file, by its path from the top of the report.
  let kind: @Sendable (_ file: FilePath) -> CodeKind
  /// Whether a finding in product code is in a sample or a preview.
  let isInSample: @Sendable (_ finding: Diagnostic) -> Bool
  /// The owners of a file, by its path as printed, e.g. `@ada @org/team`; nil if nobody says who
  /// owns files.
  let owners: (@Sendable (_ file: FilePath) -> FilePath)?
  /// A comment that allows a rule, by its id.
  let comment: @Sendable (_ rule: String) -> String

  package init(
    kind: @escaping @Sendable (_ file: FilePath) -> CodeKind,
    isInSample: @escaping @Sendable (_ finding: Diagnostic) -> Bool,
    owners: (@Sendable (_ file: FilePath) -> FilePath)?,
    comment: @escaping @Sendable (_ rule: String) -> String
  ) {
    (self.kind, self.isInSample) = (kind, isInSample)
    (self.owners, self.comment) = (owners, comment)
  }
}
