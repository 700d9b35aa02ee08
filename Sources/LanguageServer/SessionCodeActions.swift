import Diagnostics
import Reporters

/// The kinds of actions that are offered.
enum CodeActionKind: String, CaseIterable {
  case quickFix = "quickfix"
  case fixAll = "source.fixAll.determinism"

  /// - Parameter only: the kinds that the client wants; empty for all.
  func isWanted(among only: [String]) -> Bool {
    // Help at a place is no reason to fix a whole file.
    if only.isEmpty { return self == .quickFix }
    return only.contains { $0 == rawValue || rawValue.hasPrefix($0 + ".") || $0.isEmpty }
  }
}

extension Session {
  func codeActions(_ params: JSON) -> JSON {
    let uri = params["textDocument"]["uri"].string
    guard client.takesCodeActions, let index = documents.firstIndex(where: { $0.uri == uri }) else {
      return []
    }
    let only = params["context"]["only"].elements.compactMap(\.string)
    let all = findings(at: index)
    let document = documents[index]
    var actions: [JSON] = []
    if CodeActionKind.quickFix.isWanted(among: only) {
      let asked = askedFindings(params, of: document, all)
      actions = quickFixes(for: asked, in: document) + allowances(for: asked, all, in: document)
    }
    if CodeActionKind.fixAll.isWanted(among: only), !fixes(of: all).isEmpty {
      actions.append(fixAll(in: document))
    }
    return .array(actions)
  }

  /// The findings of the diagnostics that the client sends; where it sends none, those that the
  /// range touches.
  private func askedFindings(
    _ params: JSON, of document: OpenDocument, _ findings: [Diagnostic]
  ) -> [Diagnostic] {
    let diagnostics = params["context"]["diagnostics"].elements.filter {
      $0["source"].string == diagnosticSource
    }
    if !diagnostics.isEmpty {
      let places = Set(diagnostics.compactMap { FindingPlace($0, in: document.text) })
      return findings.filter { $0.place.map(places.contains) ?? false }
    }
    guard let range = TextRange(params["range"]) else { return [] }
    let start = document.text.offset(of: range.start)
    let end = max(start, document.text.offset(of: range.end))
    return findings.filter {
      $0.range.lowerBound <= end && start <= $0.range.upperBound
    }
  }

  // MARK: - Some findings

  private func action(_ title: String, for diagnostics: [JSON]) -> JSON {
    [
      "title": .string(title), "kind": .string(CodeActionKind.quickFix.rawValue),
      "diagnostics": .array(diagnostics),
    ]
  }

  private func quickFixes(for findings: [Diagnostic], in document: OpenDocument) -> [JSON] {
    var columns = ColumnCounter(document.text)
    let refused = client.takesDisabled ? findings.filter(\.fixIts.isEmpty) : []
    var refusals = linter.explanations(
      of: refused, in: document.text.bytes, as: document.name
    ).map { $0?.refusal }[...]
    var actions: [JSON] = []
    for finding in findings {
      let shown = [json(of: finding, in: document, &columns)]
      if let first = finding.fixIts.first {
        let edits = finding.fixIts.map { $0.edit(&columns) }
        let title = first.text.isEmpty ? "Remove" : "Replace with '\(first.text)'"
        let fix = action(title, for: shown)
          .adding("edit", workspaceEdit(edits, in: document))
        actions.append(client.takesPreferred ? fix.adding("isPreferred", true) : fix)
      } else if let refusal = refusals.popFirst(), let refusal {
        actions.append(
          action("Replace", for: shown).adding("disabled", ["reason": .string(refusal)]))
      }
    }
    return actions
  }

  // MARK: - Comments

