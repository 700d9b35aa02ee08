// What '// determinism:allow' comments excuse, and what they do not.

import Foundation

struct Kettle {
  // After code: what touches the line.
  let filled = Date()  // determinism:allow date-init: the log wants the real moment
  let times = [Date(), Date()]  //determinism:allow date-init:no blanks are needed
  let day = (Date(), Date(timeIntervalSinceNow: 60))  // determinism:allow date-init , date-since-now : two rules, with blanks
  let hour = (Date(), Date(timeIntervalSinceNow: 60))  // determinism:allow date-since-now: only one // expect: date-init

  // On a line of its own: what starts on the next line of code.
  // determinism:allow date-init: the log wants the real moment
  let boiled = Date()
  let poured = Date()  // expect: date-init

  // Blank lines, comments and further suppressions may lie between.
  // determinism:allow date-init: the log wants the real moment
  // determinism:allow date-since-now: and so does the display

  /* The display. */
  var shown: [Date] { [Date(), Date(timeIntervalSinceNow: 1)] }

  // Attributes belong to the line that follows them.
  // determinism:allow date-init: the first screen shows the real date
  @available(macOS 10.15, *)
  @MainActor
  static var launch: Date { Date() }

  // So does what they hold.
  // determinism:allow date-init: the stamp is only shown
  @Stamped(
    at: Date())
  var stamp = Date()
  @Stamped(at: Date()) var mark: Date  // expect: date-init

  // Never a whole body.
  // determinism:allow date-init: excuses the default argument alone
  func boil(at date: Date = Date()) {
    print(Date())  // expect: date-init
  }

  // determinism:allow date-init: directives are no code
  #if DEBUG
    static let start = Date()
  #else
    static let start = Date()  // expect: date-init
  #endif

  // A call reaches over its lines, so a comment on any of them excuses it.
  func keepWarm() -> Timer {
    Timer.scheduledTimer(
      withTimeInterval: 30,
      repeats: true  // determinism:allow timer-scheduled: the only timer of the app
    ) { _ in
      print(Date())  // expect: date-init
    }
  }

  // One above it only counts where it starts.
  func cool() {
    // determinism:allow date-init: nothing starts on the next line // expect: unused-suppression
    print(
      Date())  // expect: date-init
  }

  // Text is no comment.
  // expect@+3:7: date-init
  let label = """
    // determinism:allow date-init: this is text
    \(Date()) // determinism:allow date-init: and so is this
    """
  let code = "// determinism:allow date-init: this is text"; let made = Date()  // expect: date-init
}

@propertyWrapper struct Stamped {
  var wrappedValue: Date
  init(wrappedValue: Date = .distantPast, at: Date) { self.wrappedValue = wrappedValue }
}
