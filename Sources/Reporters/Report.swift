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
  /// The diagnostics for people; in `json` they become the `output` of the closing message.
  var text: [UInt8] = []
  /// In `json`, the diagnostics as data: the elements of an array.
  var objects: [UInt8] = []
  /// The rules of the diagnostics, each once; what the closing list of links is made of.
  var rules: Set<RuleReference> = []

  /// In bytes, of what is rendered.
  package var size: Int { text.count + objects.count }
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
  let rules = Set(diagnostics.compactMap(\.rule))
  return styles.map { style in
    switch style.format {
    case .text:
      let text = renderText(diagnostics, of: source, lines, isColored: style.isColored)
      return FileReport(text: text, rules: rules)
    case .llvm:
      let text = renderLLVM(diagnostics, of: source, lines, isColored: style.isColored)
      return FileReport(text: text, rules: rules)
    case .json:
      return FileReport(
        text: renderText(diagnostics, of: source, lines, isColored: false),
        objects: renderObjects(diagnostics, of: source, lines), rules: rules)
    }
  }
}

/// Joins the reports of files to the report of a run. What its functions return is written in
/// that order; nothing else belongs in between.
package struct Report: Sendable {
  package let style: ReportStyle
  private var hasText = false
  private var rules: Set<RuleReference> = []
  /// What `json` can write only at the end.
  private var output: [UInt8] = []
  private var objects: [UInt8] = []

  package init(_ style: ReportStyle) {
    self.style = style
  }

  /// Adds the next file, in the order of paths, and returns what can be written by now.
  package mutating func append(_ file: FileReport) -> [UInt8] {
    if file.text.isEmpty { return [] }
    rules.formUnion(file.rules)
    let isFirst = !hasText
    hasText = true
    switch style.format {
    case .text:
      return isFirst ? file.text : [UInt8(ascii: "\n")] + file.text
    case .llvm:
      return file.text
    case .json:
      if !isFirst {
        output += "\n".utf8
        objects += ",\n".utf8
      }
      output += file.text
      objects += file.objects
      return []
    }
  }

  /// Returns what closes the report. To be called once, after the last file.
  /// - Parameters:
  ///   - linted: the files that were linted, with diagnostics or not, in the order of paths.
  ///   - exitStatus: what the run will exit with.
  package func end(linted: [FilePath], exitStatus: Int32) -> [UInt8] {
    switch style.format {
    case .text:
      return renderLinks(of: rules)
    case .llvm:
      return []
    case .json:
      return renderBegan(inputs: linted)
        + renderFinished(
          output: output + renderLinks(of: rules), objects: objects, exitStatus: exitStatus)
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
