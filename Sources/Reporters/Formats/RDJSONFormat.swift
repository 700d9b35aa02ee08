import Diagnostics

/// The `DiagnosticResult` of reviewdog's Diagnostic Format, as JSON. Its columns count bytes.
struct RDJSONFormat {
  private let file: ReportedFile
  private let path: String

  @Sendable static func write(
    _ reported: ReportedFiles, _ run: RunDescription, to output: inout ReportText
  ) {
    output.text.append(#"{"source":{"name":"swift-determinism-lint"},"#)
    if !reported.tally.isEmpty {
      output.text.append(
        reported.tally.errors == 0 ? #""severity":"WARNING","# : #""severity":"ERROR","#)
    }
    output.text.append(#""diagnostics":["#)
    reported.writeElements(to: &output) { file in
      let format = RDJSONFormat(file: file, path: file.path)
      return { $1.append(compact: format.object($0)) }
    }
    output.text.append("\n]}\n")
  }

  private func object(_ finding: Diagnostic) -> JSON {
    let notes = finding.notes.map { note -> JSON in
      [
        "message": .string(note.message),
        "location": location(["start": position(note.offset)]),
      ]
    }
    let suggestion = suggestion(finding.fixIts)
    return [
      "message": .string(finding.message),
      "severity": finding.severity == .error ? "ERROR" : "WARNING",
      "location": location(range(finding.range)),
      // If it is missing, reviewdog shows all fields as they are printed for debugging.
      "original_output": .string(shortLine(Annotation(finding, file.lines), in: path)),
      "code": finding.rule.map { ["value": .string($0.id), "url": $0.url.map { .string($0) }] },
      "suggestions": suggestion.map { [$0] },
      "related_locations": notes.isEmpty ? nil : .array(notes),
    ]
  }

  private func location(_ range: JSON) -> JSON {
    ["path": .string(path), "range": range]
  }

  private func range(_ range: Range<Int>) -> JSON {
    // A range without columns would be the lines as a whole.
    let isKnown = column(range.lowerBound) != nil && column(range.upperBound) != nil
    return ["start": position(range.lowerBound), "end": isKnown ? position(range.upperBound) : nil]
  }

  private func position(_ offset: Int) -> JSON {
    let line = file.lines.lineCountingLineFeedsOnly(file.lines.location(of: offset))
    return ["line": .integer(line), "column": column(offset).map { .integer($0) }]
  }

  /// The column as reviewdog, like git, counts it: a lone CR ends no line. If one stands before the
  /// place, as in hardly any file, the column is left out.
  private func column(_ offset: Int) -> Int? {
    let location = file.lines.location(of: offset)
    return file.lines.lineCountingLineFeedsOnly(location) == location.line ? location.column : nil
  }

  /// All fix-its as one replacement, as reviewdog offers each suggestion by itself. It is nil if
  /// there is none, or one that is too long or not text.
  private func suggestion(_ fixIts: [FixIt]) -> JSON? {
    let sorted = fixIts.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    guard let start = sorted.first?.range.lowerBound, let end = sorted.last?.range.upperBound,
      fixIts.count == 1 || end - start <= longestJoined, column(end) != nil
    else { return nil }
    var text: [UInt8] = []
    var next = start
    for fixIt in sorted {
      guard next <= fixIt.range.lowerBound else { return nil }
      text += file.source.bytes[next..<fixIt.range.lowerBound] + fixIt.text.utf8
      next = fixIt.range.upperBound
    }
    let string = String(decoding: text, as: UTF8.self)
    guard string.utf8.elementsEqual(text) else { return nil }
    return ["range": range(start..<end), "text": .string(string)]
  }
}

/// The longest text from the first fix-it to the last, in bytes. For uses within uses these texts
/// would come to the square of the file.
private let longestJoined = 4096
