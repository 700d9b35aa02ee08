import Dispatch

final class Profile: @unchecked Sendable {
  private(set) var name = ""
  private let main: any Dispatching
  private let queue: DispatchQueue

  init(main: any Dispatching = AsyncQueue(), queue: DispatchQueue = .global()) {
    self.main = main
    self.queue = queue
  }

  func load() {
    main.dispatch { self.name = "Ada" }
  }

  /// A queue that is given: a test passes one it waits on without a timeout.
  func loadInBackground() {
    queue.async { self.name = "Grace" }
  }

  /// Nobody knows when the name is there.
  func loadUncontrolled() {
    DispatchQueue.main.async { self.name = "Alan" }  // expect: dispatch-main-async
  }

  func loadLater(_ deadline: DispatchTime) {
    DispatchQueue.main  // expect: dispatch-main-async
      .asyncAfter(deadline: deadline) { self.name = "Edsger" }
  }
}
