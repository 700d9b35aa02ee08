import Dispatch
import Foundation

// The macro of the Composable Architecture is stood in for by a global actor.
@globalActor actor Reducer { static let shared = Reducer() }

protocol DependencyKey {}

// Reported: real queues and run loops, to receive on or to put work on.

@Reducer
struct Feed {
  let scheduler = DispatchQueue.main  // expect: reducer-queue
  private let background = DispatchQueue(label: "feed")  // expect: reducer-queue

  func reduce(into state: inout Int) {
    DispatchQueue.main.async {}  // expect: reducer-queue
    DispatchQueue.global().async {}  // expect: reducer-queue
    OperationQueue.main.addOperation {}  // expect: reducer-queue
    RunLoop.main.add(Port(), forMode: .default)  // expect: reducer-queue
  }
}

extension Feed {
  static var queue: DispatchQueue { .main }  // expect: reducer-queue
}

// Not reported: a queue from a dependency, and the live value of one.

@Reducer
struct Inbox {
  let mainQueue: DispatchQueue

  func reduce(into state: inout Int) {
    mainQueue.async {}
  }

  enum QueueKey: DependencyKey { static let liveValue = DispatchQueue.main }
}

// Elsewhere another rule reports it.
func load() {
  DispatchQueue.main.async {}  // expect: dispatch-main-async
}

// Texts: DispatchQueue.main
let help = "DispatchQueue.main"
