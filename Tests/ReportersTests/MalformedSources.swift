import Diagnostics

/// Sources that are hardly Swift. The compiler finds the trouble of all files before it finds
/// deprecations, so that each of these is a run of its own.
let malformedSources: [ReportCase] = invalidText + unfinished

/// What `llvm` draws otherwise, because there the compiler's diagnostic has a fix-it of its own.
let malformedSourcesForText: [ReportCase] = [
  ReportCase("NUL in a comment", marked: "/* a1️⃣\0b */ func f() {\n 2️⃣old() }\n//3️⃣\0\n4️⃣\0") {
    [nul(at: $0[0]), nul(at: $0[2]), nul(at: $0[3]), stopIt(at: $0[1])]
  },
  ReportCase("an unterminated comment", marked: "func f() {}\n1️⃣/* a\n /* b */2️⃣\n") {
    [
      Diagnostic(
        .error, at: $0[1]..<$0[1], "unterminated '/*' comment",
        notes: [Note(at: $0[0], "comment started here")])
    ]
  },
  ReportCase(
    "three groups",
    marked:
      "protocol P { associatedtype A }\n@available(1️⃣bogusOS 1, *) func f() -> 2️⃣P? {\n3️⃣old(); return nil }"
  ) {
    [
      Diagnostic(
        .warning, at: $0[0]..<$0[0], "unrecognized platform name 'bogusOS'", rule: platformGroup),
      Diagnostic(
        .warning, at: $0[1]..<$0[1],
        "use of protocol 'P' as a type must be written 'any P'; "
          + "this will be an error in a future Swift language mode", rule: existentialGroup),
      stopIt(at: $0[2]),
    ]
  },
]

private let invalidText: [ReportCase] = [
  invalid("bytes that are not UTF-8", [0xFF, 0xFE]),
  invalid("a truncated sequence", [0xE2, 0x82]),
  invalid("a truncated emoji", [0xF0, 0x9F, 0x91]),
  invalid("an overlong sequence", [0xC0, 0x80]),
  invalid("a surrogate", [0xED, 0xA0, 0x80]),
  invalid("beyond Unicode, which the compiler does not mind", [0xF4, 0x90, 0x80, 0x80], errors: 0),
  invalid("a lone continuation byte", [0x80]),
  ReportCase("NUL first", marked: "1️⃣\0func f() { 2️⃣old() }") {
    [nul(at: $0[0]), stopIt(at: $0[1])]
  },
]

private let unfinished: [ReportCase] = [
  unclosed("the end of the line", "func f() 1️⃣{2️⃣"),
  unclosed("the end after a line break", "func f() 1️⃣{\n2️⃣"),
  unclosed("the end after blanks", "func f() 1️⃣{\n  \n\t2️⃣"),
  unclosed("the end after CRLF", "func f() 1️⃣{\r\n\r\n2️⃣"),
  unclosed("the end after lone CRs", "func f() 1️⃣{\r\r2️⃣"),
  unclosed("the end after a comment outside ASCII", "func f() 1️⃣{ /* 👨‍👩‍👧‍👦 */2️⃣"),
  unclosed("the end after many lines", "func f() 1️⃣{" + String(repeating: "\n", count: 999) + "2️⃣"),
  ReportCase("nothing but a brace", marked: "1️⃣}") {
    [Diagnostic(.error, at: $0[0]..<$0[0], "extraneous '}' at top level")]
  },
  ReportCase("an unterminated string", marked: "let a = 1️⃣\"é") {
    [Diagnostic(.error, at: $0[0]..<$0[0], "unterminated string literal")]
  },
  ReportCase(
    "unterminated strings before line breaks of each kind",
    marked: "let a = 1️⃣\"é\r\nlet b = 2️⃣\"\r\r\nlet c = 3️⃣\"\rlet d = 4️⃣#\"\r\n"
  ) {
    $0.map { Diagnostic(.error, at: $0..<$0, "unterminated string literal") }
  },
  ReportCase(
    "a merge that was not finished",
    marked: "func f() {\r\n<1️⃣<<<<<< HEAD\r\n\r old()\r\n=======\r\r\n>>>>>>> x\r\n2️⃣old()\r\n}"
  ) {
    [
      Diagnostic(.error, at: $0[0]..<$0[0], "source control conflict marker in source file"),
      stopIt(at: $0[1]),
    ]
  },
  ReportCase("an unterminated string of several lines", marked: "let a =\t1️⃣\"\"\"\n é\n") {
    [Diagnostic(.error, at: $0[0]..<$0[0], "unterminated string literal")]
  },
]

private func invalid(_ title: String, _ sequence: [UInt8], errors: Int = 3) -> ReportCase {
  var bytes: [UInt8] = []
  var offsets: [Int] = []
  for text in ["func f() {\n  /* é", " */ old(); _ = 1; /*", "*/ old() //", "\n}"] {
    bytes += text.utf8
    offsets.append(bytes.count)
    if text != "\n}" { bytes += sequence }
  }
  return ReportCase(
    title, bytes,
    before: offsets.prefix(errors).map {
      Diagnostic(.error, at: $0..<$0, "invalid UTF-8 found in source file")
    })
}

private func unclosed(_ title: String, _ marked: String) -> ReportCase {
  ReportCase(title, marked: marked) {
    [
      Diagnostic(
        .error, at: $0[1]..<$0[1], "expected '}' at end of brace statement",
        notes: [Note(at: $0[0], "to match this opening '{'")])
    ]
  }
}

private func nul(at offset: Int) -> Diagnostic {
  Diagnostic(.warning, at: offset..<offset, "nul character embedded in middle of file")
}

private func stopIt(at offset: Int) -> Diagnostic {
  Diagnostic(
    .warning, at: offset..<offset, "'old()' is deprecated: stop it", rule: deprecatedGroup)
}
