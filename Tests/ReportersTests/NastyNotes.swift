import Diagnostics

/// Sources about which swiftc has more to say than one place holds.
let notes: [ReportCase] = [
  ReportCase(
    "a note on the same line, before", marked: "func 1️⃣same() {}; func 2️⃣same() {}\n"
  ) { [redeclared("same()", at: $0[1], before: $0[0])] },
  ReportCase(
    "a note on the line before", marked: "func 1️⃣near() {}\nfunc 2️⃣near() {}\n"
  ) { [redeclared("near()", at: $0[1], before: $0[0])] },
  ReportCase(
    "a note whose context touches", marked: "func 1️⃣a4() {}\n\n\n\n\nfunc 2️⃣a4() {}\n"
  ) { [redeclared("a4()", at: $0[1], before: $0[0])] },
  ReportCase(
    "a note one line too far to touch", marked: "func 1️⃣a5() {}\n\n\n\n\n\nfunc 2️⃣a5() {}\n"
  ) { [redeclared("a5()", at: $0[1], before: $0[0])] },
  ReportCase(
    "a note far away, the numbers of one width",
    marked: lines(1_000) + "func 1️⃣far() {}" + lines(500) + "func 2️⃣far() {}"
  ) { [redeclared("far()", at: $0[1], before: $0[0])] },
  ReportCase(
    "a note on the first line of many", marked: "var 1️⃣first = 1" + lines(99) + "var 2️⃣first = 2"
  ) { [redeclared("first", at: $0[1], before: $0[0])] },
  ReportCase(
    "notes and errors in turn",
    marked: "func 1️⃣t() {}\nfunc 2️⃣t() {}; func 3️⃣u() {}\n\n\n\n\nfunc 4️⃣t() {}; func 5️⃣u() {}\n"
  ) {
    [
      redeclared("t()", at: $0[1], before: $0[0]), redeclared("t()", at: $0[3], before: $0[0]),
      redeclared("u()", at: $0[4], before: $0[2]),
    ]
  },
  ReportCase(
    "a note among characters outside ASCII",
    marked: "/* 👨‍👩‍👧‍👦 */ func 1️⃣é() {}; /* e\u{301} */ func 2️⃣é() {}\n"
  ) { [redeclared("é()", at: $0[1], before: $0[0])] },
  ReportCase(
    "a note and tabs", marked: "\tfunc\t1️⃣tabs() {};\tfunc\t2️⃣tabs() {}\n"
  ) { [redeclared("tabs()", at: $0[1], before: $0[0])] },
  ReportCase(
    "a note and lone CRs", marked: "\r\rfunc 1️⃣cr() {}\r\r\nfunc 2️⃣cr() {}\r"
  ) { [redeclared("cr()", at: $0[1], before: $0[0])] },
  ReportCase(
    "another group", marked: "@available(1️⃣bogusOS 1, *)\nfunc availability() {}\n"
  ) {
    [Diagnostic(
      .warning, at: $0[0]..<$0[0], "unrecognized platform name 'bogusOS'", rule: platformGroup)]
  },
]

private func redeclared(_ name: String, at offset: Int, before: Int) -> Diagnostic {
  Diagnostic(
    .error, at: offset..<offset, "invalid redeclaration of '\(name)'",
    notes: [Note(at: before, "'\(name)' previously declared here")])
}

private func lines(_ count: Int) -> String {
  String(repeating: "\n", count: count)
}
