import Diagnostics

/// The configuration that `init` writes: the core pack, and the rest as comments to choose from.
func firstConfiguration(for survey: Survey, seams: [Seam]) -> String {
  """
  # What swift-determinism-lint holds this project to. To take a setting, remove the '#' in front of
  # it, and of the lines that are indented below it.

  # The rules. What other packs would add today:
  \(wrapped(listed(survey.packCounts, " ·"), to: 94).map { "#   \($0)\n" }.joined())packs: [core]

  # Never linted.
  #exclude: ["**/Generated"]

  \(seamSettings(for: seams))
  # What '--fix' writes in place of a finding; 'Date.current' is a seam of the project's own.
  #replace:
  #  date-init: { Date(): Date.current, Date.now: Date.current }

  # Where some rules matter less.
  #overrides:
  #  - files: ["**/Tests/**"]
  #    severity: { dispatch-main-async: warning }

  """
}

extension Survey {
  /// e.g. `["time 12", "calendar 0", "random 3"]`
  var packCounts: [String] {
    otherPacks.map { "\($0.pack) \(grouped($0.count))" }
  }
}

private func seamSettings(for seams: [Seam]) -> String {
  let example = """
    # Seams: what may read the clock for all the other code.
    #allow:
    #  date-init: ["Date+current.swift"]
    #allow-inside:
    #  date-init: ["extension RealWorld"]

    """
  let files = entries(of: seams) { seam in
    if case .file(let path) = seam.place { glob(for: path) } else { nil }
  }
  let types = entries(of: seams) { seam in
    if case .type(let name) = seam.place { name } else { nil }
  }
  guard !(files + types).isEmpty else { return example }
  return """
    # Seams: what may read the clock for all the other code. By their names these may be some.
    \(settings("allow", files))\(settings("allow-inside", types))
    """
}

/// A use that the configuration would allow.
private struct SeamEntry {
  let rule: String
  /// A glob or a declaration header.
  let text: String
  /// Findings.
  let count: Int
}

/// - Parameter text: of a seam in the list; nil for one that does not belong there.
private func entries(of seams: [Seam], text: (Seam) -> String?) -> [SeamEntry] {
  seams.flatMap { seam in
    let text = text(seam)
    return seam.counts.compactMap { rule, count in
      text.map { SeamEntry(rule: rule, text: $0, count: count) }
    }
  }
}

private func settings(_ name: String, _ entries: [SeamEntry]) -> String {
  let byRule = Dictionary(grouping: entries, by: \.rule).sorted { $0.key < $1.key }
  guard !byRule.isEmpty else { return "" }
  let lines = byRule.flatMap { rule, entries in
    ["#  \(rule):\n"] + entries.map { "#    - \(quoted($0.text))  # \($0.count)\n" }
  }
  return "#\(name):\n" + lines.joined()
}

/// The glob that matches the path; characters that globs use become `?`. Nil for a path that no
/// line of a configuration can hold.
private func glob(for path: FilePath) -> String? {
  let text = path.string
  let isPlain = text.unicodeScalars.allSatisfy { scalar in
    0x20 <= scalar.value && scalar.value != 0x7F && scalar != "\u{FFFD}"
  }
  guard isPlain else { return nil }
  return String(text.map { "*?[]{}!,\\".contains($0) ? "?" : $0 })
}

/// As a double-quoted scalar of YAML.
func quoted(_ text: String) -> String {
  "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
}
