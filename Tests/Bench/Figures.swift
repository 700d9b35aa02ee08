/// The medians of many runs of one command.
struct Figures {
  let wall: Double
  let user: Double
  let cpu: Double
  let peak: Double
  let output: Double

  init(_ runs: [Run]) {
    wall = median(runs.map(\.wall))
    user = median(runs.map(\.user))
    cpu = median(runs.map(\.cpu))
    peak = median(runs.map(\.peak))
    output = median(runs.map(\.output))
  }
}

/// Runs the commands in turn, over and over, so that what else the machine does falls on all of
/// them.
/// - Parameters:
///   - seconds: about how long this may take.
///   - rounds: as many at least and at most.
///   - warmsUp: whether a round comes first that does not count.
func measure(
  _ commands: [Command], seconds: Double = 5, rounds: ClosedRange<Int> = 5...100,
  warmsUp: Bool = true
) -> [Figures] {
  var runs = commands.map { _ in [Run]() }
  if warmsUp { for command in commands { _ = run(command) } }
  let start = now()
  for round in 0..<rounds.upperBound {
    if rounds.lowerBound <= round, seconds < now() - start { break }
    for (index, command) in commands.enumerated() { runs[index].append(run(command)) }
  }
  return runs.map(Figures.init)
}

private func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
