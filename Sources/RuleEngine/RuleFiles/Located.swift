import Diagnostics

/// A value that was read from a file, and where it stands there.
package struct Located<Value: Sendable>: Sendable {
  package internal(set) var value: Value
  /// Offsets from 0 in UTF-8 bytes.
  package let range: Range<Int>

  package init(_ value: Value, at range: Range<Int>) {
    self.value = value
    self.range = range
  }
}

extension [Diagnostic] {
  /// By place, all of them inside a file of so many bytes; what stands at one place stays in order.
  func inOrder(within count: Int) -> [Diagnostic] {
    if isEmpty { return self }
    let sorted = enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    return sorted.map { _, diagnostic in
      var diagnostic = diagnostic
      diagnostic.range = diagnostic.range.clamped(to: 0..<count)
      return diagnostic
    }
  }
}

/// The mistakes in one rule or configuration file.
package struct FileDiagnostics: Sendable {
  package let source: SourceFile
  /// Sorted by place; not empty.
  package let diagnostics: [Diagnostic]

  package init(source: SourceFile, diagnostics: [Diagnostic]) {
    self.source = source
    self.diagnostics = diagnostics
  }
}
