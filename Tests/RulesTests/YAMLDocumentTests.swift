import Diagnostics
import Rules
import Testing

@Suite struct YAMLDocumentTests {
  @Test func placesInQuotedTextAreTheFilesOwn() throws {
    let text = #"a: ["Date()", 'it''s', "\tb"]"#
    let document = YAMLDocument(parsing: Array(text.utf8))
    guard case .mapping(let mapping) = document.root,
      case .sequence(let sequence) = document.entries(of: mapping).first?.value
    else {
      Issue.record("no list")
      return
    }
    let starts = document.elements(of: sequence).map { element in
      guard case .scalar(let scalar) = element else { return -1 }
      return scalar.range(ofTextAt: 2).lowerBound
    }
    // Where escapes are between, the place is that of the scalar.
    #expect(starts == [7, 14, 23])
    #expect(document.diagnostics.isEmpty)
  }

  @Test(arguments: [
    "", "\n", "# a\n", "\u{FEFF}", "\u{FEFF}# a", "  \r\n\r", "---", "# a\n--- # b\r\n# c",
    "\u{FEFF}---\n",
  ])
  func documentsWithoutContentHaveNoRoot(_ text: String) {
    let document = YAMLDocument(parsing: Array(text.utf8))
    #expect(document.root == nil)
    #expect(document.diagnostics.isEmpty)
  }

  /// One may begin the document, as YAML linters want it.
  @Test(arguments: [
    ("---\na: b\n", []), ("---\n- a", []), ("# c\n\n--- # c\n[a]", []), ("---\n{a: b}", []),
    ("--- a: b", ["5: begin the document on the line below '---'"]),
    (
      "--- |\n  a", ["5: begin the document on the line below '---'", "3: expected a key and ': '"]
    ),
    ("---\n---\na: b", ["1: '---' separates YAML documents; leave it out, a file is one document"]),
    ("a: b\n---\n", ["1: '---' separates YAML documents; leave it out, a file is one document"]),
    ("...\na: b", ["1: '...' separates YAML documents; leave it out, a file is one document"]),
  ])
  func aDocumentMayHaveABeginning(text: String, mistakes: [String]) {
    let document = YAMLDocument(parsing: Array(text.utf8))
    let lines = LineTable(Array(text.utf8))
    let found = document.diagnostics.map {
      "\(lines.location(of: $0.range.lowerBound).column): \($0.message)"
    }
    #expect(found == mistakes)
  }

  @Test func aTextInUTF16IsOneMistake() {
    for mark in [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]] {
      let document = YAMLDocument(parsing: mark + "pack: core".utf16.flatMap { [UInt8($0), 0] })
      #expect(document.diagnostics.map(\.message) == ["the file is UTF-16; save it as UTF-8"])
    }
  }

  @Test func notesPointAtWhatAMistakeIsAbout() throws {
    #expect(notes("a: b\nc: d\na: e") == ["0: the first one is here"])
    #expect(notes("{a: b, a: e}") == ["1: the first one is here"])
    #expect(notes("a: [b, 'c' 'd']") == ["3: to match this opening '['"])
    #expect(notes("a: {b: 'c' d}") == ["3: to match this opening '{'"])
  }

  private func notes(_ text: String) -> [String] {
    YAMLDocument(parsing: Array(text.utf8)).diagnostics.flatMap(\.notes).map {
      "\($0.offset): \($0.message)"
    }
  }
}

// MARK: - Any bytes

extension YAMLDocumentTests {
  @Test(arguments: ["- ", "[", "{a: ", "a:\n"])
  func nestingHasALimit(_ opening: String) {
    for depth in [65, 100_000] {
      var text = String(repeating: opening, count: depth)
      if opening == "a:\n" {
        text = (0..<min(depth, 2000)).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
      }
      let document = YAMLDocument(parsing: Array(text.utf8))
      #expect(document.diagnostics.map(\.message) == ["nested more than 64 levels deep"])
    }
  }

  @Test func sixtyFourLevelsAreFine() {
    let text = "a: " + String(repeating: "[", count: 63) + String(repeating: "]", count: 63)
    #expect(YAMLDocument(parsing: Array(text.utf8)).diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("", "- @x\n"), ("a: [", "b?, "), ("a: [", "b?"), ("a: [", "@b, "), ("", "a: b\n"),
    ("", "---\n"),
    ("a:\n", "\tb\n"), ("", "a\n"), ("- - a\n", "  b\n"), ("", "a: {b\n"),
    ("a: b\n", "\u{85}\n"), ("", "- a\n  b: c\n"), ("a: [", "---\n"), ("a: {", "b: c, "),
  ])
  func afterAHundredMistakesTheRestIsNotRead(_ beginning: String, _ mistake: String) {
    let text = beginning + String(repeating: mistake, count: 1000)
    let messages = YAMLDocument(parsing: Array(text.utf8)).diagnostics.map(\.message)
    #expect(messages.count == 101)
    #expect(messages.last == "too many mistakes; the rest of the file was not read")
  }

  /// A quadratic parser would take minutes for one of these.
  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      "- a\n", "a: b\n", "\"a\": [b, {c: d}]\n", "[", "]", "{", "}", "- ", "'", "\"", "\\", "#",
      " #", "\n", "\r",
      " ", "\t", "|\n", "a: |\n x\n", "[a?b", "[*", "---\n", "a", "a ", "\u{85}", "\0", "- '",
      "[\n", "[#\n",
      "a: [\n", "?", ": ", "x: 'a' b\n", " a\n", "-\n", "[a, ",
    ])
  func repeatingAnythingIsRead(_ piece: String) {
    let bytes = Array(String(repeating: piece, count: 1_000_000 / piece.utf8.count).utf8)
    let document = YAMLDocument(parsing: bytes)
    #expect(document.diagnostics.allSatisfy { $0.range.upperBound <= bytes.count })
  }

  @Test func anyBytesAreReadAndPlacesAreInside() throws {
    var source = YAMLDocumentSource(seed: 11, samples: try RepositoryFiles.yaml())
    for index in 0..<3000 {
      // Some are long enough for more mistakes than are told.
      let bytes = (0..<(index % 100 == 0 ? 60 : 1)).flatMap { _ in source.next() }
      let file = SourceFile(path: FilePath("x.yml"), bytes: bytes)
      let diagnostics =
        RuleFile(parsing: file).diagnostics + Configuration(parsing: file).mistakes[0]
      for diagnostic in diagnostics {
        #expect(diagnostic.range.upperBound <= bytes.count, "\(bytes)")
      }
    }
  }
}
