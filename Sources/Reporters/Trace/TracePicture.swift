import Diagnostics

/// The ways of a trace as a picture, in the language of Graphviz or of Mermaid: entries are folded
/// by type, as far as there is room for them.
struct TracePicture {
  /// A box.
  private enum Node: Hashable {
    /// The entries of a type, or of a file for functions outside of types.
    case entries(of: String)
    /// A declaration; those of one name in several files differ, as far as the file is known.
    case declaration(String, in: FilePath?)
    case cause(Int)
  }

  private struct Edge: Hashable {
    let from: Int
    let to: Int
    /// The kind of the hop; empty where a declaration holds a cause.
    let label: String
  }

  /// A way from entries to a cause, all of them by index in the report.
  private struct Way {
    let nodes: [Node]
    /// The labels by hop, and an empty one.
    let labels: [String]
    var entries: [Int]
    let cause: Int
  }

  private let report: TraceReport
  private var nodes: [Node] = []
  private var edges: [Edge] = []
  private var title = "nothing here can reach a banned API"
  /// The entries by the name of their box.
  private let groups: [String: [Int]]

  init(_ report: TraceReport) {
    self.report = report
    groups = Dictionary(grouping: report.entries.indices) { report.entries[$0].group }
    var numbers: [Node: Int] = [:]
    var known: Set<Edge> = []
    var (entries, causes): (Set<Int>, Set<Int>) = ([], [])
    var leftOutCount = 0
    for way in ways() {
      let added = Set(way.nodes.filter { numbers[$0] == nil }).count
      guard nodes.count + added <= largestPicture else {
        leftOutCount += way.entries.count
        continue
      }
      entries.formUnion(way.entries)
      causes.insert(way.cause)
      for node in way.nodes where numbers[node] == nil {
        numbers[node] = nodes.count
        nodes.append(node)
      }
      for (label, ends) in zip(way.labels, zip(way.nodes, way.nodes.dropFirst())) {
        let edge = Edge(from: numbers[ends.0]!, to: numbers[ends.1]!, label: label)
        if edge.from != edge.to, known.insert(edge).inserted { edges.append(edge) }
      }
    }
    describe(leftOutCount, entries.count, causes.count)
  }

  /// First the nearest entries of every cause, then the next ones: each cause is to be seen. The
  /// same way of a group's entries is one.
  private func ways() -> [Way] {
    let files = filesOfDeclarations()
    var byRank: [[Way]] = []
    for block in report.byCause {
      for cause in block.causes {
        var numbers: [[Node]: Int] = [:]
        var ways: [Way] = []
        for (entry, reach) in block.ways {
          let way = way(from: entry, reach.path, to: cause, files)
          if let number = numbers[way.nodes] {
            ways[number].entries.append(entry)
          } else {
            numbers[way.nodes] = ways.count
            ways.append(way)
          }
        }
        for (rank, way) in ways.enumerated() {
          if rank == byRank.count { byRank.append([]) }
          byRank[rank].append(way)
        }
      }
    }
    return byRank.flatMap { $0 }
  }

  private func way(
    from entry: Int, _ path: [TraceHop], to cause: Int, _ files: [String: FilePath?]
  ) -> Way {
    let own = path.dropFirst().map(\.ownFile) + [report.causes[cause].place.path]
    let declarations = zip(path, own).map { hop, file in
      Node.declaration(hop.calleeInPictures, in: file ?? files[hop.calleeInPictures] ?? nil)
    }
    return Way(
      nodes: [.entries(of: report.entries[entry].group)] + declarations + [.cause(cause)],
      labels: path.map(\.label) + [""], entries: [entry], cause: cause)
  }

  /// The files by name: that of the only declaration that has it; nil if several files have one.
  private func filesOfDeclarations() -> [String: FilePath?] {
    var files: [String: FilePath?] = [:]
    for reach in report.entries.flatMap(\.reaches) {
      let own = reach.path.dropFirst().map(\.ownFile) + [report.causes[reach.cause].place.path]
      for (hop, file) in zip(reach.path, own) {
        guard let file else { continue }
        let known = files[hop.calleeInPictures, default: file]
        files[hop.calleeInPictures] = .some(known == file ? file : nil)
      }
    }
    return files
  }

