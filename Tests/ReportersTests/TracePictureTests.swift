import Diagnostics
import Reporters
import Testing

@Suite struct TracePictureTests {
  @Test func nothingReachedIsAPictureWithoutBoxes() {
    #expect(
      text(TraceScene.nothing, .dot) == """
        digraph trace {
          label="nothing here can reach a banned API";
          labelloc=t;
          rankdir=LR;
          node [shape=box];
        }

        """)
    #expect(
      text(TraceScene.nothing, .mermaid) == """
        ---
        title: "nothing here can reach a banned API"
        ---
        flowchart LR

        """)
  }

  private func edges(_ picture: String) -> [Substring] {
    picture.split(separator: "\n").filter { $0.contains(" -> ") }
  }

  private func boxes(_ picture: String) -> [Substring] {
    picture.split(separator: "\n").filter { $0.contains(" [label=") && !$0.contains(" -> ") }
  }

  @Test func oddNamesAreQuoted() {
    let hop = TraceHop(
      #"A.`a "b" \N`()"#, .defaultArgument, "Größe.&+(_:style:)",
      at: TraceScene.place("T.swift", 2, 5), detail: "style")
    let report = TraceScene.report(through: hop, kind: .function)
    let dot = text(report, .dot)
    #expect(
      boxes(dot).prefix(2) == [
        #"  n0 [label="A.`a \"b\" \\N`()", style=rounded];"#,
        #"  n1 [label="style: of Größe.&amp;+(_:style:)"];"#,
      ])
    #expect(dot.contains(#"label="1 function can reach 1 place";"#))
    let mermaid = text(report, .mermaid).split(separator: "\n")
    #expect(mermaid[4] == ##"  n0(["A.#96;a #34;b#34; #92;N#96;()"])"##)
    #expect(mermaid[5] == ##"  n1["style#58; of Größe.#38;#43;(_#58;style#58;)"]"##)
  }

  /// Every target of tests has its own `withFile()`; functions outside of types go by their files.
  @Test func declarationsOfOneNameInTwoFilesAreTwo() {
    func entry(_ file: String) -> Entry {
      let cause = file == "A.swift" ? 0 : 1
      let path = [
        TraceHop("test()", .calls, "withFile()", at: TraceScene.place(file, 2, 1)),
        TraceHop("withFile()", .calls, "now()", at: TraceScene.place(file, 9, 1)),
      ]
      return Entry(
        "test()", .test, at: TraceScene.place(file, 1, 1),
        reaches: [Reach(cause: cause, path: path)])
    }
    let report = TraceReport(
      causes: [
        TraceScene.cause(at: TraceScene.place("A.swift", 12, 1), in: "now()"),
        TraceScene.cause(at: TraceScene.place("B.swift", 12, 1), in: "now()"),
      ],
      entries: [entry("A.swift"), entry("A.swift"), entry("B.swift")], entryCount: 3, fileCount: 2,
      notFollowed: NotFollowed())
    let dot = text(report, .dot)
    #expect(boxes(dot).count == 8)
    #expect(boxes(dot)[0] == #"  n0 [label="A.swift\n2 tests", style=rounded];"#)
    #expect(edges(dot).count == 6)
  }

  /// A hundred types, each with a way of its own to a cause of its own.
  @Test func whatIsLeftOutIsSaid() {
    let places = (0..<100).map { TraceScene.place("S.swift", $0 + 1, 1) }
    let report = TraceReport(
      causes: places.map { TraceScene.cause(at: $0, in: "f()") },
      entries: places.indices.map { number in
        let hop = TraceHop("T\(number).t()", .calls, "f\(number)()", at: places[number])
        return Entry(
          "T\(number).t()", .test, at: places[number], reaches: [Reach(cause: number, path: [hop])])
      }, entryCount: 100, fileCount: 2, notFollowed: NotFollowed())
    let dot = text(report, .dot)
    #expect(boxes(dot).count == 60)
    #expect(edges(dot).count == 40)
    #expect(
      dot.contains(
        """
        label="100 tests can reach 100 places; 80 of 100 ways are left out, as the picture would \
        have more than 60 boxes; not shown at all: 80 tests, 80 places";
        """))
  }

  /// Each cause shows its nearest entry before any of them shows a second one.
  @Test func everyCauseIsShownBeforeFartherEntries() {
    let entries = (0..<100).map { number in
      Entry(
        "T\(number).t()", .test, at: TraceScene.place("T.swift", number + 1, 1),
        reaches: number == 99
          ? [Reach(cause: 0, path: []), Reach(cause: 1, path: [])] : [Reach(cause: 0, path: [])])
    }
    let report = TraceReport(
      causes: (1...2).map { TraceScene.cause(at: TraceScene.place("S.swift", $0, 1), in: "f()") },
      entries: entries, entryCount: 100, fileCount: 2, notFollowed: NotFollowed())
    let boxes = boxes(text(report, .dot))
    #expect(boxes.count == 60)
    #expect(boxes.filter { $0.contains("octagon") }.count == 2)
  }
}
