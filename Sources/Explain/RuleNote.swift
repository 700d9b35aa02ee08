/// The note of a rule or a pack, taken apart: why, and what to write instead.
package struct RuleNote {
  /// As the file has them, without line breaks at either end.
  package let lines: [String]
  /// The lines joined where they go on: not at an empty line, and not where a sentence has ended
  /// and the next line is another topic, e.g. `Plain Swift: …`.
  package let paragraphs: [String]
  /// The paragraphs that belong to no alternative.
  package private(set) var why: [String] = []
  /// What to write instead, by what a project is written with, e.g. `swift-dependencies, TCA`.
  private(set) var alternatives: [(label: String, paragraphs: [String])] = []

  /// What alternatives begin with: the first one with one of these, or with several that have
  /// commas between them, and the others, up to an empty line, with these or with other words. Each
  /// word is followed by a colon.
  package static let labels = ["Plain Swift", "swift-dependencies", "TCA", "Temporal"]

  package init(_ text: String) {
    var trimmed = text.drop(while: \.isNewline)
    while trimmed.last?.isNewline == true { trimmed.removeLast() }
    lines = trimmed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    paragraphs = joined(lines)
    var isInAlternative = false
    for paragraph in paragraphs {
      if paragraph.isEmpty {
        isInAlternative = false
      } else if let label = isInAlternative ? Self.topic(of: paragraph) : label(of: paragraph) {
        let text = paragraph.dropFirst(label.count + 1).drop { $0 == " " }
        alternatives.append((String(label), [String(text)]))
        isInAlternative = true
      } else if isInAlternative {
        alternatives[alternatives.count - 1].paragraphs.append(paragraph)
      } else {
        why.append(paragraph)
      }
    }
  }

  /// The topic of a line, if it begins with words and a colon.
  static func topic(of line: String) -> Substring? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let topic = line[..<colon]
    let isTopic =
      !topic.contains("'") && !topic.contains(".") && topic.split(separator: " ").count <= 4
    return isTopic ? topic : nil
  }
}

private func joined(_ lines: [String]) -> [String] {
  var paragraphs: [String] = []
  for line in lines {
    if let last = paragraphs.last, !last.isEmpty, !line.isEmpty, !startsTopic(line, after: last) {
      paragraphs[paragraphs.count - 1] += " " + line
    } else {
      paragraphs.append(line)
    }
  }
  return paragraphs
}

private func startsTopic(_ line: String, after last: String) -> Bool {
  guard let end = last.last, ".!?'".contains(end) else { return false }
  return RuleNote.topic(of: line) != nil
}

private func label(of paragraph: String) -> Substring? {
  guard let topic = RuleNote.topic(of: paragraph) else { return nil }
  let isLabel = topic.split(separator: ",", omittingEmptySubsequences: false)
    .allSatisfy { part in RuleNote.labels.contains(String(part.drop { $0 == " " })) }
  return isLabel ? topic : nil
}
