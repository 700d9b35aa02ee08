import Diagnostics

/// What pictures show of a trace: the ways of the entries, folded by type, as far as there is room
/// for them.
struct TracePicture {
  struct Node {
    enum Kind { case entries, declaration, cause }

    let kind: Kind
    /// One on each line.
    let label: [String]
    /// What stands for one name more in the label; empty for none.
    var names: [String] = []
  }

  struct Edge: Hashable {
    /// By index in `nodes`, as the next.
    let from: Int
    let to: Int
    /// The kind of the hop; empty where a declaration holds a cause.
    let label: String
    /// Whether it opens ways that an older state of the code does not have.
    let isNew: Bool
    /// Whether it is of the nearest way to the first cause, of several ways.
    var isNear = false
  }

  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []
  /// What the picture shows, and what it leaves out.
  private(set) var title = ""
  /// One for each entry and cause.
  private(set) var wayCount = 0
  private(set) var leftOutCount = 0
  /// By cause: how many others of its declaration it stands for.
  private var moreCounts: [Int: Int] = [:]
  /// What paths are written from; nil for paths as they are printed.
  private let root: ReportRoot?

  /// What makes two declarations one node.
  private enum Key: Hashable {
    case entries(of: String)
    /// Those of one name in several files differ, as far as the file is known.
    case declaration(String, in: FilePath?)
    case cause(Int)
  }

  /// A cause with all ways to it.
  private struct Goal {
    let cause: Int
    /// How many others of its declaration it stands for.
    var moreCount = 0
    /// Nil where the picture does not mark it.
    var news: TraceNews?
    let ways: [(entry: Int, path: [TraceHop])]
  }

  /// A way from entries to a cause.
  private struct Way {
    /// The name of their group.
    var start = ""
    /// What follows it.
    var steps: [Key] = []
    /// By hop.
    var labels: [String] = []
    /// By index of a label; nil for none.
    var newHop: Int?
    /// Each by index in the report.
    var entries: [Int]
    let cause: Int

    var keys: [Key] { [.entries(of: start)] + steps }
  }

  /// Each place that is reached is a box.
  init(_ report: TraceReport) {
    root = nil
    let goals = report.byCause.flatMap { block in
      block.causes.map { Goal(cause: $0, ways: block.ways) }
    }
    let groups = EntryGroups(report.entries.indices, in: report, below: root)
    let ways = Self.inOrder(Self.ways(goals, report), groups)
    let shown = add(ways, report, groups, largest: largestPicture)
    title = Self.title(
      report, isFolded: groups.all.contains { 1 < $0.entries.count },
      ways: (wayCount, leftOutCount),
      left: (report.entries.count - shown.entries, report.causes.count - shown.causes))
  }

  /// Each block is a box; so are types of which the same ways lead to all of them.
  /// - Parameter largest: in boxes; one way is shown even if it has more.
  init(_ blocks: [CauseBlock], of report: TraceReport, largest: Int, below root: ReportRoot) {
    self.root = root
    let goals = blocks.map {
      Goal(
        cause: $0.causes[0], moreCount: $0.causes.count - 1, news: $0.news, ways: $0.ways)
    }
    var groups = EntryGroups(
      Set(blocks.flatMap { $0.ways.map(\.entry) }).sorted(), in: report, below: root)
    let ways = Self.ways(goals, report)
    var ends: [String: Set<[Key]>] = [:]
    for way in ways.joined() {
      ends[groups.name(of: way.entries[0]), default: []].insert(way.steps)
    }
    groups.merge { ends[$0] }
    for goal in goals { moreCounts[goal.cause] = goal.moreCount }
    let order = Self.inOrder(ways, groups, widestFirst: true)
    _ = add(
      order, report, groups, largest: largest, marksFirst: goals.count == 1 && 1 < order.count)
  }

