import Diagnostics

/// Sources that are hard to print. Each is a file of the same module, so that none declares what
/// another does.
let nastySources: [ReportCase] = places + blanks + lineBreaks + characters + fixIts + notes

private let places: [ReportCase] = [
  ReportCase("a plain call", body: "\n  old()\n"),
  ReportCase("first line and last", source: "func only() { old() }"),
  ReportCase("first column", body: "\nold()\n"),
  ReportCase("last line without a line break", source: "func last() {\n\n\n\n  old() }"),
  ReportCase("last line but one", source: "func lastButOne() {\n\n\n\n  old()\n}"),
  ReportCase("empty lines around", body: "\n\n\n\n\nold()\n\n\n\n\n\n"),
  ReportCase("two on a line", body: "\n  old(); old()\n"),
  ReportCase("five on a line", body: "old();old();plain(); old()  ;\told()"),
  ReportCase("neighbouring lines", body: "\n  old()\n  old()\n\n  old()\n\n\n  old()\n"),
  ReportCase("two groups of diagnostics far apart", body: "old()\(lines(100))old()"),
  ReportCase("line 9 of 10", body: lines(8) + "old()\n"),
  ReportCase("line 10 of 10", source: "func ten() {" + lines(9) + "old() }"),
  ReportCase("line 98 of 99", source: "func hundred() {" + lines(97) + "old()\n}"),
  ReportCase("line 99 of 101", body: lines(98) + "old()\n\n"),
  ReportCase("line 1 of 12,000", body: "old()" + lines(12_000)),
  ReportCase("line 10,000 of 10,001", body: lines(9_999) + "old()"),
  ReportCase("deep indentation", body: "\n" + String(repeating: " ", count: 300) + "old()\n"),
  ReportCase("fifty on a line", body: String(repeating: "old(); ", count: 50)),
  ReportCase(
    "the longest line that is shown whole",
    body: padded(String(repeating: "_ = 1234567; ", count: 600) + "old(); plain();", to: 8_173)),
  ReportCase(
    "the longest lines around",
    body: "\n" + padded("/* long ", to: 8_190) + "*/\nold()\n"
      + padded("/* " + String(repeating: "längér ", count: 900), to: 8_190) + "*/\r\n"),
  ReportCase("a long message with signs in it", body: "strange()"),
  ReportCase("a message without reason", body: " plain() "),
  ReportCase("an argument list over several lines", body: "\n  renamed(\n    1\n  )\n"),
  ReportCase(
    "a header look-alike",
    body: "\n/*\ncase.swift:1:1: error: no*/\nold()\n\n//a.swift:2:3: note: x\n"),
]

private let blanks: [ReportCase] = [
  ReportCase("a tab before", body: "\n\told()\n"),
  ReportCase("tabs before and between", body: "\n\t\t old();\told();  \t old()\n\told()\n"),
  ReportCase("a tab at each of eight columns", body: tabsAtEachColumn),
  ReportCase("trailing blanks", body: " \t \n  old()  \t \n \t\n"),
  ReportCase("form feeds", body: "\u{0C}\n \u{0C}old()\u{0C}\n\u{0C}\n"),
  ReportCase("a form feed at the end", source: "func formFeed() { old() }\u{0C}"),
  ReportCase("two form feeds at the end", source: "func formFeeds() { old() }\u{0C}\u{0C}"),
  ReportCase("a form feed before the last line break", source: "func feed() { old() }\u{0C}\n"),
  ReportCase("a line of nothing but a form feed", source: "func one() { old() }\n\u{0C}"),
  ReportCase("vertical tabs", body: "\u{0B}\n \u{0B}old()\u{0B}\n\u{0B}\n"),
  ReportCase("a vertical tab at the end", source: "func verticalTab() { old() }\u{0B}"),
  ReportCase("no-break space in a comment", body: "/*\u{A0}*/ old()"),
]

private let lineBreaks: [ReportCase] = [
  ReportCase("CRLF", body: "\r\n  old()\r\n  old()\r\n"),
  ReportCase("CRLF and no final line break", source: "func crlf() {\r\n  old()\r\n}"),
  ReportCase("a final CR", source: "func finalCR() {\r\n  old()\r\n}\r"),
  ReportCase("lone CRs", body: "\r  old()\r  old()\r"),
  ReportCase("CR, LF and CRLF in turn", body: "\r\n\r\r\n\n\r old()\n\r\n old()\r old()\r\n\r"),
  ReportCase(
    "line breaks of each kind in comments",
    body: "/*\r\n*//*\r*//*\n*/ old() /*\r\r\n\n\r*/ plain()"),
  ReportCase("CRs in a multi-line string", body: "_ = \"\"\"\r\n  a\r\n  b\r\n  \"\"\"; old()"),
  ReportCase(
    "CRLF in every kind of literal",
    body:
      "\r\n_ = \"\"\"\r\n a \\\r\n b \\(\r\n 1\r\n )\r\n \"\"\"\r\n_ = #/\r\n a\r\n/#\r\nold()\r\n"),
  ReportCase(
    "lone CRs in every kind of literal",
    body: "\r_ = #\"\"\"\r a \\#\r b \r \\#(\r 1\r )\r \"\"\"#\r_ = #/\r a\r/#\rold()\r"),
  ReportCase(
    "line breaks in conditions",
    body: "\r\n#if false\r\n\r\r\n nonsense(\"é\")\r\n#endif\r\nold()\r\n"),
  ReportCase(
    "line separators in a comment", body: "/* \u{2028} \u{2029} \u{85} */ old() //\u{2028}\n"),
  ReportCase("a line separator at the end", source: "func separator() { old() } //\u{2028}"),
  ReportCase("a paragraph separator at the end", source: "func paragraph() { old() } //\u{2029}"),
  ReportCase("two separators at the end", source: "func both() { old() } //\u{2028}\u{2028}"),
  ReportCase("a line break at the end of a comment", source: "func comment() { old() }\n//\r"),
]

