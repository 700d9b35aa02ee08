import Diagnostics
import Foundation
import Reporters
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Pictures of traces, read from the page as a browser reads them.
@Suite struct TraceDrawingTests {
  @Test func layersGoFromTestsToTheUse() throws {
    let drawing = try #require(try Drawing.all(in: TraceScene.report).last)
    #expect(
      drawing.boxes.sorted { $0.y < $1.y }.map(\.title) == [
        "FeedTests\n2 tests", "Model.refresh()", "Store.stamp()",
        "Date()\nFeed/Sources/Store.swift:3",
      ])
    #expect(drawing.boxes.map(\.look) == ["entry", "declaration", "declaration", "use"])
    #expect(drawing.words == ["calls", "calls"])
    #expect(Set(drawing.boxes.map { $0.x + $0.width / 2 }).count == 1)
  }

  /// Ways that nobody would write, with circles, from each of several types.
  private static func report(seed: UInt64) -> TraceReport {
    var random = SplitMix64(seed: seed)
    let kinds = TraceHop.Kind.allCases.filter { $0 != .defaultArgument }
    let entries = (0..<Int.random(in: 1...9, using: &random)).map { number in
      let names = (0..<9).map { "D\($0).f()" }.shuffled(using: &random)
        .prefix(Int.random(in: 0...6, using: &random))
      let path = zip(["T\(number).t()"] + names, names).map { from, to in
        TraceHop(
          from, kinds.randomElement(using: &random)!, to, at: TraceScene.place("S.swift", 2, 5))
      }
      return Entry(
        "T\(number).t()", .test, at: TraceScene.place("S.swift", number + 1, 1),
        reaches: [Reach(cause: 0, path: path)])
    }
    return TraceReport(
      causes: [TraceScene.cause(at: TraceScene.place("S.swift", 70, 3), in: "D0.f()")],
      entries: entries, entryCount: 9, fileCount: 1, notFollowed: TraceReport.NotFollowed())
  }

  /// The boxes that lead to each other, by a name of each.
  private static func steps(of report: TraceReport) -> Set<[String]> {
    var steps: Set<[String]> = []
    for entry in report.entries {
      let names = [entry.name] + entry.reaches[0].path.map(\.callee) + ["Date()"]
      for (from, to) in zip(names, names.dropFirst()) { steps.insert([from, to]) }
    }
    return steps
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func everyStepIsAnArrow(seed: UInt64) throws {
    let report = Self.report(seed: seed)
    guard let drawing = try Drawing.all(in: report).first else {
      #expect(report.entries.allSatisfy { $0.reaches[0].path.isEmpty })
      return
    }
    var drawn: Set<[String]> = []
    for arrow in drawing.arrows {
      let from = try #require(drawing.boxes.first { $0.hasEdge(at: arrow.start) })
      let to = try #require(drawing.boxes.first { $0.hasEdge(at: arrow.end) })
      for name in from.entries { for end in to.entries { drawn.insert([name, end]) } }
    }
    #expect(drawn == Self.steps(of: report))
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func boxesStandApart(seed: UInt64) throws {
    for drawing in try Drawing.all(in: Self.report(seed: seed)) {
      for (index, box) in drawing.boxes.enumerated() {
        #expect(0 <= box.x && 0 <= box.y)
        #expect(box.x + box.width <= drawing.width && box.y + box.height <= drawing.height)
        for other in drawing.boxes[..<index] {
          let isApart =
            box.x + box.width <= other.x || other.x + other.width <= box.x
            || box.y + box.height <= other.y || other.y + other.height <= box.y
          #expect(isApart, "\(box.title) and \(other.title)")
        }
      }
    }
  }

  /// A row of boxes is no wider than a page for a desk.
  @Test func manyBoxesStandInSeveralRows() throws {
    let entries = (0..<40).map { number in
      let name = "FeatureNumber\(number)ViewModelTests.t()"
      let hop = TraceHop(
        name, .calls, "FeatureNumber\(number)ViewModel.init()",
        at: TraceScene.place("T.swift", 2, 5))
      return Entry(
        name, .test, at: TraceScene.place("T.swift", number + 1, 1),
        reaches: [Reach(cause: 0, path: [hop])])
    }
    let report = TraceReport(
      causes: [TraceScene.cause(at: TraceScene.place("S.swift", 7, 3), in: "f()")],
      entries: entries, entryCount: 40, fileCount: 2, notFollowed: TraceReport.NotFollowed())
    let drawing = try #require(try Drawing.all(in: report).first)
    #expect(drawing.boxes.count == 31)
    #expect(drawing.width < 1152)
    #expect(text(report, .html).contains("25 of 40 tests are not in the picture, which would"))
  }

  static let names = [
    "A.<&>\"'(_:)", "A.</svg><script>alert(1)</script>()", "A.\u{202E}f()", "A.😀()", "A.日本語()",
    "A.\u{0}\u{FFFE}()", "A." + String(repeating: "long", count: 2_500) + "()",
    "A." + String(repeating: "e\u{301}", count: 500), "",
  ]

  @Test(arguments: names)
  func anyNameIsData(name: String) throws {
    let hop = TraceHop(name, .calls, name + "B", at: TraceScene.place("T.swift", 2, 5))
    let drawing = try #require(try Drawing.all(in: TraceScene.report(through: hop)).first)
    #expect(drawing.boxes.count == 3)
    #expect(drawing.width < 300)
    let shown = name.unicodeScalars.map { scalar in
      switch scalar {
      case "\u{0}", "\u{202E}", "\u{FFFE}": "\u{FFFD}"
      default: String(scalar)
      }
    }.joined()
    #expect(drawing.boxes[1].title == shown + "B")
    #expect(drawing.texts.allSatisfy { $0.unicodeScalars.count <= 30 })
  }
}

/// What a picture says to a reader of XML.
private struct Drawing {
  struct Box {
    let look: String
    let title: String
    let x, y, width, height: Int

    /// The names of what is shown as one.
    var entries: [String] {
      if look == "declaration" { return [title] }
      let lines = title.split(separator: "\n").map(String.init)
      if look == "use" { return [lines[0]] }
      return lines.count == 1 ? lines : lines.dropLast().map { "\($0).t()" }
    }

    /// Whether it is the end of an arrow, at the top or the bottom.
    func hasEdge(at point: (x: Int, y: Int)) -> Bool {
      x < point.x && point.x < x + width && (point.y == y || point.y == y + height)
    }
  }

  var boxes: [Box] = []
  var arrows: [(start: (x: Int, y: Int), end: (x: Int, y: Int))] = []
  let texts: [String]
  let words: [String]
  let width, height: Int

  static func all(in report: TraceReport) throws -> [Drawing] {
    try text(report, .html).components(separatedBy: "<svg").dropFirst().map { part in
      let end = try #require(part.range(of: "</svg>"))
      return try Drawing(XMLDocument(xmlString: "<svg" + part[..<end.upperBound]))
    }
  }

  private init(_ document: XMLDocument) throws {
    let root = try #require(document.rootElement())
    func strings(_ path: String) throws -> [String] {
      try document.nodes(forXPath: path).map { $0.stringValue ?? "" }
    }
    width = try #require(root.attribute(forName: "width")?.stringValue.flatMap(Int.init))
    height = try #require(root.attribute(forName: "height")?.stringValue.flatMap(Int.init))
    texts = try strings("//text")
    words = try strings("//text[contains(@class, 'word')]")
    for case let group as XMLElement in try document.nodes(forXPath: "//g[title]") {
      boxes.append(try Self.box(group))
    }
    for case let group as XMLElement in try document.nodes(forXPath: "//g[not(title)]") {
      let paths = group.elements(forName: "path").map {
        Self.ends($0.attribute(forName: "d")?.stringValue ?? "")
      }
      let (line, head) = (paths[0], paths[1])
      // The line stops before the tip of the head, which is at the upper end of few lines.
      let isUpward = head.start.y < line.start.y
      arrows.append((start: isUpward ? line.end : line.start, end: head.start))
    }
  }

  private static func box(_ group: XMLElement) throws -> Box {
    let look = group.attribute(forName: "class")?.stringValue ?? ""
    let title = group.elements(forName: "title").first?.stringValue ?? ""
    if let path = group.elements(forName: "path").first?.attribute(forName: "d")?.stringValue {
      // M x+9,y h width-18 l9,9 v height-18
      let numbers = numbers(path)
      return Box(
        look: look, title: title, x: numbers[0] - 9, y: numbers[1], width: numbers[2] + 18,
        height: numbers[5] + 18)
    }
    let rect = try #require(group.elements(forName: "rect").first)
    func length(_ name: String) throws -> Int {
      try #require(rect.attribute(forName: name)?.stringValue.flatMap(Int.init))
    }
    return Box(
      look: look, title: title, x: try length("x"), y: try length("y"),
      width: try length("width"), height: try length("height"))
  }

  /// The first and the last point of a path.
  private static func ends(_ path: String) -> (start: (x: Int, y: Int), end: (x: Int, y: Int)) {
    let first = numbers(path)
    var end = (x: first[0], y: first[1])
    for command in path.matches(of: /([VC])([^A-Za-z]+)/) {
      let numbers = numbers(String(command.output.2))
      end = command.output.1 == "V" ? (end.x, numbers[0]) : (numbers[4], numbers[5])
    }
    return ((first[0], first[1]), end)
  }

  private static func numbers(_ path: String) -> [Int] {
    path.matches(of: /-?\d+/).compactMap { Int($0.output) }
  }
}
