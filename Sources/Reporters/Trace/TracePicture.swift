import Diagnostics

/// What pictures show of a trace: the ways of the entries, folded by type, as far as there is room
/// for them.
struct TracePicture {
  struct Node {
    enum Kind { case entries, declaration, cause }

    let kind: Kind
    /// One on each line.
    let label: [String]
  }

  struct Edge: Hashable {
    /// By index in `nodes`, as the next.
    let from: Int
    let to: Int
    /// The kind of the hop; empty where a declaration holds a cause.
    let label: String
  }

  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []
  /// What the picture shows, and what it leaves out.
  private(set) var title = ""

  /// What makes two declarations one node.
  private enum Key: Hashable {
    case entries(of: String)
    /// Those of one name in several files differ, as far as the file is known.
    case declaration(String, in: FilePath?)
    case cause(Int)
  }

  /// A way from entries to a cause.
  private struct Way {
    var keys: [Key]
    /// By hop.
    var labels: [String]
    /// Each by index in the report.
    var entries: [Int]
    let cause: Int
  }

  init(_ report: TraceReport) {
    let files = filesOfDeclarations(report)
    let ways = Self.ways(report, files)
    var numbers: [Key: Int] = [:]
    var shownEntries: Set<Int> = []
    var shownCauses: Set<Int> = []
    var knownEdges: Set<Edge> = []
    var (wayCount, shownWayCount) = (0, 0)
    let groups = Dictionary(grouping: report.entries, by: Self.group)
    for way in ways {
      wayCount += way.entries.count
      let added = Set(way.keys.filter { numbers[$0] == nil }).count
      guard nodes.count + added <= largestPicture else { continue }
      shownWayCount += way.entries.count
      shownEntries.formUnion(way.entries)
      shownCauses.insert(way.cause)
      for key in way.keys where numbers[key] == nil {
        numbers[key] = nodes.count
        nodes.append(Self.node(key, report, groups))
      }
      for (index, label) in way.labels.enumerated() {
        let edge = Edge(
          from: numbers[way.keys[index]]!, to: numbers[way.keys[index + 1]]!, label: label)
        if edge.from != edge.to, knownEdges.insert(edge).inserted { edges.append(edge) }
      }
    }
    title = Self.title(
      report, isFolded: groups.values.contains { 1 < $0.count },
      ways: (wayCount, wayCount - shownWayCount),
      left: (report.entries.count - shownEntries.count, report.causes.count - shownCauses.count))
  }

  /// Those that the picture shows as one.
  private static func group(_ entry: TraceReport.Entry) -> String {
    let type = typeName(of: entry.name)
    return type.isEmpty ? entry.place.path.string : String(type)
  }

  /// First the nearest entries of every cause, then the next ones: each cause is to be seen.
  private static func ways(_ report: TraceReport, _ files: [String: FilePath?]) -> [Way] {
    var waysByRank: [[Way]] = []
    let blocks = report.byCause.flatMap { block in block.causes.map { ($0, block.ways) } }
    for (cause, blockWays) in blocks {
      var numbers: [[Key]: Int] = [:]
      var ways: [Way] = []
      for (entry, path) in blockWays {
        let way = self.way(entry, path, to: cause, report, files)
        if let number = numbers[way.keys] {
          ways[number].entries += way.entries
        } else {
          numbers[way.keys] = ways.count
          ways.append(way)
        }
      }
      for (rank, way) in ways.enumerated() {
        if rank == waysByRank.count { waysByRank.append([]) }
        waysByRank[rank].append(way)
      }
    }
    return waysByRank.flatMap { $0 }
  }

  private static func way(
    _ entry: Int, _ path: [TraceHop], to cause: Int, _ report: TraceReport,
    _ files: [String: FilePath?]
  ) -> Way {
    var way = Way(
      keys: [.entries(of: group(report.entries[entry]))], labels: [], entries: [entry],
      cause: cause)
    for (index, hop) in path.enumerated() {
      let file =
        index + 1 < path.count
        ? path[index + 1].ownFile : report.causes[cause].place.path
      way.keys.append(
        .declaration(hop.calleeInPictures, in: file ?? files[hop.calleeInPictures] ?? nil))
      way.labels.append(hop.how.label)
    }
    way.keys.append(.cause(cause))
    way.labels.append("")
    return way
  }

  private static func node(
    _ key: Key, _ report: TraceReport, _ groups: [String: [TraceReport.Entry]]
  ) -> Node {
    switch key {
    case .entries(let name):
      let entries = groups[name] ?? []
      if entries.count == 1 { return Node(kind: .entries, label: [entries[0].name]) }
      return Node(kind: .entries, label: [name, countWords(entries.map(\.kind)) ?? ""])
    case .declaration(let name, _): return Node(kind: .declaration, label: [name])
    case .cause(let index):
      let cause = report.causes[index]
      let place = "\(cause.place.path.string):\(cause.place.line)"
      return Node(kind: .cause, label: [cause.key.tokens, place])
    }
  }

  /// - Parameters:
  ///   - ways: how many there are, one for each entry and cause, and how many are left out.
  ///   - left: how many entries and causes are left out altogether.
  private static func title(
    _ report: TraceReport, isFolded: Bool, ways: (count: Int, left: Int),
    left: (entries: Int, causes: Int)
  ) -> String {
    let kinds = report.entries.map(\.kind)
    guard let entries = countWords(kinds) else { return "nothing here can reach a banned API" }
    var title = "\(entries) can reach \(report.causes.count) place\(plural(report.causes.count))"
    if isFolded { title += "; those of a type are one box" }
    if ways.left != 0 {
      title += "; \(ways.left) of \(ways.count) ways are left out, as the picture would have more"
      title += " than \(largestPicture) boxes"
    }
    let missing = [
      left.entries == 0 ? nil : countWords(Array(kinds.prefix(left.entries))),
      left.causes == 0 ? nil : "\(left.causes) place\(plural(left.causes))",
    ].compactMap { $0 }
    if !missing.isEmpty { title += "; not shown at all: \(missing.joined(separator: ", "))" }
    return title
  }
}

