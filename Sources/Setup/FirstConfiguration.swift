import Commands
import Diagnostics
import Pipeline
import Reporters
import Rules

/// The configuration that `init` writes: the core pack, and the rest as comments to choose from. No
/// line has more than 80 characters, as YAML linters want it.
func firstConfiguration(for survey: Survey) -> String {
  let clock = survey.clock ?? "Date.current"
  let words = survey.clock == nil ? "'Date.current' stands for one of your own" : "a seam"
  return """
    ---
    # The configuration of swift-determinism-lint. To use a setting, remove the '#'
    # before it and before the lines that are indented below it.

    # The packs of rules; the others with what they find today, with all of them on.
    \(packSettings(for: survey))
    \(excludeSettings(for: survey))
    \(seamSettings(for: survey.seams, previewCount: survey.previewCount))
    # What '--fix' writes in place of a finding: \(words).
    #replace:
    #  date-init:
    #    Date(): \(clock)
    #    Date.now: \(clock)

    \(severitySettings(for: survey))
    """
}

/// An entry of a list with a remark, if there is room for it.
private func line(_ entry: String, _ remark: String) -> String {
  let line = "\(entry)  # \(remark)"
  return (line.unicodeScalars.count <= 80 ? line : entry) + "\n"
}

/// The number of characters that an entry of a list may have.
let longestEntry = 70

/// e.g. `1,202 findings`
private func findings(_ count: Int) -> String { many(count, "finding") }

private func packSettings(for survey: Survey) -> String {
  let packs = survey.otherPacks.filter { 0 < $0.count }
  guard !packs.isEmpty else { return "packs: [core]\n" }
  return "packs:\n  - core\n"
    + packs.map { pack, count in
      line("#  - \(pack)", findings(count) + (pack == testsPack ? ": why tests are flaky" : ""))
    }.joined()
}

private func excludeSettings(for survey: Survey) -> String {
  guard !survey.excluded.isEmpty else {
    return "# Never linted.\n#exclude: [\"**/Generated\"]\n"
  }
  return "# Never linted (from '\(SwiftLintSettings.name.string)').\nexclude:\n"
    + survey.excluded.map { line("  - \(quoted($0.glob.text))", many($0.count, "file")) }.joined()
}

/// Settings that would make warnings of findings in tests and samples. Nothing is turned off there.
private func severitySettings(for survey: Survey) -> String {
  let kinds = [(CodeKind.tests, "tests"), (.samples, "samples")].compactMap { kind, name in
    let count = survey.findingCount(inFilesOf: kind)
    let globs = survey.kindGlobs.filter { $0.kind == kind }.map(\.glob.text)
    return count == 0 ? nil : (globs, "\(name): \(findings(count))")
  }
  let sampleCount = survey.findingCount(ofPack: samplesPack)
  let overrides =
    kinds.isEmpty && sampleCount == 0 ? [(["*Tests"], "for example")] : kinds
  var text = "# Where findings are warnings.\n\(overrides.isEmpty ? "" : "#overrides:\n")"
  for (globs, remark) in overrides {
    text += line("#  - files:", remark) + globs.map { "#      - \(quoted($0))\n" }.joined()
    text += "#    severity: { all: warning }\n"
  }
  if 0 < sampleCount {
    text += """
      # Previews and samples: '- \(samplesPack)' under 'packs' turns on a pack for them. It
      # reports there in place of core, too. This makes warnings of its findings.
      #severity: { \(samplesPack): warning }

      """
  }
  return text
}

private func seamSettings(for seams: [Seam], previewCount: Int) -> String {
  let previews =
    previewCount == 0
    ? ""
    : "#allow-inside:\n"
      + line("#  all: [\"#Preview\", \"struct _: PreviewProvider\"]", findings(previewCount))
  let files = settings("allow", for: seams) { seam in
    if case .file(let path) = seam.place { glob(for: path) } else { nil }
  }
  let types = settings("allow-inside", for: seams, after: previews) { seam in
    if case .type(let name) = seam.place, name.count <= longestEntry { name } else { nil }
  }
  guard !(files + types).isEmpty else {
    return """
      # Seams: code that may read the clock for all other code.
      #allow:
      #  date-init: ["Date+current.swift"]
      #allow-inside:
      #  date-init: ["extension RealWorld"]

      """
  }
  let words =
    seams.isEmpty ? "Previews may, too." : "These look like seams\n# by their names."
  return """
    # Seams: code that may read the clock for all other code. \(words)
    \(files)\(types)
    """
}

/// Settings that would allow the findings in seams, by rule.
/// - Parameters:
///   - start: the beginning of the settings; empty if there is none.
///   - text: a glob or a declaration header; nil for a seam that does not belong there.
private func settings(
  _ name: String, for seams: [Seam], after start: String = "", text: (Seam) -> String?
) -> String {
  var lines: [String: String] = [:]
  for seam in seams {
    guard let text = text(seam) else { continue }
    for (rule, count) in seam.counts {
      lines[rule, default: "#  \(rule):\n"] += line("#    - \(quoted(text))", grouped(count))
    }
  }
  guard !lines.isEmpty else { return start }
  let head = start.isEmpty ? "#\(name):\n" : start
  return head + lines.sorted { $0.key < $1.key }.map(\.value).joined()
}

/// The glob that matches the path; characters that globs use become `?`, and the beginning of a
/// long path a wildcard. Nil for a path that no line of a configuration can hold.
private func glob(for path: FilePath) -> String? {
  guard isLine(path.string) else { return nil }
  let text = String(path.string.map { "*?[]{}!,\\\"".contains($0) ? "?" : $0 })
  guard longestEntry < text.unicodeScalars.count else { return text }
  let end = String(text.suffix(longestEntry / 2))
  return end.firstIndex(of: "/").map { "**" + end[$0...] } ?? "*\(end)"
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
package func quoted(_ text: String) -> String {
  "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
}
