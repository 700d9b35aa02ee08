import Diagnostics

/// Tables of rules and folders, made of counts alone.
enum StatisticsFormat {
  /// Empty if nothing was found.
  @Sendable static func end(_ kept: KeptTexts, _ run: RunDescription, to write: WriteBytes) {
    let tally = kept.tally
    if tally.isEmpty { return }
    let tables =
      switch run.counting?.grouping {
      case nil: rules(of: tally) + "\n".utf8 + folders(of: tally)
      case .rule: rules(of: tally)
      case let grouping?: countTable(tally.groups, by: grouping, total: tally.total)
      }
    _ = tables.withUnsafeBufferPointer(write)
  }

  /// The table of rules, if there are more than fifty findings.
  @Sendable static func endCounts(_ kept: KeptTexts, _ run: RunDescription, to write: WriteBytes) {
    if 50 < kept.tally.count { _ = rules(of: kept.tally).withUnsafeBufferPointer(write) }
  }

  private static func rules(of tally: Tally) -> [UInt8] {
    var counts: [FilePath: GroupCount] = [:]
    for rule in tally.rules {
      counts[FilePath(rule.name), default: GroupCount()] +=
        GroupCount(findings: rule.count, files: rule.files)
    }
    return countTable(counts, by: .rule, total: tally.total)
  }

  /// The ten folders with the most findings, each without those in it.
  private static func folders(of tally: Tally) -> [UInt8] {
    let folders = tally.groups.map { (name: $0.key.string, count: $0.value.findings) }
    let rows = folders.sorted { precede(($0.count, $0.name), ($1.count, $1.name)) }.prefix(10).map {
      [$0.name, String($0.count), share($0.count, of: tally.count)]
    }
    return table([["FOLDER", "FINDINGS", "SHARE"]] + rows)
  }
}

extension Tally {
  fileprivate var total: GroupCount { GroupCount(findings: count, files: fileCount) }
}
