import Diagnostics
import Reporters

extension Session {
  /// What there is to say about the findings at a place; null where there is none.
  func hover(_ params: JSON) -> JSON {
    guard
      let index = documents.firstIndex(where: { $0.uri == params["textDocument"]["uri"].string }),
      let position = TextPosition(params["position"])
    else { return .null }
    let here = findings(at: index).findings.filter { finding in
      let offset = documents[index].text.offset(of: position)
      return finding.diagnostic.range.contains(offset)
    }
    let document = documents[index]
    let explanations = here.compactMap { finding in
      linter.explanation(of: finding.diagnostic, in: document.text.bytes, as: document.name)
    }
    guard let first = here.first, !explanations.isEmpty else { return .null }
    let paragraphs = explanations.flatMap(\.paragraphs)
    let isMarkdown = client.readsMarkdown
    let texts = paragraphs.map { isMarkdown ? $0.markdown : $0.plainText }
    return [
      "contents": [
        "kind": isMarkdown ? "markdown" : "plaintext",
        "value": .string(texts.joined(separator: "\n\n")),
      ],
      "range": document.text.range(of: first.diagnostic.range).json,
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
