import Diagnostics

/// A file whose findings are not rendered before more is known of the run, since some of them may
/// not be reported.
struct HeldFile: Sendable {
  let source: SourceFile
  /// In report order.
  var diagnostics: [Diagnostic]
  /// What is excused, for reports that have it.
  var excused: [Diagnostic]
}
