import Diagnostics
import Reporters

extension Session {
  /// What there is to say about the findings at a place; null where there is none.
  func hover(_ params: JSON) -> JSON {
    guard
      let index = documents.firstIndex(where: { $0.uri == params["textDocument"]["uri"].string }),
      let position = TextPosition(params["position"])
    else { return .null }
    let document = documents[index]
    let offset = document.text.offset(of: position)
    let here = findings(at: index).filter { $0.diagnostic.range.contains(offset) }
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
