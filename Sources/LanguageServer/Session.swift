import Diagnostics
import Reporters

/// A server's side of the language server protocol (3.17), without streams: messages go in by
/// `receive`, and come out of `takeOutgoing`. Slow work is left to `work`, which is called while no
/// message waits, so that no text is linted that has changed already.
package final class Session {
  let linter: any DocumentLinter
  private let description: (name: String, version: String)
  private let log: (String) -> Void
  private var state = State.uninitialized
  private(set) var client = ClientCapabilities(.null)
  /// The documents in the order in which they were opened.
  var documents: [OpenDocument] = []
  /// The requests that wait for an answer, in the order in which they came.
  var pulls: [DiagnosticPull] = []
  var settings = SessionSettings()
  private var waiting: [OutgoingMessage] = []
  private var nextRequest = 1
  /// The status that the process ends with; nil while it goes on.
  package private(set) var exitStatus: Int32?
  /// The process of the editor; the server ends with it.
  package private(set) var clientProcess: Int?

  private enum State {
    case uninitialized, running, shutDown
  }

  /// - Parameters:
  ///   - name: the name of the server.
  ///   - log: takes lines about what happens.
  package init(
    _ linter: any DocumentLinter, name: String, version: String,
    log: @escaping (String) -> Void = { _ in }
  ) {
    self.linter = linter
    description = (name, version)
    self.log = log
  }

  // MARK: - Messages in and out

  /// Takes one message.
  package func receive(_ body: [UInt8]) {
    do throws(JSONMistake) {
      let message = try JSON(parsing: body)
      guard message.isObject else {
        return respond(.null, .invalidRequest, "a message must be one object")
      }
      receive(message)
    } catch {
      receiveUnreadable("the body is not JSON from byte \(error.offset) on")
    }
  }

  /// Answers a message that could not be read.
  package func receiveUnreadable(_ reason: String) {
    log("unreadable message: \(reason)")
    respond(.null, .parseError, reason)
  }

  /// Notes that no more messages will come.
  package func end() {
    exitStatus = exitStatus ?? (state == .shutDown ? 0 : 1)
  }

  /// Hands over the messages that are to be sent, in order.
  package func takeOutgoing() -> [OutgoingMessage] {
    defer { waiting = [] }
    return waiting
  }

  func send(_ method: String, _ params: JSON, publishedURI: String? = nil) {
    log("send \(method) \(publishedURI ?? "")")
    let message: JSON = ["jsonrpc": "2.0", "method": .string(method), "params": params]
    waiting.append(OutgoingMessage(message, publishedURI: publishedURI))
  }

  /// Sends a request whose answer is ignored.
  func request(_ method: String, _ params: JSON = .null) {
    log("send \(method)")
    let message: JSON = [
      "jsonrpc": "2.0", "id": .integer(nextRequest), "method": .string(method),
      "params": params.isNull ? nil : params,
    ]
    nextRequest += 1
    waiting.append(OutgoingMessage(message))
  }

  func respond(_ id: JSON, _ result: JSON) {
    waiting.append(OutgoingMessage(["jsonrpc": "2.0", "id": id, "result": result]))
  }

  func respond(_ id: JSON, _ error: ResponseError, _ message: String, data: JSON = .null) {
    let body: JSON = [
      "code": .integer(error.rawValue), "message": .string(message),
      "data": data.isNull ? nil : data,
    ]
    waiting.append(OutgoingMessage(["jsonrpc": "2.0", "id": id, "error": body]))
  }

  func note(_ line: String) { log(line) }

  // MARK: - Requests and notifications

  private func receive(_ message: JSON) {
    let id = message["id"]
    guard let method = message["method"].string else {
      // Without a method it answers a request of the server; without an id, too, it is nothing at
      // all.
      if id.isNull || !message["method"].isNull {
        respond(id, .invalidRequest, "a message must have a 'method' (a string) or a result")
      }
      return
    }
    let params = message["params"]
    log("receive \(method)")
    if id.isNull {
      receiveNotification(method, params)
    } else if state == .uninitialized, method != "initialize" {
      respond(id, .serverNotInitialized, "the server is not initialized; send 'initialize' first")
    } else if state == .shutDown {
      respond(id, .invalidRequest, "the server is shut down")
    } else {
      receiveRequest(method, params, id)
    }
  }

  private func receiveRequest(_ method: String, _ params: JSON, _ id: JSON) {
    switch method {
    case "initialize": initialize(params, id)
    case "shutdown":
      state = .shutDown
      respond(id, .null)
    case "textDocument/diagnostic": pull(params, id)
    case "textDocument/codeAction": respond(id, codeActions(params))
    case "codeAction/resolve": respond(id, resolved(params))
    case "textDocument/hover": respond(id, hover(params))
    default: respond(id, .methodNotFound, "unknown method '\(method)'")
    }
  }

  private func receiveNotification(_ method: String, _ params: JSON) {
    if method == "exit" { return end() }
    guard state == .running else { return }
    switch method {
    case "initialized": watchSettings()
    case "textDocument/didOpen": open(params)
    case "textDocument/didChange": change(params)
    case "textDocument/didClose": close(params)
    case "textDocument/didSave": save(params)
    case "workspace/didChangeWatchedFiles": receiveFileEvents(params)
    case "workspace/didChangeWorkspaceFolders": changeFolders(params)
    case "workspace/didChangeConfiguration": setOptions(params["settings"]["determinism"])
    case "$/cancelRequest": cancel(params["id"])
    default: break
    }
  }

  private func initialize(_ params: JSON, _ id: JSON) {
    guard state == .uninitialized else {
      return respond(id, .invalidRequest, "the server is initialized already")
    }
    state = .running
    client = ClientCapabilities(params["capabilities"])
    clientProcess = params["processId"].integer
    settings.folders = Self.folders(in: params)
    linter.setWorkspace(settings.folders.map(\.path))
    setOptions(params["initializationOptions"])
    respond(
      id,
      [
        "capabilities": capabilities,
        "serverInfo": [
          "name": .string(description.name), "version": .string(description.version),
        ],
      ])
  }

  private var capabilities: JSON {
    let capabilities: JSON = [
      "positionEncoding": .string(client.encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
      "hoverProvider": true,
      "codeActionProvider": [
        "codeActionKinds": .array(CodeActionKind.allCases.map { .string($0.rawValue) }),
        "resolveProvider": true,
      ],
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
    ]
    guard client.pullsDiagnostics else { return capabilities }
    return capabilities.adding(
      "diagnosticProvider",
      [
        "identifier": "determinism", "interFileDependencies": false,
        "workspaceDiagnostics": false,
      ])
  }

  /// The folders of the workspace, else the one folder of older clients.
  private static func folders(in params: JSON) -> [WorkspaceFolder] {
    let folders = params["workspaceFolders"].elements.compactMap(WorkspaceFolder.init)
    if !folders.isEmpty { return folders }
    if let uri = params["rootUri"].string {
      return [WorkspaceFolder(["uri": .string(uri)])].compactMap { $0 }
    }
    let path = params["rootPath"].string.map { FilePath($0) }
    return path.map { [WorkspaceFolder(uri: fileURI(of: $0), path: $0)] } ?? []
  }
}

/// The abilities of the client, by its `initialize`.
struct ClientCapabilities {
  private let workspace, document, published, diagnostics, actions: JSON
  let encoding: PositionEncoding
  /// Whether it asks for diagnostics, and can be told to ask again. Otherwise they are published.
  let pullsDiagnostics: Bool

  init(_ capabilities: JSON) {
    document = capabilities["textDocument"]
    workspace = capabilities["workspace"]
    (published, actions) = (document["publishDiagnostics"], document["codeAction"])
    // Two servers of a document that count in different units confuse editors, and sourcekit-lsp
    // counts in UTF-16.
    let encodings = capabilities["general"]["positionEncodings"].elements.compactMap(\.string)
    encoding =
      !encodings.contains("utf-16") && encodings.contains("utf-8") ? .utf8 : .utf16
    pullsDiagnostics =
      document["diagnostic"].isObject && workspace["diagnostics"]["refreshSupport"].isTrue
    diagnostics = pullsDiagnostics ? document["diagnostic"] : published
  }

  private func takes(_ key: String) -> Bool { diagnostics[key].isTrue || published[key].isTrue }

  var takesRelatedDocuments: Bool { document["diagnostic"]["relatedDocumentSupport"].isTrue }
  var takesVersions: Bool { published["versionSupport"].isTrue }
  var takesRelatedInformation: Bool { takes("relatedInformation") }
  var takesTags: Bool {
    diagnostics["tagSupport"].isObject || published["tagSupport"].isObject || takes("tagSupport")
  }
  var takesCodeDescriptions: Bool { takes("codeDescriptionSupport") }
  var takesCodeActions: Bool { actions["codeActionLiteralSupport"].isObject }
  var takesPreferred: Bool { actions["isPreferredSupport"].isTrue }
  var takesDisabled: Bool { actions["disabledSupport"].isTrue }
  var resolvesEdits: Bool {
    actions["dataSupport"].isTrue
      && actions["resolveSupport"]["properties"].elements.contains("edit")
  }
  var takesDocumentChanges: Bool { workspace["workspaceEdit"]["documentChanges"].isTrue }
  var takesSnippets: Bool {
    takesDocumentChanges && workspace["workspaceEdit"]["snippetEditSupport"].isTrue
  }
  var readsMarkdown: Bool { document["hover"]["contentFormat"].elements.contains("markdown") }
  var watchesFiles: Bool { workspace["didChangeWatchedFiles"]["dynamicRegistration"].isTrue }
  var takesRelativePatterns: Bool {
    workspace["didChangeWatchedFiles"]["relativePatternSupport"].isTrue
  }
}
