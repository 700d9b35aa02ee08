import TestSupport

/// Sources put together at random from what is hard to print; the same ones for the same seed.
func generatedSources(count: Int, seed: UInt64) -> [ReportCase] {
  var random = SplitMix64(seed: seed)
  return (0..<count).map { index in
    var body = ""
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      for _ in 0..<Int.random(in: 0...3, using: &random) { body += pick(trivia, &random) }
      body += pick(statements, &random)
      body += pick(separators, &random)
    }
    let end = pick(ends, &random)
    return ReportCase("generated source \(index)", source: "private func f() {\(body)}\(end)")
  }
}

private func pick(_ pieces: [String], _ random: inout SplitMix64) -> String {
  pieces.randomElement(using: &random) ?? ""
}

private let statements = [
  "old()", "old()", "plain()", " x()", " x(\t1)", "\tx(\t\t1 )", "renamed()", "renamed(\n1)",
  "\(joined)()", "été🎉()", " ⊖1", "strange()", "_ = \"🇩🇪🇫🇷\"", "_ = 1",
]
private let trivia = [
  " ", "\t", "  \t", "\u{0C}", "\u{0B}", "/**/", "/* é */", "/*e\u{301}*/", "/*\u{301}*/",
  "/* 👨‍👩‍👧‍👦 */", "/* 漢字 */", "/*\n*/", "/*\r*/", "/*\r\n\t*/", "/*\n\u{301}*/", "/* \u{202E}\u{1B} */",
  "/*\u{2028}*/", "/*\n\u{0C}\r\n\u{85}*/",
]
private let separators = [
  ";", "; ", "\n", "\n", "\n\n\n\n", "\n\n\n\n\n\n", "\r\n", "\r", "\r\r\n", "// end\n", "// é\r",
  ";\t", ";// \u{2028}\n",
]
private let ends = [
  "", "\n", "\r", "\r\n", "\u{0C}", "\n\u{0B}", "//\u{85}", "\n//\u{301}", "\n\n",
]
