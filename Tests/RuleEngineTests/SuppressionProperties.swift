import Diagnostics
import RuleEngine
import TestSupport
import Testing

/// What holds for every text, tried on texts put together from pieces.
@Suite struct SuppressionProperties {
  private let rules: CompiledRules
  private let unread: CompiledRules

  init() throws {
    let banned = [try rule("date", bans: ["date()"]), try rule("uuid", bans: ["uuid()", "xx.yy"])]
    rules = CompiledRules(banned)
    unread = CompiledRules(banned, readsSuppressions: false)
  }

  private func find(_ bytes: [UInt8], with rules: CompiledRules) -> FileFindings {
    let source = SourceFile(path: FilePath("F"), bytes: bytes)
    return lint(source, relativePath: source.path, with: rules)
  }

  private static let pieces: [[UInt8]] =
    [
      "date()", "uuid()", "date(", ")", "xx.yy", "x", "\n", "\n", "\n", "\r\n", "\r", " ", ";", "{",
      "}",
      "date() // determinism:allow date: why\n", "// determinism:allow date: why\ndate()",
      "// determinism:allow date: why\n", "// determinism:allow uuid: why\n",
      "// determinism:allow-file date: why\n", "// determinism:allow date, uuid: why\n",
      "// determinism:allow date\n", "// determinism:allow dat: why\n", "// determinism:", "//",
      "///",
      "determinism", "determinism:", "allow", "allow-file", "date", ":", " why", "/* ", " */", "\"",
      "\"\"\"", "\\(", "@A", "@A(", "@A<B>", "@", "\n#if A\n", "\n#else\n", "\n#endif\n", "#if",
      "é",
      "\u{FEFF}", "\u{0}", "\t", ",", "// swiftlint:disable:next date\n", "swiftlint:disable uuid",
      "swiftlint:enable all", "\n<<<<<<< a\n", "\n>>>>>>> a\n", "_", "`",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3]]

  private static let texts: [[UInt8]] = {
    var random = SplitMix64(seed: 7)
    return (0..<8_000).map { _ in
      (0..<Int.random(in: 1...24, using: &random)).flatMap { _ in
        pieces.randomElement(using: &random)!
      }
    }
  }()

  /// What is excused or reported is what is reported where comments do not count.
  @Test func nothingIsLost() {
    var excused = 0
    for text in Self.texts {
      let found = find(text, with: rules)
      let errors = found.reported.filter { $0.severity == .error }
      let all = find(text, with: unread)
      #expect(errors.count + found.allowedInSource == all.reported.count)
      #expect(all.allowedInSource == 0 && all.reported.allSatisfy { $0.notes.isEmpty })
      let places = Set(all.reported.map(\.range.lowerBound))
      #expect(errors.allSatisfy { places.contains($0.range.lowerBound) })
      excused += found.allowedInSource
    }
    #expect(2_000 < excused, "the texts hold too few suppressions to prove anything")
  }

  /// Once the comments that are warned of are gone, the same is reported, and nothing warned of.
  @Test func whatIsWarnedOfCanGo() {
    var warned = 0
    for text in Self.texts {
      let found = find(text, with: rules)
      let warnings = found.reported.filter { $0.severity == .warning }
      // The ids of one comment are not all needed or all idle.
      guard !warnings.isEmpty, !text.contains(UInt8(ascii: ",")) else { continue }
      var rest = text
      for warning in warnings { rest.breakWord(around: warning.range.lowerBound) }
      let again = find(rest, with: rules)
      #expect(
        again.reported.map(\.range)
          == found.reported.filter { $0.severity == .error }.map(\.range),
        "\(String(decoding: text, as: UTF8.self))")
      #expect(again.allowedInSource == found.allowedInSource)
      warned += 1
    }
    #expect(2_000 < warned)
  }

  @Test func whatIsWarnedOfIsNeverFilteredOut() {
    var found = 0
    for text in Self.texts {
      let count = find(text, with: rules).reported.count
      let isCandidate = text.withUnsafeBufferPointer { rules.mayMatch($0) }
      #expect(isCandidate || count == 0, "\(String(decoding: text, as: UTF8.self))")
      found += count
    }
    #expect(4_000 < found)
    // Unread comments are no reason to lex a file.
    let comment = Array("// determinism:allow all: why".utf8)
    #expect(comment.withUnsafeBufferPointer { rules.mayMatch($0) && !unread.mayMatch($0) })
  }

  @Test(
    arguments: [
      "date() // determinism:allow date: why\n",
      "date() // determinism:allow uuid: why\n",
      "// determinism:allow date: why\n",
      "// determinism:allow date: why\ndate()\n",
      "// determinism:allow date: why\n@A\n",
      "// determinism:allow date: why\n@A(\n",
      "// determinism:allow date: why\n#if A\n",
      "// determinism:allow-file date: why\n",
      "// determinism:allow-file date: why\ndate()\n",
      "date() /* determinism:allow date: why */ ",
      "date() // determinism:allow dta: why\n",
      "date() // swiftlint:disable:next date\n",
      "/* swiftlint:disable date */ date() ",
      "// swiftlint:disable date uuid\n// swiftlint:enable all\ndate()\n",
      "/* swiftlint:disable:this date */ date() ",
      "/* determinism:",
    ])
  func timeIsInProportionToTheFile(line: String) {
    #expect(growth { String(repeating: line, count: $0) } < linearGrowth)
  }

  @Test func oneCommentMayHoldAnyNumberOfIDs() {
    for id in ["date", "x", "dates", " ", "date uuid"] {
      let text = { (count: Int) in
        "date() // determinism:allow " + String(repeating: id + ",", count: count) + "uuid: why"
      }
      #expect(growth(of: text) < linearGrowth, "\(id)")
    }
  }

  private func growth(of text: (Int) -> String) -> Double {
    TestSupport.growth {
      Array(text($0).utf8)
    } work: {
      _ = find($0, with: rules)
    }
  }
}

extension [UInt8] {
  /// Makes another word of the `determinism` of the comment that the offset lies in.
  fileprivate mutating func breakWord(around offset: Int) {
    let word = Array("determinism".utf8)
    let starts = indices.filter { self[$0...].starts(with: word) }
    let before = starts.last { $0 <= offset }
    let start =
      self[offset...].starts(with: "//".utf8) || self[offset...].starts(with: "/*".utf8)
      ? starts.first { offset <= $0 } : before
    self[start!] = UInt8(ascii: "D")
  }
}
