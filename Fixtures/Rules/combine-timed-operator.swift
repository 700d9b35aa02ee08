#if canImport(Combine)
  import Combine
  import Foundation

  // Reported: operators that wait, whatever scheduler they wait on. The report stands at the
  // method's name.

  final class Form {
    @Published var query = ""

    struct TimeOut: Error {}

    func results(
      _ loaded: AnyPublisher<Int, Error>, on main: DispatchQueue, _ loop: RunLoop
    ) -> [Any] {
      [
        // expect@+1:16: combine-timed-operator
        $query.debounce(for: .milliseconds(300), scheduler: main),
        $query
          .throttle(  // expect: combine-timed-operator
            for: 1, scheduler: loop, latest: true),
        Just(query).delay(for: 0.5, scheduler: main),  // expect: combine-timed-operator
        Just(query)
          .map(\.count)
          .delay(for: 0.5, tolerance: 0.1, scheduler: main),  // expect: combine-timed-operator
        loaded.timeout(.seconds(5), scheduler: main),  // expect: combine-timed-operator
        loaded.timeout(5, scheduler: main) { TimeOut() },  // expect: combine-timed-operator
        loaded.measureInterval(using: main),  // expect: combine-timed-operator
      ]
    }

    // Not reported: operators that do not wait.

    func values(_ loaded: AnyPublisher<Int, Error>, on queue: DispatchQueue) -> [Any] {
      [
        loaded.receive(on: queue), loaded.subscribe(on: queue), $query.removeDuplicates(),
        loaded.first(),
      ]
    }
  }
#endif

// Another type's members.
struct Train {
  func delay(for minutes: Int) -> Train { self }
  func timeout(_ minutes: Int) -> Train { self }
  func measureInterval(from start: Int) -> Int { start }
}
let late = Train().delay(for: 5).timeout(60).measureInterval(from: 0)

// Reported by another rule: a scheduler of the system.
#if canImport(Combine)
  let shown = Just(1).delay(for: 1, scheduler: DispatchQueue.main)  // expect: combine-real-scheduler
#endif

// Texts: query.debounce(for: 1, scheduler: DispatchQueue.main)
let help = "query.debounce(for: 1, scheduler: DispatchQueue.main)"
