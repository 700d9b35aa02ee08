import Diagnostics
import Reporters
import Rules
import Workspace

/// Mistakes in configuration and rule files, and what could not be read of them; they stop a run
/// before it lints with fewer rules than were meant.
struct ProjectError: Error {
  var messages: [String] = []
  /// Each file once.
  var files: [FileDiagnostics] = []
  /// Files whose text is nobody's business: what the command line names may lie anywhere.
  private var hidden: Set<FilePath> = []
  /// What they were read from; nil for the disk.
  private var commit: CommittedFiles?

  init(messages: [String] = [], files: [FileDiagnostics] = []) {
    self.messages = messages
    self.files = files
  }

  var isEmpty: Bool { messages.isEmpty && files.isEmpty }

  /// Hides the text of files that the project has no part in.
  /// - Parameter folder: that of the configuration; nil for what the command line names.
  func hidingTexts(outside folder: ConfiguredFolder?, in place: Place) -> ProjectError {
    var error = self
    error.commit = place.settings.commit
    let scope = folder?.isNamed == false ? folder?.readScope : nil
    for file in files {
      let path = file.source.path.resolved(from: place.workingFolder)
      let isInProject = scope?.contains(path) == true
      if !isInProject, !place.readScope.contains(path) { error.hidden.insert(file.source.path) }
    }
    return error
  }

  /// The first thing that is wrong, and where.
  var firstMistake: Failure? { messages.first.map { Failure($0) } ?? fileFailures.first }

  /// What is wrong in files, and where.
  private var fileFailures: [Failure] {
    files.flatMap { file in
      let lines = LineTable(file.source.bytes)
      var columns = UTF16Columns(file.source)
      let isHidden = hidden.contains(file.source.path)
      return file.diagnostics.map { mistake in
        Failure(
          isHidden ? withoutQuotations(mistake.message) : mistake.message, in: file.source.path,
          at: lines.location(of: mistake.range.lowerBound), &columns)
      }
    }
  }

  func print(on console: Console) {
    for message in messages { console.printError(message) }
    for failure in fileFailures { console.keep(failure) }
    var report = Report(ReportStyle(.text, isColored: console.areErrorsColored))
    for file in files {
      guard !hidden.contains(file.source.path) else {
        printPlaces(of: file, on: console)
        continue
      }
      let rendered = renderFile(file.diagnostics, of: file.source, styles: [report.style])
      console.printToErrors(report.text(adding: rendered[0]))
    }
    if let commit {
      console.printNote("settings are read from \(commit.words), not from the working tree")
    }
  }

  /// Prints where the mistakes are, but no word of the file.
  private func printPlaces(of file: FileDiagnostics, on console: Console) {
    for diagnostic in file.diagnostics {
      let place = file.source.place(of: diagnostic.range.lowerBound)
      console.printToErrors(
        "\(FilePath(place).printable): error: \(withoutQuotations(diagnostic.message))\n")
    }
  }
}

extension ConfiguredFolder {
  /// That the configuration is for other versions of the tool; where it names none, that the one
  /// above is. Nothing else is said of it then: what this version calls a mistake may be none for
  /// those.
  var versionMistake: ProjectError? {
    guard let required = configuration.requiredVersion else { return outer?.versionMistake }
    guard let current = SemanticVersion(version), !required.value.contains(current) else {
      return nil
    }
    let message =
      "this is version \(version), and 'required-version' asks for '\(required.value.text)'; "
      + "install \(required.value.isExact ? "that version" : "such a version"), or change this line"
    return ProjectError(files: [
      FileDiagnostics(
        source: configuration.files[required.file],
        diagnostics: [Diagnostic(.error, at: required.range, message)])
    ])
  }
}

/// e.g. `unknown key '…'` for `unknown key 'pakcs'`
private func withoutQuotations(_ message: String) -> String {
  message.split(separator: "'", omittingEmptySubsequences: false).enumerated()
    .map { $0 % 2 == 0 ? String($1) : "…" }.joined(separator: "'")
}

extension CommittedFiles {
  /// e.g. `'origin/main' (1a2b3c4)`
  var words: String {
    "'\(revision.name.printable)' (\(revision.commit.abbreviated))"
  }
}
