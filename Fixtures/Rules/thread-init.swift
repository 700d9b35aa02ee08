import Foundation

// Reported: a thread that is made.

final class Scanner: NSObject, @unchecked Sendable {
  func start() {
    let thread = Thread { self.scan() }  // expect: thread-init
    thread.start()
    Thread(block: scan).start()  // expect: thread-init
    Foundation.Thread { [weak self] in self?.scan() }.start()  // expect: thread-init
    Thread.init {}.start()  // expect: thread-init
  }

  @Sendable func scan() {}

  #if canImport(Darwin)
    @objc func scanOnce() {}

    func startOld() {
      // expect@+1:7: thread-init
      Thread(target: self, selector: #selector(scanOnce), object: nil).start()
    }
  #endif
}

// Not reported: a thread that is given, or told nothing.

func start(_ thread: Thread) {
  thread.start()
  Thread().start()
}

// Another type's members.
enum Sewing {
  struct Thread { var block: () -> Int }
}
let cotton = Sewing.Thread { 1 }

// Texts: Thread {}
let help = "Thread {}, Thread(block: {})"
