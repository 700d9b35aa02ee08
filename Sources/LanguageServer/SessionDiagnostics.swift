import Diagnostics
import Reporters

// Linting, and the two ways in which a client hears of it.

/// The name by which the diagnostics of this server are known.
let diagnosticSource = "determinism"

/// A client's question for the diagnostics of a document, and the id of the result that it has; nil
/// for none.
typealias DiagnosticPull = (id: JSON, uri: String, previous: String?)

extension Session {
  /// Does one piece of the work that is left. It is called while no message waits, so that what it
  /// sends is true of the newest text.
  /// - Returns: whether there was anything to do.
  package func work() -> Bool {
    guard exitStatus == nil else { return false }
    compareSettings()
    if settings.areStale {
      readSettings()
      return true
    }
    return answerPulls() || publishFindings() || lintNext()
  }

  private func lintNext() -> Bool {
    let isWanted: (OpenDocument) -> Bool = { [client, pulls] document in
      guard document.findings == nil else { return false }
      return client.pullsDiagnostics
        ? pulls.contains { $0.uri == document.uri } : document.isUnpublished
    }
    guard let index = documents.lastIndex(where: isWanted) else { return false }
    _ = findings(at: index)
    return true
  }

  /// The findings in the newest text of a document.
  /// - Parameter index: the index of the document.
  func findings(at index: Int) -> [Diagnostic] {
    if let known = documents[index].findings { return known }
    let document = documents[index]
    let findings = linter.lint(document.text.bytes, as: document.name).filter {
      settings.showsBaselined || $0.isReported
    }
    documents[index].findings = findings
    note("linted \(document.uri), version \(document.version): \(findings.count)")
    // A document may be the first one of its project.
    tellMistakes()
    watchSettings()
    return findings
  }

  // MARK: - Pushing

  private func publishFindings() -> Bool {
    guard !client.pullsDiagnostics,
      let index = documents.firstIndex(where: { $0.isUnpublished && $0.findings != nil })
    else { return false }
    documents[index].isUnpublished = false
    let document = documents[index]
    publish(items(of: document), of: document.uri, version: document.version)
    return true
  }

  /// - Parameter version: the version of the open document; nil for a file that is not open.
  func publish(_ items: [JSON], of uri: String, version: Int?) {
    let version = client.takesVersions ? version : nil
    let params: JSON = [
      "uri": .string(uri), "diagnostics": .array(items), "version": version.map { .integer($0) },
    ]
    send("textDocument/publishDiagnostics", params, publishedURI: uri)
  }

  private func items(of document: OpenDocument) -> [JSON] {
    guard !document.isWithdrawn else { return [] }
    var columns = ColumnCounter(document.text)
    return (document.findings ?? []).map { json(of: $0, in: document, &columns) }
  }

  // MARK: - Pulling

  func pull(_ params: JSON, _ id: JSON) {
    guard let uri = params["textDocument"]["uri"].string else {
      return respond(id, .invalidParams, "a document must have a 'uri'")
    }
    pulls.append((id, uri, params["previousResultId"].string))
  }

  func cancel(_ id: JSON) {
    guard let index = pulls.firstIndex(where: { $0.id == id }) else { return }
    pulls.remove(at: index)
    respond(id, .requestCancelled, "cancelled")
  }

  /// Ends the pulls of a document whose text has changed.
  func supersedePulls(of uri: String) {
    for pull in pulls where pull.uri == uri {
      respond(
        pull.id, .serverCancelled, "the document has changed", data: ["retriggerRequest": true])
    }
    pulls.removeAll { $0.uri == uri }
  }

  private func answerPulls() -> Bool {
    let ready = pulls.filter { pull in
      documents.first { $0.uri == pull.uri }.map { $0.findings != nil } ?? true
    }
    guard !ready.isEmpty else { return false }
    for pull in ready { respond(pull.id, report(for: pull)) }
    pulls.removeAll { pull in ready.contains { $0.id == pull.id } }
    return true
  }

  private func report(for pull: DiagnosticPull) -> JSON {
    guard let document = documents.first(where: { $0.uri == pull.uri }) else {
      return ["kind": "full", "items": []]
    }
    let resultID = resultID(of: document)
    var report: JSON =
      resultID == pull.previous
      ? ["kind": "unchanged"] : ["kind": "full", "items": .array(items(of: document))]
    report = report.adding("resultId", .string(resultID))
    let related = relatedDocuments()
    if !related.isEmpty { report = report.adding("relatedDocuments", .object(related)) }
    return report
  }

  /// An id that differs for each text and rules, even in another process: an editor may have the
  /// results of a server that is gone, and the rules may have changed since.
  private func resultID(of document: OpenDocument) -> String {
    // determinism:allow hasher-init: an id that is another one in each process is what is wanted
    var hasher = Hasher()
    hasher.combine(settings.generation)
    hasher.combine(document.isWithdrawn)
    document.text.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return String(UInt(bitPattern: hasher.finalize()), radix: 16)
  }

  /// The files that have mistakes, which nobody else asks about, or had some.
  private func relatedDocuments() -> [(key: String, value: JSON)] {
    guard client.takesRelatedDocuments else { return [] }
    let files = settings.mistakes.files
    settings.mistakenPaths += files.map(\.path).filter { !settings.mistakenPaths.contains($0) }
    return settings.mistakenPaths.map { path in
      let items = files.first { $0.path == path }.map(diagnostics) ?? []
      return (
        key: fileURI(of: path), value: ["kind": "full", "items": .array(items)]
      )
    }
  }

  // MARK: - A diagnostic

  /// - Parameter columns: the counter of the document's text.
  func json(
    of diagnostic: Diagnostic, in document: OpenDocument, _ columns: inout ColumnCounter
  ) -> JSON {
    let (error, warning, hint) = (1, 2, 4)
    let severity = !diagnostic.isReported ? hint : diagnostic.severity == .error ? error : warning
    let range = columns.range(of: diagnostic.range).json
    let notes = diagnostic.notes.map { note -> JSON in
      let place = columns.range(of: note.offset..<note.offset)
      return [
        "location": ["uri": .string(document.uri), "range": place.json],
        "message": .string(note.message),
      ]
    }
    let rule = diagnostic.rule
    let edits = diagnostic.fixIts.map { $0.edit(&columns) }
    let url = client.takesCodeDescriptions ? rule?.url : nil
    let isUnnecessary = rule?.id == "unused-suppression" && client.takesTags
    let unnecessary = 1
    let hasNotes = rule != nil && !notes.isEmpty && client.takesRelatedInformation
    return [
      "range": range, "severity": .integer(severity), "source": .string(diagnosticSource),
      "message": .string(diagnostic.message + (!diagnostic.isReported ? " (in the baseline)" : "")),
      "code": rule.map { .string($0.id) }, "codeDescription": url.map { ["href": .string($0)] },
      "tags": isUnnecessary ? [.integer(unnecessary)] : nil,
      "relatedInformation": hasNotes ? .array(notes) : nil,
      "data": rule.map {
        [
          "rule": .string($0.id), "offset": .integer(diagnostic.range.lowerBound),
          "edits": .array(edits),
        ]
      },
    ]
  }
}
