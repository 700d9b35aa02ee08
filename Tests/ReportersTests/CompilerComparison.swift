import Diagnostics
import Foundation
import Reporters
import Testing

/// Whether the reports were held against the compiler's is told at the end of a run, and wanted of
/// a run in CI, whose container has that compiler; the one of a Mac has another compiler.
@Test func reportsAreHeldAgainstTheCompiler() {
  guard let reason = Compiler.whatIsMissing else { return }
  let words: Comment = "NOT COMPARED: reports were not held against swiftc; \(reason)"
  #if os(Linux)
    let isWanted = ProcessInfo.processInfo.environment["CI"] == "true"
  #else
    let isWanted = false
  #endif
  if isWanted {
    Issue.record(words)
  } else {
    withKnownIssue(words) { Issue.record(words) }
  }
}

/// Reports beside those of swiftc for the same diagnostics, byte for byte.
@Suite(.enabled(if: Compiler.reference != nil, "no swiftc 6.3 at hand"))
struct CompilerComparison {
  static let styles = [ReportFormat.text, .llvm].flatMap { format in
    [false, true].map { ReportStyle(format, isColored: $0) }
  }

  @Test(arguments: styles) func nastySourcesInOneRun(_ style: ReportStyle) throws {
    try compare(nastySources, style)
  }

  @Test(arguments: styles) func generatedSourcesInOneRun(_ style: ReportStyle) throws {
    try compare(generatedSources(count: 150, seed: 2), style)
  }

  @Test(arguments: styles) func malformedSourcesOneByOne(_ style: ReportStyle) throws {
    for source in malformedSources + (style.format == .text ? malformedSourcesForText : []) {
      try compare([source], style)
    }
  }

  /// Some of these the compiler's driver takes for options or for lists of arguments.
  @Test(arguments: styles) func namesOfFiles(_ style: ReportStyle) throws {
    let names = [
      "with blanks  .swift", "'single' \"double\".swift", "a:1:2: error: b.swift", "é.swift",
      "e\u{301}.swift", "日本語👨‍👩‍👧‍👦.swift", "back\\slash.swift", "line\nbreak.swift",
      "bell\u{07}\u{7F}\u{9B}.swift", "\u{202E}tfiws.swift", "tab\tand\u{0C}feed.swift",
    ]
    for name in names {
      try compare([ReportCase(name, body: "\nold()\n")], names: [name], style)
    }
  }

