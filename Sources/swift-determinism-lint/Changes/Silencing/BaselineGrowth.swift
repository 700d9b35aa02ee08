import Comparison
import Diagnostics
import Reporters

/// What the baseline takes in that it did not hold.
func baselineGrowth(
  _ options: BaselineOptions, from old: Project, to new: Project
) throws(ProjectError) -> [Notice] {
  guard !options.isIgnored, let file = try BaselinePlace(options.named, in: new).read() else {
    return []
  }
  let known = try? BaselinePlace(options.named, in: old).read()
  let grown = grownEntries(of: file, since: known)
  guard let first = grown.first else { return [] }
  let counts = Dictionary(grouping: grown) { file.entries[$0].rule }.mapValues(\.count)
  let rules = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  let words = "the baseline holds \(counted(grown.count, "finding")) that it did not (\(rules))"
  return [Notice("baseline-grown", in: file.source, at: file.ranges[first].lowerBound, words)]
}
