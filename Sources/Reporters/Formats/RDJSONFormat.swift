import Diagnostics

/// The `DiagnosticResult` of reviewdog's Diagnostic Format, as JSON. Its columns count bytes.
struct RDJSONFormat {
  private let source: SourceFile
  private let lines: LineTable
  private let path: String

  @Sendable static func file(_ file: ReportedFile, _ text: inout TextBuffer, _ take: TakeText) {
    let format = RDJSONFormat(file)
    file.renderFindings(&text, take) { $1.append(compact: format.object($0)) }
  }

  @Sendable static func end(_ kept: KeptTexts, _ run: RunDescription, to write: WriteBytes) {
    var members: JSON = ["source": ["name": "swift-determinism-lint"]]
    if !kept.tally.isEmpty {
      let severity: Severity = kept.tally.errors == 0 ? .warning : .error
      members = members.adding("severity", name(of: severity))
    }
    var text = TextBuffer()
    text.append(compact: members)
    // The bracket that closes the members comes after the last of them.
    _ = (text.bytes.dropLast() + Array(#","diagnostics":["#.utf8)).withUnsafeBufferPointer(write)
    kept.writeFindings(areElements: true, to: write)
    _ = write(StaticString("\n]}\n").buffer)
  }

  private init(_ file: ReportedFile) {
    (source, lines) = (file.source, file.lines)
    path = file.root.path(of: file.source.path).string
  }

  private func object(_ finding: Diagnostic) -> JSON {
    var object: JSON = [
      "message": .string(finding.message), "severity": Self.name(of: finding.severity),
      "location": location(range(finding.range)),
      // Without it reviewdog shows all fields as they are printed for debugging.
      "original_output": .string(ShortFormat.line(Annotation(finding, lines), in: path)),
    ]
    if let rule = finding.rule {
      let code: JSON = ["value": .string(rule.id)]
      object = object.adding("code", rule.url.map { code.adding("url", .string($0)) } ?? code)
    }
    if let suggestion = suggestion(finding.fixIts) {
      object = object.adding("suggestions", [suggestion])
    }
    if !finding.notes.isEmpty {
      let notes = finding.notes.map { note in
        JSON.object([
          ("message", .string(note.message)),
          ("location", location(["start": position(note.offset).json])),
        ])
      }
      object = object.adding("related_locations", .array(notes))
    }
    return object
  }

  private static func name(of severity: Severity) -> JSON {
    severity == .error ? "ERROR" : "WARNING"
  }

  private func location(_ range: JSON) -> JSON {
    ["path": .string(path), "range": range]
  }

  private func range(_ range: Range<Int>) -> JSON {
    let (start, end) = (position(range.lowerBound), position(range.upperBound))
    // Without columns it would be the lines as a whole.
    let isKnown = start.column != nil && end.column != nil
    return isKnown ? ["start": start.json, "end": end.json] : ["start": start.json]
  }

  private struct Position {
    let line: Int
    let column: Int?

    var json: JSON {
      let json: JSON = ["line": .integer(line)]
      return column.map { json.adding("column", .integer($0)) } ?? json
    }
  }

  /// For reviewdog, as for git, a lone CR ends no line. Where one stands before the place, which
  /// hardly a file has, the column is left out.
  private func position(_ offset: Int) -> Position {
    let location = lines.location(of: offset)
    let line = lines.lineCountingLineFeedsOnly(location)
    return Position(line: line, column: line == location.line ? location.column : nil)
  }

  /// All fix-its as one replacement, as reviewdog offers each suggestion by itself. Nil if there is
  /// none, or one that is too long or not text.
  private func suggestion(_ fixIts: [FixIt]) -> JSON? {
    let sorted = fixIts.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    guard let start = sorted.first?.range.lowerBound, let end = sorted.last?.range.upperBound,
      fixIts.count == 1 || end - start <= longestJoined, position(end).column != nil
    else { return nil }
    var text: [UInt8] = []
    var next = start
    for fixIt in sorted {
      guard next <= fixIt.range.lowerBound else { return nil }
      text += source.bytes[next..<fixIt.range.lowerBound] + fixIt.text.utf8
      next = fixIt.range.upperBound
    }
    let string = String(decoding: text, as: UTF8.self)
    guard string.utf8.elementsEqual(text) else { return nil }
    return ["range": range(start..<end), "text": .string(string)]
  }
}

/// In bytes, from the first fix-it to the last. Those of uses within uses, each with the text
/// between, would come to the square of what is in the file.
private let longestJoined = 4096
