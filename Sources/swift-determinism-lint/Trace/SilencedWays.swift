import CallGraph
import Diagnostics
import Reporters
import Rules
import Workspace

/// A use that a rule bans, wherever two states of the settings have its files.
struct PlacedCause: Hashable {
  let path: FilePath
  let offset: Int
  let rule: String
}

extension TracedCode {
  func placed(_ cause: Cause) -> PlacedCause {
    PlacedCause(
      path: files[cause.file].path, offset: cause.finding.range.lowerBound, rule: cause.rule.id)
  }
}

/// A way that two states of the settings may both have.
private struct PlacedWay: Hashable {
  let entry: String
  let path: FilePath
  let cause: PlacedCause
}

extension Trace {
  private func placed(_ way: ReachedCauses.Way, from entry: TracedEntry) -> PlacedWay {
    PlacedWay(
      entry: entry.name, path: code.files[code.program.nodes[entry.node].file].path,
      cause: code.placed(search.causes[way.cause]))
  }

  private var placedCauses: [PlacedCause: TracedCode.Cause] {
    Dictionary(search.causes.map { (code.placed($0), $0) }, uniquingKeysWith: { $1 })
  }

  /// What these settings allow, or where a trace by them ends, that another trace reaches.
  func ended(before other: Trace) -> Set<PlacedCause> {
    let reached = Set(reachedByFile.values.joined())
    let others = other.placedCauses
    let ended = search.causes.indices.filter { !reached.contains($0) }.map { search.causes[$0] }
      .filter { cause in
        let other = others[code.placed(cause)]
        return other.map { cause.isAllowed && !$0.isAllowed || cause.trace != $0.trace } ?? false
      }
    return Set(ended.map(code.placed))
  }

  /// The ways that newer settings do not have, by what lets them be.
  /// - Parameter newer: nil where those have nothing to trace.
  func silencedWays(by newer: Trace?, _ reasons: SilencingReasons) -> [Notice] {
    var known: Set<PlacedWay> = []
    for (entry, reached) in zip(newer?.search.entries ?? [], newer?.found ?? []) {
      known.formUnion(reached.ways.map { newer!.placed($0, from: entry) })
    }
    let newCauses = newer?.placedCauses ?? [:]
    for file in code.files { reasons.add(file.source.path) }
    reasons.linter.ruleSets.addFolders()
    let leftOut = code.files.map { reasons.wordsForLeftOut($0.source.path) }
    var ofCauses: [Int: (place: SourceLocation, words: String)] = [:]
    var tally = SilencedTally()
    for (entry, reached) in zip(search.entries, found) {
      for way in reached.ways where !known.contains(placed(way, from: entry)) {
        let cause = search.causes[way.cause]
        let source = code.files[cause.file].source
        let file = way.steps.lazy.map { code.program.nodes[$0.node].file }.first {
          leftOut[$0] != nil
        }
        if ofCauses[way.cause] == nil {
          ofCauses[way.cause] = (
            LineTable(source.bytes).location(of: cause.finding.range.lowerBound),
            words(for: cause, newCauses[code.placed(cause)], reasons)
          )
        }
        let (place, words) = ofCauses[way.cause]!
        let reason = file.map { "\(leftOut[$0]!): '\(code.files[$0].source.path.string)'" } ?? words
        let start = "'\(entry.name)' can reach this '\(cause.key.tokens)'"
        tally.add(
          Notice("way-silenced", in: source.path, at: place, "\(start); \(reason)"), reason)
      }
    }
    return tally.notices
  }

  /// - Parameter newCause: nil if the newer settings do not find it.
  private func words(
    for cause: TracedCode.Cause, _ newCause: TracedCode.Cause?, _ reasons: SilencingReasons
  ) -> String {
    let source = code.files[cause.file].source
    guard let newCause, !newCause.isAllowed else {
      return reasons.explanation(of: source, using: LintMemory())?.outcome(of: cause.finding)
        ?? "the new settings have a mistake"
    }
    return reasons.words(forTracesOf: cause.rule.id, in: source, since: cause.trace)
      ?? "'\(cause.rule.id)' is traced from other code"
  }
}
