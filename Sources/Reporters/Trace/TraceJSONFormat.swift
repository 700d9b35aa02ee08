import Diagnostics

/// Writes an object, by entry, with a cause and an entry on each line. Its keys are in the article
/// Formats.
func writeTraceJSON(_ report: TraceReport, to output: inout ReportText) {
  var entryCounts = [Int](repeating: 0, count: report.causes.count)
  for entry in report.entries {
    for reach in entry.reaches { entryCounts[reach.cause] += 1 }
  }
  output.text.append(#"{"version":1,"#)
  output.text.append("\n\"causes\":[")
  for (index, cause) in report.causes.enumerated() where output.goesOn {
    output.text.append(index == 0 ? "\n" : ",\n")
    output.text.append(compact: object(cause, entries: entryCounts[index]))
    output.endPart()
  }
  output.text.append("\n],\n\"entries\":[")
  for (index, entry) in report.entries.enumerated() where output.goesOn {
    output.text.append(index == 0 ? "\n" : ",\n")
    output.text.append(compact: object(entry))
    output.endPart()
  }
  output.text.append("\n],\n\"notFollowed\":")
  output.text.append(compact: object(report.notFollowed))
  output.text.append(",\n\"counts\":")
  output.text.append(compact: counts(of: report))
  output.text.append("}\n")
}

private func object(_ cause: TraceReport.Cause, entries: Int) -> JSON {
  .object(
    [
      ("rule", .string(cause.rule.id)), ("severity", .string(cause.severity.rawValue)),
      ("message", .string(cause.message)),
    ] + members(of: cause.place) + [
      ("scope", .string(cause.key.scope)), ("entries", .integer(entries)),
    ])
}

private func object(_ entry: TraceReport.Entry) -> JSON {
  let reaches = entry.reaches.map { reach in
    JSON.object(
      [("cause", .integer(reach.cause)), ("path", .array(reach.path.map { object($0) }))]
        + (reach.endsInBranch ? [("inBranch", true)] : []))
  }
  return .object(
    [("name", .string(entry.name)), ("kind", .string(entry.kind.rawValue))]
      + members(of: entry.place) + [("reaches", .array(reaches))])
}

private func object(_ hop: TraceHop) -> JSON {
  let label = hop.kind == .defaultArgument ? hop.detail : nil
  return .object(
    [("name", .string(hop.name))] + members(of: hop.place) + [("how", .string(hop.kind.rawValue))]
      + (label.map { [("label", .string($0))] } ?? [])
      + (hop.isInClosure ? [("inClosure", true)] : [])
      + (hop.isInBranch ? [("inBranch", true)] : []) + (hop.isOnce ? [("once", true)] : []))
}

private func members(of place: TraceReport.Place) -> [(String, JSON)] {
  [
    ("file", .string(place.path.string)), ("line", .integer(place.line)),
    ("column", .integer(place.column)),
  ]
}

private func object(_ counts: NotFollowed) -> JSON {
  [
    "uses": .integer(counts.uses), "unknownReceivers": .integer(counts.unknownReceivers),
    "storedClosures": .integer(counts.storedClosures), "keyPaths": .integer(counts.keyPaths),
    "generics": .integer(counts.generics), "deinitializers": .integer(counts.deinitializers),
    "propertyWrappers": .integer(counts.propertyWrappers),
  ]
}

/// The counts of the receipt.
private func counts(of report: TraceReport) -> JSON {
  let alone = report.entries.count { $0.reaches.contains { $0.path.isEmpty } }
  return [
    "entries": .integer(report.entryCount), "reaching": .integer(report.entries.count),
    "byThemselves": .integer(alone), "files": .integer(report.fileCount),
    "excludedFiles": .integer(report.excludedCount),
    "allowed": .integer(report.allowedCount), "seams": .integer(report.seamCount),
    "branches": .integer(report.branchCount),
  ]
}
