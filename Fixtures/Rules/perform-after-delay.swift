#if canImport(ObjectiveC)
  import Foundation

  // Reported: a selector that is performed later, on any receiver. The report stands at the
  // method's name.

  final class Search: NSObject {
    var other: NSObject?

    @objc func find() {}

    func textDidChange() {
      NSObject.cancelPreviousPerformRequests(withTarget: self)
      perform(#selector(find), with: nil, afterDelay: 0.3)  // expect: perform-after-delay
      // expect@+1:12: perform-after-delay
      self.perform(#selector(find), with: nil, afterDelay: 0.3)
      other?.perform(#selector(find), with: nil, afterDelay: 0)  // expect: perform-after-delay
      // expect@+1:7: perform-after-delay
      perform(#selector(find), with: nil, afterDelay: 1, inModes: [.common])
      other!  // expect@+1: perform-after-delay
        .perform(#selector(find), with: nil, afterDelay: 1, inModes: [.common])
    }

    func index() {
      performSelector(inBackground: #selector(find), with: nil)  // expect: perform-after-delay
      // expect@+1:14: perform-after-delay
      other?.performSelector(inBackground: #selector(find), with: nil)
    }

    // Not reported: what is performed before the call returns.

    func findNow() {
      perform(#selector(find))
      _ = perform(#selector(find), with: nil)
      performSelector(onMainThread: #selector(find), with: nil, waitUntilDone: true)
    }
  }
#endif

// Another type's members, and declarations.
struct Stage {
  func perform(_ play: String, with cast: [String], afterDelay minutes: Int) {}
  func hide(animated: Bool, afterDelay seconds: Double) {}
  func perform(_ play: String, afterDelay minutes: Int) {}
}
func open(_ stage: Stage) {
  stage.hide(animated: true, afterDelay: 3)
  stage.perform("Hamlet", afterDelay: 10)
}

// Texts: perform(#selector(find), with: nil, afterDelay: 1)
let help = "perform(selector, with: nil, afterDelay: 1)"
