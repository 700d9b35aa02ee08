import Diagnostics

/// A report of tests as JUnit's, for services that show nothing else: a suite for each file with
/// findings, in which each of these is a case that fails. A suite with an error stands among the
/// errors, with its warnings.
func writeJUnit(
  _ reported: ReportedFiles, _ run: RunDescription, to output: inout ReportText
) {
  let (failures, errors) = (reported.tally.count, run.failures.shown.count)
  let passed = failures + errors == 0 ? 1 : 0
  let counts = counts(toolName, failures + errors + passed, failures, errors)
  output.text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
  output.text.append(string: "<testsuites\(xmlAttributes(counts))>\n")
  // A run that saw too little is not to look as if it had passed.
  if 0 < errors + passed { appendOwnSuite(run, to: &output.text) }
  for hasErrors in [true, false] {
    for file in reported.files
    where file.findings.contains(where: { $0.severity == .error }) == hasErrors {
      let count = file.findings.count
      appendSuite(file.path, count, failures: count, to: &output.text)
      ReportedFiles(files: [file]).read(failedCase) { _, text, _ in
        output.text.append(text)
        output.endPart()
        return output.goesOn
      }
      output.text.append(suiteEnd)
    }
  }
  output.text.append("</testsuites>\n")
}

private func failedCase(of file: ReportedFile) -> AppendFinding {
  let path = file.path
  var names: [String: Int] = [:]
  func line(_ annotation: Annotation) -> String {
    xmlEscaped(shortLine(annotation, in: path))
  }
  return { finding, text in
    let start = file.start(of: finding)
    let name = names.next("\(finding.rule?.id ?? "-") at \(start.line):\(start.column)")
    let notes = finding.notes.map {
      Annotation(
        label: .note, location: file.lines.location(of: $0.offset), message: $0.message)
    }
    let words = ([Annotation(finding, file.lines)] + notes).map(line).joined(separator: "\n")
    let kind = xmlAttributes([
      ("type", finding.severity.rawValue), ("message", finding.message),
    ])
    append(
      name, of: path, place: [("file", path), ("line", String(start.line))],
      "<failure\(kind)>\(words)</failure>", to: &text)
  }
}

/// Appends a case.
/// - Parameter outcome: nil if it passes.
private func append(
  _ name: String, of path: String, place: [(String, String?)], _ outcome: String?,
  to text: inout TextBuffer
) {
  let attributes = xmlAttributes([("classname", path), ("name", name), ("time", "0")] + place)
  let end = outcome.map { ">\n      \($0)\n    </testcase>" } ?? "/>"
  text.append(string: "    <testcase\(attributes)\(end)\n")
}

/// Appends the suite of failures that are in no file: a case for each of the run, else one that
/// passes.
private func appendOwnSuite(_ run: RunDescription, to text: inout TextBuffer) {
  let failures = run.failures.shown
  appendSuite(toolName, max(failures.count, 1), errors: failures.count, to: &text)
  if failures.isEmpty { append("no findings", of: toolName, place: [], nil, to: &text) }
  var names: [String: Int] = [:]
  for failure in failures {
    let path = failure.path.map { run.root.path(of: $0).string }
    let kind = xmlAttributes([("type", "error"), ("message", failure.message)])
    append(
      names.next(failure.message), of: path ?? toolName,
      place: [("file", path), ("line", failure.location.map { String($0.line) })],
      "<error\(kind)/>", to: &text)
  }
  text.append(suiteEnd)
}

private func appendSuite(
  _ name: String, _ tests: Int, failures: Int = 0, errors: Int = 0, to text: inout TextBuffer
) {
  let attributes = xmlAttributes(counts(name, tests, failures, errors) + [("time", "0")])
  text.append(string: "  <testsuite\(attributes)>\n")
}

private func counts(
  _ name: String, _ tests: Int, _ failures: Int, _ errors: Int
) -> [(String, String?)] {
  [
    ("name", name), ("tests", String(tests)), ("failures", String(failures)),
    ("errors", String(errors)),
  ]
}

extension [String: Int] {
  /// Services recognize a case by its class and name, so no two in a suite are equal: `date-init at
  /// 3:15`, then `date-init at 3:15 #2`.
  fileprivate mutating func next(_ name: String) -> String {
    self[name, default: 0] += 1
    let count = self[name]!
    return count == 1 ? name : "\(name) #\(count)"
  }
}

private let toolName = "swift-determinism-lint"
private let suiteEnd: StaticString = "  </testsuite>\n"
