import Diagnostics

extension TextBuffer {
  /// Appends plain text as the content of an element, or as the value of an attribute in quotation
  /// marks.
  mutating func append(html text: String) {
    append(string: xmlEscaped(text))
  }

  /// Appends plain text as the content of an element; what stands in '…' is code.
  mutating func append(htmlWithCode text: String) {
    for span in quotedSpans(of: text) {
      switch span {
      case .text(let text): append(html: text)
      case .code(let code):
        append("<code>")
        append(html: code)
        append("</code>")
      }
    }
  }

  /// Appends why a run could not do its whole job; nothing if it did.
  mutating func append(notice title: StaticString, _ failures: Failures, _ root: ReportRoot) {
    append(notice: title, failures.shown.map { ($0.path, $0.location, $0.message) }, root)
  }

  /// Appends a list of what must be seen; nothing for no items.
  mutating func append(
    notice title: StaticString,
    _ items: [(path: FilePath?, location: SourceLocation?, message: String)], _ root: ReportRoot
  ) {
    if items.isEmpty { return }
    append("<section class=\"notice\">\n<h2>")
    append(title)
    append("</h2>\n<ul>\n")
    for (path, location, message) in items {
      append("<li>")
      if let path {
        let line = location.map { ":\($0.line)" } ?? ""
        append(html: "\(root.path(of: path).string)\(line): ")
      }
      append(htmlWithCode: message)
      append("</li>\n")
    }
    append("</ul>\n</section>\n")
  }

  /// Appends what a rule bans, why, and where more is written.
  mutating func append(textOf rule: String, _ description: RuleDescription?, url: String?) {
    for paragraph in description.map(paragraphs) ?? [] {
      append("<p>")
      append(htmlWithCode: paragraph)
      append("</p>\n")
    }
    guard let url else { return }
    append("<p><a href=\"")
    append(html: url)
    append("\">More about ")
    append(html: rule)
    append("</a></p>\n")
  }

  /// Appends what is written for a terminal as the content of an element: the colours of words
  /// become elements; those beside the source, and links, are left out, as there are many. No other
  /// text has an escape character, since `printable` replaces those of the source.
  mutating func append(htmlOfTerminal text: UnsafeBufferPointer<UInt8>) {
    var isOpen = false
    var start = 0
    var index = 0
    func plain(_ end: Int) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(rebasing: text[start..<end])
    }
    while index < text.count {
      let byte = text[index]
      if let entity = entity(of: byte) {
        append(plain(index))
        append(entity)
        index += 1
        start = index
      } else if byte == escape {
        append(plain(index))
        let sequence = EscapeSequence(in: text, at: index)
        if let tag = sequence.tag {
          if isOpen { append("</b>") }
          append(tag)
          isOpen = !tag.buffer.isEmpty
        }
        index = sequence.end
        start = index
      } else {
        index += 1
      }
    }
    append(plain(index))
    if isOpen { append("</b>") }
  }
}

/// A note's lines are as long as a rule file has them; a paragraph ends with a sentence.
private func paragraphs(of rule: RuleDescription) -> [String] {
  var paragraphs = [rule.message]
  var isWhole = true
  for line in (rule.note ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
    if isWhole {
      if !line.isEmpty { paragraphs.append("\(line)") }
    } else if !line.isEmpty {
      paragraphs[paragraphs.count - 1] += " \(line)"
    }
    isWhole = line.isEmpty || line.hasSuffix(".")
  }
  return paragraphs
}

private let escape: UInt8 = 0x1B

private func entity(of byte: UInt8) -> StaticString? {
  switch byte {
  case UInt8(ascii: "&"): "&amp;"
  case UInt8(ascii: "<"): "&lt;"
  case UInt8(ascii: ">"): "&gt;"
  default: nil
  }
}

/// One that `TextColors` writes.
private struct EscapeSequence {
  /// The offset after it.
  let end: Int
  /// e.g. `1;31`; empty for a link.
  private let color: UnsafeBufferPointer<UInt8>.SubSequence

  /// - Parameter start: of the escape character; an offset.
  init(in text: UnsafeBufferPointer<UInt8>, at start: Int) {
    let rest = text[(start + 1)...]
    let isLink = rest.first == UInt8(ascii: "]")
    // The address of a link may have a backslash; the one after an escape character ends it.
    let last =
      isLink
      ? rest.firstIndex(of: escape).map { $0 + 1 } : rest.firstIndex(of: UInt8(ascii: "m"))
    let end = min(last ?? text.count, text.count - 1)
    self.end = end + 1
    color = isLink ? text[end..<end] : text[min(start + 2, end)..<end]
  }

  /// The element that what follows is in, empty for none; nil if that does not change.
  var tag: StaticString? {
    func isColor(_ numbers: StaticString) -> Bool { color.elementsEqual(numbers.buffer) }
    if isColor("1;31") { return "<b class=e>" }
    if isColor("1;33") { return "<b class=w>" }
    if isColor("1;39") { return "<b>" }
    return isColor("0;0") ? "" : nil
  }
}