private let characters: [ReportCase] = [
  ReportCase("a byte order mark", source: "\u{FEFF}func mark() { old()\n old() }"),
  ReportCase("precomposed", body: "/* é */ old(); été🎉(); old()"),
  ReportCase(
    "combining marks", body: "/* e\u{301} n\u{303}\u{327} */ old(); plain() // e\u{301}\n"),
  ReportCase("a combining mark first on the line", body: "/*\n\u{301} */ old()"),
  ReportCase("a name within a grapheme cluster", body: "\n  \(joined)();\(joined)()\n"),
  ReportCase("wide characters", body: "/* 漢字かな交じり文 ﾊﾝｶｸ 한글 */ old()"),
  ReportCase("conjoining jamo", body: "/* \u{1112}\u{1161}\u{11AB} */ old()"),
  ReportCase("emoji", body: "_ = \"😀👍🏽\"; old(); _ = \"❤️\"; old()"),
  ReportCase("joined emoji", body: "_ = \"👨‍👩‍👧‍👦🏳️‍🌈\"; old(); _ = \"👩🏽‍💻\"; old()"),
  ReportCase("flags", body: "_ = \"🇩🇪🇫🇷🇯\"; old(); _ = \"🇵🇯🇵\"; old()"),
  ReportCase("keycaps and tags", body: "_ = \"1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿\"; old()"),
  ReportCase("Indic conjuncts", body: "_ = \"क्षि नमस्ते\"; old()"),
  ReportCase("Thai, Hebrew and Arabic", body: "_ = \"สวัสดี שלום مرحبا\"; old()"),
  ReportCase("zero-width characters", body: "/* \u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF} */ old()"),
  ReportCase("a prepended mark", body: "/* \u{0600}1 */ old()"),
  ReportCase("an operator outside ASCII", body: "\n  ⊖1; ⊖1 ; old()\n"),
  ReportCase("beyond the end of Unicode's planes", body: "/* \u{10FFFF}\u{FFFE}\u{E000} */ old()"),
  ReportCase(
    "a long line that is not ASCII",
    body: String(repeating: "_ = \"é👩🏽‍💻\"; ", count: 300) + "old(); plain(); old()"),
  ReportCase("a combining mark after tabs", body: "\t/*\te\u{301}\t*/\told()"),
]

private let fixIts: [ReportCase] = [
  ReportCase("a fix-it", body: "\n  renamed()\n"),
  ReportCase("a fix-it after a tab", body: "\n\trenamed(1)\n"),
  ReportCase("a fix-it that is longer than the line", body: "\n x()\n"),
  ReportCase("a fix-it that runs past a tab", body: "\n\tx(\t1);\tx(1)\n"),
  ReportCase("a fix-it that runs past several tabs", body: "\n  x(\t\t\t1\t)\t; x()\n"),
  ReportCase("a fix-it at each column of a tab", body: fixItAtEachColumn),
  ReportCase("a fix-it on a line that is not ASCII", body: "\n  /* é */ renamed()\n"),
  ReportCase("two fix-its on a line", body: "\n renamed(); renamed() ; x()\n"),
  ReportCase("a fix-it with CRLF", body: "\r\n  renamed()\r\n"),
  ReportCase("a fix-it with a lone CR", body: "\r  renamed()\r"),
  ReportCase("a fix-it on the first line and last", source: "func onlyFixIt() { renamed() }"),
]

private func lines(_ count: Int) -> String {
  String(repeating: "\n", count: count)
}

/// - Parameter size: in bytes.
private func padded(_ text: String, to size: Int) -> String {
  text + String(repeating: " ", count: size - text.utf8.count)
}

private let tabsAtEachColumn =
  "\n" + (0...9).map { String(repeating: " ", count: $0) + "\told();\tplain()\n" }.joined()

private let fixItAtEachColumn =
  "\n" + (0...9).map { String(repeating: " ", count: $0) + " x(\t1\t)\n" }.joined()
