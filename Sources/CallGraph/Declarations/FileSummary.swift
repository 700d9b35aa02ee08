import RuleEngine

/// What a file declares, and what its code refers to. It depends on the bytes of the file alone.
package struct FileSummary: Sendable {
  package init(of bytes: [UInt8], reusing scratch: inout LintScratch) {}
}