/// In nodes. What has more is no longer looked at.
private let largestPicture = 60

private func plural(_ count: Int) -> String { count == 1 ? "" : "s" }

/// `FeedTests` of `FeedTests.showsToday()`; empty for a function outside of types.
private func typeName(of name: String) -> Substring {
  let member = memberName(of: name)
  return name[..<member.startIndex].dropLast()
}

/// By name: the file of the only declaration that has it; nil if several files have one.
private func filesOfDeclarations(_ report: TraceReport) -> [String: FilePath?] {
  var files: [String: FilePath?] = [:]
  func add(_ name: String, _ file: FilePath?) {
    guard let file else { return }
    let known = files[name]
    files[name] = known == nil || known == .some(file) ? .some(file) : .some(nil)
  }
  for entry in report.entries {
    for reach in entry.reaches {
      for (hop, next) in zip(reach.path, reach.path.dropFirst()) {
        add(hop.calleeInPictures, next.ownFile)
      }
      if let last = reach.path.last {
        add(last.calleeInPictures, report.causes[reach.cause].place.path)
      }
    }
  }
  return files
}

extension TraceHop {
  /// The file that `name` is declared in; nil if the place does not tell.
  fileprivate var ownFile: FilePath? {
    switch how {
    case .implements, .overrides, .runsAround: nil
    case .calls, .reads, .writes, .passes, .defaultArgument, .initialValue: place.path
    }
  }

  fileprivate var calleeInPictures: String {
    guard how == .defaultArgument, let detail else { return callee }
    return "\(detail): of \(callee)"
  }
}

extension TraceHop.Kind {
  /// An arrow goes from what is implemented to what implements it.
  fileprivate var label: String {
    switch self {
    case .implements: "implemented by"
    case .overrides: "overridden by"
    case .runsAround: "runs with"
    case .calls, .reads, .writes, .passes, .defaultArgument, .initialValue: rawValue
    }
  }
}

// MARK: - Languages

extension TracePicture {
  /// For Graphviz.
  func writeDot(to output: inout TraceOutput) {
    output.text.append("digraph trace {\n  label=")
    output.text.append(dotQuoted: [title])
    output.text.append(";\n  labelloc=t;\n  rankdir=LR;\n  node [shape=box];\n")
    for (index, node) in nodes.enumerated() {
      output.text.append("  n")
      output.text.append(decimal: index)
      output.text.append(" [label=")
      output.text.append(dotQuoted: node.label)
      switch node.kind {
      case .entries: output.text.append(", style=rounded")
      case .declaration: break
      case .cause: output.text.append(", shape=octagon")
      }
      output.text.append("];\n")
    }
    for edge in edges {
      output.text.append("  n")
      output.text.append(decimal: edge.from)
      output.text.append(" -> n")
      output.text.append(decimal: edge.to)
      if !edge.label.isEmpty {
        output.text.append(" [label=")
        output.text.append(dotQuoted: [edge.label])
        output.text.append("]")
      }
      output.text.append(";\n")
    }
    output.text.append("}\n")
  }

  /// A flowchart of Mermaid.
  func writeMermaid(to output: inout TraceOutput) {
    output.text.append("---\ntitle: \"")
    output.text.append(string: title)
    output.text.append("\"\n---\nflowchart LR\n")
    for (index, node) in nodes.enumerated() {
      output.text.append("  n")
      output.text.append(decimal: index)
      let (opening, closing): (StaticString, StaticString) =
        switch node.kind {
        case .entries: ("([", "])")
        case .declaration: ("[", "]")
        case .cause: ("{{", "}}")
        }
      output.text.append(opening)
      output.text.append(mermaidQuoted: node.label)
      output.text.append(closing)
      output.text.append("\n")
    }
    for edge in edges {
      output.text.append("  n")
      output.text.append(decimal: edge.from)
      output.text.append(" -->")
      if !edge.label.isEmpty {
        output.text.append("|")
        output.text.append(mermaidQuoted: [edge.label])
        output.text.append("|")
      }
      output.text.append(" n")
      output.text.append(decimal: edge.to)
      output.text.append("\n")
    }
  }
}

extension TextBuffer {
  /// Appends lines as a string of Graphviz, in which backslashes escape, and entities of HTML stand
  /// for characters.
  fileprivate mutating func append(dotQuoted lines: [String]) {
    append(character: "\"")
    for (index, line) in lines.enumerated() {
      if index != 0 { append(#"\n"#) }
      for byte in printable(line) {
        switch byte {
        case UInt8(ascii: "\""): append(#"\""#)
        case UInt8(ascii: "\\"): append(#"\\"#)
        case UInt8(ascii: "&"): append("&amp;")
        default: append(byte: byte)
        }
      }
    }
    append(character: "\"")
  }

  /// Appends lines as text of Mermaid, where quotation marks, `#`, backticks, tags and even words
  /// before a colon mean something within a string: such characters are written by their numbers.
  fileprivate mutating func append(mermaidQuoted lines: [String]) {
    append(character: "\"")
    for (index, line) in lines.enumerated() {
      if index != 0 { append("<br/>") }
      for byte in printable(line) {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
          append(byte: byte)
        case _ where " .,()_-/".utf8.contains(byte): append(byte: byte)
        default:
          append(character: "#")
          append(decimal: Int(byte))
          append(character: ";")
        }
      }
    }
    append(character: "\"")
  }
}
