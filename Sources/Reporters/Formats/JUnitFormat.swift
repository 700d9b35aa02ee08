import Diagnostics

/// A report of tests as JUnit's, for services that show nothing else: a suite for each file with
/// findings, in which each of these is a case that fails.
struct JUnitFormat {
  private let path: String
  private let escapedPath: String
  private let lines: LineTable
  private var names = CaseNames()

  @Sendable static func file(_ file: ReportedFile, _ text: inout TextBuffer, _ take: TakeText) {
    let findings =
      file.findings.filter { $0.severity == .error }
      + file.findings.filter { $0.severity != .error }
    guard let first = findings.first else { return }
    var format = JUnitFormat(file)
    var restCount = findings.count
    let sorted = ReportedFile(
      source: file.source, lines: file.lines, findings: findings, isColored: false, root: file.root)
    // A suite with an error stands among the errors, with its warnings.
    func takePart(_: Diagnostic?, _ part: UnsafeBufferPointer<UInt8>) -> Bool { take(first, part) }
    sorted.renderFindings(&text, takePart) { finding, text in
      if restCount == findings.count {
        text.append(string: suiteStart(format.escapedPath, tests: restCount, failures: restCount))
      }
      format.append(finding, to: &text)
      restCount -= 1
      if restCount == 0 { text.append(suiteEnd) }
    }
  }

  private init(_ file: ReportedFile) {
    path = file.root.path(of: file.source.path).string
    escapedPath = xmlEscaped(path)
    lines = file.lines
  }

  private mutating func append(_ finding: Diagnostic, to text: inout TextBuffer) {
    let location = lines.location(of: finding.range.lowerBound)
    let id = finding.rule?.id ?? "-"
    let name = names.next("\(id) at \(location.line):\(location.column)")
    let notes = finding.notes.map {
      Annotation(label: .note, location: lines.location(of: $0.offset), message: $0.message)
    }
    let words = ([Annotation(finding, lines)] + notes).map {
      xmlEscaped(ShortFormat.line($0, in: path))
    }
    let place = #" file="\#(escapedPath)" line="\#(location.line)""#
    let kind = attributes([("type", finding.severity.rawValue), ("message", finding.message)])
    text.append(string: caseStart(escapedPath, name, place))
    text.append(string: "      <failure\(kind)>\(words.joined(separator: "\n"))</failure>\n")
    text.append(caseEnd)
  }

  @Sendable static func end(_ kept: KeptTexts, _ run: RunDescription, to write: WriteBytes) {
    let (failures, errors) = (kept.tally.count, run.failures.shown.count)
    let passed = failures + errors == 0 ? 1 : 0
    let counts = attributes([
      ("tests", String(failures + errors + passed)), ("failures", String(failures)),
      ("errors", String(errors)),
    ])
    var text = TextBuffer()
    text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    text.append(string: "<testsuites name=\"\(toolName)\"\(counts)>\n")
    // A run that saw too little is not to look as if it had passed.
    if 0 < errors + passed { appendOwnSuite(run, to: &text) }
    _ = text.withUnsafeBufferPointer(write)
    kept.writeFindings(areElements: false, to: write)
    _ = write(StaticString("</testsuites>\n").buffer)
  }

  /// The suite of what is in no file: a case for each failure of the run, else one that passes.
  private static func appendOwnSuite(_ run: RunDescription, to text: inout TextBuffer) {
    let failures = run.failures.shown
    text.append(
      string: suiteStart(toolName, tests: max(failures.count, 1), errors: failures.count))
    if failures.isEmpty {
      text.append(string: "    <testcase\(identity(toolName, "no findings"))/>\n")
    }
    var names = CaseNames()
    for failure in failures {
      let path = failure.path.map { run.root.path(of: $0).string }
      let line = failure.location.map { String($0.line) }
      let place = [path.map { ("file", $0) }, line.map { ("line", $0) }].compactMap { $0 }
      let kind = attributes([("type", "error"), ("message", failure.message)])
      let name = names.next(failure.message)
      text.append(string: caseStart(xmlEscaped(path ?? toolName), name, attributes(place)))
      text.append(string: "      <error\(kind)/>\n")
      text.append(caseEnd)
    }
    text.append(suiteEnd)
  }
}

/// Services recognize a case by its class and name, so no two in a suite are equal.
private struct CaseNames {
  private var counts: [String: Int] = [:]

  /// e.g. `date-init at 3:15`, then `date-init at 3:15 #2`
  mutating func next(_ name: String) -> String {
    counts[name, default: 0] += 1
    let count = counts[name]!
    return count == 1 ? name : "\(name) #\(count)"
  }
}

private let toolName = "swift-determinism-lint"
private let suiteEnd: StaticString = "  </testsuite>\n"
private let caseEnd: StaticString = "    </testcase>\n"

/// - Parameter name: escaped.
private func suiteStart(_ name: String, tests: Int, failures: Int = 0, errors: Int = 0) -> String {
  let counts = attributes([
    ("tests", String(tests)), ("failures", String(failures)), ("errors", String(errors)),
  ])
  return "  <testsuite name=\"\(name)\"\(counts) time=\"0\">\n"
}

/// - Parameters:
///   - path: escaped.
///   - place: attributes.
private func caseStart(_ path: String, _ name: String, _ place: String) -> String {
  "    <testcase\(identity(path, name))\(place)>\n"
}

/// - Parameter path: escaped.
private func identity(_ path: String, _ name: String) -> String {
  " classname=\"\(path)\" name=\"\(xmlEscaped(name))\" time=\"0\""
}

/// With a blank before each.
private func attributes(_ attributes: [(String, String)]) -> String {
  attributes.map { #" \#($0)="\#(xmlEscaped($1))""# }.joined()
}