  /// The comments that could allow the findings, each once. An editor may ask about a whole
  /// document: it is linted once then, not for each finding.
  /// - Parameter all: all findings of the document.
  private func allowances(
    for findings: [Diagnostic], _ all: [Diagnostic], in document: OpenDocument
  ) -> [JSON] {
    let text = document.text
    let allowable = placesToAllow(findings, in: document)
    let unreasoned = all.filter { $0.rule?.id == "suppression-without-reason" }.map(\.range)
    var columns = ColumnCounter(text)
    var offered: [OfferedComment] = []
    var shown: [OfferedComment: [JSON]] = [:]
    for finding in findings {
      guard finding.isUse, let place = finding.place else { continue }
      let line = text.line(of: place.offset)
      let diagnostic = json(of: finding, in: document, &columns)
      for comment in comments(allowing: place, allowable, in: text)
      where !text.holds(comment, forLine: line, among: unreasoned) {
        if shown[comment] == nil { offered.append(comment) }
        shown[comment, default: []].append(diagnostic)
      }
    }
    // The nearer comments come first.
    return (offered.filter { !$0.isForFile } + offered.filter(\.isForFile)).map { comment in
      action(comment.title, for: shown[comment]!)
        .adding("edit", workspaceEdit([insertion(of: comment, in: document)], in: document))
    }
  }

  /// - Parameter allowable: the places that a comment on a line of its own excuses.
  private func comments(
    allowing place: FindingPlace, _ allowable: Set<FindingPlace>, in text: DocumentText
  ) -> [OfferedComment] {
    let forFile = OfferedComment(place.rule, forFileOf: text)
    guard allowable.contains(place) else { return [forFile] }
    return [OfferedComment(place.rule, above: text.line(of: place.offset), of: text), forFile]
  }

  /// The places that a comment on a line of its own excuses: not those in the text of a string or
  /// of a regular expression.
  private func placesToAllow(_ findings: [Diagnostic], in document: OpenDocument) -> Set<
    FindingPlace
  > {
    let text = document.text
    let places = Set(findings.filter(\.isUse).compactMap(\.place))
    // Without these, no line begins inside a string, a regular expression or a comment.
    guard !places.isEmpty, ["\"\"\"", "#/", "/*"].contains(where: text.holds) else {
      return places
    }
    // All are tried at once: above each line a comment for each finding in it.
    var (tried, end): ([UInt8], Int) = ([], 0)
    var growth: [Int: Int] = [:]
    for place in places.sorted(by: { ($0.offset, $0.rule) < ($1.offset, $1.rule) }) {
      let line = text.line(of: place.offset)
      let comment = OfferedComment(place.rule, above: line, of: text)
      tried += text.bytes[end..<comment.offset]
      end = comment.offset
      tried += comment.text(reason: "tried").utf8
      growth[line] = tried.count - end
    }
    tried += text.bytes[end...]
    let left = Set(linter.lint(tried, as: document.name).compactMap(\.place))
    return places.filter { place in
      let offset = place.offset + growth[text.line(of: place.offset)]!
      return !left.contains(FindingPlace(rule: place.rule, offset: offset))
    }
  }

  /// The edit that inserts a comment, with a place for its reason, where the cursor goes if it can.
  private func insertion(of comment: OfferedComment, in document: OpenDocument) -> JSON {
    let range = document.text.range(of: comment.offset..<comment.offset).json
    guard client.takesSnippets else {
      return ["range": range, "newText": .string(comment.text(reason: "<#reason#>"))]
    }
    // Neither the indentation nor the id of a rule has a character with a meaning in a snippet.
    let snippet = comment.text(reason: "${1:reason}")
    return ["range": range, "snippet": ["kind": "snippet", "value": .string(snippet)]]
  }

  // MARK: - All findings

  /// The fix-its that do not overlap, in the order of the source.
  private func fixes(of findings: [Diagnostic]) -> [FixIt] {
    var fixes: [FixIt] = []
    for fixIts in findings.map(\.fixIts) {
      let end = fixes.last?.range.upperBound ?? 0
      if fixIts.allSatisfy({ end <= $0.range.lowerBound }) { fixes += fixIts }
    }
    return fixes
  }

