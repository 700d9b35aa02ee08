import Foundation

/// What holds of a table of `Fixtures/Tables`, whose rows have an input and, behind ` → `, what comes of
/// it. `== WORDS` begins a section, `# ` a remark. `⏎` is a line break, `⟪1B⟫` the scalar of a number.
///
/// With `WRITE=1` in the environment the table gets what comes of its inputs now.
/// - Parameter output: of an input in a section; what is thrown is written as text.
/// - Returns: the rows that differ.
package func differences(
  in name: String, _ output: (_ section: String, _ input: String) throws -> String
) throws -> [String] {
  let file = table(name)
  let lines = try String(contentsOf: file, encoding: .utf8)
    .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  var section = ""
  var rowCount = 0
  let found = lines.map { line -> String in
    if line.hasPrefix("== ") { section = decoded(line.dropFirst(3)) }
    guard !line.isEmpty, !line.hasPrefix("== "), !line.hasPrefix("# ") else { return line }
    rowCount += 1
    let arrow = line.range(of: " →", options: .backwards)
    let input = line[..<(arrow?.lowerBound ?? line.endIndex)]
    let output = encoded((try? output(section, decoded(input))) ?? "an error")
    return output.isEmpty ? "\(input) →" : "\(input) → \(output)"
  }
  if ProcessInfo.processInfo.environment["WRITE"] == "1" {
    try found.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
  }
  let numbered = zip(1..., zip(lines, found)).filter { $1.0 != $1.1 }
  return numbered.map { "\(name).txt:\($0): \($1.0)\n  is \($1.1)" } + (rowCount == 0 ? [name] : [])
}

/// The lines of a table without sections and remarks, as they are written.
package func tableLines(_ name: String) throws -> [String] {
  try String(contentsOf: table(name), encoding: .utf8).split(separator: "\n").map(String.init)
    .filter { !$0.hasPrefix("# ") && !$0.hasPrefix("== ") }
}

private func table(_ name: String) -> URL {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/Tables/\(name).txt")
}

private func decoded(_ text: some StringProtocol) -> String {
  var decoded = String(text).replacing("⏎", with: "\n")
  while let start = decoded.firstIndex(of: "⟪"), let end = decoded.firstIndex(of: "⟫") {
    let number = UInt32(decoded[decoded.index(after: start)..<end], radix: 16) ?? 0xFFFD
    decoded.replaceSubrange(start...end, with: String(Unicode.Scalar(number) ?? "\u{FFFD}"))
  }
  return decoded
}

private func encoded(_ text: String) -> String {
  text.unicodeScalars.map { scalar in
    switch scalar {
    case "\n": "⏎"
    case "\0"..<" ", "\u{7F}"..."\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}":
      "⟪\(String(scalar.value, radix: 16, uppercase: true))⟫"
    default: String(scalar)
    }
  }.joined()
}
