#if canImport(NIOCore)
  import NIOCore

  // Reported: tasks of an event loop. The report stands at the method's name.

  final class Idle<Handler: NIOScheduledCallbackHandler & Sendable> {
    let eventLoop: any EventLoop
    var task: Scheduled<Void>?
    init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func start(_ limit: NIODeadline, _ handler: Handler) throws {
      // expect@+1:24: nio-schedule
      task = eventLoop.scheduleTask(in: .seconds(30)) {}
      task = eventLoop.next().scheduleTask(deadline: limit) {}  // expect: nio-schedule
      _ = eventLoop.flatScheduleTask(in: .seconds(1)) {  // expect: nio-schedule
        self.eventLoop.makeSucceededVoidFuture()
      }
      _ = eventLoop.flatScheduleTask(deadline: limit) {  // expect: nio-schedule
        self.eventLoop.makeSucceededVoidFuture()
      }
      _ = try eventLoop.scheduleCallback(in: .seconds(1), handler: handler)  // expect: nio-schedule
      _ = try eventLoop.scheduleCallback(at: limit, handler: handler)  // expect: nio-schedule
    }

    func repeats(_ promise: EventLoopPromise<Void>?) {
      eventLoop.scheduleRepeatedTask(  // expect: nio-schedule
        initialDelay: .zero, delay: .seconds(1)
      ) { _ in }
      eventLoop.scheduleRepeatedTask(  // expect: nio-schedule
        initialDelay: .zero, delay: .seconds(1), notifying: promise
      ) { _ in }
      eventLoop.scheduleRepeatedAsyncTask(  // expect: nio-schedule
        initialDelay: .zero, delay: .seconds(1)
      ) { _ in self.eventLoop.makeSucceededVoidFuture() }
      eventLoop.scheduleRepeatedAsyncTask(  // expect: nio-schedule
        initialDelay: .zero, delay: .seconds(1), notifying: promise
      ) { _ in self.eventLoop.makeSucceededVoidFuture() }
    }

    // Not reported: tasks that wait for nothing.

    func runSoon() -> EventLoopFuture<Void> {
      eventLoop.execute {}
      return eventLoop.submit {}
    }
  }
#endif

// Other labels are another function.
struct Planner {
  func scheduleTask(on day: Int, _ work: () -> Void) { work() }
  func scheduleTask(_ name: String) -> String { name }
}
func plan(_ planner: Planner) -> String {
  planner.scheduleTask(on: 1) {}
  return planner.scheduleTask("review")
}

// Texts: eventLoop.scheduleTask(in: .seconds(30)) {}
let help = "eventLoop.scheduleTask(in: .seconds(30)) {}"
