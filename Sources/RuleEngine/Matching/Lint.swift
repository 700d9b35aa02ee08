import Diagnostics

/// Rules prepared for matching; made once for a run.
package struct CompiledRules: Sendable {
  package let rules: [Rule]

  /// - Parameter modules: what the configuration adds to the modules a name may be qualified with.
  package init(_ rules: [Rule], modules: [String] = []) {
    self.rules = rules
  }

  /// Whether the bytes hold a name without which no rule can match; false spares lexing the file.
  package func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { true }
}

/// What the rules say of one file.
package struct FileFindings: Sendable {
  /// Sorted by offset, then rule id.
  package var diagnostics: [Diagnostic] = []
  /// Findings that an `allow` glob excused.
  package var allowedByPath = 0
  /// Findings that a declaration scope or a comment in the source excused.
  package var allowedInSource = 0

  package init() {}
}

/// Holds one file against the rules.
/// - Parameter relativePath: relative to the root; what `files` and `allow` are matched against.
package func lint(
  _ source: SourceFile, relativePath: FilePath, with rules: CompiledRules
) -> FileFindings {
  FileFindings()
}
