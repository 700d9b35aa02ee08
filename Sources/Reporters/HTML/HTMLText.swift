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

  /// Appends what is written for a terminal as the content of an element: its colours become
  /// elements, and its links are left out. No other text has an escape character, since `printable`
  /// replaces those of the source.
  mutating func append(htmlOfTerminal text: UnsafeBufferPointer<UInt8>) {
    var openTag: StaticString?
    var start = 0
    var index = 0
    func plain(_ end: Int) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(rebasing: text[start..<end])
    }
    while index < text.count {
      let byte = text[index]
      guard let entity = entity(of: byte) else {
        if byte == escape {
          append(plain(index))
          if let openTag { append(closing: openTag) }
          let sequence = EscapeSequence(in: text, at: index)
          openTag = sequence.tag(after: openTag)
          if let openTag { append(opening: openTag, sequence.cssClass) }
          index = sequence.end
          start = index
        } else {
          index += 1
        }
        continue
      }
      append(plain(index))
      append(entity)
      index += 1
      start = index
    }
    append(plain(index))
    if let openTag { append(closing: openTag) }
  }

  private mutating func append(opening tag: StaticString, _ cssClass: StaticString?) {
    append("<")
    append(tag)
    if let cssClass {
      append(" class=")
      append(cssClass)
    }
    append(">")
  }

  private mutating func append(closing tag: StaticString) {
    append("</")
    append(tag)
    append(">")
  }
}

private let escape: UInt8 = 0x1B

private func entity(of byte: UInt8) -> StaticString? {
  switch byte {
  case UInt8(ascii: "&"): "&amp;"
  case UInt8(ascii: "<"): "&lt;"
  case UInt8(ascii: ">"): "&gt;"
  case UInt8(ascii: "\""): "&quot;"
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
    let isLink = start + 1 < text.count && text[start + 1] == UInt8(ascii: "]")
    let last = UInt8(ascii: isLink ? "\\" : "m")
    let end = text[start...].firstIndex(of: last) ?? text.count - 1
    self.end = end + 1
    color = isLink ? text[end..<end] : text[min(start + 2, end)..<end]
  }

  /// The element that what follows is in; nil for none. A link changes nothing.
  func tag(after open: StaticString?) -> StaticString? {
    if color.isEmpty { return open }
    if color.elementsEqual("0;0".utf8) { return nil }
    return color.elementsEqual("0;36".utf8) ? "i" : "b"
  }

  /// Of that element.
  var cssClass: StaticString? {
    if color.elementsEqual("1;31".utf8) { return "e" }
    return color.elementsEqual("1;33".utf8) ? "w" : nil
  }
}
