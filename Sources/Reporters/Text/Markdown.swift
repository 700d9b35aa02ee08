/// A piece of a text that has code in '…'.
package enum QuotedSpan: Equatable {
  case text(String)
  /// The text between the quotation marks.
  case code(String)
}

/// Takes a text apart at its '…'. An apostrophe, as in `the run's`, begins no code.
package func quotedSpans(of text: String) -> [QuotedSpan] {
  let characters = Array(text)
  var spans: [QuotedSpan] = []
  var start = 0
  var index = 0
  while index < characters.count {
    guard let end = endOfQuotation(at: index, in: characters) else {
      index += 1
      continue
    }
    if start < index { spans.append(.text(String(characters[start..<index]))) }
    spans.append(.code(String(characters[index + 1..<end])))
    index = end + 1
    start = index
  }
  if start < characters.count { spans.append(.text(String(characters[start...]))) }
  return spans
}

/// The place of the mark that ends what begins at a place, in the same line; nil if nothing begins.
private func endOfQuotation(at start: Int, in characters: [Character]) -> Int? {
  func isWord(_ index: Int) -> Bool {
    guard characters.indices.contains(index) else { return false }
    let character = characters[index]
    return character.isLetter || character.isNumber || character == "_"
  }
  guard characters[start] == "'", !isWord(start - 1), start + 1 < characters.count,
    characters[start + 1] != "'", !characters[start + 1].isWhitespace
  else { return nil }
  let end = characters.indices[(start + 2)...].first { index in
    characters[index].isNewline || characters[index] == "'" && !isWord(index + 1)
  }
  return end.flatMap { characters[$0] == "'" ? $0 : nil }
}

/// Plain text as Markdown that reads the same; what stands between quotation marks is code.
package func markdown(_ text: String, hasLinks: Bool = true) -> String {
  quotedSpans(of: text).map { span in
    switch span {
    case .code(let code) where hasLinks || !code.contains("`"): markdownCode(code)
    case .text(let text), .code(let text): markdownText(text, hasLinks: hasLinks)
    }
  }.joined()
}

/// Plain text as Markdown that reads the same, within a line.
/// - Parameter hasLinks: whether GitHub may make links of addresses and of names after an `@`.
package func markdownText(_ text: String, hasLinks: Bool = true) -> String {
  var result = ""
  for character in text {
    let isInAddress =
      character == "/" && result.last == ":" || character == "." && result.hasSuffix("www")
    if #"\`*_[]<>~&#"#.contains(character) || isInAddress && !hasLinks { result += "\\" }
    result.append(character)
    // A word joiner is no part of a name.
    if character == "@", !hasLinks { result += "\u{2060}" }
  }
  return result
}

/// Code within a line. Code that holds backticks itself is text: DocC takes several backticks for a
/// link to a symbol.
package func markdownCode(_ code: String) -> String {
  code.contains("`") ? markdownText(code) : "`\(code)`"
}

/// Markdown that a table takes for one cell, code or not.
package func markdownCell(_ markdown: String) -> String {
  markdown.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
}