  /// Says which part of the trace the picture shows, and which part it leaves out.
  private mutating func describe(_ leftOutCount: Int, _ entryCount: Int, _ causeCount: Int) {
    let kinds = report.entries.map(\.kind)
    guard let entries = countText(kinds) else { return }
    title = "\(entries) can reach \(counted(report.causes.count, "place"))"
    if groups.values.contains(where: { 1 < $0.count }) { title += "; those of a type are one box" }
    if leftOutCount != 0 {
      let ways = counted(report.entries.reduce(0) { $0 + $1.reaches.count }, "way")
      title += "; \(grouped(leftOutCount)) of \(ways) are left out"
      title += ", as the picture would have more than \(largestPicture) boxes"
    }
    let (left, missing) = (kinds.count - entryCount, report.causes.count - causeCount)
    let places = missing == 0 ? nil : counted(missing, "place")
    let words = [countText(Array(kinds.prefix(left))), places].compactMap { $0 }
    if !words.isEmpty { title += "; not shown at all: \(words.joined(separator: ", "))" }
  }

  private func label(of node: Node) -> [String] {
    switch node {
    case .entries(let name):
      let entries = (groups[name] ?? []).map { report.entries[$0] }
      return entries.count == 1 ? [entries[0].name] : [name, countText(entries.map(\.kind)) ?? ""]
    case .declaration(let name, _): return [name]
    case .cause(let index):
      let cause = report.causes[index]
      return [cause.key.tokens, "\(cause.place.path.string):\(cause.place.line)"]
    }
  }

  /// - Parameter isDot: whether it is for Graphviz, rather than a flowchart of Mermaid.
  func write(isDot: Bool, to output: inout ReportText) {
    func quoted(_ lines: [String]) -> String {
      let lines = lines.map { isDot ? dotEscaped($0) : mermaidEscaped($0) }
      return "\"\(lines.joined(separator: isDot ? #"\n"# : "<br/>"))\""
    }
    output.text.append(
      string: isDot
        ? "digraph trace {\n  label=\(quoted([title]));\n  labelloc=t;\n  rankdir=LR;\n"
          + "  node [shape=box];\n"
        : "---\ntitle: \"\(title)\"\n---\nflowchart LR\n")
    for (number, node) in nodes.enumerated() {
      let (shape, opening, closing) =
        switch node {
        case .entries: (", style=rounded", "([", "])")
        case .declaration: ("", "[", "]")
        case .cause: (", shape=octagon", "{{", "}}")
        }
      let label = quoted(label(of: node))
      output.text.append(
        string: "  n\(number)"
          + (isDot ? " [label=\(label)\(shape)];\n" : "\(opening)\(label)\(closing)\n"))
    }
    for edge in edges {
      let label = edge.label.isEmpty ? "" : quoted([edge.label])
      let ending = isDot ? " -> n\(edge.to)" : " -->"
      let dot = label.isEmpty ? ";\n" : " [label=\(label)];\n"
      let mermaid = (label.isEmpty ? "" : "|\(label)|") + " n\(edge.to)\n"
      output.text.append(string: "  n\(edge.from)\(ending)\(isDot ? dot : mermaid)")
    }
    if isDot { output.text.append("}\n") }
  }
}

/// The largest picture, in nodes. A larger one is no longer looked at.
private let largestPicture = 60

extension TraceReport.Entry {
  /// The name of the box that it is in: `FeedTests` of `FeedTests.showsToday()`.
  fileprivate var group: String {
    let type = name[..<memberName(of: name).startIndex].dropLast()
    return type.isEmpty ? place.path.string : String(type)
  }
}

extension TraceHop {
  /// The file that `name` is declared in; nil if the place does not tell.
  fileprivate var ownFile: FilePath? { kind.isWritten ? place.path : nil }

  fileprivate var calleeInPictures: String {
    guard kind == .defaultArgument, let detail else { return callee }
    return "\(detail): of \(callee)"
  }
}

/// The text in a string of Graphviz: backslashes escape, entities of HTML stand for characters.
private func dotEscaped(_ line: String) -> String {
  escaped(line) { byte in
    switch byte {
    case UInt8(ascii: "\""): #"\""#
    case UInt8(ascii: "\\"): #"\\"#
    case UInt8(ascii: "&"): "&amp;"
    default: nil
    }
  }
}

/// The line for a text of Mermaid, in which quotation marks, `#`, backticks, tags and even words
/// before a colon mean something: such characters are written by their numbers.
private func mermaidEscaped(_ line: String) -> String {
  escaped(line) { byte in
    let isPlain =
      0x80 <= byte || Unicode.Scalar(byte).properties.isAlphabetic
      || "0123456789 .,()_-/".utf8.contains(byte)
    return isPlain ? nil : "#\(byte);"
  }
}

/// - Parameter escape: returns the text that stands for a byte; nil for the byte itself.
private func escaped(_ line: String, _ escape: (UInt8) -> String?) -> String {
  let bytes = printable(line).flatMap { byte in escape(byte).map { Array($0.utf8) } ?? [byte] }
  return String(decoding: bytes, as: UTF8.self)
}
