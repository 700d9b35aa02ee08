import Diagnostics

/// How a report is written; the raw values are the names on the command line.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// The compiler's default style.
  case text
  /// The compiler's `-diagnostic-style llvm`.
  case llvm
  /// The messages of the compiler's `-parseable-output`, with the diagnostics as data.
  case json
}

/// How one output of a run looks; a run may have several.
package struct ReportStyle: Hashable, Sendable {
  package let format: ReportFormat
  /// Whether to write colours and links for a terminal; never true for `json`.
  package let isColored: Bool

  package init(_ format: ReportFormat, isColored: Bool = false) {
    self.format = format
    self.isColored = isColored && format != .json
  }
}

/// What one file adds to a report, rendered, so that the file itself need not be kept.
package struct FileReport: Sendable {
  /// The diagnostics for people; in `json` they become the `output` of the closing message, and
  /// are escaped.
  var text = ReportPieces()
  /// In `json`, the diagnostics as data: the elements of an array.
  var objects = ReportPieces()
  /// The rules of the diagnostics, each once; what the closing list of links is made of.
  var rules: [RuleReference] = []

  /// In bytes, of what is kept until it is written.
  package var size: Int { text.size + objects.size }
}

/// Renders the diagnostics of one file for each of a run's outputs; any thread may do it.
///
/// Unlike the compiler's, reports do not follow `#sourceLocation`: fix-its, globs and hooks are
/// about the file that was read, and so are its name and lines.
/// - Parameter diagnostics: in report order (`inReportOrder`).
/// - Returns: one report for each style, in the order of `styles`.
package func renderFile(
  _ diagnostics: [Diagnostic], of source: SourceFile, styles: [ReportStyle]
) -> [FileReport] {
  if diagnostics.isEmpty { return styles.map { _ in FileReport() } }
  let lines = LineTable(source.bytes)
  let rules = rules(of: diagnostics)
  func pieces(_ page: some ReportPage) -> ReportPieces {
    ReportPieces(RenderedPage(page, diagnostics, of: source))
  }
  return styles.map { style in
    switch style.format {
    case .text:
      let page = TextPage(source, lines, isColored: style.isColored)
      return FileReport(text: pieces(page), rules: rules)
    case .llvm:
      let page = LLVMPage(source, lines, isColored: style.isColored)
      return FileReport(text: pieces(page), rules: rules)
    case .json:
      let page = EscapedTextPage(TextPage(source, lines, isColored: false))
      return FileReport(
        text: pieces(page), objects: pieces(ObjectPage(source, lines)), rules: rules)
    }
  }
}

/// Each rule once. A file has findings of few, so that looking through them beats a set.
private func rules(of diagnostics: [Diagnostic]) -> [RuleReference] {
  var rules: [RuleReference] = []
  for diagnostic in diagnostics {
    if let rule = diagnostic.rule, !rules.contains(rule) { rules.append(rule) }
  }
  return rules
}

/// Joins the reports of files to the report of a run. What its functions return is written in
/// that order; nothing else belongs in between.
package struct Report: Sendable {
  package let style: ReportStyle
  private var hasText = false
  private var rules: Set<RuleReference> = []
  /// What `json` can write only at the end.
  private var output = ReportPieces()
  private var objects = ReportPieces()

  package init(_ style: ReportStyle) {
    self.style = style
  }

  /// Adds the next file, in the order of paths, and returns what can be written by now.
  package mutating func append(_ file: FileReport) -> ReportPieces {
    if file.text.isEmpty { return ReportPieces() }
    rules.formUnion(file.rules)
    let isFirst = !hasText
    hasText = true
    switch style.format {
    case .text:
      if isFirst { return file.text }
      var pieces = ReportPieces([UInt8(ascii: "\n")])
      pieces.append(file.text)
      return pieces
    case .llvm:
      return file.text
    case .json:
      if !isFirst {
        output.join(ReportPieces(Array(#"\n"#.utf8)))
        objects.join(ReportPieces(Array(",\n".utf8)))
      }
      output.join(file.text)
      objects.join(file.objects)
      return ReportPieces()
    }
  }

  /// Returns what closes the report. To be called once, after the last file.
  /// - Parameters:
  ///   - linted: the files that were linted, with diagnostics or not, in the order of paths.
  ///   - exitStatus: what the run will exit with.
  package func end(linted: [FilePath], exitStatus: Int32) -> ReportPieces {
    switch style.format {
    case .text:
      return ReportPieces(renderLinks(of: rules))
    case .llvm:
      return ReportPieces()
    case .json:
      var links: [UInt8] = []
      renderLinks(of: rules).withUnsafeBufferPointer { appendEscaped($0, to: &links) }
      var output = output
      output.append(links)
      var messages = renderBegan(inputs: linted)
      messages.append(renderFinished(output: output, objects: objects, exitStatus: exitStatus))
      return messages
    }
  }
}

/// A line about something that has no place in a file, as the compiler prints it, e.g.
/// `error: no such file: 'Sources'`.
package func renderMessage(
  _ severity: Severity, _ message: String, isColored: Bool
) -> [UInt8] {
  var bytes: [UInt8] = []
  TextColors(isEnabled: isColored)
    .append(message, label: AnnotationLabel(severity), rule: nil, to: &bytes)
  return bytes + [UInt8(ascii: "\n")]
}
