/// An element of a page, read as strictly as the pages are written: each tag is closed, attributes
/// come once, `<`, `>` and `&` stand in text as entities alone.
final class HTMLElement {
  let name: String
  let attributes: [String: String]
  fileprivate(set) var children: [HTMLElement] = []
  /// Of it and what is in it.
  fileprivate(set) var text = ""

  fileprivate init(_ name: String, _ attributes: [String: String]) {
    (self.name, self.attributes) = (name, attributes)
  }

  /// What is in it, in the order of the page.
  var descendants: [HTMLElement] { children.flatMap { [$0] + $0.descendants } }

  func all(_ name: String) -> [HTMLElement] { descendants.filter { $0.name == name } }

  /// The first one with a value of an attribute.
  func first(_ name: String, _ attribute: String, _ value: String) -> HTMLElement? {
    all(name).first { $0.attributes[attribute] == value }
  }
}

/// Why a page is not well formed.
struct MalformedPage: Error, CustomStringConvertible {
  let description: String
}

extension HTMLElement {
  /// The element `html` of a page.
  static func root(of page: [UInt8]) throws -> HTMLElement {
    let text = String(decoding: page, as: UTF8.self)
    guard Array(text.utf8) == page else { throw MalformedPage(description: "it is not UTF-8") }
    var reader = HTMLReader(text)
    return try reader.root()
  }
}

private struct HTMLReader {
  private let text: [Unicode.Scalar]
  private var index = 0
  private var open = [HTMLElement("", [:])]

  init(_ text: String) {
    self.text = Array(text.unicodeScalars)
  }

  mutating func root() throws -> HTMLElement {
    try take("<!DOCTYPE html>\n")
    while index < text.count {
      if text[index] == "<" { try readTag() } else { try readText() }
    }
    try require(open.count == 1, "<\(open[open.count - 1].name)> stays open")
    let roots = open[0].children
    try require(roots.map(\.name) == ["html"], "there is one root")
    return roots[0]
  }

  private mutating func readTag() throws {
    try take("<")
    if skip("/") {
      let name = word()
      try take(">")
      let element = open.removeLast()
      try require(element.name == name, "</\(name)> where <\(element.name)> is open")
      if 1 < open.count { open[open.count - 1].text += element.text }
      return
    }
    let element = HTMLElement(word(), try readAttributes())
    let isEmpty = skip(" /")
    try take(">")
    try require(allows(element), "<\(element.name)> in <\(open[open.count - 1].name)>")
    open[open.count - 1].children.append(element)
    if isEmpty || ["meta", "input", "br"].contains(element.name) { return }
    open.append(element)
    guard ["script", "style"].contains(element.name) else { return }
    // A browser looks for the end alone.
    let end = Array("</\(element.name)".unicodeScalars)
    while index < text.count, !text[index...].starts(with: end) { element.append(next()) }
  }

  /// Whether a browser leaves an element where it is written.
  private func allows(_ element: HTMLElement) -> Bool {
    let phrasing = [
      "a", "b", "button", "code", "del", "i", "input", "ins", "label", "mark", "option", "output",
      "rect", "select", "small", "span", "svg",
    ]
    let hasPhrasing = ["a", "b", "button", "code", "dt", "h1", "h2", "h3", "p", "pre", "summary"]
    let inside = open[open.count - 1].name
    if inside == element.name, ["a", "p", "button", "form", "li", "tr"].contains(inside) {
      return false
    }
    return !hasPhrasing.contains(inside) || phrasing.contains(element.name)
  }

  private mutating func readAttributes() throws -> [String: String] {
    var attributes: [String: String] = [:]
    while index + 1 < text.count, text[index] == " ", text[index + 1] != "/" {
      index += 1
      let name = word()
      try require(!name.isEmpty && attributes[name] == nil, "an attribute '\(name)'")
      attributes[name] = ""
      guard skip("=") else { continue }
      guard skip("\"") else {
        let value = word()
        try require(!value.isEmpty, "no value of '\(name)'")
        attributes[name] = value
        continue
      }
      var value = ""
      while index < text.count, text[index] != "\"" {
        value.unicodeScalars.append(try character())
      }
      try take("\"")
      attributes[name] = value
    }
    return attributes
  }

  private mutating func readText() throws {
    let element = open[open.count - 1]
    while index < text.count, text[index] != "<" { element.append(try character()) }
    guard open.count == 1 else { return }
    try require(element.text.allSatisfy(\.isWhitespace), "text outside of the root")
  }

  /// What stands for itself, or an entity.
  private mutating func character() throws -> Unicode.Scalar {
    let scalar = next()
    try require(scalar != "<" && scalar != ">", "a bare \(scalar)")
    let isControl = scalar.properties.generalCategory == .control
    try require(!isControl || "\n\t\u{0C}".unicodeScalars.contains(scalar), "a control")
    guard scalar == "&" else { return scalar }
    let entities: [(String, Unicode.Scalar)] = [
      ("amp;", "&"), ("lt;", "<"), ("gt;", ">"), ("quot;", "\""), ("#9;", "\t"), ("#10;", "\n"),
      ("#13;", "\r"),
    ]
    for (name, scalar) in entities where skip(name) { return scalar }
    throw malformed("a bare &")
  }

  private mutating func next() -> Unicode.Scalar {
    defer { index += 1 }
    return text[index]
  }

  /// Of a tag or an attribute, or a value without quotation marks.
  private mutating func word() -> String {
    var word = ""
    while index < text.count, isWordScalar(text[index]) { word.unicodeScalars.append(next()) }
    return word
  }

  private func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar == "-")
      || ("0"..."9").contains(scalar)
  }

  private mutating func skip(_ expected: String) -> Bool {
    guard text[index...].starts(with: expected.unicodeScalars) else { return false }
    index += expected.unicodeScalars.count
    return true
  }

  private mutating func take(_ expected: String) throws {
    let found = String(String.UnicodeScalarView(text[index...].prefix(60)))
    try require(skip(expected), "'\(found)' where '\(expected)' is expected")
  }

  private func require(_ condition: Bool, _ problem: @autoclosure () -> String) throws {
    if !condition { throw malformed(problem()) }
  }

  private func malformed(_ problem: String) -> MalformedPage {
    let line = 1 + text[..<min(index, text.count)].count { $0 == "\n" }
    return MalformedPage(description: "line \(line): \(problem)")
  }
}

extension HTMLElement {
  fileprivate func append(_ scalar: Unicode.Scalar) {
    text.unicodeScalars.append(scalar)
  }
}
