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

  func read() {}
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
