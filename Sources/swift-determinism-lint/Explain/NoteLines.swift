extension Page {
  /// Adds a title after an empty line.
  mutating func addHeading(_ text: String) {
    endLine()
    addLine(text, .heading)
  }

  /// Adds the note of a rule or a pack after an empty line.
  mutating func addNote(_ note: String) {
    endLine()
    for line in width == nil ? lines(of: note) : paragraphs(of: note) {
      addWrapped(line, hanging: 0)
    }
  }
}

private func lines(of note: String) -> [String] {
  var text = note.drop(while: \.isNewline)
  while text.last?.isNewline == true { text.removeLast() }
  return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

/// The note with its lines joined where they go on: not at an empty line, and not where a sentence
/// has ended and the next line is another topic, e.g. `In a Temporal workflow: …`.
func paragraphs(of note: String) -> [String] {
  var paragraphs: [String] = []
  for line in lines(of: note) {
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
  guard let colon = line.firstIndex(of: ":") else { return false }
  let topic = line[..<colon]
  return !topic.contains("'") && !topic.contains(".") && topic.split(separator: " ").count <= 4
}
