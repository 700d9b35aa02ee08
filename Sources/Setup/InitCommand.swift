import Commands
import Diagnostics
import Pipeline
import Reporters
import Workspace

/// Sets something up in the project that the working directory is in, and says what comes next.
package func initialize(_ options: InitOptions, _ console: Console) throws -> ExitStatus {
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
      '\(name.printable)' exists already and was not changed.
      \(steps([("--statistics", "counts the findings of the project")], in: root))
      """, status: .clean)
  }
  let swiftLint = swiftLintSettings(of: root, console)
  let survey = try Survey(of: root, swiftLint)
  for trouble in survey.troubles { console.printError(trouble.message) }
  let text = firstConfiguration(for: survey)
  let path = root.appending(configurationFileName)
  let name = place.printedPath(of: path, namedAs: FilePath(""))
  if !isDryRun { try write(text, to: path, named: name, in: place) }
  var screen = survey.summary + seamText(for: survey.seams)
  screen += survey.swiftLintWords
  screen += "\(isDryRun ? "Would write" : "Wrote") \(name.printable).\n"
  let testCount = survey.findingCount(ofPack: testsPack)
  screen += nextSteps(after: survey.findingCount, testCount: testCount, in: root)
  if isDryRun { screen += "\n" + text }
  return console.print(screen, status: survey.troubles.isEmpty ? .clean : .incomplete)
}

/// The settings that are there and can be read. What cannot be read is said, and no reason to fail.
private func swiftLintSettings(of root: FilePath, _ console: Console) -> SwiftLintSettings? {
  do throws(FileError) {
    return try SwiftLintSettings(of: root)
  } catch {
    console.printNote(Trouble(SwiftLintSettings.name, error).message)
    return nil
  }
}

/// - Returns: the working folder, and the root of the project that it is in.
func projectFolders() throws(ProjectError) -> (workingFolder: FilePath, root: FilePath) {
  do {
    let folder = try currentFolder()
    return (folder, findProjectRoot(from: folder, home: environmentVariable("HOME")))
  } catch {
    throw ProjectError("cannot tell the working directory (\(error.text))")
  }
}

/// Writes a file that is not there yet.
/// - Parameter name: as printed.
private func write(
  _ text: String, to path: FilePath, named name: FilePath, in place: Place
) throws(ProjectError) {
  do {
    try createFile(place.writable(path), Array(text.utf8))
  } catch {
    throw ProjectError("cannot write '\(name.string)' (\(error.text))")
  }
}

extension Survey {
  /// e.g. `Read 1,202 Swift files in 14 ms.`, how many findings there are, where, and of which
  /// rules.
  fileprivate var summary: String {
    var text = "Read \(many(fileCount, "Swift file")) in "
    text += seconds < 1 ? "\(Int(seconds * 1000)) ms" : "\(Int(seconds.rounded())) s"
    guard 0 < findingCount else { return text + ": nothing to report.\n" + packLine }
    text += ".\n\(many(findingCount, "finding"))\(kindText).\n  "
    text += countsByRule.map { "\($0.rule) \(grouped($0.count))" }.joined(separator: " · ")
    return text + "\n" + packLine
  }

  /// e.g. `: 303 in product code, 126 in tests`, or ` in product code` for all of them.
  private var kindText: String {
    let kinds: [(CodeKind, String)] = [
      (.product, "in product code"), (.tests, "in tests"), (.samples, "in previews and samples"),
    ]
    let counts = kinds.map { (findingCount(in: $0), $1) }.filter { 0 < $0.0 }
    if counts.count == 1 { return " \(counts[0].1)" }
    return ": " + counts.map { "\(grouped($0)) \($1)" }.joined(separator: ", ")
  }

  private var packLine: String {
    let packs = otherPacks.filter { 0 < $0.count }.map { "\($0.pack) \(grouped($0.count))" }
    if packs.isEmpty { return "Other packs would find nothing.\n" }
    return inLines(["Other packs would find:"] + listed(packs, " ·", end: "."))
  }
}

/// The phrases, with what stands between two of them and after the last one.
package func listed(_ phrases: [String], _ separator: String, end: String = "") -> [String] {
  phrases.enumerated().map { index, phrase in
    phrase + (index + 1 < phrases.count ? separator : end)
  }
}

private func inLines(_ phrases: [String]) -> String {
  wrapped(phrases, to: 98).joined(separator: "\n  ") + "\n"
}

/// Names a few seams; the written file has all of them.
private func seamText(for seams: [Seam]) -> String {
  guard !seams.isEmpty else { return "" }
  let shown = seams.prefix(4).map { seam in
    "\(FilePath(seam.name).printable) (\(seam.count))"
  }
  let rest = seams.count - shown.count
  let areTypes = seams.allSatisfy { if case .type = $0.place { true } else { false } }
  let key = areTypes ? "allow-inside" : "allow"
  return inLines(
    ["Looks like a seam:"] + listed(shown, ",", end: 0 < rest ? "" : ";")
      + (0 < rest ? ["and \(rest) more;"] : []) + ["see '\(key)' in the file."])
}

/// If there are more findings than one would fix in one go, a baseline keeps them apart at first.
private let fixableCount = 20

/// - Parameters:
///   - count: of findings.
///   - testCount: of findings of the pack for tests.
private func nextSteps(after count: Int, testCount: Int, in root: FilePath) -> String {
  let tests =
    testCount == 0
    ? [] : [("--pack \(testsPack)", "shows why tests are flaky, too: \(grouped(testCount)) more")]
  switch count {
  case 0: return steps(tests, in: root)
  case ...fixableCount:
    return steps([("", "shows them; fix them, or name files under 'allow'")] + tests, in: root)
  default:
    let words = "records these \(grouped(count)), so that only new ones fail"
    return steps([("baseline write", words)] + tests, in: root)
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
  steps.append(("init --ci github", "prints a workflow; other services: 'help init'"))
  let width = steps.map(\.words.count).max() ?? 0
  return steps.enumerated().map { index, step in
    let padding = String(repeating: " ", count: width - step.words.count)
    return
      "\(index == 0 ? "Next: " : "      ")\(toolName) \(step.words)\(padding)   \(step.effect)\n"
  }.joined()
}
