import Diagnostics

/// A value that was read from a file, and where it stands there.
package struct Located<Value: Sendable>: Sendable {
  package internal(set) var value: Value
  /// Offsets from 0 in UTF-8 bytes.
  package let range: Range<Int>
  /// For what a configuration says, by index in `Configuration.sources`; else 0.
  package let file: Int

  // A rule would be copied for the call.
  @inline(__always)
  package init(_ value: Value, at range: Range<Int>, inFile file: Int = 0) {
    (self.value, self.range, self.file) = (value, range, file)
  }

  /// Another value at the same place.
  func map<Other: Sendable>(_ change: (Value) -> Other) -> Located<Other> {
    Located<Other>(change(value), at: range, inFile: file)
  }

  package var place: SettingPlace { SettingPlace(file: file, range: range) }
}

extension Located: Equatable where Value: Equatable {}

/// Where a configuration says something.
package struct SettingPlace: Hashable, Sendable {
  /// The file by index in `Configuration.sources`.
  package let file: Int
  /// Offsets from 0 in UTF-8 bytes.
  package let range: Range<Int>

  package init(file: Int = 0, range: Range<Int>) {
    (self.file, self.range) = (file, range)
  }
}

/// The mistakes in one rule or configuration file.
package struct FileDiagnostics: Sendable {
  package let source: SourceFile
  /// Sorted by place; not empty.
  package let diagnostics: [Diagnostic]

  package init(source: SourceFile, diagnostics: [Diagnostic]) {
    (self.source, self.diagnostics) = (source, diagnostics)
  }
}
