import Diagnostics
import Testing

@testable import Comparison

private func file(_ text: String) -> BaselineFile {
  BaselineFile(parsing: SourceFile(path: FilePath("a/baseline"), bytes: Array(text.utf8)))
}

private func entry(_ path: String, _ rule: String, _ scope: String, _ tokens: String)
  -> FindingIdentity
{
  FindingIdentity(
    path: FilePath(path), rule: rule, key: FindingKey(scope: scope, tokens: tokens))
}

private func written(_ entries: [FindingIdentity]) -> BaselineFile {
  file(String(decoding: baselineText(entries), as: UTF8.self))
}

/// A finding of `rule  scope  tokens` at that place.
private func finding(_ words: String, at offset: Int = 0) -> Diagnostic {
  let words = words.split(separator: " ").map(String.init)
  var finding = Diagnostic(
    .error, at: offset..<offset + 1, "m", rule: RuleReference(id: words[0]))
  finding.key = FindingKey(scope: words[1], tokens: words[2])
  return finding
}

@Suite struct BaselineFileTests {
  @Test func writesWhatItReads() {
    let text = """
      swift-determinism-baseline 2
      Sources/Feed/FeedModel.swift  date-init  FeedModel.refresh()  Date()
      Sources/Feed/FeedModel.swift  date-init  FeedModel.refresh()  Date()
      Sources/Feed/FeedModel.swift  dispatch-main-async  FeedModel.show(_:animated:)  DispatchQueue.main.async
      Sources/Feed/Log.swift  date-init  -  Date()

      """
    let read = file(text)
    #expect(read.mistakes.isEmpty)
    #expect(read.entries.count == 4)
    #expect(read.entries[2].key.tokens == "DispatchQueue.main.async")
    #expect(String(decoding: baselineText(read.entries.reversed()), as: UTF8.self) == text)
  }

  @Test func whatThereIsNothingOfIsOneLine() {
    #expect(baselineText([]) == Array("swift-determinism-baseline 2\n".utf8))
    #expect(file("swift-determinism-baseline 2\n").mistakes.isEmpty)
  }

  @Test(arguments: [
    Array("a b/c%d.swift".utf8), Array("  a ".utf8), Array("a\nb\r".utf8), [0xFF, 0x61, 0xC3],
    Array("<<<<<<< é.swift".utf8), Array("\t".utf8), Array("=======".utf8), [0xC3],
  ])
  func anyPathComesBack(path: [UInt8]) throws {
    let name = FilePath(bytes: path)
    let entries = [
      FindingIdentity(
        path: name, rule: "r", key: FindingKey(scope: "a b%20\t  c.d", tokens: "x y\n%"))
    ]
    let text = baselineText(entries)
    let read = BaselineFile(parsing: SourceFile(path: name, bytes: text))
    #expect(read.mistakes.isEmpty && read.entries == entries)
    #expect(text.split(separator: UInt8(ascii: "\n")).count == 2)
    #expect(String(validating: text, as: UTF8.self) != nil)
  }

  /// Baselines are in repositories: what one version writes, each one after it must read.
  @Test func whatIsEncodedIsWrittenSo() {
    let entries = [
      FindingIdentity(
        path: FilePath(bytes: [0x61, 0xFF, 0x2F, 0xC3] + Array("é.swift".utf8)), rule: "é",
        key: FindingKey(scope: "A.==(_:_:)", tokens: "Date<A, B>(\t)\r\n")),
      entry(" a b\t", "own 100%", "`a b`.c", "f(_:)"), entry("<|=>%25\n.swift", "d", "-", "é%"),
      entry("=", "d", "-", "x"), entry("a<b\r", "d", "-", "x"),
    ]
    let text = """
      swift-determinism-baseline 2
      %20a%20b%09  own%20100%25  `a%20b`.c  f(_:)
      %3C|=>%2525%0A.swift  d  -  é%25
      %3D  d  -  x
      a<b%0D  d  -  x
      a%FF/%C3é.swift  é  A.==(_:_:)  Date<A,%20B>(%09)%0D%0A

      """
    #expect(String(decoding: baselineText(entries), as: UTF8.self) == text)
    #expect(Set(file(text).entries) == Set(entries))
    let lowerCase = file("swift-determinism-baseline 2\n%3c%C3%a9  r  a%2fb  x\n")
    #expect(lowerCase.entries == [entry("<é", "r", "a/b", "x")])
  }

  @Test func endOfLinesAndBlankLinesMakeNoDifference() {
    let read = file("swift-determinism-baseline 2\r\n\r\n\ta%20b.swift r - x  \r\n\r\n\r\n")
    #expect(read.mistakes.isEmpty && read.entries == [entry("a b.swift", "r", "-", "x")])
  }

