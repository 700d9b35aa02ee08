import Diagnostics

/// A cause with the ways to it.
struct CauseBlock {
  /// The causes by index in `causes`: the first one, then others of the same rule in the same
  /// declaration, to which the same ways lead.
  fileprivate(set) var causes: [Int]
  /// The nearest entry first, each by index in `entries`.
  private(set) var ways: [(entry: Int, reach: TraceReport.Reach)] = []
  /// All entries that reach it.
  fileprivate(set) var reached = TraceReport.Reached()

  fileprivate init(_ cause: Int) { causes = [cause] }

  fileprivate mutating func append(_ reach: TraceReport.Reach, from entry: Int) {
    ways.append((entry, reach))
    reached.add(entry: entry)
  }

  fileprivate func key(in causes: [TraceReport.Cause]) -> Key {
    let cause = causes[self.causes[0]]
    return Key(
      rule: cause.rule, severity: cause.severity, file: cause.place.path, scope: cause.key.scope,
      nearest: ways[0].reach.path, endsInBranch: ways[0].reach.endsInBranch,
      entry: ways[0].entry, reached: reached)
  }

  /// A key that blocks share that are shown as one.
  fileprivate struct Key: Hashable {
    let rule: RuleReference
    let severity: Severity
    let file: FilePath
    let scope: String
    let nearest: [TraceHop]
    let endsInBranch: Bool
    let entry: Int
    let reached: TraceReport.Reached
  }

  fileprivate mutating func sort() {
    // Entries stay in the order of their places where ways are equally long.
    let order = ways.indices.sorted {
      let (left, right) = (ways[$0].reach, ways[$1].reach)
      return (left.branchCount, left.length, $0) < (right.branchCount, right.length, $1)
    }
    ways = order.map { ways[$0] }
  }
}

extension TraceReport {
  /// What tests do by themselves comes first, then product code, then what tests share; of these,
  /// the causes that most entries reach, and others in the order of their places. Causes of a rule
  /// in one declaration are one block if the same ways lead to them.
  var byCause: [CauseBlock] {
    var blocks: [CauseBlock] = []
    var numbers: [CauseBlock.Key: Int] = [:]
    for block in blocksOfCauses.sorted(by: { $0.causes[0] < $1.causes[0] }) {
      let key = block.key(in: causes)
      if let number = numbers[key] {
        blocks[number].causes += block.causes
      } else {
        numbers[key] = blocks.count
        blocks.append(block)
      }
    }
    return blocks.indices.sorted { left, right in
      (rank(of: blocks[left]), blocks[right].reached.count, left)
        < (rank(of: blocks[right]), blocks[left].reached.count, right)
    }.map { blocks[$0] }
  }

  private func rank(of block: CauseBlock) -> Int {
    let nearest = block.ways[0]
    if nearest.reach.length == 0, entries[nearest.entry].kind == .test { return 0 }
    return causes[block.causes[0]].code == .product ? 1 : 2
  }

  private var blocksOfCauses: [CauseBlock] {
    var blocks: [CauseBlock] = []
    var numbers: [Int: Int] = [:]
    for (index, entry) in entries.enumerated() {
      for reach in entry.reaches {
        let number = numbers[reach.cause] ?? blocks.count
        if number == blocks.count {
          numbers[reach.cause] = number
          blocks.append(CauseBlock(reach.cause))
        }
        blocks[number].append(reach, from: index)
      }
    }
    for index in blocks.indices {
      blocks[index].sort()
      if !reached.isEmpty { blocks[index].reached = reached[blocks[index].causes[0]] }
    }
    return blocks
  }
}

/// A line of a format for people about a place: the finding, or a note that belongs to it.
struct TraceLine {
  var label: AnnotationLabel
  var place: TraceReport.Place
  var message: String
  /// The rule of a finding; nil for a note.
  var rule: RuleReference?

  /// - Parameter location: the location of the place.
  func annotation(at location: SourceLocation) -> Annotation {
    Annotation(label: label, location: location, message: message, rule: rule)
  }

  /// The annotation without an offset, which a header does not need.
  var annotation: Annotation {
    annotation(at: SourceLocation(line: place.line, column: place.column, offset: 0))
  }
}

extension TraceReport {
  /// The finding; the way to it from the nearest entry, from the cause outward; and how many others
  /// there are, or where each of them sets out.
  func lines(of block: CauseBlock, listsAll: Bool) -> [TraceLine] {
    guard let nearest = block.ways.first else { return [] }
    let reach = nearest.reach.shortened
    var way = notes(of: reach.path, from: entries[nearest.entry])
    if 0 < reach.leftOutCount {
      way[way.count / 2].message += "; \(counted(reach.leftOutCount, "step")) before it not shown"
    }
    var lines = uses(of: block, listsAll: listsAll) + way.reversed()
    lines[0].message += reach.endClause
    let more = block.reached.count - 1
    if listsAll {
      let others = block.ways.dropFirst()
      lines += others.map { way in
        var line = note(of: way.reach.path.first, from: entries[way.entry])
        let isSaid = way.reach.path.first?.isInBranch ?? false
        if way.reach.isInBranch, !isSaid { line.message += "; this way is in a branch" }
        return line
      }
    } else if 0 < more {
      let words = counted(more, "more " + entries[nearest.entry].kind.noun)
      lines[lines.count - 1].message += "; \(words) can reach it ('--all' lists them)"
    }
    return lines
  }

