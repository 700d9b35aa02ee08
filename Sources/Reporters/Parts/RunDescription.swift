import Diagnostics

/// The folder that the paths of a report are relative to, for readers elsewhere: a service that
/// shows the repository, or an editor with another working directory.
package struct ReportRoot: Hashable, Sendable {
  /// The top of the report; absolute, and without `.` and `..`, as the next path.
  private let top: FilePath
  /// The folder that printed paths start from.
  private let workingFolder: FilePath
  /// The address where a browser finds the files below the top, e.g.
  /// `https://github.com/o/r/blob/1a2b3c4`; nil if nobody knows.
  let page: String?
  /// The name that people have for it; nil if nobody knows.
  let name: String?

  package init(
    top: FilePath, workingFolder: FilePath, page: String? = nil, name: String? = nil
  ) {
    (self.top, self.workingFolder, self.page, self.name) = (top, workingFolder, page, name)
  }

  func absolutePath(of printed: FilePath) -> FilePath {
    FilePath(
      bytes: [UInt8(ascii: "/")] + components(of: printed).joined(separator: [UInt8(ascii: "/")]))
  }

  /// The path from the top, with `..` for a file outside it: never absolute, for it would name a
  /// file of this machine.
  func path(of printed: FilePath) -> FilePath {
    FilePath(from: components(of: top), to: components(of: printed))
  }

  /// The path from the top as a reference (RFC 3986).
  func reference(to printed: FilePath) -> String {
    path(of: printed).percentEncoded(keeping: "-._~/+@,=")
  }

  private func components(of path: FilePath) -> [ArraySlice<UInt8>] {
    let isAbsolute = path.bytes.first == UInt8(ascii: "/")
    var components = isAbsolute ? [] : workingFolder.components
    for component in path.components {
      switch component {
      case [UInt8(ascii: ".")]: continue
      case [UInt8(ascii: "."), UInt8(ascii: ".")]: _ = components.popLast()
      default: components.append(component)
      }
    }
    return components
  }
}

extension FilePath {
  /// The path in a URI. A colon is encoded, as it would end a scheme, and what Markdown takes for
  /// its own.
  /// - Parameter others: characters that stay as they are, beside letters and digits.
  package func percentEncoded(keeping others: String) -> String {
    bytes.map { byte in
      let isKept =
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || others.utf8.contains(byte)
      let scalar = Unicode.Scalar(byte)
      return isKept ? String(scalar) : Reporters.percentEncoded(scalar)
    }.joined()
  }
}

/// A description of the run for the end of a report.
struct RunDescription: Sendable {
  /// The status that the run will exit with.
  let exitStatus: Int32
  /// The tool that wrote the report.
  let tool: ToolDescription
  /// A line on what was done; nil if the format has no place for it.
  var receipt: String?
  /// Notices that the formats tell that have a place for them: SARIF, the summary and the page.
  let notices: [Notice]
  let failures: Failures
  let root: ReportRoot
  let counting: Counting?
}

/// A function that closes a report. It may be called once.
typealias EndReport = @Sendable (ReportedFiles, RunDescription, inout ReportText) -> Void

/// A description, in a report that stands alone, of the tool that wrote it.
package struct ToolDescription: Sendable {
  /// The version as semver.org has it.
  package let version: String
  /// The rules that may have reported something, by id.
  package let rules: [String: RuleDescription]

  package init(version: String, rules: [String: RuleDescription] = [:]) {
    (self.version, self.rules) = (version, rules)
  }
}

/// A description of a rule, apart from the texts in its findings.
package struct RuleDescription: Sendable {
  package let severity: Severity
  package let message: String
  /// The reason for the rule, and what to write instead; several lines.
  package let note: String?
  /// The rule's pack; nil for findings of the tool itself.
  package let pack: String?

  package init(
    _ severity: Severity, _ message: String, note: String? = nil, pack: String? = nil
  ) {
    (self.severity, self.message, self.note, self.pack) = (severity, message, note, pack)
  }
}

/// Something that a report says apart from its findings, which needs no fix: what a change
/// silences, or why a run could not do its whole job, as it was printed on standard error.
package struct Notice: Hashable, Sendable {
  /// The name of its subject, in kebab-case; it stays the same from version to version.
  package let kind: String
  /// The path as it is printed; nil if it is about no file.
  package let path: FilePath?
  /// The place in the file; nil for the file as a whole.
  package let location: SourceLocation?
  /// The column of a failure, from 1, in UTF-16 code units.
  let utf16Column: Int?
  /// A phrase, without a full stop.
  package let message: String

  package init(
    _ kind: String, in path: FilePath?, at location: SourceLocation? = nil, _ message: String
  ) {
    (self.kind, self.path, self.location, self.message) = (kind, path, location, message)
    utf16Column = nil
  }

  package init(failure message: String, in path: FilePath? = nil) {
    self.init("failure", in: path, message)
  }

  /// - Parameter columns: the columns of the file.
  package init(
    failure message: String, in path: FilePath, at location: SourceLocation,
    _ columns: inout UTF16Columns
  ) {
    (kind, self.path, self.location, self.message) = ("failure", path, location, message)
    utf16Column = columns.column(of: location)
  }
}

/// The failures of a run. Only the first are kept, since a run may have one for each file.
package struct Failures: Sendable {
  package private(set) var first: [Notice] = []
  /// The number of all of them.
  package private(set) var count = 0

  package init() {}

  package mutating func add(_ failure: Notice) {
    count += 1
    if first.count < keptFailureCount { first.append(failure) }
  }

  package var isEmpty: Bool { count == 0 }

  /// The first, and one that says how many more there are.
  var shown: [Notice] {
    let rest = count - first.count
    if rest == 0 { return first }
    return first + [Notice(failure: "\(rest) more error\(rest == 1 ? "" : "s"); see the log")]
  }
}

private let keptFailureCount = 100

extension Notice: Comparable {
  package static func < (left: Notice, right: Notice) -> Bool {
    let (path, other) = (left.path ?? FilePath(""), right.path ?? FilePath(""))
    if path != other { return path < other }
    let (start, end) = (left.location?.offset ?? -1, right.location?.offset ?? -1)
    if start != end { return start < end }
    if left.kind != right.kind { return left.kind < right.kind }
    return left.message.utf8.lexicographicallyPrecedes(right.message.utf8)
  }
}

extension Notice {
  /// The notice in a line, e.g. `Sources/Log.swift:3:15: a comment allows 'date-init'`.
  package var line: String {
    let start = location.map { ":\($0.line):\($0.column)" } ?? ""
    let place = path.map { "\($0.string)\(start): " } ?? ""
    return String(decoding: printable(place + message), as: UTF8.self)
  }
}
