import CallGraph
import Diagnostics
import Reporters

/// Turns the ways of a trace into a report: nodes become names, offsets become lines and columns.
package struct TraceReportBuilder {
  private let code: TracedCode
  private let search: TraceSearch
  /// The lines of a file, by its number, once a place in it was asked for.
  private var lines: [Int: LineTable] = [:]
  /// The hops made so far, since many ways share their last hops.
  private var hops: [HopKey: TraceHop] = [:]

  private struct HopKey: Hashable {
    let source, target, offset: Int
    let how: Hop
  }

  package init(_ code: TracedCode, _ search: TraceSearch) {
    (self.code, self.search) = (code, search)
  }

  /// - Parameter found: the causes reached by each entry.
  package mutating func report(of found: [ReachedCauses]) -> TraceReport {
    var isReached = [Bool](repeating: false, count: search.causes.count)
    for reached in found {
      for way in reached.ways { isReached[way.cause] = true }
    }
    var numbers = [Int](repeating: 0, count: isReached.count)
    var causes: [TraceReport.Cause] = []
    for index in isReached.indices where isReached[index] {
      numbers[index] = causes.count
      causes.append(cause(search.causes[index]))
    }
    var entries: [TraceReport.Entry] = []
    for (entry, reached) in zip(search.entries, found) where !reached.ways.isEmpty {
      let node = code.program.nodes[entry.node]
      let reaches = reached.ways.map {
        TraceReport.Reach(cause: numbers[$0.cause], path: path(of: $0.steps))
      }
      entries.append(
        TraceReport.Entry(
          entry.name, entry.kind, at: place(of: node.nameOffset, inFile: node.file),
          reaches: reaches))
    }
    var report = TraceReport(
      causes: causes, entries: entries, entryCount: search.entries.count,
      fileCount: code.files.count,
      notFollowed: code.program.notFollowed)
    report.allowedCount = found.count { $0.endsAtAllowed }
    return report
  }

  private mutating func cause(_ cause: TracedCode.Cause) -> TraceReport.Cause {
    let finding = cause.finding
    return TraceReport.Cause(
      finding.severity, cause.rule, finding.message,
      at: place(of: finding.range.lowerBound, inFile: cause.file), key: cause.key)
  }

  private mutating func path(of steps: [Search.Step]) -> [TraceHop] {
    zip(steps, steps.dropFirst()).map { hop(from: $0, to: $1) }
  }

  private mutating func hop(from source: Search.Step, to target: Search.Step) -> TraceHop {
    let key = HopKey(
      source: source.node, target: target.node, offset: target.offset, how: target.how)
    if let known = hops[key] { return known }
    let hop = hop(key)
    hops[key] = hop
    return hop
  }

  private mutating func hop(_ key: HopKey) -> TraceHop {
    let program = code.program
    let (source, target) = (program.nodes[key.source], program.nodes[key.target])
    return TraceHop(
      program.name(ofNode: key.source), key.how, program.name(ofNode: key.target),
      at: key.how.isWritten
        ? place(of: key.offset, inFile: source.file)
        : place(of: target.nameOffset, inFile: target.file),
      detail: program.detail(ofNode: key.target))
  }

  /// - Parameter offset: the offset from 0, in UTF-8 bytes.
  private mutating func place(of offset: Int, inFile file: Int) -> TraceReport.Place {
    let source = code.files[file].source
    let table = lines[file] ?? LineTable(source.bytes)
    lines[file] = table
    let location = table.location(of: offset)
    return TraceReport.Place(source.path, line: location.line, column: location.column)
  }
}
