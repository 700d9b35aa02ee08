import Diagnostics
import Reporters
import Rules

/// The configuration that `init` writes: the core pack, and the rest as comments to choose from.
func firstConfiguration(for survey: Survey, seams: [Seam]) -> String {
  """
  # The configuration of swift-determinism-lint. To use a setting, remove the '#' before it and
  # before the lines that are indented below it.

  # The packs of rules. Findings that other packs would add today:
  \(wrapped(listed(survey.packCounts, " ·"), to: 94).map { "#   \($0)\n" }.joined())\
  \(packSettings(for: survey))
  \(excludeSettings(for: survey))
  \(seamSettings(for: seams))
  # What '--fix' writes in place of a finding; 'Date.current' stands for a seam of your own.
  #replace:
  #  date-init: { Date(): Date.current, Date.now: Date.current }

  \(severitySettings(for: survey))
  """
}

extension Survey {
  /// e.g. `["time 12", "calendar 0", "samples 3 (core reports 2 of them)"]`
  var packCounts: [String] {
    otherPacks.map { pack, count, replacedCount in
      let replaced = replacedCount == 0 ? "" : " (core reports \(grouped(replacedCount)) of them)"
      return "\(pack) \(grouped(count))\(replaced)"
    }
  }

  /// The packs that are for what the code imports, and which files import that, e.g.
  /// `Combine in 12 files`.
  var packsOfImports: [(pack: String, imports: String)] {
    var packs: [(pack: String, imports: String)] = []
    for row in imports {
      let words = "\(row.module) in \(counted(row.count, "file"))"
      if let last = packs.last, last.pack == row.pack {
        packs[packs.count - 1].imports += ", \(words)"
      } else {
        packs.append((row.pack, words))
      }
    }
    return packs
  }

  /// How many findings of core are in declarations that the pack `samples` is for.
  fileprivate var countInSamples: Int {
    findingCount(in: .samples) - findingCount(inFilesOf: .samples)
  }
}

private func packSettings(for survey: Survey) -> String {
  var packs = survey.packsOfImports
  if 0 < survey.countInSamples { packs.append((samplesPack, "previews and samples")) }
  guard !packs.isEmpty else { return "packs: [core]\n" }
  let lines = packs.map { pack, reason in
    let count = survey.otherPacks.first { $0.pack == pack }?.count ?? 0
    return "#  - \(pack)  # \(reason): \(counted(count, "finding"))\n"
  }
  return "packs:\n  - core\n" + lines.joined()
}

private func excludeSettings(for survey: Survey) -> String {
  let (excluded, tests) = (survey.excluded, survey.excludedTests)
  guard !(excluded + tests).isEmpty else {
    return """
      # Never linted.
      #exclude: ["**/Generated"]

      """
  }
  let name = SwiftLintSettings.name.string
  return "# Never linted (from '\(name)').\n\(excluded.isEmpty ? "#" : "")exclude:\n"
    + excluded.map { "  - \(quoted($0.glob.text))  # \(counted($0.count, "file"))\n" }.joined()
    + tests.map {
      "#  - \(quoted($0.glob.text))  # tests: \(counted($0.count, "finding"))\n"
    }.joined()
}

/// What would make warnings of findings in tests and samples. Nothing is turned off there.
private func severitySettings(for survey: Survey) -> String {
  var overrides = ""
  for (kind, name) in [(CodeKind.tests, "tests"), (.samples, "samples")] {
    let count = survey.findingCount(inFilesOf: kind)
    guard 0 < count else { continue }
    let globs = survey.kindGlobs.filter { $0.kind == kind }.map { quoted($0.glob.text) }
    overrides += """
      #  - files: [\(globs.joined(separator: ", "))]  # \(name): \(counted(count, "finding"))
      #    severity: { all: warning }

      """
  }
  if overrides.isEmpty, survey.countInSamples == 0 {
    overrides = """
      #  - files: ["*Tests"]
      #    severity: { all: warning }

      """
  }
  var text = "# Where findings are warnings.\n"
  if !overrides.isEmpty { text += "#overrides:\n" + overrides }
  if 0 < survey.countInSamples {
    let count = survey.otherPacks.first { $0.pack == samplesPack }?.count ?? 0
    text += """
      # Previews and samples: '- \(samplesPack)' under 'packs' turns on a pack for them. It \
      reports there in
      # place of core, too. This setting makes its \(counted(count, "finding")) warnings.
      #severity: { \(samplesPack): warning }

      """
  }
  return text
}

private func seamSettings(for seams: [Seam]) -> String {
  let example = """
    # Seams: code that may read the clock for all other code.
    #allow:
    #  date-init: ["Date+current.swift"]
    #allow-inside:
    #  date-init: ["extension RealWorld"]

    """
  let files = settings("allow", for: seams) { seam in
    if case .file(let path) = seam.place { glob(for: path) } else { nil }
  }
  let types = settings("allow-inside", for: seams) { seam in
    if case .type(let name) = seam.place { name } else { nil }
  }
  guard !(files + types).isEmpty else { return example }
  return """
    # Seams: code that may read the clock for all other code. These look like seams by their names.
    \(files)\(types)
    """
}

/// What would allow the findings in seams, by rule.
/// - Parameter text: a glob or a declaration header; nil for a seam that does not belong there.
private func settings(_ name: String, for seams: [Seam], text: (Seam) -> String?) -> String {
  var lines: [String: String] = [:]
  for seam in seams {
    guard let text = text(seam) else { continue }
    for (rule, count) in seam.counts {
      lines[rule, default: "#  \(rule):\n"] += "#    - \(quoted(text))  # \(count)\n"
    }
  }
  guard !lines.isEmpty else { return "" }
  return "#\(name):\n" + lines.sorted { $0.key < $1.key }.map(\.value).joined()
}

/// The glob that matches the path; characters that globs use become `?`. Nil for a path that no
/// line of a configuration can hold.
private func glob(for path: FilePath) -> String? {
  guard isLine(path.string) else { return nil }
  return String(path.string.map { "*?[]{}!,\\".contains($0) ? "?" : $0 })
}

/// Whether a line of a configuration can hold the text in quotes.
func isLine(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { scalar in
    switch scalar {
    case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFD}": false
    default: true
    }
  }
}

/// As a double-quoted scalar of YAML.
func quoted(_ text: String) -> String {
  "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
}
