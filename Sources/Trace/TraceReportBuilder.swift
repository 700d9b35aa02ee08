import CallGraph
import Diagnostics
import Pipeline
import Reporters

/// Turns the ways of a trace into a report: nodes become names, offsets become lines and columns.
package struct TraceReportBuilder {
  private let trace: Trace
  /// Whether long ways are cut short.
  private let shortens: Bool
  private var code: TracedCode { trace.code }
  private var search: TraceSearch { trace.search }
  /// The lines of a file, by its number, once a place in it was asked for.
  private var lines: [Int: LineTable] = [:]
  /// The hops made so far, since many ways share their last hops.
  private var hops: [HopKey: TraceHop] = [:]

  private struct HopKey: Hashable {
    let source, target, offset: Int
    let kind: HopKind
    let isInClosure: Bool
    let isInBranch: Bool
  }

  package init(_ trace: Trace, shortens: Bool) {
    (self.trace, self.shortens) = (trace, shortens)
  }

  package mutating func report() -> TraceReport {
    let found = trace.found
    var isReached = [Bool](repeating: false, count: search.causes.count)
    for way in found.lazy.flatMap(\.ways) { isReached[Int(way.cause)] = true }
    var numbers = [Int](repeating: 0, count: isReached.count)
    var causes: [TraceReport.Cause] = []
    for index in isReached.indices where isReached[index] {
      numbers[index] = causes.count
      causes.append(cause(search.causes[index]))
    }
    var entries: [TraceReport.Entry] = []
    for (entry, reached) in zip(search.entries, found)
    where !reached.ways.isEmpty || reached.hasFartherWays {
      let node = code.program.nodes[entry.node]
      let reaches = reached.ways.map {
        reach(
          numbers[Int($0.cause)], by: reached.steps.way(to: Int($0.step)),
          endsInBranch: $0.isInBranch)
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
    report.allowedCount = found.count(where: \.endsAtAllowed)
    report.seamCount = found.count(where: \.endsAtSeam)
    report.branchCount = found.count(where: \.endsInBranch)
    if !trace.reached.isEmpty {
      report.reached = isReached.indices.filter { isReached[$0] }.map { trace.reached[$0] }
    }
    return report
  }

  private mutating func cause(_ cause: TracedCode.Cause) -> TraceReport.Cause {
    let finding = cause.finding
    return TraceReport.Cause(
      finding.severity, cause.rule, finding.message,
      at: place(of: finding.range.lowerBound, inFile: cause.file), key: cause.key,
      in: CodeKind(of: code.files[cause.file].path))
  }

  private mutating func reach(
    _ cause: Int, by steps: [Search.Step], endsInBranch: Bool
  ) -> TraceReport.Reach {
    var hops = Array(zip(steps, steps.dropFirst()))
    let count = hops.count
    let most = TraceReport.Reach.maximumHops
    if shortens, most < count { hops = Array(hops.prefix(most / 2) + hops.suffix(most / 2)) }
    return TraceReport.Reach(
      cause: cause, path: hops.map { hop(from: $0, to: $1) }, endsInBranch: endsInBranch,
      branchCount: Int(steps[count].branchCount) + (endsInBranch ? 1 : 0),
      leftOutCount: count - hops.count)
  }

  private mutating func hop(from source: Search.Step, to target: Search.Step) -> TraceHop {
    let key = HopKey(
      source: source.node, target: target.node, offset: target.offset, kind: target.how,
      isInClosure: target.edge.isInClosure, isInBranch: source.branchCount < target.branchCount)
    if let known = hops[key] { return known }
    let hop = hop(key)
    hops[key] = hop
    return hop
  }

  private mutating func hop(_ key: HopKey) -> TraceHop {
    let program = code.program
    let (source, target) = (program.nodes[key.source], program.nodes[key.target])
    return TraceHop(
      program.name(ofNode: key.source), key.kind, program.name(ofNode: key.target),
      at: key.kind.isWritten
        ? place(of: key.offset, inFile: source.file)
        : place(of: target.nameOffset, inFile: target.file),
      detail: program.detail(ofNode: key.target), isInClosure: key.isInClosure,
      isInBranch: key.isInBranch)
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
