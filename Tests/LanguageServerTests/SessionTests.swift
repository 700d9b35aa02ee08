import Diagnostics
import LanguageServer
import Reporters
import Testing

@Suite("A session sends what is true of the newest text")
struct SessionTests {
  private let linter = CallLinter()
  private let session: Session
  private let uri = "file:///a/b/c.swift"

  init() {
    session = Session(linter, name: "a", version: "1")
  }

  // MARK: - Talking to it

  private func receive(_ message: JSON) { session.receive(message.bytes) }

  private func notify(_ method: String, _ params: JSON) {
    receive(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  private func ask(_ id: Int, _ method: String, _ params: JSON = [:]) {
    receive(["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params])
  }

  private var document: JSON { ["textDocument": ["uri": .string(uri)]] }

  private func initialize(pulls: Bool = false, processID: Int? = nil) {
    let pulling: JSON = [
      "textDocument": ["diagnostic": [:]], "workspace": ["diagnostics": ["refreshSupport": true]],
    ]
    let pushing: JSON = [
      "textDocument": [
        "publishDiagnostics": ["versionSupport": true],
        "codeAction": ["codeActionLiteralSupport": [:]],
      ]
    ]
    ask(1, "initialize", ["capabilities": pulls ? pulling : pushing])
    notify("initialized", [:])
    _ = sent()
  }

  private func open(_ text: String) {
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri), "languageId": "swift", "version": 1, "text": .string(text),
        ]
      ])
  }

