/// Plain text as Markdown that reads the same; what stands between quotation marks is code.
package func markdown(_ text: String) -> String {
  var result = ""
  var rest = text[...]
  var before: Character?
  while let first = rest.first {
    if first == "'", before?.isLetter != true, before?.isNumber != true,
      let code = quoted(rest)
    {
      result += codeSpan(code)
      rest = rest.dropFirst(code.count + 2)
      before = "'"
    } else {
      if #"\`*_[]<>|~&#"#.contains(first) { result += "\\" }
      result.append(first)
      before = first
      rest = rest.dropFirst()
    }
  }
  return result
}

/// What stands between the first quotation mark and the one that closes it; nil where it is an
/// apostrophe, or more than a line.
private func quoted(_ text: Substring) -> Substring? {
  var end = text.index(after: text.startIndex)
  while let close = text[end...].firstIndex(where: { $0 == "'" || $0.isNewline }) {
    if text[close] != "'" { return nil }
    let next = text[text.index(after: close)...].first
    if next?.isLetter != true, next?.isNumber != true {
      let code = text[text.index(after: text.startIndex)..<close]
      return code.isEmpty ? nil : code
    }
    end = text.index(after: close)
  }
  return nil
}

private func codeSpan(_ code: Substring) -> String {
  let fence = code.contains(where: { $0 == "`" }) ? "``" : "`"
  let blank = code.hasPrefix("`") || code.hasSuffix("`") ? " " : ""
  // A bar ends the cell of a table, in code as well.
  let text = code.map { $0 == "|" ? #"\|"# : String($0) }.joined()
  return fence + blank + text + blank + fence
}
