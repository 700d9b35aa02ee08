import Testing

// Reported: limits in real time.

@Test(.timeLimit(.minutes(1)))  // expect: time-limit
func loads() async {
  #expect(Bool(true))
}

@Suite("Downloads", .serialized, .timeLimit(.minutes(5)))  // expect: time-limit
struct DownloadTests {
  // The report stands at the period.
  // expect@+1:17: time-limit
  @Test("ends", .timeLimit(.minutes(2)))
  func ends() async {}
}

// Not reported: other traits, and limits that are given.

@Suite(.serialized)
struct ModelTests {
  @Test("loads", .enabled(if: true), .tags())
  func loads() {}
}
struct Exam {
  let timeLimit: Int
  func isLate(_ minutes: Int) -> Bool { timeLimit < minutes }
}
let exam = Exam(timeLimit: 60)
let left = exam.timeLimit - 20

// Texts: .timeLimit(.minutes(1))
let help = "@Test(.timeLimit(.minutes(1)))"
