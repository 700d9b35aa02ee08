/// Where commits lie on the axis of time, in tenths of a unit of the picture.
struct TimeAxis {
  /// Of the commits, in seconds since 1970.
  let times: ClosedRange<Int>
  let hasWorkingTree: Bool

  static let (left, right) = (480, 7000)
  /// How long the newest count is seen.
  private static let lastStep = 400

  /// - Parameter rows: the oldest first.
  init(_ rows: [FindingHistory.Row]) {
    let seconds = TimeAxis.seconds(of: rows)
    times = (seconds.first ?? 0)...(seconds.last ?? 0)
    hasWorkingTree = seconds.count < rows.count
  }

  /// By row. Commits of a single day are as far from each other as if they were made at regular
  /// times.
  func places(of rows: [FindingHistory.Row]) -> [Int] {
    let seconds = TimeAxis.seconds(of: rows)
    let places =
      isOfOneDay
      ? seconds.indices.map { TimeAxis.left + $0 * width / max(seconds.count - 1, 1) }
      : seconds.map(place)
    return hasWorkingTree ? places + [TimeAxis.right - TimeAxis.lastStep] : places
  }

  /// - Parameter seconds: of the range of times.
  func place(of seconds: Int) -> Int {
    let span = max(times.upperBound - times.lowerBound, 1)
    return TimeAxis.left + (seconds - times.lowerBound) * width / span
  }

  /// Where the newest commit lies.
  var end: Int { TimeAxis.right - (hasWorkingTree ? 2 : 1) * TimeAxis.lastStep }

  /// Places with their words.
  var ticks: [(seconds: Int, label: String)] {
    isOfOneDay
      ? [(times.lowerBound, Day(ofSeconds: times.lowerBound).isoDate)] : timeTicks(times)
  }

  private var isOfOneDay: Bool { times.upperBound - times.lowerBound < Day.seconds }
  private var width: Int { end - TimeAxis.left }

  /// Those of the commits. If a clock was wrong, what follows is not earlier all the same.
  private static func seconds(of rows: [FindingHistory.Row]) -> [Int] {
    var latest = 0
    return rows.compactMap { row in
      guard case .commit(_, let seconds) = row.origin else { return nil }
      latest = max(latest, seconds)
      return latest
    }
  }
}

/// A scale from 0 with round numbers.
struct CountScale: Equatable {
  let step: Int
  /// A multiple of the step; 1 or more.
  let end: Int

  init(upTo most: Int) {
    var (digit, power) = (1, 1)
    while 5 * digit * power < most {
      (digit, power) = digit == 5 ? (1, 10 * power) : (digit == 1 ? 2 : 5, power)
    }
    step = digit * power
    end = max((most + step - 1) / step, 1) * step
  }
}

/// The beginnings of days, months or years, six at most.
/// - Parameter times: in seconds since 1970; a day long at least.
func timeTicks(_ times: ClosedRange<Int>) -> [(seconds: Int, label: String)] {
  let mostTicks = 6
  let (first, last) = (times.lowerBound, times.upperBound)
  func ticks(from start: Int, _ step: Int, _ tick: (Int) -> (Int, String)) -> [(Int, String)] {
    var ticks: [(Int, String)] = []
    var number = (start / step) * step
    while ticks.count <= mostTicks {
      let (seconds, label) = tick(number)
      number += step
      if last < seconds { break }
      if first <= seconds { ticks.append((seconds, label)) }
    }
    return ticks
  }
  let (year, month, _) = Day(ofSeconds: first).date
  for step in [1, 2, 7, 14] {
    // A week begins on Monday; the first day of 1970 was a Thursday.
    let shift = step < 7 ? 0 : 4
    let found = ticks(from: max(first / Day.seconds - shift, 0), step) { number in
      let day = Day(number: number + shift)
      return (day.start, day.isoDate)
    }
    if found.count <= mostTicks { return found }
  }
  for step in [1, 2, 3, 6] {
    let found = ticks(from: 12 * year + month - 1, step) { number in
      let day = Day(year: number / 12, month: number % 12 + 1)
      return (day.start, String(day.isoDate.prefix(7)))
    }
    if found.count <= mostTicks { return found }
  }
  var step = 1
  while true {
    let found = ticks(from: year, step) { year in
      (Day(year: max(year, 1970), month: 1).start, String(year))
    }
    if found.count <= mostTicks { return found }
    step = String(step).hasPrefix("2") ? step / 2 * 5 : 2 * step
  }
}
