import Foundation

// Reported: a block that the main queue runs. The report stands at the method's name.

final class Banner {
  private var observers: [any NSObjectProtocol] = []
  let center: NotificationCenter
  init(center: NotificationCenter) { self.center = center }

  func observe(_ name: Notification.Name) {
    observers = [
      // expect@+1:14: observer-main-queue
      center.addObserver(forName: name, object: nil, queue: .main) { _ in },
      center.addObserver(  // expect: observer-main-queue
        forName: name, object: self, queue: OperationQueue.main, using: { _ in }),
      center
        .addObserver(  // expect: observer-main-queue
          forName: name, object: nil, queue: .main, using: Self.show),
    ]
    let queue = OperationQueue.main
    observers.append(  // expect@+1:14: observer-main-queue
      center.addObserver(forName: name, object: nil, queue: queue) { _ in })
  }

  @Sendable private static func show(_ notification: Notification) {}

  // Reported beside what it is a member of.

  func observeShared(_ name: Notification.Name) {
    observers = [
      // expect@+2:7: singletons
      // expect@+1:34: observer-main-queue
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in }
    ]
  }

  // Not reported: a block that runs where the notification is posted, and a queue that is given.

  func observe(_ name: Notification.Name, on queue: OperationQueue?) {
    observers = [
      center.addObserver(forName: name, object: nil, queue: nil) { _ in },
      center.addObserver(forName: name, object: nil, queue: Queues.main) { _ in },
      center.addObserver(forName: name, object: nil, queue: queue) { _ in
        OperationQueue.main.cancelAllOperations()
      },
    ]
  }
}

// Another type's members.
struct Theater {
  enum Queue { case main }
  func addObserver(forName name: String, queue: Queue) {}
}
enum Queues { static let main = OperationQueue() }
func sell(_ theater: Theater) { theater.addObserver(forName: "a", queue: .main) }

// Texts: center.addObserver(forName: name, object: nil, queue: .main) {}
let help = "center.addObserver(forName: name, object: nil, queue: .main) {}"
