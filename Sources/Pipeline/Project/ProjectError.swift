import Commands
import Diagnostics
import Reporters
import Rules
import Workspace

/// Mistakes in configuration and rule files, and what could not be read of them; they stop a run
/// before it lints with fewer rules than were meant.
package struct ProjectError: Error {
  package var messages: [String] = []
  /// Each file once.
  package var files: [FileDiagnostics] = []
  /// Files whose text may be nobody's business.
  private var hidden: Set<FilePath> = []
  /// The commit that they were read from; nil for the disk.
  private var commit: CommittedFiles?

  package init(messages: [String] = [], files: [FileDiagnostics] = []) {
    (self.messages, self.files) = (messages, files)
  }

  package init(_ message: String) { messages = [message] }

  package var isEmpty: Bool { messages.isEmpty && files.isEmpty }

  /// Hides the text of files that settings lead to, but that are none themselves.
  /// - Parameters:
  ///   - folder: that of the configuration; nil for what the command line names.
  ///   - named: what the command line names.
  func hidingTexts(
    outside folder: ConfiguredFolder?, in place: Place, named: [FilePath] = []
  ) -> ProjectError {
    var error = self
    error.commit = place.settings.commit
    let folderScope = folder?.isNamed == false ? folder?.readScope : nil
    let scopes = [folderScope, place.readScope].compactMap { $0 }
    let named = named.map { $0.resolved(from: place.workingFolder) }
    error.files = files.map { file in
      let path = file.source.path.resolved(from: place.workingFolder)
      if scopes.contains(where: { $0.mayShow(path, named: named) }) { return file }
      error.hidden.insert(file.source.path)
      return FileDiagnostics(
        source: file.source, diagnostics: withoutQuotations(file.diagnostics, of: file.source))
    }
    return error
  }

  /// The first thing that is wrong, and where.
  var firstMistake: Notice? {
    messages.first.map { Notice(failure: $0) } ?? fileFailures.first
  }

  /// Notices of what is wrong in files, and where.
  private var fileFailures: [Notice] {
    files.flatMap { file in
      let lines = LineTable(file.source.bytes)
      var columns = UTF16Columns(file.source)
      return file.diagnostics.map { mistake in
        Notice(
          failure: mistake.message, in: file.source.path,
          at: lines.location(of: mistake.range.lowerBound), &columns)
      }
    }
  }

  package func print(on console: Console) {
    for message in messages { console.printError(message) }
    for failure in fileFailures { console.keep(failure) }
    var report = Report(ReportStyle(.text, isColored: console.areErrorsColored))
    for file in files {
      guard !hidden.contains(file.source.path) else {
        printPlaces(of: file.diagnostics, in: file.source, on: console)
        continue
      }
      console.printToErrors(report.text(adding: file.diagnostics, of: file.source))
    }
    if let commit {
      console.printNote("settings are read from \(commit.printedName), not from the working tree")
    }
  }

}

/// Prints what is wrong where, but no word of the file.
func printPlaces(of diagnostics: [Diagnostic], in source: SourceFile, on console: Console) {
  for diagnostic in withoutQuotations(diagnostics, of: source) {
    let place = FilePath(source.place(of: diagnostic.range.lowerBound)).printable
    console.printToErrors("\(place): \(diagnostic.severity.rawValue): \(diagnostic.message)\n")
  }
  console.printNote(
    "no line of '\(source.path.printable)' is shown; it is not a YAML file that git tracks here")
}

extension ConfiguredFolder {
  /// That the configuration is for other versions of the tool; where it names none, that the one
  /// above is. Nothing else is said of it then: what this version calls a mistake may be none for
  /// those.
  package var versionMistake: ProjectError? {
    guard let required = configuration.requiredVersion else { return outer?.versionMistake }
    guard let current = SemanticVersion(version), !required.value.contains(current) else {
      return nil
    }
    let message =
      "this is version \(version), and 'required-version' asks for '\(required.value.text)'; "
      + "install \(required.value.isExact ? "that version" : "such a version"), or change this line"
    return ProjectError(files: [
      FileDiagnostics(
        source: configuration.sources[required.file],
        diagnostics: [Diagnostic(.error, at: required.range, message)])
    ])
  }
}

/// e.g. `'…' must be text, not a list` for `'note' must be text, not a list`: what is quoted may be
/// text of the file, and may hold quotes itself. The other words are the tool's own.
private func withoutQuotations(
  _ diagnostics: [Diagnostic], of source: SourceFile
) -> [Diagnostic] {
  let bytes = source.bytes
  let hasQuotes = bytes.contains(UInt8(ascii: "'"))
  func isOfFile(_ piece: Substring) -> Bool {
    hasQuotes && !piece.isEmpty
      && bytes.indices.contains { bytes[$0...].starts(with: piece.utf8) }
  }
  return diagnostics.map { diagnostic in
    let pieces = diagnostic.message.split(separator: "'", omittingEmptySubsequences: false)
    var message = ""
    for (index, piece) in pieces.enumerated() {
      if index.isMultiple(of: 2), !isOfFile(piece) {
        message += piece
      } else if !message.hasSuffix("'…'") {
        message += "'…'"
      }
    }
    return Diagnostic(diagnostic.severity, at: diagnostic.range, message)
  }
}

extension CommittedFiles {
  /// e.g. `'origin/main' (1a2b3c4)`
  package var printedName: String {
    "'\(revision.name.printable)' (\(revision.commit.abbreviated))"
  }
}