  private func change(_ version: Int, _ text: String) {
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri), "version": .integer(version)],
        "contentChanges": [["text": .string(text)]],
      ])
  }

  /// What has been sent, after all work where that is asked for.
  private func sent(afterWork works: Bool = false) -> [JSON] {
    if works { while session.work() {} }
    return session.takeOutgoing().map(\.json)
  }

  /// The versions and how much was found in each, of all that was published.
  private func published(_ messages: [JSON]) -> [[JSON]] {
    messages.filter { $0["method"] == "textDocument/publishDiagnostics" }.map {
      [$0["params"]["version"], .integer($0["params"]["diagnostics"].elements.count)]
    }
  }

  // MARK: - A diagnostic

  @Test(arguments: [true, false])
  func aRuleLinksToItsPageWhereTheEditorTakesIt(takes: Bool) {
    ask(
      1, "initialize",
      [
        "capabilities": [
          "textDocument": ["publishDiagnostics": ["codeDescriptionSupport": .boolean(takes)]]
        ]
      ])
    notify("initialized", [:])
    open("Date()")
    let published = sent(afterWork: true).last { $0["params"]["diagnostics"].elements.count == 1 }
    let finding = published?["params"]["diagnostics"].elements[0]
    #expect(finding?["code"] == "date-init")
    #expect(
      finding?["codeDescription"]["href"] == (takes ? "https://example.org/date-init" : .null))
  }

  // MARK: - Pushing

  @Test func whatChangesBeforeItIsLintedIsLintedOnce() {
    initialize()
    open("Date()")
    change(2, "Date() Date()")
    change(9, "")
    #expect(published(sent(afterWork: true)) == [[9, 0]])
    #expect(linter.texts == [""])
  }

  @Test func anOlderChangeIsLeftOut() {
    initialize()
    open("Date()")
    change(7, "")
    change(6, "Date() Date()")
    #expect(published(sent(afterWork: true)) == [[7, 0]])
  }

  @Test func whatChangesWhileItIsLintedIsNotSent() {
    initialize()
    open("Date()")
    #expect(session.work())
    #expect(linter.texts == ["Date()"])
    change(2, "Date() Date()")
    #expect(published(sent(afterWork: true)) == [[2, 2]])
  }

  @Test func whatIsClosedHasNoFindings() {
    initialize()
    open("Date()")
    notify("textDocument/didClose", document)
    #expect(published(sent(afterWork: true)) == [[.null, 0]])
    #expect(linter.texts.isEmpty && linter.forgotten == [.file(FilePath("/a/b/c.swift"))])
  }

  private func tellOfFile(_ uri: String, type: Int) {
    notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": .string(uri), "type": .integer(type)]]])
  }

  @Test func whatComesBackIsShownAgain() {
    initialize()
    open("Date()")
    _ = sent(afterWork: true)
    let (creation, deletion) = (1, 3)
    tellOfFile(uri, type: deletion)
    #expect(published(sent(afterWork: true)) == [[.null, 0]])
    tellOfFile(uri, type: creation)
    #expect(published(sent(afterWork: true)) == [[1, 1]])
    tellOfFile(uri, type: deletion)
    notify("textDocument/didSave", document)
    #expect(published(sent(afterWork: true)).last == [1, 1])
  }

  @Test func aSourceThatTellsTypesIsSavedAndAllIsLintedAgain() {
    initialize()
    open("Date()")
    _ = sent(afterWork: true)
    notify("textDocument/didSave", document)
    #expect(published(sent(afterWork: true)).isEmpty && linter.texts.count == 1)
    linter.sourcesMatter = true
    notify("textDocument/didSave", document)
    #expect(published(sent(afterWork: true)) == [[1, 1]] && linter.texts.count == 2)
  }

  @Test func aDocumentIsInEachFolderAroundIt() {
    initialize()
    open("Date()")
    let folders: [JSON] = ["file:///a", "file:///a/b"].map { ["uri": .string($0), "name": "a"] }
    func change(added: [JSON], removed: [JSON]) -> [[JSON]] {
      notify(
        "workspace/didChangeWorkspaceFolders",
        ["event": ["added": .array(added), "removed": .array(removed)]])
      return published(sent(afterWork: true))
    }
    #expect(change(added: folders, removed: []) == [[1, 1]])
    #expect(change(added: [], removed: [folders[0]]) == [[1, 1]])
    #expect(change(added: [], removed: [folders[1]]) == [[.null, 0]])
    #expect(change(added: [folders[0]], removed: []) == [[1, 1]])
  }

  // MARK: - Pulling

  @Test func whatIsPulledIsLintedWhenItIsAskedFor() {
    initialize(pulls: true)
    open("Date()")
    #expect(sent(afterWork: true).isEmpty && linter.texts.isEmpty)
    ask(2, "textDocument/diagnostic", document)
    let report = sent(afterWork: true)[0]["result"]
    #expect(report["kind"] == "full" && report["items"].elements.count == 1)
    let known: JSON = [
      "textDocument": ["uri": .string(uri)], "previousResultId": report["resultId"],
    ]
    ask(3, "textDocument/diagnostic", known)
    #expect(sent(afterWork: true)[0]["result"]["kind"] == "unchanged")
    #expect(linter.texts.count == 1)
    // The same text with other rules is another result.
    linter.hasChangedSettings = true
    notify("textDocument/didSave", document)
    ask(4, "textDocument/diagnostic", known)
    let messages = sent(afterWork: true)
    #expect(messages.contains { $0["method"] == "workspace/diagnostic/refresh" })
    #expect(messages.last?["result"]["kind"] == "full")
  }

  @Test func aPullEndsWithItsTextOrWhenItIsCancelled() {
    initialize(pulls: true)
    open("Date()")
    ask(2, "textDocument/diagnostic", document)
    ask(3, "textDocument/diagnostic", document)
    notify("$/cancelRequest", ["id": 2])
    change(2, "")
    ask(4, "textDocument/diagnostic", document)
    let answers = sent(afterWork: true)
    #expect(answers.map { $0["id"] } == [2, 3, 4])
    #expect(answers[0]["error"]["code"] == -32800)
    #expect(answers[1]["error"]["code"] == -32802)
    #expect(answers[1]["error"]["data"] == ["retriggerRequest": true])
    #expect(answers[2]["result"]["items"] == [])
    #expect(linter.texts == [""])
  }

  // MARK: - Settings

  @Test func settingsAreComparedBeforeATextIsLinted() {
    initialize()
    open("Date()")
    _ = sent(afterWork: true)
    linter.hasChangedSettings = true
    #expect(sent(afterWork: true).isEmpty)
    change(2, "")
    #expect(published(sent(afterWork: true)) == [[2, 0]] && linter.readCount == 1)
  }

  @Test func mistakesAreTakenBackWhereNothingIsOpen() {
    initialize()
    let path = FilePath("/.swift-determinism-lint.yml")
    linter.mistakes.files = [
      SettingsFile(path: path, bytes: Array("a".utf8), mistakes: [Note(at: 0, "what is a?")])
    ]
    open("Date()")
    let start: JSON = ["line": 0, "character": 0]
    // Whatever lints first tells it.
    ask(
      2, "textDocument/hover", ["textDocument": ["uri": .string(uri)], "position": start])
    #expect(sent().contains { $0["params"]["uri"].string == fileURI(of: path) })
    notify("textDocument/didClose", document)
    linter.mistakes.files = []
    tellOfFile(fileURI(of: path), type: 2)
    let cleared = sent(afterWork: true).last { $0["params"]["uri"].string == fileURI(of: path) }
    #expect(cleared?["params"]["diagnostics"] == [])
  }

  // MARK: - Code actions

  @Test func aWholeDocumentIsLintedOnceForItsActions() {
    initialize()
    let line = "  Date() + Date()\n"
    open("// a\n/// what it is\nlet a =\n" + String(repeating: line, count: 50) + "/* */\n")
    _ = sent(afterWork: true)
    let (start, end): (JSON, JSON) = (
      ["line": 0, "character": 0], ["line": 99, "character": 0]
    )
    ask(
      2, "textDocument/codeAction",
      ["textDocument": ["uri": .string(uri)], "range": ["start": start, "end": end]])
    let actions = sent()[0]["result"].elements
    #expect(linter.texts.count == 2)
    // What is the same for several findings is offered once.
    #expect(actions.count == 51)
    let counts = actions.map { $0["diagnostics"].elements.count }
    #expect(counts == Array(repeating: 2, count: 50) + [100])
    let edits = [actions[0], actions[50]].map { $0["edit"]["changes"][uri].elements[0] }
    let place: JSON = ["line": 3, "character": 0]
    #expect(
      edits[0] == [
        "range": ["start": place, "end": place],
        "newText": "  // determinism:allow date-init: <#reason#>\n",
      ])
    // A comment between a documentation and what it is about would part them.
    #expect(edits[1]["range"]["start"]["line"] == 1)
    #expect(edits[1]["newText"] == "// determinism:allow-file date-init: <#reason#>\n")
  }

  /// The titles of what is offered for a whole text, and where each edit puts what.
  private func offered(_ text: String) -> (titles: [String?], edits: [JSON]) {
    initialize()
    open(text)
    _ = sent(afterWork: true)
    let end: JSON = ["line": 99, "character": 0]
    ask(
      2, "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(uri)],
        "range": ["start": ["line": 0, "character": 0], "end": end],
      ])
    let actions = sent()[0]["result"].elements
    return (
      actions.map { $0["title"].string }, actions.map { $0["edit"]["changes"][uri].elements[0] }
    )
  }

  @Test(arguments: [
    "// determinism:allow date-init\nDate()", "Date() // determinism:allow date-init: <#reason#>",
    "// determinism:allow other, date-init:\n\n@A\n// why\nDate()",
  ])
  func noSecondCommentIsOfferedWhereOneLacksItsReason(text: String) {
    #expect(
      offered(text).titles == ["Allow in this file: '// determinism:allow-file date-init'"])
  }

  @Test(arguments: [
    "// determinism:allow other\nDate()", "// determinism:allow date-init\nlet a = 1\nDate()",
    "let a = 1 // determinism:allow date-init\nDate()",
  ])
  func aCommentAboutSomethingElseIsNoReasonToOfferNone(text: String) {
    #expect(offered(text).titles.first == "Allow here: '// determinism:allow date-init'")
  }

  @Test func oneForTheFileIsOfferedBesideACommentForALine() {
    let text = "// determinism:allow-file date-init\nDate()"
    #expect(offered(text).titles == ["Allow here: '// determinism:allow date-init'"])
  }

  @Test func commentsEndAsLinesDoAndFollowAByteOrderMark() {
    let edits = offered("\u{FEFF}Date()\r\n").edits
    let place: JSON = ["line": 0, "character": 1]
    #expect(edits.map { $0["range"]["start"] } == [place, place])
    #expect(
      edits.map { $0["newText"] } == [
        "// determinism:allow date-init: <#reason#>\r\n",
        "// determinism:allow-file date-init: <#reason#>\r\n",
      ])
  }

  // MARK: - The end

  @Test func aRequestWhoseMethodIsNoStringIsAnswered() {
    receive(["jsonrpc": "2.0", "id": 9, "method": 7])
    let answer = sent()
    #expect(answer.map { $0["id"] } == [9] && answer[0]["error"]["code"] == -32600)
    receive(["jsonrpc": "2.0", "id": 9, "result": .null])
    #expect(sent().isEmpty)
  }
}
