import Foundation

enum Start { case now, later }
enum Pace { case slow, fast; static let now = Pace.fast }

struct Job {
  var start: Start
  var pace: Pace?

  mutating func speed() { pace = .now }
}

func run(_ start: Start) {}
func age(of date: Date) -> TimeInterval { date.timeIntervalSince1970 }

// Reported: '.now' where nothing tells whose member it is; it may be a case of an enum.

struct FirstSnapshotTests {
  func check() -> Bool {
    return age(of: .distantPast) < age(of: max(.now, .distantFuture))  // expect: sample-now
  }
}

// Reported as a date: the type is written.

struct SecondSnapshotTests {
  func check() -> Bool {
    let date: Date = .now  // expect: sample-date
    return age(of: date) < age(of: .now)  // expect: sample-date
  }
}

// Not reported: a case or a constant of an own type, where the file says so.

struct ThirdSnapshotTests {
  func check() -> Bool {
    let start: Start = .now
    var job = Job(start: .now)
    job.pace = .now
    if case .now = start { return true }
    return job.start == Start.now
  }
}

// Elsewhere another rule reports it.
let isPast = [Date.distantPast].contains { $0 < .now }  // expect: implicit-now

// Texts: .now
let help = "if date < .now"
