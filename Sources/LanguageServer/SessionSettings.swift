import Diagnostics
import Reporters

/// The settings of all documents of a session.
struct SessionSettings {
  var folders: [WorkspaceFolder] = []
  /// Whether configurations are to be read again.
  var areStale = false
  /// Whether to look for changed files of settings before the next text is linted.
  var areToBeCompared = false
  /// The number of times that they were read again.
  var generation = 0
  /// Whether findings that the baseline holds are shown, as hints.
  var showsBaselined = false
  /// The mistakes that the client was told of.
  var mistakes = SettingsMistakes()
  /// The files that ever had mistakes, for clients that ask.
  var mistakenPaths: [FilePath] = []
  /// The paths whose changes the client reports.
  var watchedPaths: [SettingsPath]?
}

extension Session {
  /// Takes the options that a client sets; the others stay.
  func setOptions(_ options: JSON) {
    guard case .boolean(let shows) = options["showBaselined"], shows != settings.showsBaselined
    else { return }
    settings.showsBaselined = shows
    settings.generation += 1
    relintAll()
  }

  /// Looks whether a file has changed, for clients that report no changes, or not all.
  func compareSettings() {
    guard settings.areToBeCompared else { return }
    settings.areToBeCompared = false
    if !settings.areStale, linter.hasChangedSettings { settings.areStale = true }
  }

  /// Reads the configurations again, and lints all documents by them.
  func readSettings() {
    settings.areStale = false
    linter.readSettings()
    settings.generation += 1
    relintAll()
    // Mistakes are told even if no document is left to be linted.
    tellMistakes()
  }

  /// Lints all documents again.
  package func relintAll() {
    for index in documents.indices {
      documents[index].findings = nil
      documents[index].isUnpublished = !documents[index].isWithdrawn
    }
    refresh()
  }

  /// Tells a client that asks for diagnostics to ask again.
  func refresh() {
    if client.pullsDiagnostics, !documents.isEmpty { request("workspace/diagnostic/refresh") }
  }

  // MARK: - Mistakes

  /// Tells the mistakes of the configurations, unless the client was told the same before.
  func tellMistakes() {
    let mistakes = linter.mistakes
    let told = settings.mistakes
    guard mistakes != told else { return }
    settings.mistakes = mistakes
    if !client.pullsDiagnostics {
      for file in told.files where !mistakes.files.contains(where: { $0.path == file.path }) {
        publish([], of: fileURI(of: file.path), version: nil)
      }
      for file in mistakes.files where !told.files.contains(file) {
        publish(diagnostics(of: file), of: fileURI(of: file.path), version: nil)
      }
    }
    guard !mistakes.isEmpty else { return }
    let warning = 2
    send(
      "window/showMessage", ["type": .integer(warning), "message": .string(mistakes.summary)])
  }

  func diagnostics(of file: SettingsFile) -> [JSON] {
    let text = DocumentText(String(decoding: file.bytes, as: UTF8.self), client.encoding)
    return file.mistakes.map { mistake in
      let start = text.position(of: min(mistake.offset, text.bytes.count))
      return [
        "range": TextRange(start: start, end: start).json, "severity": 1,
        "source": .string(diagnosticSource), "message": .string(mistake.message),
      ]
    }
  }

  // MARK: - Watching

  /// Asks the client to report changes of the files, unless it does so already or cannot.
  func watchSettings() {
    guard client.watchesFiles else { return }
    let paths = linter.settingsPaths
    guard paths != settings.watchedPaths else { return }
    let registration: JSON = [
      "id": "settings", "method": "workspace/didChangeWatchedFiles",
    ]
    if settings.watchedPaths != nil {
      request("client/unregisterCapability", ["unregisterations": .array([registration])])
    }
    settings.watchedPaths = paths
    let (creation, deletion) = (1, 4)
    var watchers: [JSON] = [
      ["globPattern": "**/.swift-determinism-lint.{yml,yaml}"],
      ["globPattern": "**/.swift-determinism-baseline"],
      ["globPattern": "**/*.swift", "kind": .integer(creation | deletion)],
    ]
    watchers += paths.map { ["globPattern": globPattern(of: $0)] }
    let options: JSON = ["watchers": .array(watchers)]
    request(
      "client/registerCapability",
      ["registrations": .array([registration.adding("registerOptions", options)])])
  }

  /// The pattern of a file, or of all rule files of a folder.
  private func globPattern(of path: SettingsPath) -> JSON {
    let bytes = path.path.bytes
    let slash = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
    let folder = path.isFolder ? path.path : FilePath(bytes: bytes[..<slash])
    let name = path.isFolder ? "*.{yml,yaml}" : FilePath(bytes: bytes[(slash + 1)...]).string
    guard client.takesRelativePatterns else { return .string("\(folder.string)/\(name)") }
    return ["baseUri": .string(fileURI(of: folder)), "pattern": .string(name)]
  }
}

extension SettingsMistakes {
  /// The first mistake, and the number of all.
  fileprivate var summary: String {
    let first = files.first.flatMap { file in
      file.mistakes.first.map { mistake in
        let location = LineTable(file.bytes).location(of: mistake.offset)
        return "\(file.path.string):\(location.line):\(location.column): \(mistake.message)"
      }
    }
    let count = files.reduce(messages.count) { $0 + $1.mistakes.count }
    let more = count == 1 ? "" : " (and \(count - 1) more)"
    let consequence =
      leaveNoRules
      ? "until this is fixed, no file that depends on it is linted"
      : "the last valid rules stay on"
    return "determinism: \(first ?? messages[0])\(more); \(consequence)"
  }
}
