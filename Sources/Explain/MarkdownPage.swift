import Reporters
import Rules

/// A page of Markdown, as DocC reads it. Texts come with code in '…', and what else they hold is
/// taken for no markup.
package struct MarkdownPage {
  package private(set) var text: String
  private let links: PageLinks

  /// - Parameters:
  ///   - abstract: the first sentence, which lists of pages show, too.
  package init(_ title: String, abstract: String, _ links: PageLinks) {
    self.links = links
    text = "# \(title)\n"
    addParagraph(abstract)
  }

  mutating func addParagraph(_ paragraph: String) {
    // Four blanks would begin code.
    addBlock(links.markdown(of: String(paragraph.drop { $0 == " " })))
  }

  mutating func addHeading(_ heading: String, level: Int = 2) {
    addBlock(String(repeating: "#", count: level) + " " + links.markdown(of: heading))
  }

  /// Adds a section with a list.
  mutating func addSection(_ heading: String, _ lines: [String]) {
    addHeading(heading)
    addLines(lines)
  }

  mutating func addLines(_ lines: [String]) {
    addList(lines.map { links.markdown(of: $0) })
  }

  package mutating func add(_ section: ExplanationSection) {
    addHeading(section.heading)
    addList(section.parts.flatMap(items))
    for part in section.parts {
      switch part {
      case .terms, .lines: break
      case .code(let excerpts):
        addCode(excerpts)
      case .rules(let rules):
        addTable(
          ["Rule", "Severity", "Category", "Message"],
          rules.map { rule in
            [
              links.link(toRule: rule.id), rule.severity.rawValue, rule.category ?? "",
              links.markdown(of: rule.message),
            ]
          })
      }
    }
  }

  private func items(of part: ExplanationSection.Part) -> [String] {
    switch part {
    case .terms(let terms): terms.map { "\(markdownCode($0.code)): \(links.markdown(of: $0.text))" }
    case .lines(let lines): lines.map { links.markdown(of: $0) }
    case .code, .rules: []
    }
  }

  /// Adds what is in the note of a rule or a pack.
  package mutating func add(_ note: RuleNote) {
    for paragraph in note.why { addParagraph(paragraph) }
    if note.alternatives.isEmpty { return }
    addHeading("What to write instead")
    for alternative in note.alternatives {
      addHeading(alternative.label, level: 3)
      for paragraph in alternative.paragraphs { addParagraph(capitalized(paragraph)) }
    }
  }

  /// - Parameter rows: of cells that are Markdown already.
  mutating func addTable(_ head: [String], _ rows: [[String]]) {
    let lines = ([head, head.map { _ in "---" }] + rows).map { cells in
      "| " + cells.map(markdownCell).joined(separator: " | ") + " |"
    }
    addBlock(lines.joined(separator: "\n"))
  }

  /// Adds where there is more to read.
  mutating func addLink(_ url: String) {
    addBlock(url.contains { "<>\\`".contains($0) } ? markdownCode(url) : "<\(url)>")
  }

  /// Adds the part that tells DocC which pages lie below this one.
  mutating func addTopics(_ group: String, _ links: [String]) {
    addHeading("Topics")
    addHeading(group, level: 3)
    addList(links)
  }

  /// - Parameter items: Markdown.
  private mutating func addList(_ items: [String]) {
    if items.isEmpty { return }
    addBlock(items.map { "- \($0)" }.joined(separator: "\n"))
  }

  private mutating func addCode(_ excerpts: [Excerpt]) {
    let code = excerpts.map {
      String(decoding: $0.render(indentation: 0, isColored: false), as: UTF8.self)
    }.joined()
    let longestRun = code.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longestRun + 1))
    addBlock("\(fence)swift\n\(code)\(fence)")
  }

  private mutating func addBlock(_ block: String) {
    let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
    // Controls that nobody sees could reorder what is read.
    let printed = lines.map { String(decoding: printable(String($0)), as: UTF8.self) }
    text += "\n\(printed.joined(separator: "\n"))\n"
  }
}

/// Which names in a text are those of other pages.
package struct PageLinks {
  /// The ids of all rules that have a page.
  package let ruleIDs: Set<String>
  /// Of the page itself.
  package let name: String

  package func link(toRule id: String) -> String { "<doc:\(id)>" }

  package static func link(toPack pack: String) -> String { "<doc:\(pageName(ofPack: pack))>" }

  static func pageName(ofPack pack: String) -> String { "pack-\(pack)" }

  /// The text with its code in backticks, and a link in place of the id of another rule.
  package func markdown(of text: String) -> String {
    var isAtStart = true
    return quotedSpans(of: text).map { span in
      defer { isAtStart = false }
      switch span {
      case .text(let text): return escaped(markdownText(text), isAtStart: isAtStart)
      case .code(let code) where code != name && ruleIDs.contains(code):
        return link(toRule: code)
      case .code(let code): return markdownCode(code)
      }
    }.joined()
  }
}

// MARK: - Texts

/// The text as a sentence: with a capital letter, and with an end.
func sentence(_ text: String) -> String {
  let end = text.last.map { ".!?:".contains($0) } == true ? "" : "."
  return capitalized(text) + end
}

/// A name, such as `arc4random()` or `swift-dependencies`, stays as it is.
private func capitalized(_ text: String) -> String {
  var word = text.prefix { $0 != " " }
  if let end = word.last, ",;:".contains(end) { word.removeLast() }
  guard let first = word.first, word.allSatisfy(\.isLowercase) else { return text }
  return first.uppercased() + text.dropFirst()
}

/// Markdown within a line, for a page of DocC: with a backslash before what it would take for more.
private func escaped(_ markdown: String, isAtStart: Bool) -> String {
  var result = ""
  for character in markdown {
    // DocC makes a dash of two hyphens.
    let isDash = character == "-" && result.last == "-"
    let isFirst = isAtStart && result.isEmpty && "-+=@".contains(character)
    // A number begins a list.
    let isNumbered =
      isAtStart && ".)".contains(character) && !result.isEmpty && result.allSatisfy(\.isNumber)
    if isDash || isFirst || isNumbered { result += "\\" }
    result.append(character)
  }
  return result
}
