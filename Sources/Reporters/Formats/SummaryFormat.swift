import Diagnostics

/// Markdown tables for the summary of a GitHub job: one for each rule, the most frequent one first;
/// as many rows as GitHub takes.
enum SummaryFormat {
  @Sendable static func file(_ file: ReportedFile, _ text: inout TextBuffer, _ take: TakeText) {
    let path = file.root.path(of: file.source.path).string
    let link = file.root.page.map { "\($0)/\(file.root.reference(to: file.source.path))" }
    file.renderFindings(&text, take) { finding, text in
      let line = file.lines.location(of: finding.range.lowerBound).line
      let place = markdown("\(path):\(line)", hasLinks: false)
      let cell = link.map { "[\(place)](\($0)#L\(line))" } ?? place
      let message = markdownCell(markdown(finding.message, hasLinks: false))
      text.append(printable: "| \(markdownCell(cell)) | \(message) |")
      text.append(character: "\n")
    }
  }

  @Sendable static func end(_ kept: KeptTexts, _ run: RunDescription, to write: WriteBytes) {
    var text = TextBuffer()
    let tally = kept.tally
    text.append(string: "## swift-determinism-lint: \(counts(tally.errors, of: tally.count))\n")
    appendList(
      "Not everything was checked", run.failures.shown.map { ($0.path, $0.location, $0.message) },
      run.root, to: &text)
    appendList(
      "This change silences", run.notices.map { ($0.path, $0.location, $0.message) }, run.root,
      to: &text)
    var restCount = tally.count
    for rule in tally.rulesByCount {
      let rowCount = appendRows(of: rule, kept, to: &text)
      restCount -= rowCount
      if rowCount == 0 { break }
    }
    if 0 < restCount { text.append(string: "\n\(restCount) more; see the log\n") }
    _ = text.withUnsafeBufferPointer(write)
  }

  /// The items that fit, below their heading.
  private static func appendList(
    _ title: StaticString, _ items: [(path: FilePath?, location: SourceLocation?, message: String)],
    _ root: ReportRoot, to text: inout TextBuffer
  ) {
    if items.isEmpty { return }
    text.append("\n### ")
    text.append(title)
    text.append("\n\n")
    for (path, location, message) in items {
      let line = location.map { ":\($0.line)" } ?? ""
      let place =
        path.map { markdown(root.path(of: $0).string + line, hasLinks: false) + ": " } ?? ""
      let item = "- \(place)\(markdown(message, hasLinks: false))"
      guard text.count + item.utf8.count < largestSummary / 2 else { break }
      text.append(printable: item)
      text.append(character: "\n")
    }
  }

  /// Those that fit, below their heading.
  /// - Parameter number: of the rule in the tally.
  /// - Returns: how many.
  private static func appendRows(
    of number: Int, _ kept: KeptTexts, to text: inout TextBuffer
  ) -> Int {
    let rule = kept.tally.rules[number]
    let name = markdown(rule.name, hasLinks: false)
    let title = rule.references.lazy.compactMap(\.url).first.map { "[\(name)](<\($0)>)" } ?? name
    var start = Array(
      """

      ### \(title): \(counts(rule.errors, of: rule.count))

      | Place | Message |
      | --- | --- |

      """.utf8)
    var (seenCount, shownCount) = (0, 0)
    _ = kept.read { rowRule, row in
      guard rowRule == number else { return true }
      seenCount += 1
      if text.count + start.count + row.count < largestSummary {
        text.append(start + row)
        start = []
        shownCount += 1
      }
      return seenCount < rule.count
    }
    return shownCount
  }
}

/// e.g. `3 errors, 1 warning`
private func counts(_ errors: Int, of count: Int) -> String {
  counted(errors, "error") + ", " + counted(count - errors, "warning")
}

/// In bytes; GitHub refuses more than a mebibyte of one step.
private let largestSummary = 1_000_000