  /// The compiler draws several fix-its under one note, whose words name all of the new labels.
  @Test(arguments: [false, true]) func severalFixItsUnderOneNote(isColored: Bool) throws {
    let names = [
      "S(a: 1, b: 2)", "S(\ta:1,b:2)", "S(a\t:1\t,\tb:2)", "S(a:1,\n b: 2)", "S(\na:1,b:2)",
    ]
    let body = "\n" + names.map { "  _ = \($0)\n" }.joined()
    let bytes = Array("private func f() {\(body)}\n".utf8)
    let type = """
      struct S {
        @available(*, deprecated, renamed: "init(aMuchLongerOne:z:)") init(a: Int, b: Int) {}
        init(aMuchLongerOne: Int, z: Int) {}
      }

      """
    let calls = bytes.indices.filter { bytes[$0...].starts(with: "S(".utf8) }
    #expect(calls.count == names.count)
    let diagnostics = calls.map { call in
      let a = bytes[call...].firstIndex(of: UInt8(ascii: "a")) ?? 0
      let b = bytes[call...].firstIndex(of: UInt8(ascii: "b")) ?? 0
      return Diagnostic(
        .warning, at: call..<call + 1,
        "'init(a:b:)' is deprecated: replaced by 'init(aMuchLongerOne:z:)'", rule: deprecatedGroup,
        fixIts: [FixIt(replacing: b..<b + 1, with: "z")]
          + [FixIt(replacing: a..<a + 1, with: "aMuchLongerOne")])
    }
    let style = ReportStyle(.llvm, isColored: isColored)
    let compiler = try #require(Compiler.reference)
    let files = [("a.swift", bytes), ("type.swift", Array(type.utf8))]
    let theirs = try withFolder(files) {
      try compiler.typecheck(files.map(\.0), options(style), in: $0)
    }
    let ours = report([(SourceFile(path: FilePath("a.swift"), bytes: bytes), diagnostics)], style)
    let words = ["init(aMuchLongerOne:z:)' instead", "z' instead"]
    #expect(
      String(decoding: ours, as: UTF8.self)
        == String(
          decoding: replacing("use '\(words[0])", with: "use '\(words[1])", in: theirs),
          as: UTF8.self))
  }

  #if os(Linux)
    /// Only here do file systems have such names, and only the compiler's frontend takes them.
    @Test(.enabled(if: Compiler.frontend != nil), arguments: styles)
    func namesThatAreNotUTF8(_ style: ReportStyle) throws {
      let frontend = try #require(Compiler.frontend)
      let source = "\nfunc f() { old() }"
      let name = [UInt8(ascii: "a"), 0xFF, 0xC2] + Array(".swift".utf8)
      let script = """
        name=$(printf 'a\\377\\302.swift')
        printf '%s' '\(source)' > "$name"
        exec '\(frontend)' -typecheck "$name" declarations.swift "$@"
        """
      let theirs = try withFolder([("declarations.swift", Array(declarations.utf8))]) {
        try Compiler.run("/bin/sh", ["-c", script, "sh"] + options(style), in: $0)
      }
      let bytes = Array(source.utf8)
      let ours = report(
        [(SourceFile(path: FilePath(bytes: name), bytes: bytes), deprecations(in: bytes))], style)
      // Where the compiler's `llvm` style has the bytes of a name as they are, a terminal could take
      // them for a command.
      let parts = theirs.split(separator: name, omittingEmptySubsequences: false)
      #expect(ours == Array(parts.joined(separator: "a\u{FFFD}\u{FFFD}.swift".utf8)))
    }
  #endif

  /// Reports the cases as one run and holds the whole report against the compiler's.
  private func compare(
    _ cases: [ReportCase], names: [String]? = nil, _ style: ReportStyle
  ) throws {
    let compiler = try #require(Compiler.reference)
    let names = names ?? cases.indices.map { "case\($0 + 1000).swift" }
    let files = zip(names, cases.map(\.bytes)).map { (name: $0, bytes: $1) }
    let theirs = try withFolder(files + [("declarations.swift", Array(declarations.utf8))]) {
      try compiler.typecheck(names + ["declarations.swift"], options(style), in: $0)
    }
    let ours = report(
      zip(files, cases).map { file, reportCase in
        (SourceFile(path: FilePath(file.name), bytes: file.bytes), reportCase.diagnostics)
      }, style)
    var expected = replacingControls(theirs, keepsEscapes: style.isColored)
    for name in names where name.contains("\n") {
      let printed = name.split(separator: "\n").joined(separator: "\u{FFFD}")
      expected = replacing(name, with: printed, in: expected)
    }
    if ours != expected {
      Issue.record("\(difference(ours, expected, cases))")
    }
  }

  private func options(_ style: ReportStyle) -> [String] {
    ["-diagnostic-style", style.format == .llvm ? "llvm" : "swift"]
      + [style.isColored ? "-color-diagnostics" : "-no-color-diagnostics"]
  }

  /// The first line that differs, with the case it belongs to.
  private func difference(_ ours: [UInt8], _ theirs: [UInt8], _ cases: [ReportCase]) -> String {
    let ours = lines(of: ours)
    let theirs = lines(of: theirs)
    let index = zip(ours, theirs).prefix { $0 == $1 }.count
    let header = theirs[...min(index, theirs.count - 1)].last {
      $0.contains("case1") && $0.contains(".swift:")
    }
    let number = header.flatMap { $0.split(separator: "case").last?.prefix(4) }.flatMap { Int($0) }
    let reportCase = number.map { cases[$0 - 1000] } ?? cases[0]
    let source = String(decoding: reportCase.bytes, as: UTF8.self).debugDescription.prefix(2_000)
    let shown = [theirs, ours].map { index < $0.count ? $0[index].debugDescription : "the end" }
    return """
      \(reportCase.title): at line \(index + 1)
      swiftc: \(shown[0])
      ours:   \(shown[1])
      source: \(source)
      """
  }

  private func lines(of bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The report of a run over the files.
func report(_ files: [(SourceFile, [Diagnostic])], _ style: ReportStyle) -> [UInt8] {
  var report = Report(style)
  var bytes: [UInt8] = []
  for (source, diagnostics) in files {
    bytes += report.text(adding: diagnostics, of: source)
  }
  for (source, _) in files { report.add(linted: source.path) }
  return bytes + report.end(exitStatus: 0, tool: toolOfTests)
}

let toolOfTests = ToolDescription(version: "1.2.3")

/// The one documented difference from the compiler: control characters of the source.
/// - Parameter keepsEscapes: whether the text has escape sequences of the compiler's own.
func replacingControls(_ text: [UInt8], keepsEscapes: Bool) -> [UInt8] {
  var bytes: [UInt8] = []
  var rest = text[...]
  while let first = rest.first {
    let second = rest.dropFirst().first ?? 0
    let third = rest.dropFirst(2).first ?? 0
    let length =
      switch (first, second, third) {
      case (0x1B, UInt8(ascii: "["), _), (0x1B, UInt8(ascii: "]"), _),
        (0x1B, UInt8(ascii: "\\"), _):
        keepsEscapes ? 0 : 1
      case (0x09, _, _), (0x0A, _, _), (0x0C, _, _): 0
      case (0x00...0x1F, _, _), (0x7F, _, _): 1
      case (0xC2, 0x80...0x9F, _), (0xD8, 0x9C, _): 2
      case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xAA...0xAE), (0xE2, 0x81, 0xA6...0xA9): 3
      default: 0
      }
    bytes += length == 0 ? [first] : Array("\u{FFFD}".utf8)
    rest = rest.dropFirst(max(1, length))
  }
  return bytes
}

private func replacing(_ text: String, with other: String, in bytes: [UInt8]) -> [UInt8] {
  Array(
    bytes.split(separator: Array(text.utf8), omittingEmptySubsequences: false)
      .joined(separator: other.utf8))
}
