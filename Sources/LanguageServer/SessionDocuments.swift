import Diagnostics
import Reporters

// Documents as they are opened, changed and closed.

extension Session {
  func open(_ params: JSON) {
    let item = params["textDocument"]
    guard let uri = item["uri"].string, let text = item["text"].string else { return }
    guard item["languageId"].string == "swift", let name = DocumentName(uri: uri) else {
      return note("not for this server: \(uri)")
    }
    // Opening it again gives its text again.
    documents.removeAll { $0.uri == uri }
    settings.areToBeCompared = true
    documents.append(
      OpenDocument(
        uri: uri, name: name, version: item["version"].integer ?? 0,
        text: DocumentText(text, client.encoding)))
  }

  func change(_ params: JSON) {
    let uri = params["textDocument"]["uri"].string
    guard let uri, let index = documents.firstIndex(where: { $0.uri == uri }) else {
      return note("changed, but not open: \(uri ?? "")")
    }
    let version = params["textDocument"]["version"].integer
    if let version, version < documents[index].version {
      return note("a change of \(uri) is older than the known text; it is ignored")
    }
    for change in params["contentChanges"].elements {
      guard let text = change["text"].string else { continue }
      if let range = TextRange(change["range"]) {
        documents[index].text.replace(from: range.start, to: range.end, with: text)
      } else if change["range"].isNull {
        documents[index].text = DocumentText(text, client.encoding)
      } else {
        note("a change has no valid range")
      }
    }
    documents[index].version = version ?? 0
    documents[index].findings = nil
    documents[index].isUnpublished = true
    documents[index].isWithdrawn = false
    supersedePulls(of: uri)
    settings.areToBeCompared = true
  }

  func close(_ params: JSON) {
    let uri = params["textDocument"]["uri"].string
    guard let index = documents.firstIndex(where: { $0.uri == uri }) else { return }
    let document = documents.remove(at: index)
    supersedePulls(of: document.uri)
    publishNothing(about: document)
    linter.forget(document.name)
  }

  func save(_ params: JSON) {
    settings.areToBeCompared = true
    let uri = params["textDocument"]["uri"].string
    if let index = documents.firstIndex(where: { $0.uri == uri }) { takeBack(at: index) }
    noteChange(of: uri)
  }

  private func noteChange(of uri: String?) {
    guard let uri, case .file(let path)? = DocumentName(uri: uri) else { return }
    if linter.noteChange(of: path) { relintAll() }
  }

  /// Withdraws the diagnostics of a document that is gone.
  private func publishNothing(about document: OpenDocument) {
    guard !client.pullsDiagnostics else { return }
    publish([], of: document.uri, version: nil)
  }

  private func withdraw(at index: Int) {
    documents[index].isUnpublished = false
    documents[index].isWithdrawn = true
    publishNothing(about: documents[index])
    refresh()
  }

  /// Shows a document again whose file or folder is back.
  private func takeBack(at index: Int) {
    guard documents[index].isWithdrawn else { return }
    documents[index].isWithdrawn = false
    documents[index].isUnpublished = true
    refresh()
  }

  // MARK: - The workspace

  func changeFolders(_ params: JSON) {
    let event = params["event"]
    let removed = event["removed"].elements.compactMap(WorkspaceFolder.init)
    settings.folders.removeAll { folder in removed.contains { $0.uri == folder.uri } }
    let added = event["added"].elements.compactMap(WorkspaceFolder.init)
    settings.folders += added
    linter.setWorkspace(settings.folders.map(\.path))
    for index in documents.indices {
      let isIn = documents[index].isIn
      if added.contains(where: isIn) {
        takeBack(at: index)
      } else if removed.contains(where: isIn), !settings.folders.contains(where: isIn) {
        withdraw(at: index)
      }
    }
    settings.areStale = true
  }

  func receiveFileEvents(_ params: JSON) {
    let (creation, deletion) = (1, 3)
    for event in params["changes"].elements {
      let uri = event["uri"].string
      noteChange(of: uri)
      guard let index = documents.firstIndex(where: { $0.uri == uri }) else {
        // A source that is not open matters to nobody; another file may hold settings.
        if uri?.hasSuffix(".swift") == false { settings.areStale = true }
        continue
      }
      // Git takes a file away and puts it back when it goes from branch to branch.
      switch event["type"].integer {
      case creation: takeBack(at: index)
      case deletion: withdraw(at: index)
      default: break
      }
    }
  }
}

extension OpenDocument {
  fileprivate func isIn(_ folder: WorkspaceFolder) -> Bool {
    guard case .file(let path) = name else { return false }
    return path.bytes.starts(with: folder.path.bytes + [UInt8(ascii: "/")])
  }
}

/// A folder that the client works in.
struct WorkspaceFolder {
  /// The URI as the client writes it.
  let uri: String
  /// The absolute path.
  let path: FilePath

  init(uri: String, path: FilePath) {
    (self.uri, self.path) = (uri, path)
  }

  /// Fails for one that is no folder of files.
  init?(_ json: JSON) {
    guard let uri = json["uri"].string, case .file(let path)? = DocumentName(uri: uri) else {
      return nil
    }
    let bytes = path.bytes.count > 1 && path.bytes.last == UInt8(ascii: "/")
    self.init(uri: uri, path: bytes ? FilePath(bytes: path.bytes.dropLast()) : path)
  }
}

/// A document as the client has it open.
struct OpenDocument {
  /// The URI as the client writes it.
  let uri: String
  let name: DocumentName
  var version: Int
  var text: DocumentText
  /// The findings of the last lint; nil where the text has changed since, or the rules have.
  var findings: [Diagnostic]?
  /// Whether the published findings may be out of date.
  var isUnpublished = true
  /// Whether its file or folder is gone; it shows nothing until that is back, or it is changed.
  var isWithdrawn = false
}
