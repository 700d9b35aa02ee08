import Comparison
import Diagnostics
import Rules
import Workspace

/// Writes the project's baseline, or tells what is in it.
func changeBaseline(_ options: BaselineCommandOptions, _ console: Console) throws -> ExitStatus {
  let projects = try Projects(options.lint.rules, knowsAllRules: false)
  let input = try InputSource(options.lint, projects)
  let project = try projects.first(of: input.folders(in: projects))
  let place = BaselinePlace(options.lint.baseline.named, in: project)
  switch options.task {
  case .report(let grouping):
    guard let file = try place.read() else { throw place.missing }
    return console.print(baselineTable(file.entries, by: grouping), status: .clean)
  case .prune:
    guard let file = try place.read() else { throw place.missing }
    let survey = BaselineSurvey(file, at: place, options.lint, input, projects)
    guard survey.isComplete(console) else { return .incomplete }
    return try survey.write(adding: [], console)
  case .write(let accepting):
    let accepted = try accepting.map { try AcceptedGrowth($0, project) }
    let existing = try place.readIfThere()
    let survey = BaselineSurvey(existing, at: place, options.lint, input, projects)
    guard survey.isComplete(console) else { return .incomplete }
    if let new = survey.newBaseline { return try new.write(console) }
    let added = survey.newEntries.filter { entry in
      let path = place.absolutePath(of: entry.path)
      return accepted.contains { $0.takes(entry, at: path) }
    }
    if added.isEmpty, !survey.newEntries.isEmpty {
      console.printError(survey.refusal)
      return .errorsFound
    }
    return try survey.write(adding: added, console)
  }
}

/// What an existing baseline may grow by.
private enum AcceptedGrowth {
  case rule(String)
  /// A file or folder; absolute.
  case path(FilePath)

  init(_ argument: FilePath, _ project: Project) throws(UsageError) {
    let path = project.place.absolutePath(of: argument)
    if project.ruleIDs.contains(argument.string) {
      self = .rule(argument.string)
    } else if isNameTaken(path) {
      self = .path(path)
    } else {
      let suggestion = closestMatch(to: argument.string, in: project.ruleIDs)
      throw UsageError(
        message: "'--accept' takes a rule, a file or a folder, not '\(argument.string)'"
          + (suggestion.map { "; did you mean '\($0)'?" } ?? ""))
    }
  }

  func takes(_ entry: KnownFinding, at path: FilePath) -> Bool {
    switch self {
    case .rule(let rule): entry.rule == rule
    case .path(let folder): path.relative(to: folder) != nil
    }
  }
}

extension BaselinePlace {
  /// Nil where there is none, though it is named.
  fileprivate func readIfThere() throws(ProjectError) -> BaselineFile? {
    isNameTaken(path) ? try read() : nil
  }
}
