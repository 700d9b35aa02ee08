import Foundation

// Reported: work put on a queue that is made where it is used.

final class Importer: @unchecked Sendable {
  func start(_ target: DispatchQueue) {
    DispatchQueue(label: "import").async { self.read() }  // expect: dispatch-own-async
    DispatchQueue(label: "import", qos: .utility).async {}  // expect: dispatch-own-async
    DispatchQueue(label: "import", attributes: .concurrent).async {  // expect: dispatch-own-async
      self.read()
    }
    DispatchQueue(label: "import", target: target).async {}  // expect: dispatch-own-async
    DispatchQueue.init(label: "import").async(group: nil) {}  // expect: dispatch-own-async
    DispatchQueue(  // expect: dispatch-own-async
      label: "import",
      qos: .utility,
      attributes: .concurrent
    ).async {
      self.read()
    }
    DispatchQueue(label: "import", qos: .default, target: target)  // expect: dispatch-own-async
      .async { self.read() }
  }

  func startLater(_ limit: DispatchTime, _ target: DispatchQueue, _ item: DispatchWorkItem) {
    DispatchQueue(label: "a").asyncAfter(deadline: limit) {}  // expect: dispatch-own-async
    // expect@+1:5: dispatch-own-async
    DispatchQueue(label: "a", qos: .utility).asyncAfter(deadline: limit, execute: item)
    // expect@+1:5: dispatch-own-async
    DispatchQueue(label: "a", attributes: .concurrent).asyncAfter(deadline: limit) {}
    // expect@+1:5: dispatch-own-async
    DispatchQueue(label: "a", target: target).asyncAfter(deadline: limit) {}
    // expect@+1:5: dispatch-own-async
    DispatchQueue(label: "a", qos: .utility, attributes: []).asyncAfter(deadline: limit) {}
    // expect@+1:5: dispatch-own-async
    DispatchQueue(label: "a", qos: .utility, target: target).asyncAfter(deadline: limit) {}
  }

  func startWithAll(_ target: DispatchQueue) {
    // expect@+1:5: dispatch-own-async
    DispatchQueue(label: "a", attributes: .concurrent, target: target).async {}
    // expect@+1:5: dispatch-own-async
    DispatchQueue(label: "a", qos: .utility, attributes: [], target: target).async {}
    // expect@+1:5: dispatch-own-async
    DispatchQueue(label: "a", autoreleaseFrequency: .workItem).async {}
    DispatchQueue(  // expect: dispatch-own-async
      label: "a", qos: .utility, attributes: [], autoreleaseFrequency: .inherit, target: target
    ).async {}
  }

  func read() {}
}

// A constant that every initializer sets to a queue made there.
final class Cache: @unchecked Sendable {
  let ioQueue: DispatchQueue
  private let metaQueue: DispatchQueue
  private var countQueue = DispatchQueue(label: "count")
  private lazy var lazyQueue: DispatchQueue = DispatchQueue(
    label: "lazy", attributes: .concurrent)
  nonisolated(unsafe) fileprivate static var sharedQueue = DispatchQueue(label: "shared")
  private static let fetchQueue = DispatchQueue(label: "fetch")

  init() {
    ioQueue = DispatchQueue(label: "io")
    self.metaQueue = DispatchQueue(
      label: "meta",
      qos: .utility
    )
  }
  init(name: String, isShared: Bool) {
    ioQueue = DispatchQueue(label: name, attributes: .concurrent)
    if isShared {
      metaQueue = Self.fetchQueue
    } else {
      metaQueue = DispatchQueue(label: name)
    }
  }
  func store() {
    ioQueue.async { self.read() }  // expect: dispatch-own-async
    self.metaQueue.async { [weak self] in  // expect: dispatch-own-async
      self?.ioQueue.async {}  // expect: dispatch-own-async
    }
    countQueue.async {}  // expect: dispatch-own-async
    lazyQueue.async {}  // expect: dispatch-own-async
    Cache.sharedQueue.async {}  // expect: dispatch-own-async
    type(of: self).fetchQueue.async {}  // expect: dispatch-own-async
    let queue = Self.fetchQueue
    queue.async {}  // expect: dispatch-own-async
    let other = self.ioQueue
    let another = other
    another.async {}  // expect: dispatch-own-async
    let type = type(of: self).fetchQueue
    type.async {}  // expect: dispatch-own-async
  }
  func read() {}
}

// A constant that is given its queue in the code after it.
func makeLater(isSlow: Bool) {
  let queue: DispatchQueue
  if isSlow {
    queue = DispatchQueue(label: "slow", qos: .background)
  } else {
    queue = DispatchQueue(label: "fast")
  }
  queue.async {}  // expect: dispatch-own-async
}

// Not reported: one that an initializer is given, and variables that are set again.
final class GivenCache: @unchecked Sendable {
  let ioQueue: DispatchQueue
  let metaQueue: DispatchQueue
  private var stateQueue = DispatchQueue(label: "state")
  private var swappedQueue = DispatchQueue(label: "swapped")
  private(set) var lastQueue = DispatchQueue(label: "last")
  lazy var lazyQueue = DispatchQueue(label: "lazy")
  nonisolated(unsafe) private static var shared = DispatchQueue(label: "shared")

  init() {
    ioQueue = DispatchQueue(label: "io")
    metaQueue = DispatchQueue(label: "meta")
  }
  init(ioQueue: DispatchQueue, metaQueue: DispatchQueue? = nil) {
    self.ioQueue = ioQueue
    self.metaQueue = metaQueue ?? DispatchQueue(label: "meta")
  }
  func store() {
    ioQueue.async {}
    self.metaQueue.async {}
    stateQueue.async {}
    swappedQueue.async {}
    lastQueue.async {}
    lazyQueue.async {}
    let queue = self.ioQueue
    queue.async {}
    type(of: self).shared.async {}
  }
  func take(_ queue: DispatchQueue) {
    stateQueue = queue
    swap(&swappedQueue, &lastQueue)
  }
}
extension GivenCache {
  static func share(_ queue: DispatchQueue) { shared = queue }
}
func takeLater(_ given: DispatchQueue?, _ isOwn: Bool) {
  let queue: DispatchQueue
  if let given { queue = given } else { queue = DispatchQueue(label: "own") }
  queue.async {}
}
struct Members {
  let queue: DispatchQueue
  private var own = DispatchQueue(label: "own")
  func start() {
    queue.async {}
    own.async {}
  }
  static func make() -> Members { Members(queue: .main, own: .main) }
}
extension Members {
  init(_ name: String) { queue = DispatchQueue(label: name) }
}

// Not reported: a queue that is given, and work that is done before the call returns.

struct Exporter {
  let queue: DispatchQueue
  func start(_ limit: DispatchTime) {
    queue.async {}
    queue.asyncAfter(deadline: limit) {}
    DispatchQueue(label: "export").sync {}
  }
}
func makeExporter() -> Exporter { Exporter(queue: DispatchQueue(label: "export")) }

// Another type's members.
enum Fake {
  struct DispatchQueue {
    var label: String
    func async(_ work: () -> Void) { work() }
  }
}
func others() { Fake.DispatchQueue(label: "a").async {} }

// Texts: DispatchQueue(label: "a").async {}
let help = "DispatchQueue(label: a).async {}"