  /// - Returns: how many entries and causes are shown.
  private mutating func add(
    _ ways: [Way], _ report: TraceReport, _ groups: EntryGroups, largest: Int,
    marksFirst: Bool = false
  ) -> (entries: Int, causes: Int) {
    var numbers: [Key: Int] = [:]
    var shownEntries: Set<Int> = []
    var shownCauses: Set<Int> = []
    var knownEdges: Set<Edge> = []
    var shownWayCount = 0
    for way in ways {
      wayCount += way.entries.count
      let added = Set(way.keys.filter { numbers[$0] == nil }).count
      guard nodes.count + added <= (nodes.isEmpty ? largestPicture : largest) else {
        leftOutCount += way.entries.count
        continue
      }
      shownEntries.formUnion(way.entries)
      shownCauses.insert(way.cause)
      for key in way.keys where numbers[key] == nil {
        numbers[key] = nodes.count
        nodes.append(node(key, report, groups))
      }
      for (index, label) in way.labels.enumerated() {
        let edge = Edge(
          from: numbers[way.keys[index]]!, to: numbers[way.keys[index + 1]]!, label: label,
          isNew: way.newHop == index)
        if edge.from != edge.to, knownEdges.insert(edge).inserted { edges.append(edge) }
      }
      if marksFirst, shownWayCount == 0 {
        for index in edges.indices { edges[index].isNear = true }
      }
      shownWayCount += 1
    }
    return (shownEntries.count, shownCauses.count)
  }

  /// - Returns: by goal, one for each entry.
  private static func ways(_ goals: [Goal], _ report: TraceReport) -> [[Way]] {
    let files = filesOfDeclarations(goals.map { ($0.cause, $0.ways) }, report)
    return goals.map { goal in
      goal.ways.map { entry, path in way(entry, path, to: goal, report, files) }
    }
  }

  /// First the nearest entries of every cause, then the next ones: each cause is to be seen. The
  /// same way of a group's entries is one.
  /// - Parameter widestFirst: whether the next ones are the ways of the most entries.
  private static func inOrder(
    _ waysByGoal: [[Way]], _ groups: EntryGroups, widestFirst: Bool = false
  ) -> [Way] {
    var waysByRank: [[Way]] = []
    for all in waysByGoal {
      var numbers: [[Key]: Int] = [:]
      var ways: [Way] = []
      for var way in all {
        way.start = groups.name(of: way.entries[0])
        if let number = numbers[way.keys] {
          ways[number].entries += way.entries
        } else {
          numbers[way.keys] = ways.count
          ways.append(way)
        }
      }
      if widestFirst {
        // Of ways of equally many entries, the nearer one comes first.
        let order = ways.indices.dropFirst()
          .sorted { (ways[$1].entries.count, $0) < (ways[$0].entries.count, $1) }
        ways = ways.prefix(1) + order.map { ways[$0] }
      }
      for (rank, way) in ways.enumerated() {
        if rank == waysByRank.count { waysByRank.append([]) }
        waysByRank[rank].append(way)
      }
    }
    return waysByRank.flatMap { $0 }
  }

  private static func way(
    _ entry: Int, _ path: [TraceHop], to goal: Goal, _ report: TraceReport,
    _ files: [String: FilePath?]
  ) -> Way {
    let cause = goal.cause
    var way = Way(entries: [entry], cause: cause)
    if let news = goal.news {
      way.newHop = news.how == nil ? path.count : path.firstIndex { news.opens($0) }
    }
    for (index, hop) in path.enumerated() {
      let file =
        index + 1 < path.count
        ? path[index + 1].ownFile : report.causes[cause].place.path
      way.steps.append(
        .declaration(hop.calleeInPictures, in: file ?? files[hop.calleeInPictures] ?? nil))
      way.labels.append(hop.label)
    }
    way.steps.append(.cause(cause))
    way.labels.append("")
    return way
  }

