import Diagnostics

/// The kinds of what is offered.
enum CodeActionKind: String, CaseIterable {
  case quickFix = "quickfix"
  case fixAll = "source.fixAll.determinism"

  /// - Parameter only: the kinds that the client wants; empty for whatever there is.
  func isWanted(among only: [String]) -> Bool {
    // To fix a whole file is nothing that somebody picks who has asked for help at a place.
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
    let all = findings(at: index).findings
    let document = documents[index]
    var actions: [JSON] = []
    if CodeActionKind.quickFix.isWanted(among: only) {
      let asked = askedFindings(params, of: document, all)
      actions = asked.flatMap { quickFixes(for: $0, in: document) }
    }
    if CodeActionKind.fixAll.isWanted(among: only), !fixes(of: all).isEmpty {
      actions.append(fixAll(in: document))
    }
    return .array(actions)
  }

  /// Those of the diagnostics that the client sends, which know their findings; else those that the
  /// range touches.
  private func askedFindings(
    _ params: JSON, of document: OpenDocument, _ findings: [Finding]
  ) -> [Finding] {
    let diagnostics = params["context"]["diagnostics"].elements.filter {
      $0["source"].string == diagnosticSource
    }
    if !diagnostics.isEmpty {
      return findings.filter { finding in
        diagnostics.contains { finding.isMeant(by: $0, in: document) }
      }
    }
    guard let range = TextRange(params["range"]) else { return [] }
    let start = document.text.offset(of: range.start)
    let end = max(start, document.text.offset(of: range.end))
    return findings.filter {
      $0.diagnostic.range.lowerBound <= end && start <= $0.diagnostic.range.upperBound
    }
  }

  // MARK: - One finding

  private func quickFixes(for finding: Finding, in document: OpenDocument) -> [JSON] {
    let diagnostic = finding.diagnostic
    var columns = ColumnCounter(document.text)
    let shown: JSON = .array([json(of: finding, in: document, &columns)])
    func action(_ title: String, _ edits: [JSON], isPreferred: Bool = false) -> JSON {
      var action: JSON = [
        "title": .string(title), "kind": .string(CodeActionKind.quickFix.rawValue),
        "diagnostics": shown, "edit": workspaceEdit(edits, in: document),
      ]
      if isPreferred, client.takesPreferred { action = action.adding("isPreferred", true) }
      return action
    }
    var actions: [JSON] = []
    if let first = diagnostic.fixIts.first {
      let edits = diagnostic.fixIts.map { $0.edit(&columns) }
      actions.append(action("Replace with '\(first.text)'", edits, isPreferred: true))
    } else if client.takesDisabled,
      let reason = linter.explanation(
        of: diagnostic, in: document.text.bytes, as: document.name)?.refusal
    {
      actions.append([
        "title": "Replace", "kind": .string(CodeActionKind.quickFix.rawValue),
        "diagnostics": shown, "disabled": ["reason": .string(reason)],
      ])
    }
    guard finding.isUse, let rule = diagnostic.rule?.id else { return actions }
    if let place = placeToAllow(diagnostic, in: document) {
      let comment = AllowingComment(rule: rule, isForFile: false, indentation: place.indentation)
      actions.append(
        action(comment.title, [insertion(of: comment, at: place.offset, in: document)]))
    }
    let comment = AllowingComment(rule: rule, isForFile: true, indentation: "")
    let place = document.text.endOfFileHeader
    actions.append(action(comment.title, [insertion(of: comment, at: place, in: document)]))
    return actions
  }

  /// Where a comment on a line of its own excuses a finding; nil where none does, as in the text of
  /// a string.
  private func placeToAllow(
    _ diagnostic: Diagnostic, in document: OpenDocument
  ) -> (offset: Int, indentation: String)? {
    let text = document.text
    let line = text.content(ofLine: text.line(of: diagnostic.range.lowerBound))
    let blanks = text.bytes[line].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let place = (offset: line.lowerBound, indentation: String(decoding: blanks, as: UTF8.self))
    // Without these a line is nothing but code.
    guard text.holds("\"\"\"") || text.holds("/*"), let rule = diagnostic.rule else {
      return place
    }
    let comment = AllowingComment(
      rule: rule.id, isForFile: false, indentation: place.indentation
    ).text(reason: "tried")
    var bytes = text.bytes
    bytes.insert(contentsOf: comment.utf8, at: place.offset)
    let start = diagnostic.range.lowerBound + comment.utf8.count
    let isLeft = linter.lint(bytes, as: document.name).contains {
      $0.diagnostic.range.lowerBound == start && $0.diagnostic.rule?.id == rule.id
    }
    return isLeft ? nil : place
  }

  /// The reason is left to be written: where the client can, as a place that the cursor goes to.
  private func insertion(
    of comment: AllowingComment, at offset: Int, in document: OpenDocument
  ) -> JSON {
    let range = document.text.range(of: offset..<offset).json
    guard client.takesSnippets else {
      return ["range": range, "newText": .string(comment.text(reason: "<#reason#>"))]
    }
    // Neither indentation nor the id of a rule has a character that means something in a snippet.
    let snippet = comment.text(reason: "${1:reason}")
    return ["range": range, "snippet": ["kind": "snippet", "value": .string(snippet)]]
  }

  // MARK: - All findings

  /// Those that do not overlap, in the order of the source.
  private func fixes(of findings: [Finding]) -> [FixIt] {
    var fixes: [FixIt] = []
    for fixIts in findings.map(\.diagnostic.fixIts) {
      let end = fixes.last?.range.upperBound ?? 0
      if fixIts.allSatisfy({ end <= $0.range.lowerBound }) { fixes += fixIts }
    }
    return fixes
  }

  private func fixAll(in document: OpenDocument) -> JSON {
    let action: JSON = [
      "title": "Replace all that have a replacement",
      "kind": .string(CodeActionKind.fixAll.rawValue),
    ]
    guard client.resolvesEdits else { return action.adding("edit", editOfAll(in: document)) }
    return action.adding("data", ["uri": .string(document.uri)])
  }

  private func editOfAll(in document: OpenDocument) -> JSON {
    let fixes = fixes(of: document.findings?.findings ?? [])
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
      return ["changes": .object([JSON.Member(key: document.uri, value: .array(edits))])]
    }
    let identifier: JSON = [
      "uri": .string(document.uri), "version": .integer(document.version),
    ]
    return ["documentChanges": [["textDocument": identifier, "edits": .array(edits)]]]
  }
}

extension Finding {
  fileprivate func isMeant(by json: JSON, in document: OpenDocument) -> Bool {
    guard let rule = diagnostic.rule, rule.id == json["code"].string else { return false }
    // Not every client keeps what belongs to a diagnostic.
    guard let offset = json["data"]["offset"].integer else {
      return TextRange(json["range"]) == document.text.range(of: diagnostic.range)
    }
    return offset == diagnostic.range.lowerBound
  }
}

extension FixIt {
  /// - Parameter columns: of the text that it is for.
  func edit(_ columns: inout ColumnCounter) -> JSON {
    ["range": columns.range(of: range).json, "newText": .string(text)]
  }
}
