#if canImport(Combine)
  import Combine
  import Foundation

  // Reported: operators on a queue or a run loop of the system. The report stands at the method's
  // name.

  final class Form {
    @Published var query = ""
    private let background = DispatchQueue.global(qos: .utility)

    struct TimeOut: Error {}

    func results(_ loaded: AnyPublisher<Int, Error>) -> [Any] {
      let main = DispatchQueue.main
      return [
        loaded.receive(on: DispatchQueue.main),  // expect: combine-real-scheduler
        loaded.receive(on: RunLoop.main, options: nil),  // expect: combine-real-scheduler
        loaded.subscribe(on: DispatchQueue.global()),  // expect: combine-real-scheduler
        // expect@+1:16: combine-real-scheduler
        loaded.subscribe(on: DispatchQueue.global(qos: .utility), options: nil),
        // expect@+1:16: combine-real-scheduler
        $query.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main),
        $query
          .throttle(  // expect: combine-real-scheduler
            for: 1, scheduler: RunLoop.current, latest: true),
        // expect@+1:21: combine-real-scheduler
        Just(query).delay(for: 0.5, scheduler: OperationQueue.main),
        Just(query)
          .map(\.count)
          .delay(for: 0.5, tolerance: 0.1, scheduler: main),  // expect: combine-real-scheduler
        loaded.timeout(.seconds(5), scheduler: main),  // expect: combine-real-scheduler
        loaded.timeout(5, scheduler: main) { TimeOut() },  // expect: combine-real-scheduler
        loaded.measureInterval(using: RunLoop.main),  // expect: combine-real-scheduler
        // expect@+1:16: combine-real-scheduler
        loaded.collect(.byTime(DispatchQueue.main, .seconds(1))),
        // expect@+1:16: combine-real-scheduler
        loaded.collect(.byTimeOrCount(DispatchQueue.main, 1, 10), options: nil),
        loaded.receive(on: background),  // expect: combine-real-scheduler
        loaded.receive(on: self.background),  // expect: combine-real-scheduler
        loaded.receive(on: Foundation.RunLoop.main),  // expect: combine-real-scheduler
        loaded.receive(on: (DispatchQueue.main)),  // expect: combine-real-scheduler
        loaded
          .receive(  // expect: combine-real-scheduler
            on: DispatchQueue
              .main),
        loaded
          .subscribe(on: main)  // expect: combine-real-scheduler
          .receive(on: main),  // expect: combine-real-scheduler
      ]
    }

    // Not reported: a scheduler that is given, and one that is no queue of the system.

    func values<S: Scheduler>(
      _ loaded: AnyPublisher<Int, Error>, on queue: DispatchQueue,
      _ scheduler: S = DispatchQueue.main
    ) -> [Any] {
      let loop: DispatchQueue = queue
      return [
        loaded.receive(on: queue), loaded.subscribe(on: loop), loaded.receive(on: scheduler),
        $query.removeDuplicates(), loaded.collect(), loaded.collect(2),
        loaded.receive(on: ImmediateScheduler.shared),
        loaded.delay(for: .seconds(1), scheduler: scheduler),  // expect: combine-timed-operator
        loaded.collect(.byTime(scheduler, .seconds(1))),
      ]
    }

    // Not reported: what stands in a closure is another matter.

    func shown(_ loaded: AnyPublisher<Int, Never>, on queue: DispatchQueue) -> Any {
      loaded.receive(on: queue).sink { _ in DispatchQueue.main.sync {} }
    }

    // Not reported: a parameter or a capture that is named like a constant around it.

    func captured(_ loaded: AnyPublisher<Int, Never>, by other: DispatchQueue) {
      let queue = DispatchQueue.main
      let works: [(DispatchQueue) -> Any] = [
        { (queue: DispatchQueue) in loaded.receive(on: queue) },
        { [queue = other] _ in loaded.receive(on: queue) },
        { queue in loaded.receive(on: queue) },
      ]
      works.forEach { work in _ = work(queue) }
    }
  }
#endif

#if canImport(CombineSchedulers)
  import CombineSchedulers

  // Reported, and not: the timer of combine-schedulers.

  struct Blinker {
    // expect@+1:17: combine-real-scheduler
    let ticks = Publishers.Timer(every: .seconds(1), scheduler: DispatchQueue.main).autoconnect()
    func ticks(on scheduler: AnySchedulerOf<DispatchQueue>) -> Any {
      Publishers.Timer(every: .seconds(1), scheduler: scheduler)
    }
  }
#endif

// Another type's members.
struct Radio {
  func receive(on channel: Int) -> Radio { self }
  func subscribe(on channel: Int) -> Radio { self }
  func collect(_ count: Int) -> Int { count }
}
let count = Radio().receive(on: 3).subscribe(on: 4).collect(5)

// Texts: values.receive(on: DispatchQueue.main)
let help = "values.receive(on: DispatchQueue.main)"
