import Diagnostics

/// Something that a report tells beside its findings; it is nothing to mend.
package struct Notice: Hashable, Sendable {
  /// What it is about, in kebab-case; stays the same from version to version.
  package let kind: String
  /// As printed.
  package let path: FilePath
  /// Nil for the file as a whole.
  package let location: SourceLocation?
  /// One phrase, without a full stop.
  package let message: String

  package init(
    _ kind: String, in path: FilePath, at location: SourceLocation? = nil, _ message: String
  ) {
    self.kind = kind
    self.path = path
    self.location = location
    self.message = message
  }
}

extension Notice: Comparable {
  package static func < (left: Notice, right: Notice) -> Bool {
    if left.path != right.path { return left.path < right.path }
    let (start, end) = (left.location?.offset ?? -1, right.location?.offset ?? -1)
    if start != end { return start < end }
    if left.kind != right.kind { return left.kind < right.kind }
    return left.message.utf8.lexicographicallyPrecedes(right.message.utf8)
  }
}

extension Notice {
  /// e.g. `Sources/Log.swift:3:15: a comment allows 'date-init'`
  package var line: String {
    let place = location.map { ":\($0.line):\($0.column)" } ?? ""
    return String(decoding: printable("\(path.string)\(place): \(message)"), as: UTF8.self)
  }
}