  private func fixAll(in document: OpenDocument) -> JSON {
    let action: JSON = [
      "title": "Replace all findings that have a replacement",
      "kind": .string(CodeActionKind.fixAll.rawValue),
    ]
    guard client.resolvesEdits else { return action.adding("edit", editOfAll(in: document)) }
    return action.adding("data", ["uri": .string(document.uri)])
  }

  private func editOfAll(in document: OpenDocument) -> JSON {
    let fixes = fixes(of: document.findings ?? [])
    var columns = ColumnCounter(document.text)
    return workspaceEdit(fixes.map { $0.edit(&columns) }, in: document)
  }

  /// The action with its edit.
  func resolved(_ action: JSON) -> JSON {
    let uri = action["data"]["uri"].string
    guard action["edit"].isNull, let index = documents.firstIndex(where: { $0.uri == uri }) else {
      return action
    }
    _ = findings(at: index)
    return action.adding("edit", editOfAll(in: documents[index]))
  }

  private func workspaceEdit(_ edits: [JSON], in document: OpenDocument) -> JSON {
    guard client.takesDocumentChanges else {
      return ["changes": .object([(key: document.uri, value: .array(edits))])]
    }
    let identifier: JSON = [
      "uri": .string(document.uri), "version": .integer(document.version),
    ]
    return ["documentChanges": [["textDocument": identifier, "edits": .array(edits)]]]
  }
}

/// The place by which a finding is known in its text.
private struct FindingPlace: Hashable {
  let rule: String
  /// The offset in bytes, from 0.
  let offset: Int
}

extension Diagnostic {
  /// The place of the finding; nil where no rule has found it.
  fileprivate var place: FindingPlace? {
    rule.map { FindingPlace(rule: $0.id, offset: range.lowerBound) }
  }
}

extension FindingPlace {
  /// The place of a diagnostic as the client sends it; nil for one that is not of a rule.
  fileprivate init?(_ diagnostic: JSON, in text: DocumentText) {
    guard let rule = diagnostic["code"].string else { return nil }
    // Not every client keeps the `data` of a diagnostic.
    let start = TextPosition(diagnostic["range"]["start"]).map(text.offset)
    guard let offset = diagnostic["data"]["offset"].integer ?? start else { return nil }
    self.init(rule: rule, offset: offset)
  }
}

extension FixIt {
  /// - Parameter columns: the counter of the text that the edit is for.
  func edit(_ columns: inout ColumnCounter) -> JSON {
    ["range": columns.range(of: range).json, "newText": .string(text)]
  }
}

/// A comment that allows a rule, on a line of its own.
struct OfferedComment: Hashable {
  let rule: String
  let isForFile: Bool
  /// The offset where its line goes, in bytes from 0.
  let offset: Int
  /// The blanks that its line begins with.
  private let indentation: String
  private let lineEnd: String

  init(_ rule: String, above line: Int, of text: DocumentText) {
    (self.rule, isForFile) = (rule, false)
    offset = text.start(ofLine: line)
    let blanks = text.bytes[offset...].prefix { $0.isBlank }
    indentation = String(decoding: blanks, as: UTF8.self)
    lineEnd = text.lineEnd
  }

  init(_ rule: String, forFileOf text: DocumentText) {
    (self.rule, isForFile) = (rule, true)
    (offset, indentation, lineEnd) = (text.endOfFileHeader, "", text.lineEnd)
  }

  private var beginning: String { "// determinism:\(isForFile ? "allow-file" : "allow") \(rule)" }

  /// The title that an editor shows for it.
  var title: String { "Allow \(isForFile ? "in this file" : "here"): '\(beginning)'" }

  /// The line with its end.
  func text(reason: String) -> String { "\(indentation)\(beginning): \(reason)\(lineEnd)" }
}

