import Diagnostics

// Tables of rules and folders, made of counts alone.

/// Writes the statistics; it writes nothing if nothing was found.
func writeStatistics(
  _ reported: ReportedFiles, _ run: RunDescription, to output: inout ReportText
) {
  let tally = reported.tally
  if tally.isEmpty { return }
  switch run.counting?.grouping {
  case nil: output.text.append(tally.ruleTable + "\n".utf8 + folders(of: tally))
  case .rule: output.text.append(tally.ruleTable)
  case let grouping?:
    output.text.append(countTable(tally.groups, by: grouping, total: tally.total))
  }
}

/// The groups that have most findings, for somebody who has seen thousands of findings scroll by.
func countOverview(of tally: Tally) -> [UInt8] {
  let folders = countTable(tally.groups, by: .folder, total: tally.total, levels: 1)
  return tally.ruleTable + "\n".utf8 + folders
}

/// The ten folders with the most findings, each without those in it.
private func folders(of tally: Tally) -> [UInt8] {
  let folders = tally.groups.map { (name: $0.key.string, count: $0.value.findings) }
  let rows = folders.sorted { precede(($0.count, $0.name), ($1.count, $1.name)) }.prefix(10).map {
    [$0.name, String($0.count), share($0.count, of: tally.count)]
  }
  return table([["FOLDER", "FINDINGS", "SHARE"]] + rows)
}

extension Tally {
  var total: GroupCount { GroupCount(findings: count, files: fileCount) }

  var ruleTable: [UInt8] {
    var counts: [FilePath: GroupCount] = [:]
    for rule in rules {
      counts[FilePath(rule.name)] = GroupCount(findings: rule.count, files: rule.files)
    }
    return countTable(counts, by: .rule, total: total)
  }
}
