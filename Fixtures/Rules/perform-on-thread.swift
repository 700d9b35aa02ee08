#if canImport(ObjectiveC)
  import Foundation

  // Reported: a selector that another thread performs later, on any receiver. The report stands at
  // the method's name.

  final class Search: NSObject {
    var other: NSObject?

    @objc func show() {}

    func didLoad(_ thread: Thread) {
      // expect@+1:7: perform-on-thread
      performSelector(onMainThread: #selector(show), with: nil, waitUntilDone: false)
      // expect@+1:12: perform-on-thread
      self.performSelector(onMainThread: #selector(show), with: nil, waitUntilDone: false)
      other?.performSelector(  // expect: perform-on-thread
        onMainThread: #selector(show), with: self, waitUntilDone: false,
        modes: [RunLoop.Mode.common.rawValue])
      // expect@+1:7: perform-on-thread
      perform(#selector(show), on: thread, with: nil, waitUntilDone: false)
      // expect@+1:14: perform-on-thread
      other?.perform(#selector(show), on: .main, with: nil, waitUntilDone: false, modes: nil)
    }

    // Not reported: what is performed before the call returns.

    func showNow(_ thread: Thread) {
      perform(#selector(show))
      _ = perform(#selector(show), with: nil)
      performSelector(onMainThread: #selector(show), with: nil, waitUntilDone: true)
      perform(#selector(show), on: thread, with: nil, waitUntilDone: true)
    }
  }
#endif

// Another type's members, and declarations.
struct Stage {
  func perform(_ play: String, on day: Int, with cast: [String]) {}
  func performSelector(onMainThread name: String) {}
}
func open(_ stage: Stage) {
  stage.perform("Hamlet", on: 3, with: [])
  stage.performSelector(onMainThread: "show")
}

// Texts: performSelector(onMainThread: selector, with: nil, waitUntilDone: false)
let help = "performSelector(onMainThread: selector, with: nil, waitUntilDone: false)"
