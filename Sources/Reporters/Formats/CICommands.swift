import Diagnostics

/// The commands of a service that shows no more than the first findings.
struct CICommands {
  /// The names of the properties of a place.
  let names: (file: String, line: String, column: String)
  let command: (Severity, _ place: [(String, String?)], _ message: String) -> String
  /// Returns how many of so many are written.
  let shownCount: (Int) -> Int
  /// Returns the line that says how many are left out, from its words.
  let remark: (Severity, _ words: String) -> String

  /// Writes the first errors, with the failures of the run before them, and the first warnings.
  func write(
    _ reported: ReportedFiles, _ run: RunDescription, to output: inout ReportText,
    place: @escaping (ReportedFile, Diagnostic, inout UTF16Columns) -> [(String, String?)]
  ) {
    let tally = reported.tally
    for (standing, severity, failures, count) in [
      (Standing.error, Severity.error, run.failures.first, run.failures.count + tally.errors),
      (.warning, .warning, [], tally.count - tally.errors),
    ] {
      let told = failures.prefix(shownCount(count))
      for failure in told {
        let place = [
          (names.file, failure.path.map { run.root.path(of: $0).string }),
          (names.line, failure.location.map { String($0.line) }),
          (names.column, failure.utf16Column.map { String($0) }),
        ]
        output.text.append(line: command(.error, place, failure.message))
      }
      var rest = shownCount(count) - told.count
      if 0 < rest {
        let render: RenderFile = { file in
          var columns = UTF16Columns(file.source)
          return { finding, text in
            let place = place(file, finding, &columns)
            text.append(line: command(finding.severity, place, finding.message))
          }
        }
        reported.read(render, of: [standing]) { _, text, _ in
          output.text.append(text)
          rest -= 1
          return 0 < rest
        }
      }
      let left = count - shownCount(count)
      if left == 0 { continue }
      let nouns = severity.rawValue + (left == 1 ? "" : "s")
      output.text.append(line: remark(severity, "\(left) more \(nouns); see the log"))
    }
  }
}

/// The properties of a command that have a value, e.g. `line=3,col=5`.
func list(
  _ properties: [(String, String?)], separator: String, escaping: (String) -> String
) -> String {
  properties.compactMap { name, value in value.map { "\(name)=\(escaping($0))" } }
    .joined(separator: separator)
}

/// Escapes a text for a command of a CI.
/// - Parameters:
///   - percent: the text that stands for `%`.
///   - others: the characters to escape apart from that and line breaks.
func escaped(
  _ text: String, percent: String = "%25", alsoIn others: String = ""
) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "%": result += percent
    case "\r", "\n": result += percentEncoded(scalar)
    case _ where others.unicodeScalars.contains(scalar): result += percentEncoded(scalar)
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// - Parameter scalar: an ASCII character.
func percentEncoded(_ scalar: Unicode.Scalar) -> String {
  (scalar.value < 16 ? "%0" : "%") + String(scalar.value, radix: 16, uppercase: true)
}
