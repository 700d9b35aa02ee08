import Diagnostics
import Reporters
import RuleEngine

@testable import LanguageServer

func checkServer(_ input: [UInt8]) throws(BrokenProperty) {
  let session = Session(FuzzedLinter(), name: "a", version: "1")
  if input.starts(with: "Content-Length".utf8) {
    for case .body(let body) in try checkFraming(input) { try receive(body, in: session) }
  } else {
    for line in input.split(separator: UInt8(ascii: "\n")) { try receive(Array(line), in: session) }
  }
  session.end()
  try require(session.exitStatus != nil, "a session ends")
}

/// What is read does not depend on the pieces in which it comes, nor what is told of the rest.
private func checkFraming(_ input: [UInt8]) throws(BrokenProperty) -> [MessageReader.Event] {
  let whole = events(in: input, pieceSize: max(1, input.count))
  for pieceSize in [1, 13] {
    let pieces = events(in: input, pieceSize: pieceSize)
    try require(pieces == whole, "pieces do not change what is read")
  }
  return whole
}

private func events(in input: [UInt8], pieceSize: Int) -> [MessageReader.Event] {
  var reader = MessageReader(bodyLimit: 1000)
  var (events, rest): ([MessageReader.Event], _) = ([], input[...])
  while !rest.isEmpty {
    reader.append(rest.prefix(pieceSize))
    rest = rest.dropFirst(pieceSize)
    while let event = reader.next() { events.append(event) }
  }
  return events
}

private func receive(_ body: [UInt8], in session: Session) throws(BrokenProperty) {
  if let json = try? JSON(parsing: body) {
    try require((try? JSON(parsing: json.bytes)) == json, "what was read can be written and read")
  }
  session.receive(body)
  while session.work() {}
  for message in session.takeOutgoing() {
    let bytes = message.json.bytes
    try require((try? JSON(parsing: bytes)) == message.json, "what is sent is JSON")
    var reader = MessageReader()
    reader.append(framed(message.json))
    try require(reader.next() == .body(bytes), "what is sent is framed")
  }
  for document in session.documents {
    let text = document.text.bytes
    try require(
      text.elementsEqual(String(decoding: text, as: UTF8.self).utf8), "a document is UTF-8")
  }
}

/// Knows one project, which has the core pack.
private final class FuzzedLinter: DocumentLinter {
  private static let rules = CompiledRules(bundledRules.filter { $0.pack == "core" })
  private var hasChanged = false

  func setWorkspace(_ folders: [FilePath]) {
    hasChanged = !folders.isEmpty
  }

  func noteChange(of source: FilePath) -> Bool { source.bytes.count % 2 == 0 }

  func lint(_ bytes: [UInt8], as document: DocumentName) -> [Diagnostic] {
    let source = SourceFile(path: FilePath("a.swift"), bytes: bytes)
    return RuleEngine.lint(source, relativePath: source.path, with: Self.rules).reported
      .map {
        var finding = $0
        let start = finding.range.lowerBound
        if start % 3 == 0 { finding.verdict = .inBaseline }
        if start % 7 != 0 { finding.key = FindingKey(scope: "-", tokens: "Date()") }
        return finding
      }
  }

  func explanations(
    of findings: [Diagnostic], in bytes: [UInt8], as document: DocumentName
  ) -> [FindingExplanation?] {
    findings.map { finding in
      guard finding.isUse else { return nil }
      var explanation = FindingExplanation()
      let message = finding.message
      explanation.paragraphs = [.heading("a"), .text(message), .list(["b"]), .link("c")]
      explanation.refusal = finding.fixIts.isEmpty ? "d" : nil
      return explanation
    }
  }

  func forget(_ document: DocumentName) {}

  var hasChangedSettings: Bool { hasChanged }

  func readSettings() {
    hasChanged = false
  }

  var mistakes: SettingsMistakes {
    var mistakes = SettingsMistakes()
    guard hasChanged else { return mistakes }
    mistakes.messages = ["a"]
    mistakes.files = [
      SettingsFile(
        path: FilePath("/a.yml"), bytes: Array("b: c".utf8), mistakes: [Note(at: 3, "d")])
    ]
    return mistakes
  }

  var settingsPaths: [SettingsPath] {
    [
      SettingsPath(path: FilePath("/a/b.yml"), isFolder: false),
      SettingsPath(path: FilePath("/a/c"), isFolder: true),
    ]
  }
}