  private func node(_ key: Key, _ report: TraceReport, _ groups: EntryGroups) -> Node {
    switch key {
    case .entries(let name):
      let group = groups.group(named: name)
      let entries = group.entries.map { report.entries[$0] }
      if entries.count == 1 { return Node(kind: .entries, label: [entries[0].name]) }
      let count = countWords(entries.map(\.kind)) ?? ""
      let more = group.names.count - 1
      if more == 0 { return Node(kind: .entries, label: [name, count]) }
      return Node(
        kind: .entries, label: [name, "and \(more) more: \(count)"], names: group.names)
    case .declaration(let name, _): return Node(kind: .declaration, label: [name])
    case .cause(let index):
      let cause = report.causes[index]
      let place = "\(words(for: cause.place.path, below: root)):\(cause.place.line)"
      let more = moreCounts[index] ?? 0
      return Node(
        kind: .cause,
        label: [cause.key.tokens, place]
          + (more == 0 ? [] : ["and \(counted(more, "more place"))"]))
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
    var title = "\(entries) can reach \(counted(report.causes.count, "place"))"
    if isFolded { title += "; those of a type are one box" }
    if ways.left != 0 {
      title += "; \(grouped(ways.left)) of \(counted(ways.count, "way")) are left out"
      title += ", as the picture would have more than \(largestPicture) boxes"
    }
    let missing = [
      left.entries == 0 ? nil : countWords(Array(kinds.prefix(left.entries))),
      left.causes == 0 ? nil : counted(left.causes, "place"),
    ].compactMap { $0 }
    if !missing.isEmpty { title += "; not shown at all: \(missing.joined(separator: ", "))" }
    return title
  }
}

/// In nodes. What has more is no longer looked at.
private let largestPicture = 60

/// A path as a picture has it.
private func words(for path: FilePath, below root: ReportRoot?) -> String {
  (root?.path(of: path) ?? path).string
}

/// `FeedTests` of `FeedTests.showsToday()`; empty for a function outside of types.
func typeName(of name: String) -> Substring {
  let member = memberName(of: name)
  return name[..<member.startIndex].dropLast()
}

/// Which entries a picture shows as one.
private struct EntryGroups {
  struct Group {
    /// Of types, or of files for functions outside of types.
    var names: [String] = []
    /// By index in the report.
    var entries: [Int] = []
  }

  /// By entry: the first name of its group.
  private var namesByEntry: [Int: String] = [:]
  private var groups: [String: Group] = [:]

  /// Those of each type.
  init(_ entries: some Sequence<Int>, in report: TraceReport, below root: ReportRoot?) {
    for index in entries {
      let entry = report.entries[index]
      let type = typeName(of: entry.name)
      let name = type.isEmpty ? words(for: entry.place.path, below: root) : String(type)
      namesByEntry[index] = name
      groups[name, default: Group(names: [name])].entries.append(index)
    }
  }

  var all: some Sequence<Group> { groups.values }

  func name(of entry: Int) -> String { namesByEntry[entry] ?? "" }

  func group(named name: String) -> Group { groups[name] ?? Group() }

  /// Groups of which the same is said become one, which has the name of the one with the first
  /// entry.
  mutating func merge<Said: Hashable>(_ said: (String) -> Said) {
    var names: [Said: String] = [:]
    let order = groups.sorted { ($0.value.entries[0], $0.key) < ($1.value.entries[0], $1.key) }
    for (name, group) in order {
      let said = said(name)
      let first = names[said] ?? name
      names[said] = first
      if first == name { continue }
      groups[first]?.names += group.names
      groups[first]?.entries += group.entries
      groups[name] = nil
      for entry in group.entries { namesByEntry[entry] = first }
    }
  }
}

/// By name: the file of the only declaration that has it; nil if several files have one.
private func filesOfDeclarations(
  _ goals: [(cause: Int, ways: [(entry: Int, path: [TraceHop])])], _ report: TraceReport
) -> [String: FilePath?] {
  var files: [String: FilePath?] = [:]
  func add(_ name: String, _ file: FilePath?) {
    guard let file else { return }
    let known = files[name]
    files[name] = known == nil || known == .some(file) ? .some(file) : .some(nil)
  }
  for (cause, ways) in goals {
    for (_, path) in ways {
      for (hop, next) in zip(path, path.dropFirst()) {
        add(hop.calleeInPictures, next.ownFile)
      }
      if let last = path.last { add(last.calleeInPictures, report.causes[cause].place.path) }
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
