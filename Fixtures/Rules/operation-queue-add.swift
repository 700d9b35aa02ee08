import Foundation

// Reported: operations put on the main queue, or on one that is made where it is used.

final class Screen: @unchecked Sendable {
  var title = ""

  func show(_ title: String, _ operation: Operation) {
    OperationQueue.main.addOperation { self.title = title }  // expect: operation-queue-add
    OperationQueue.main.addOperation(operation)  // expect: operation-queue-add
    // expect@+1:5: operation-queue-add
    OperationQueue.main.addOperations([operation], waitUntilFinished: false)
    OperationQueue.main.addBarrierBlock { self.title = "" }  // expect: operation-queue-add
    Foundation.OperationQueue.main.addOperation(operation)  // expect: operation-queue-add
    OperationQueue  // expect: operation-queue-add
      .main
      .addOperation {}
  }

  func load(_ operation: Operation) {
    OperationQueue().addOperation { self.title = "loading" }  // expect: operation-queue-add
    // expect@+1:5: operation-queue-add
    OperationQueue().addOperations([operation], waitUntilFinished: true)
    OperationQueue.init().addBarrierBlock {}  // expect: operation-queue-add
  }
}

// A method that is not called yet adds an operation each time somebody calls it.
let add: (Operation) -> Void = OperationQueue.main.addOperation  // expect: operation-queue-add

// Not reported: a queue that is given.

struct Feed {
  let queue: OperationQueue
  func load(_ operation: Operation) {
    queue.maxConcurrentOperationCount = 1
    queue.addOperation(operation)
    self.queue.addOperation {}
    queue.waitUntilAllOperationsAreFinished()
  }
}
func makeFeed() -> Feed { Feed(queue: OperationQueue()) }
let isBusy = 0 < OperationQueue.main.operationCount

// Another type's members.
enum Fake {
  struct OperationQueue {
    static var main: OperationQueue { OperationQueue() }
    func addOperation(_ work: () -> Void) { work() }
  }
}
func others() { Fake.OperationQueue.main.addOperation {} }

// Texts: OperationQueue.main.addOperation {}
let help = "OperationQueue.main.addOperation {}"
