import Diagnostics

/// The log of a trace in the Static Analysis Results Interchange Format: a result for each entry
/// and cause, at the name of the entry, with the way as a code flow.
struct TraceSARIFFormat {
  private let report: TraceReport
  private let rules: [RuleReference]
  private var columns: [FilePath: UTF16Columns] = [:]
  /// The hashes of the lines of entries.
  private var lineHashes: [FilePath: LineHashes] = [:]
  /// The fingerprints of the results in the current file.
  private var fingerprints = Fingerprints()

  static func write(
    _ report: TraceReport, _ run: RunDescription, _ sources: inout TraceSources,
    to output: inout ReportText
  ) {
    var format = TraceSARIFFormat(report)
    // A trace beside the log of lint is not to replace it.
    output.text.append(
      SARIFFormat.start(of: run, format.rules, category: "swift-determinism-lint/trace/"))
    var isFirst = true
    for severity in [Severity.error, .warning] {
      var path: FilePath?
      for entry in report.entries {
        if entry.place.path != path { format.fingerprints = Fingerprints() }
        path = entry.place.path
        for reach in entry.reaches
        where report.causes[reach.cause].severity == severity && output.goesOn {
          output.text.append(isFirst ? "\n" : ",\n")
          isFirst = false
          output.text.append(compact: format.result(entry, reach, &sources, run.root))
          output.endPart()
        }
      }
    }
    output.text.append(SARIFFormat.closing)
  }

  private init(_ report: TraceReport) {
    self.report = report
    var rules: [RuleReference] = []
    for cause in report.causes where !rules.contains(where: { $0.id == cause.rule.id }) {
      rules.append(cause.rule)
    }
    self.rules = rules.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  private mutating func result(
    _ entry: TraceReport.Entry, _ reach: TraceReport.Reach, _ sources: inout TraceSources,
    _ root: ReportRoot
  ) -> JSON {
    let cause = report.causes[reach.cause]
    // The way begins where the entry does: a reader is shown the result and its flow side by side.
    var flow = report.notes(of: reach.path, from: entry)
    let end = cause.message + reach.endClause
    flow.append(TraceLine(label: .error, place: cause.place, message: end, rule: nil))
    let locations = flow.map { line -> JSON in
      ["location": location(line.place, line.message, &sources, root)]
    }
    let place = location(entry.place, nil, &sources, root)
      .adding("logicalLocations", [SARIFFormat.logicalLocation(entry.name)])
    let flows: JSON = [["threadFlows": [["locations": .array(locations)]]]]
    let branch = reach.isInBranch ? " in a branch" : ""
    let message = "'\(entry.name)' can reach '\(cause.key.tokens)'\(branch); \(cause.message)"
    return [
      "ruleId": .string(cause.rule.id),
      "ruleIndex": .integer(rules.firstIndex { $0.id == cause.rule.id } ?? -1),
      "level": .string(cause.severity.rawValue), "message": ["text": .string(message)],
      "locations": [place],
      "relatedLocations": [location(cause.place, cause.message, &sources, root)],
      "codeFlows": flows, "partialFingerprints": partialFingerprints(entry, cause, &sources),
    ]
  }

  /// The way is no part of it: an alert stays the same if another one gets to the cause.
  private mutating func partialFingerprints(
    _ entry: TraceReport.Entry, _ cause: TraceReport.Cause, _ sources: inout TraceSources
  ) -> JSON {
    var hash = FNV1a()
    for field in [entry.name, cause.rule.id, cause.key.scope, cause.key.tokens] {
      hash.add(field.utf8)
    }
    let own: JSON = ["determinismTrace/v1": .string(fingerprints.next(hash))]
    let path = entry.place.path
    if lineHashes[path] == nil, let source = sources.file(path)?.source {
      let lines = report.entries.lazy.filter { $0.place.path == path }.map(\.place.line)
      lineHashes[path] = LineHashes(of: source, lines: lines)
    }
    guard let hash = lineHashes[path]?[entry.place.line] else { return own }
    return own.adding("primaryLocationLineHash", .string(hash))
  }

  /// - Parameter message: the message; nil for none.
  private mutating func location(
    _ place: TraceReport.Place, _ message: String?, _ sources: inout TraceSources,
    _ root: ReportRoot
  ) -> JSON {
    var region: JSON = ["startLine": .integer(place.line)]
    if let file = sources.file(place.path), let location = file.location(of: place) {
      let column = columns[place.path, default: UTF16Columns(file.source)].column(of: location)
      region = [
        "startLine": .integer(place.line), "startColumn": .integer(column),
        "endLine": .integer(place.line), "endColumn": .integer(column),
      ]
    }
    let artifact = SARIFFormat.reference(to: place.path, root)
    let physical: JSON = ["artifactLocation": artifact, "region": region]
    guard let message else { return ["physicalLocation": physical] }
    return ["physicalLocation": physical, "message": ["text": .string(message)]]
  }
}