  @Test(arguments: [
    ("", "this is not a baseline; the first line must be 'swift-determinism-baseline 2'"),
    ("a\n", "this is not a baseline; the first line must be 'swift-determinism-baseline 2'"),
    (
      "swift-determinism-baseline 1\n\na.swift\n  r  -  x\n",
      "this is a baseline of another version; remove it, then 'baseline write' writes it anew"
    ),
    (
      "swift-determinism-baseline 2\nr  -  x\n",
      "a finding must be written as 'path  rule  scope  tokens'"
    ),
    (
      "swift-determinism-baseline 2\na  r  -  x  y\n",
      "a finding must be written as 'path  rule  scope  tokens'"
    ),
    ("swift-determinism-baseline 2\na%2 r - x\n", "expected two hexadecimal digits after '%'"),
    ("swift-determinism-baseline 2\na  r  %GG  x\n", "expected two hexadecimal digits after '%'"),
    (
      "swift-determinism-baseline 2\n<<<<<<< HEAD\na  r  -  x\n=======\n>>>>>>> b\n",
      "the baseline has a conflict; take the lines of both sides, then run 'baseline prune'"
    ),
  ])
  func mistake(text: String, message: String) {
    #expect(file(text).mistakes.map(\.message) == [message])
  }
}

@Suite struct BaselineMatching {
  /// What is left of findings, and what was moved, as `rule scope tokens`.
  private func accept(
    _ findings: [String], by entries: [String], declaring scopes: Set<String> = []
  ) -> (left: [Int], moved: [String], notes: [String]) {
    let known = entries.map { text in
      let finding = finding(text)
      return FindingIdentity(path: FilePath("a"), finding)!
    }
    let baseline = Baseline(
      BaselineFile(
        parsing: SourceFile(path: FilePath("b"), bytes: baselineText(known))))
    let all = findings.enumerated().map { finding($1, at: $0) }
    var judged = all
    let accepted = baseline.accept(&judged, in: FilePath("a")) { scopes }
    #expect(judged.map(\.range) == all.map(\.range))
    #expect(judged.allSatisfy { $0.isReported || $0.verdict == .inBaseline })
    let left = judged.filter(\.isReported)
    return (
      left.map(\.range.lowerBound),
      accepted.moved.map { "\(baseline.entries[$0.number].key.scope)→\($0.finding.key.scope)" },
      left.flatMap(\.notes).map(\.message)
    )
  }