extension DocumentText {
  /// Whether there is a comment already that allows what another would, once its reason is written.
  /// - Parameters:
  ///   - line: the line of the use, from 0.
  ///   - unreasoned: the places of comments without a reason.
  fileprivate func holds(
    _ comment: OfferedComment, forLine line: Int, among unreasoned: [Range<Int>]
  ) -> Bool {
    let keyword = "determinism:\(comment.isForFile ? "allow-file" : "allow")"
    return unreasoned.contains { range in
      let words = bytes[range].split { $0.isBlank || $0 == comma || $0 == colon }
      let parts = bytes[range].split(whereSeparator: \.isBlank)
      return words.contains { $0.elementsEqual(comment.rule.utf8) }
        && parts.contains { $0.elementsEqual(keyword.utf8) }
        && (comment.isForFile || self.line(meantByCommentAt: range.lowerBound) == line)
    }
  }

  /// The end of the first line; most lines of most texts have the same.
  fileprivate var lineEnd: String {
    guard 1 < lineCount else { return "\n" }
    let next = start(ofLine: 1)
    return String(decoding: bytes[content(ofLine: 0).upperBound..<next], as: UTF8.self)
  }

  /// The offset where a line can be put before this one: a byte order mark stays the first.
  fileprivate func start(ofLine line: Int) -> Int {
    let start = content(ofLine: line).lowerBound
    return line == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? start + 3 : start
  }

  /// The offset for a comment on the whole file: after the comment lines at its start, of which the
  /// first may be a `#!`, or the tools version of a package. A `///` belongs to the code after it.
  fileprivate var endOfFileHeader: Int {
    var line = 0
    while line + 1 < lineCount {
      let content = bytes[start(ofLine: line)..<content(ofLine: line).upperBound]
      let isComment = content.starts(with: "//".utf8) && !content.starts(with: "///".utf8)
      guard isComment || line == 0 && content.starts(with: "#!".utf8) else { break }
      line += 1
    }
    return start(ofLine: line)
  }

  /// The line that a comment is about, from 0: its own, or, if it stands alone, the next one with
  /// code that is no attribute.
  fileprivate func line(meantByCommentAt offset: Int) -> Int {
    var line = line(of: offset)
    guard bytes[start(ofLine: line)..<offset].allSatisfy(\.isBlank) else { return line }
    repeat { line += 1 } while line < lineCount && !holdsCode(line)
    return line
  }

  private func holdsCode(_ line: Int) -> Bool {
    let code = bytes[content(ofLine: line)].drop(while: \.isBlank)
    return !code.isEmpty && code.first != UInt8(ascii: "@") && !code.starts(with: "//".utf8)
  }
}

private let comma = UInt8(ascii: ",")
private let colon = UInt8(ascii: ":")

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension Session {
  /// The answer about the findings at a place; null where there is none.
  func hover(_ params: JSON) -> JSON {
    guard
      let index = documents.firstIndex(where: { $0.uri == params["textDocument"]["uri"].string }),
      let position = TextPosition(params["position"])
    else { return .null }
    let document = documents[index]
    let offset = document.text.offset(of: position)
    let here = findings(at: index).filter { $0.range.contains(offset) }
    guard let first = here.first else { return .null }
    let explanations = linter.explanations(
      of: here, in: document.text.bytes, as: document.name)
    let paragraphs = explanations.compactMap { $0 }.flatMap(\.paragraphs)
    guard !paragraphs.isEmpty else { return .null }
    let isMarkdown = client.readsMarkdown
    let texts = paragraphs.map { isMarkdown ? $0.markdown : $0.plainText }
    return [
      "contents": [
        "kind": isMarkdown ? "markdown" : "plaintext",
        "value": .string(texts.joined(separator: "\n\n")),
      ],
      "range": document.text.range(of: first.range).json,
    ]
  }
}

extension FindingExplanation.Paragraph {
  fileprivate var plainText: String {
    switch self {
    case .heading(let text), .text(let text), .link(let text): text
    case .list(let entries): entries.map { "- \($0)" }.joined(separator: "\n")
    }
  }

  fileprivate var markdown: String {
    switch self {
    case .heading(let text): "**\(Reporters.markdown(text))**"
    case .text(let text): Reporters.markdown(text)
    case .list(let entries):
      entries.map { "- \(Reporters.markdown($0))" }.joined(separator: "\n")
    case .link(let url): "<\(url)>"
    }
  }
}
