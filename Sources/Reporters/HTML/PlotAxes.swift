/// Where commits lie on the axis of time, in tenths of a unit of the picture.
struct TimeAxis {
  /// Of the commits, in seconds since 1970.
  let times: ClosedRange<Int>
  let hasWorkingTree: Bool
  /// Whether a commit is dated a day or more before one that it follows: then the dates say nothing
  /// of where the commits lie.
  let goesBack: Bool

  static let (left, right) = (480, 7000)
  /// How long the newest count is seen.
  private static let lastStep = 400

  /// - Parameter rows: the oldest first.
  init(_ rows: [FindingHistory.Row]) {
    let seconds = rows.compactMap(\.seconds)
    var latest = 0
    var goesBack = false
    for time in seconds {
      if time + Day.seconds <= latest { goesBack = true }
      latest = max(latest, time)
    }
    self.goesBack = goesBack
    times = (seconds.min() ?? 0)...latest
    hasWorkingTree = seconds.count < rows.count
  }

  /// By row. Commits of a single day are as far from each other as if they were made at regular
  /// times, and so are those whose dates go back.
  func xs(of rows: [FindingHistory.Row]) -> [Int] {
    let seconds = rows.compactMap(\.seconds)
    var latest = times.lowerBound
    let xs = seconds.enumerated().map { number, time in
      // A clock that is wrong by minutes leads nowhere back.
      latest = max(latest, time)
      return isEven ? TimeAxis.left + number * width / max(seconds.count - 1, 1) : x(of: latest)
    }
    return hasWorkingTree ? xs + [TimeAxis.right - TimeAxis.lastStep] : xs
  }

  /// Where the newest commit lies.
  var end: Int { TimeAxis.right - (hasWorkingTree ? 2 : 1) * TimeAxis.lastStep }

  /// Places with their words.
  var ticks: [(x: Int, label: String)] {
    if goesBack { return [] }
    return isEven
      ? [(TimeAxis.left, Day(ofSeconds: times.lowerBound).isoDate)]
      : timeTicks(times).map { (x(of: $0.seconds), $0.label) }
  }

  /// - Parameter seconds: of the range of times.
  private func x(of seconds: Int) -> Int {
    let span = max(times.upperBound - times.lowerBound, 1)
    return TimeAxis.left + (seconds - times.lowerBound) * width / span
  }

  private var isEven: Bool { goesBack || times.upperBound - times.lowerBound < Day.seconds }
  private var width: Int { end - TimeAxis.left }
}

/// A scale from 0 with round numbers.
struct CountScale: Equatable {
  let step: Int
  /// A multiple of the step; 1 or more.
  let end: Int

  init(upTo most: Int) {
    step = roundNumbers.first { most <= 5 * $0 }!
    end = max((most + step - 1) / step, 1) * step
  }
}

/// 1, 2, 5, 10, 20, 50 and so on.
private let roundNumbers = sequence(first: 1) {
  String($0).hasPrefix("2") ? $0 / 2 * 5 : 2 * $0
}

/// The beginnings of days, months or years, six at most.
/// - Parameter times: in seconds since 1970; a day long at least.
func timeTicks(_ times: ClosedRange<Int>) -> [(seconds: Int, label: String)] {
  let mostTicks = 6
  let (first, last) = (times.lowerBound, times.upperBound)
  /// Nil for more than there may be.
  func ticks(from start: Int, _ step: Int, _ tick: (Int) -> (Int, String)) -> [(Int, String)]? {
    var ticks: [(Int, String)] = []
    var number = (start / step) * step
    while ticks.count <= mostTicks {
      let (seconds, label) = tick(number)
      number += step
      if last < seconds { return ticks }
      if first <= seconds { ticks.append((seconds, label)) }
    }
    return nil
  }
  for step in [1, 2, 7, 14] {
    // A week begins on Monday; the first day of 1970 was a Thursday.
    let shift = step < 7 ? 0 : 4
    let found = ticks(from: max(first / Day.seconds - shift, 0), step) { number in
      let day = Day(number: number + shift)
      return (day.start, day.isoDate)
    }
    if let found { return found }
  }
  let (year, month, _) = Day(ofSeconds: first).date
  for step in [1, 2, 3, 6] {
    let found = ticks(from: 12 * year + month - 1, step) { number in
      let day = Day(year: number / 12, month: number % 12 + 1)
      return (day.start, String(day.isoDate.prefix(7)))
    }
    if let found { return found }
  }
  for step in roundNumbers {
    // A round year may lie before 1970, and none of its seconds is counted.
    let found = ticks(from: year, step) { year in
      (year < 1970 ? -1 : Day(year: year, month: 1).start, String(year))
    }
    if let found { return found }
  }
  return []
}
