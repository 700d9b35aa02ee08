import Dispatch

// Reported: iterations that run side by side.

struct Image {
  var rows: Int
  var draw: @Sendable (Int) -> Void

  func render() {
    DispatchQueue.concurrentPerform(iterations: rows) { row in  // expect: concurrent-perform
      draw(row)
    }
    DispatchQueue.concurrentPerform(iterations: rows, execute: draw)  // expect: concurrent-perform
    Dispatch.DispatchQueue.concurrentPerform(iterations: 2) { _ in }  // expect: concurrent-perform
    DispatchQueue  // expect: concurrent-perform
      .concurrentPerform(iterations: rows, execute: draw)
  }
}

// A method that is not called yet runs them each time somebody calls it.
let perform: (Int, @Sendable (Int) -> Void) -> Void =
  DispatchQueue.concurrentPerform  // expect: concurrent-perform

// Not reported: iterations in order, and a function that is given.

struct Renderer {
  var concurrentPerform: (Int, (Int) -> Void) -> Void
  func render(_ image: Image) {
    for row in 0..<image.rows { image.draw(row) }
    concurrentPerform(image.rows) { image.draw($0) }
  }
}

// Another type's members.
enum Fake {
  enum DispatchQueue {
    static func concurrentPerform(iterations: Int, execute work: (Int) -> Void) { work(iterations) }
  }
}
func others() { Fake.DispatchQueue.concurrentPerform(iterations: 1) { _ in } }

// Texts: DispatchQueue.concurrentPerform(iterations: 2) {}
let help = "DispatchQueue.concurrentPerform(iterations: 2) {}"
