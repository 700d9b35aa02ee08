// Reported: a deadline that is counted from now, where SwiftNIO is.

#if canImport(NIOCore)
  import NIOCore

  final class IdleHandler {
    let eventLoop: any EventLoop
    var lastRead = NIODeadline.now()  // expect: nio-deadline

    init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func deadline(_ timeout: TimeAmount) -> NIODeadline {
      NIODeadline.now() + timeout  // expect: nio-deadline
    }
    func isIdle(for timeout: TimeAmount) -> Bool {
      timeout < NIODeadline.now() - lastRead  // expect: nio-deadline
    }

    // The type may stand beside it.
    func wait(until deadline: NIODeadline = .now() + .seconds(1)) {}  // expect: nio-deadline

    // A method that is not called yet reads the time each time somebody calls it.
    var now: () -> NIODeadline = NIODeadline.now  // expect: nio-deadline

    // A time that is reported is one report, whatever is asked of it.
    var label: String { "\(NIODeadline.now().uptimeNanoseconds)" }  // expect: nio-deadline

    let spellings = [
      `NIODeadline`.now(),  // expect: nio-deadline
      (NIODeadline).now(),  // expect: nio-deadline
      NIODeadline  // expect: nio-deadline
        .now(),
    ]

    // Not reported: the time of an event loop that is given, and times that are the same always.

    func next(_ timeout: TimeAmount) -> [NIODeadline] {
      [
        eventLoop.now + timeout,
        self.now() + timeout,
        NIODeadline.uptimeNanoseconds(1_000_000_000),
        .distantFuture,
      ]
    }
  }
#endif

// A member of another type.
enum Project {
  enum NIODeadline { static func now() -> Int { 0 } }
}
let due = Project.NIODeadline.now()

// Texts: NIODeadline.now()
let help = "NIODeadline.now() + .seconds(1)"