  /// The first use, and how many there are beside it, or where each of them is.
  func uses(of block: CauseBlock, listsAll: Bool) -> [TraceLine] {
    var lines = (listsAll ? block.causes : [block.causes[0]]).map { index in
      let cause = causes[index]
      return TraceLine(
        label: AnnotationLabel(cause.severity), place: cause.place, message: cause.message,
        rule: cause.rule)
    }
    let more = block.causes.count - lines.count
    if 0 < more {
      let scope = causes[block.causes[0]].key.scope
      lines[0].message += "; \(counted(more, "more place")) in "
      lines[0].message += scope.isEmpty ? "this file" : "'\(withFewLabels(scope))'"
    }
    return lines
  }

  /// A note for each hop of a way, from the entry to the cause; one for a way without any.
  func notes(of path: [TraceHop], from entry: Entry) -> [TraceLine] {
    [note(of: path.first, from: entry)]
      + path.dropFirst().map { note($0.place, $0.phrase(from: $0.name, isOnly: isOnly)) }
  }

  /// - Parameter hop: the first hop of the way; nil if the cause lies in the entry.
  private func note(of hop: TraceHop?, from entry: Entry) -> TraceLine {
    guard let hop else {
      return note(entry.place, "'\(withFewLabels(entry.name))' does this by itself")
    }
    // A test that a class inherits has a name of its own, and the code of its superclass.
    return note(hop.place, hop.phrase(from: entry.name, isOnly: isOnly))
  }

  /// Whether one entry alone was traced.
  private var isOnly: Bool { entryCount == 1 }

  private func note(_ place: Place, _ message: String) -> TraceLine {
    TraceLine(label: .note, place: place, message: message, rule: nil)
  }
}

extension TraceHop {
  /// The phrase of a note at the place of the hop.
  /// - Parameters:
  ///   - name: the name of the code that leads on.
  ///   - isOnly: whether it is the only one that was traced.
  func phrase(from name: String, isOnly: Bool) -> String {
    let (name, callee) = (withFewLabels(name), withFewLabels(callee))
    let here = surroundings.map { "here, \($0)" } ?? "here"
    return switch kind {
    case .calls, .reads, .writes, .passes, .implements, .overrides:
      "\(kind.phrase(from: name, to: callee)) \(here)"
    case .defaultArgument:
      "'\(name)' uses the default argument \(detail.map { "'\($0):' " } ?? "")of "
        + "'\(callee)' \(here)"
    case .initialValue: "'\(name)' computes the initial value of '\(callee)' \(here)"
    case .runsAround:
      (detail == nil
        ? "'\(callee)' runs \(momentWord)" : "the initial value of '\(callee)' is computed before")
        + (isOnly ? " '\(name)'" : " each test, such as '\(name)'")
    }
  }

  /// The words for the place of the call, such as `in a closure`; nil for any other.
  private var surroundings: String? {
    if isOnce { return "if nothing did before" }
    return Reporters.surroundings(closure: isInClosure, branch: isInBranch)
  }

  /// The label of an arrow, which leads to the callee: an arrow goes from a requirement to its
  /// implementation.
  var label: String {
    switch kind {
    case .implements: "implemented by"
    case .overrides: "overridden by"
    case .runsAround: "runs \(momentWord) each test"
    case .calls, .reads, .writes, .passes, .defaultArgument, .initialValue:
      kind.rawValue + (surroundings.map { " \($0)" } ?? "")
    }
  }

  /// The word for when a test framework runs the callee.
  private var momentWord: String {
    let member = memberName(of: callee)
    if member.hasPrefix("tearDown") { return "after" }
    return member.hasPrefix("invokeTest") ? "around" : "before"
  }
}

extension TraceReport.Reach {
  /// The clause of the cause's message about where it is.
  var endClause: String { endsInBranch ? "; this is in a branch" : "" }
}

/// The words for a place in a closure or branch; nil for any other.
package func surroundings(closure: Bool, branch: Bool) -> String? {
  switch (closure, branch) {
  case (true, true): "in a closure and a branch"
  case (true, false): "in a closure"
  case (false, true): "in a branch"
  case (false, false): nil
  }
}

/// A name with so many of its argument labels as a line has room for.
package func withFewLabels(_ name: String) -> String {
  let bytes = name.utf8
  guard let open = bytes.firstIndex(of: UInt8(ascii: "(")) else { return name }
  let colons = bytes[open...].indices.filter { bytes[$0] == UInt8(ascii: ":") }
  return colons.count <= 20 ? name : name[...colons[19]] + "…)"
}

/// The last part of a name: `tearDown()` of `FeedTests.tearDown()`.
package func memberName(of name: String) -> Substring {
  // A label or an operator may be behind the last period of the path.
  let end = name.firstIndex(of: "(") ?? name.endIndex
  let period = name[..<end].lastIndex(of: ".")
  return period.map { name[name.index(after: $0)...] } ?? name[...]
}

/// The count in words, e.g. `13 more tests`; nil for none.
/// - Parameters:
///   - kinds: the kinds, one for each entry.
///   - more: whether they come on top of others.
func countText(_ kinds: [TraceReport.EntryKind], more: Bool = false) -> String? {
  kinds.isEmpty ? nil : counted(kinds.count, (more ? "more " : "") + noun(of: kinds))
}

/// The noun for one of them.
func noun(of kinds: [TraceReport.EntryKind]) -> String {
  guard let kind = kinds.first, kinds.allSatisfy({ $0 == kind }) else { return "function" }
  return kind.noun
}

extension TraceReport.EntryKind {
  /// The noun for one.
  package var noun: String {
    switch self {
    case .test: "test"
    case .sample: "sample"
    case .preview: "preview"
    case .function, .scope: "function"
    }
  }
}
