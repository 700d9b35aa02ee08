import Comparison
import Diagnostics

/// A row for each rule, folder or file, those with the most findings first, and what it all comes
/// to.
func baselineTable(_ entries: [KnownFinding], by grouping: BaselineGrouping) -> String {
  guard !entries.isEmpty else { return "No findings.\n" }
  let groups = Dictionary(grouping: entries) { grouping.name(of: $0) }
  let rows = groups.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    .map { name, entries in
      (count: grouped(entries.count), name: name, files: Set(entries.map(\.path)).count)
    }
  let width = rows.map(\.count.count).max() ?? 0
  let nameWidth = rows.map(\.name.bytes.count).max() ?? 0
  let lines = rows.map { row in
    let count = String(repeating: " ", count: width - row.count.count) + row.count
    let line = "\(count)  \(row.name.printable)"
    guard grouping != .file else { return line }
    let padding = String(repeating: " ", count: nameWidth - row.name.bytes.count)
    return line + "\(padding)  in \(counted(row.files, "file"))"
  }
  return lines.joined(separator: "\n") + "\n\(summary(of: entries)).\n"
}

extension BaselineGrouping {
  fileprivate func name(of entry: KnownFinding) -> FilePath {
    switch self {
    case .rule: return FilePath(entry.rule)
    case .file: return entry.path
    case .folder:
      let slash = entry.path.bytes.lastIndex(of: UInt8(ascii: "/"))
      return slash.map { FilePath(bytes: entry.path.bytes[..<$0]) } ?? FilePath(".")
    }
  }
}
