#if canImport(AsyncAlgorithms)
  import AsyncAlgorithms

  // Reported: sequences that are given no clock.

  struct Search {
    let queries: AsyncStream<String>

    func run() async {
      // expect@+1:34: async-algorithms-clock
      for await query in queries.debounce(for: .milliseconds(300)) { print(query) }
      // expect@+1:34: async-algorithms-clock
      for await query in queries.throttle(for: .seconds(1)) { print(query) }
      let first =
        await queries
        .filter { !$0.isEmpty }
        .debounce(for: .seconds(1))  // expect: async-algorithms-clock
        .first { _ in true }
      print(first ?? "")
    }

    func tick() async {
      // expect@+1:22: async-algorithms-clock
      for await _ in AsyncTimerSequence.repeating(every: .seconds(1)) {}
      let exact = AsyncTimerSequence<ContinuousClock>  // expect: async-algorithms-clock
        .repeating(every: .seconds(1), tolerance: .zero)
      for await _ in exact {}
    }
  }

  // Not reported: a clock is given.

  func run(_ queries: AsyncStream<String>, on clock: some Clock<Duration>) async {
    for await query in queries.debounce(for: .seconds(1), clock: clock) { print(query) }
    for await query in queries.throttle(for: .seconds(1), clock: clock) { print(query) }
    for await _ in AsyncTimerSequence(interval: .seconds(1), clock: clock) {}
    for await _ in AsyncTimerSequence.repeating(every: .seconds(1), clock: clock) {}
  }
#endif

// A debouncer of a project's own takes what it is to do.
struct Debouncer {
  func debounce(for seconds: Double, _ work: () -> Void) { work() }
  func throttle(_ work: () -> Void) { work() }
}
func type(_ debouncer: Debouncer) {
  // A rule that is off cannot tell it from an operator.
  debouncer.debounce(for: 0.3) {}  // expect: combine-timed-operator
  debouncer.throttle {}
}

// Texts: queries.debounce(for: .seconds(1))
let help = "queries.debounce(for: .seconds(1))"
