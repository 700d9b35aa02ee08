import Diagnostics
import Workspace

/// Sets something up in the project that the working directory is in, and says what comes next.
func initialize(_ options: InitOptions, _ console: Console) throws -> ExitStatus {
  switch options.task {
  case .configuration: try writeFirstConfiguration(isDryRun: options.isDryRun, console)
  case .hook: try installHook(isDryRun: options.isDryRun, console)
  case .workflow(let service): printWorkflow(for: service, console)
  case .editor(let editor): printSetup(of: editor, console)
  }
}

/// Looks at the project and writes its configuration, if there is none.
private func writeFirstConfiguration(isDryRun: Bool, _ console: Console) throws -> ExitStatus {
  let (workingFolder, root) = try projectFolders()
  let place = Place(workingFolder: workingFolder)
  if let present = place.settings.configurationNames(in: root).first {
    let name = place.printedPath(of: root.appending(present), namedAs: FilePath(""))
    let tree = ConfigurationTree(in: place, home: environmentVariable("HOME"))
    let folder = tree.folder(from: root)
    guard folder.obstacles.isEmpty else { throw ProjectError(messages: folder.obstacles) }
    if let mistake = folder.versionMistake { throw mistake }
    return console.print(
      """
      '\(name.printable)' is there already and stays as it is.
      \(steps([("--statistics", "counts what it makes of the project")], in: root))
      """, status: .clean)
  }
  let survey = Survey(of: root)
  for trouble in survey.troubles { console.printError(trouble.message) }
  let seams = Seam.seams(in: survey.files)
  let text = firstConfiguration(for: survey, seams: seams)
  let path = root.appending(configurationFileName)
  let name = place.printedPath(of: path, namedAs: FilePath(""))
  if !isDryRun { try write(text, to: path, named: name) }
  var screen = survey.summary + seamWords(for: seams)
  screen += "\(isDryRun ? "Would write" : "Wrote") \(name.printable).\n"
  screen += nextSteps(after: survey.findingCount, in: root)
  if isDryRun { screen += "\n" + text }
  return console.print(screen, status: survey.troubles.isEmpty ? .clean : .incomplete)
}

/// - Returns: the working folder, and the root of the project that it is in.
func projectFolders() throws(ProjectError) -> (workingFolder: FilePath, root: FilePath) {
  do {
    let folder = try currentFolder()
    return (folder, findProjectRoot(from: folder, home: environmentVariable("HOME")))
  } catch {
    throw ProjectError(messages: ["cannot tell the working directory (\(error.text))"])
  }
}

/// Writes a file that is not there yet.
/// - Parameter name: as printed.
func write(
  _ text: String, to path: FilePath, named name: FilePath, isExecutable: Bool = false
) throws(ProjectError) {
  do {
    try createFile(at: path, Array(text.utf8), isExecutable: isExecutable)
  } catch {
    throw ProjectError(messages: ["cannot write '\(name.string)' (\(error.text))"])
  }
}

extension Survey {
  /// e.g. `Read 1,202 Swift files in 14 ms: 480 findings of 4 rules in 212 files.`, and of which.
  fileprivate var summary: String {
    let counts = countsByRule
    var text = "Read \(grouped(fileCount)) Swift \(fileCount == 1 ? "file" : "files") in "
    text += seconds < 1 ? "\(Int(seconds * 1000)) ms: " : "\(Int(seconds.rounded())) s: "
    guard 0 < findingCount else { return text + "nothing to report.\n" + packLine }
    text += "\(grouped(findingCount)) \(findingCount == 1 ? "finding" : "findings") of "
    text += "\(counted(counts.count, "rule")) in \(counted(files.count, "file")).\n"
    text += "  " + counts.map { "\($0.rule) \(grouped($0.count))" }.joined(separator: " · ") + "\n"
    return text + packLine
  }

  private var packLine: String {
    guard otherPacks.contains(where: { 0 < $0.count }) else {
      return "Other packs would add nothing.\n"
    }
    return inLines(["Other packs would add:"] + listed(packCounts, " ·", end: "."))
  }
}

/// The phrases, with what stands between two of them and after the last one.
func listed(_ phrases: [String], _ separator: String, end: String = "") -> [String] {
  phrases.enumerated().map { index, phrase in
    phrase + (index + 1 < phrases.count ? separator : end)
  }
}

private func inLines(_ phrases: [String]) -> String {
  wrapped(phrases, to: 98).joined(separator: "\n  ") + "\n"
}

/// Names a few seams; the written file has all of them.
private func seamWords(for seams: [Seam]) -> String {
  guard !seams.isEmpty else { return "" }
  let shown = seams.prefix(4).map { seam in
    "\(FilePath(seam.name).printable) (\(seam.count))"
  }
  let rest = seams.count - shown.count
  return inLines(
    ["Looks like a seam:"] + listed(shown, ",", end: 0 < rest ? "" : ";")
      + (0 < rest ? ["and \(rest) more;"] : []) + ["see 'allow' in the file."])
}

/// If there are more findings than one would fix in one go, a baseline keeps them apart at first.
private let mendableCount = 20

/// - Parameter count: of findings.
private func nextSteps(after count: Int, in root: FilePath) -> String {
  switch count {
  case 0: steps([], in: root)
  case ...mendableCount: steps([("", "shows them; mend them, or allow the seams")], in: root)
  default:
    steps(
      [("baseline write", "keeps these \(grouped(count)) apart, so that only new ones fail")],
      in: root)
  }
}

/// - Parameters:
///   - first: what follows the tool's name, and what it does; these come before the usual steps.
///   - root: of the project.
private func steps(_ first: [(words: String, effect: String)], in root: FilePath) -> String {
  var steps = first
  if repositoryRoot(around: root) != nil {
    steps.append(("init --hook", "refuses a commit that adds a finding"))
  }
  steps.append(("init --ci github", "prints a workflow; 'gitlab' a job"))
  let width = steps.map(\.words.count).max() ?? 0
  return steps.enumerated().map { index, step in
    let padding = String(repeating: " ", count: width - step.words.count)
    return
      "\(index == 0 ? "Next: " : "      ")\(toolName) \(step.words)\(padding)   \(step.effect)\n"
  }.joined()
}

// MARK: - The configuration

/// The configuration that `init` writes: the core pack, and the rest as comments to choose from.
private func firstConfiguration(for survey: Survey, seams: [Seam]) -> String {
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
  let files = settings("allow", for: seams) { seam in
    if case .file(let path) = seam.place { glob(for: path) } else { nil }
  }
  let types = settings("allow-inside", for: seams) { seam in
    if case .type(let name) = seam.place { name } else { nil }
  }
  guard !(files + types).isEmpty else { return example }
  return """
    # Seams: what may read the clock for all the other code. By their names these may be some.
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