  @Test func sameKeysAreCounted() {
    let result = accept(
      ["d f() x", "d f() x", "d g() x", "d f() x"], by: ["d f() x", "d f() x"],
      declaring: ["f()", "g()"])
    #expect(result.left == [2, 3])
    #expect(result.notes == ["the baseline has 2 like it in 'f()'"])
    #expect(
      accept(["d - x", "d - x"], by: ["d - x"]).notes.first?.hasSuffix("at file level") == true)
    #expect(accept(["d - x"], by: ["e - y", "d - y"], declaring: ["f()"]).left == [0])
    // The other rule has lost the place, since it would have found the use of its entry.
    #expect(accept(["d - x"], by: ["e - x", "d - y"], declaring: ["f()"]).left == [])
  }

  @Test func whatWasRenamedOrWrappedIsAccepted() {
    #expect(accept(["d g() x"], by: ["d f() x"], declaring: ["g()"]).moved == ["f()→g()"])
    // A part of a declaration may have been extracted; what is in place comes first.
    let extracted = accept(
      ["d g() x", "d f() x", "d h() x"], by: ["d f() x", "d f() x"],
      declaring: ["f()", "g()", "h()"])
    #expect(extracted.left == [2] && extracted.moved == ["f()→g()"])
    #expect(accept(["d g() y"], by: ["d f() x"], declaring: ["g()"]).left == [0])
    // A declaration of the same name is taken before one that stands above it.
    let wrapped = accept(["d g() x", "d A.f() x"], by: ["d f() x"], declaring: ["g()", "A.f()"])
    #expect(wrapped.left == [0] && wrapped.moved == ["f()→A.f()"])
    // The last name is a declaration's: any test may have such a text, any variable a setter.
    let text = accept(
      [#"d g().it("a") x"#, #"d f().it("b") x"#], by: [#"d f().it("a") x"#],
      declaring: [#"g().it("a")"#, #"f().it("b")"#])
    #expect(text.left == [0] && text.moved == [#"f().it("a")→f().it("b")"#])
    let setter = accept(["d A.b{set} x", "d B.a x"], by: ["d A.a{set} x"], declaring: ["B.a"])
    #expect(setter.left == [0] && setter.moved == ["A.a{set}→B.a"])
    let previews = accept(
      ["d P x", "d #Preview x"], by: [#"d #Preview("a") x"#], declaring: ["P", "#Preview"])
    #expect(previews.left == [0] && previews.moved == [#"#Preview("a")→#Preview"#])
    // What is left is told of all like it that are accepted, wherever their entries were.
    let both = accept(
      ["d g() x", "d g() x", "d g() x"], by: ["d f() x", "d g() x"], declaring: ["g()"])
    #expect(both.left == [2] && both.notes == ["the baseline has 2 like it in 'g()'"])
    // One entry stands for one finding.
    #expect(accept(["d g() x", "d h() x"], by: ["d f() x"], declaring: ["g()"]).left == [1])
  }

  /// In a change both texts tell what has moved: an entry accepts what it names, and once.
  @Test func inAChangeEntriesAcceptTheirKeysAlone() {
    let known = ["d f() x", "d f() x", "d g() x"].map {
      FindingIdentity(path: FilePath("a"), finding($0))!
    }
    let baseline = Baseline(
      BaselineFile(parsing: SourceFile(path: FilePath("b"), bytes: baselineText(known))))
    let findings = ["d h() x", "d f() x", "d f() x", "d f() x", "e g() x"].map { finding($0) }
    let pairs = baseline.entries(of: findings, in: FilePath("a"))
    #expect(pairs.map(\.finding) == [1, 2] && pairs.map(\.entry) == [0, 1])
    #expect(baseline.entries(of: findings, in: FilePath("c")).isEmpty)
  }

  @Test func whatMovedToAnotherFileIsAccepted() {
    let entries = [
      entry("gone.swift", "d", "A.f()", "x"), entry("gone.swift", "d", "A.g()", "x"),
      entry("there.swift", "d", "A.f()", "x"),
    ]
    var use = BaselineUse(
      Baseline(
        BaselineFile(
          parsing: SourceFile(path: FilePath("b"), bytes: baselineText(entries)))))
    let findings = [
      entry("c", "d", "B.f()", "x"), entry("c", "d", "A.f()", "x"), entry("e", "d", "B.g()", "x"),
      entry("e", "d", "A.h()", "x"),
    ]
    let gone = use.missingEntries.filter { entries[$0].path == FilePath("gone.swift") }
    #expect(use.acceptMoved(gone, among: findings).sorted() == [1, 2])
    #expect(use.movedCount == 2 && use.acceptedCount == 0)
    let stale = use.missingEntries
    #expect(stale == [2])
    #expect(
      use.entries(without: stale)
        == [entry("c", "d", "A.f()", "x"), entry("e", "d", "B.g()", "x")])
  }

  @Test func whatWasMovedOrRenamedHasNotGrown() {
    func grown(_ new: [FindingIdentity], since old: [FindingIdentity]) -> [Int] {
      grownEntries(of: written(new), since: written(old))
    }
    let old = [entry("a", "d", "A.f()", "x"), entry("b", "d", "A.g()", "x")]
    #expect(grown(old.reversed(), since: old) == [])
    #expect(grown([entry("a", "d", "h()", "x"), entry("c", "d", "A.g()", "x")], since: old) == [])
    #expect(grown([entry("c", "d", "B.f()", "x")], since: old) == [])
    #expect(grown([entry("c", "d", "A.h()", "x")], since: old) == [0])
    #expect(grown(old + [entry("a", "d", "A.f()", "x")], since: old) == [1])
    #expect(grown([entry("a", "d", "A.f()", "y")], since: old) == [0])
  }

  @Test func changesAreCountedInAnyOrder() {
    let all = ["a", "b"].flatMap { path in
      ["A.f()", "B.f()", "g()"].flatMap { scope in
        ["d", "e"].map { entry(path, $0, scope, "x") }
      }
    }
    /// Some of all, by the bits of a number; some of these twice.
    func entries(_ bits: Int) -> [FindingIdentity] {
      let some = all.indices.filter { bits >> $0 & 1 == 1 }.map { all[$0] }
      return some + some.prefix(bits % 4)
    }
    func sorted(_ entries: [FindingIdentity]) -> [FindingIdentity] { written(entries).entries }
    for bits in stride(from: 0, to: 1 << 12, by: 3) {
      let (old, new) = (entries(bits), entries(bits * 1171 % (1 << 12)))
      let added = grownEntries(of: written(new), since: written(old)).count
      let gone = old.count - (new.count - added)
      #expect(countChanges(from: sorted(old), to: sorted(new)) == (added, gone))
      // Which of several that are alike have moved may depend on the order.
      let change = countChanges(from: old, to: new)
      #expect(change.added - change.gone == new.count - old.count)
      #expect(countChanges(from: old, to: sorted(old)) == (0, 0))
    }
    #expect(countChanges(from: [], to: []) == (0, 0))
  }

  @Test func goneEntriesAreToldAtTheirLines() {
    let entries =
      Array(repeating: entry("a", "d", "f()", "x"), count: 3) + [entry("a", "d", "g()", "x")]
    let text = baselineText(entries)
    let use = BaselineUse(
      Baseline(BaselineFile(parsing: SourceFile(path: FilePath("../b"), bytes: text))))
    let told = use.diagnostics(of: [1, 2, 3], .warning)
    #expect(
      told.map(\.message) == [
        "'b' names 2 findings that are gone; 'baseline prune' takes them out",
        "'b' names a finding that is gone; 'baseline prune' takes it out",
      ])
    #expect(
      told.map { String(decoding: text[$0.range], as: UTF8.self) } == [
        "a  d  f()  x", "a  d  g()  x",
      ])
  }
}
