import Dispatch

// Reported: work that the main queue or a global one runs once a group or an item is done. The
// report stands at the method's name.

func notify(_ group: DispatchGroup, _ item: DispatchWorkItem) {
  group.notify(queue: .main) {}  // expect: dispatch-notify
  group.notify(queue: DispatchQueue.main) {}  // expect: dispatch-notify
  group.notify(queue: .main, execute: {})  // expect: dispatch-notify
  group.notify(queue: .main, work: item)  // expect: dispatch-notify
  group.notify(queue: .global()) {}  // expect: dispatch-notify
  group.notify(queue: DispatchQueue.global(qos: .utility), work: item)  // expect: dispatch-notify
  group.notify(qos: .utility, queue: .main) {}  // expect: dispatch-notify
  group.notify(flags: .barrier, queue: .main) {}  // expect: dispatch-notify
  // expect@+1:9: dispatch-notify
  group.notify(qos: .utility, flags: .barrier, queue: .main) {}
  item.notify(queue: .main) {}  // expect: dispatch-notify
  item.notify(queue: .main, execute: item)  // expect: dispatch-notify
  group
    .notify(  // expect: dispatch-notify
      queue: .main
    ) {}
  let main = DispatchQueue.main
  group.notify(queue: main) {}  // expect: dispatch-notify
}

// Not reported: a queue that is given.

struct Loader {
  let queue: DispatchQueue
  func load(_ group: DispatchGroup, on other: DispatchQueue) {
    group.notify(queue: queue) {}
    group.notify(queue: other) { DispatchQueue.main.sync {} }
  }
}

// Another type's members, and declarations.
struct Office {
  enum Line { case main, side }
  func notify(queue line: Line, caller: Int) {}
  func notify(_ line: Line) {}
}
func call(_ office: Office) {
  office.notify(queue: .main, caller: 1)
  office.notify(.main)
}

// Texts: group.notify(queue: .main) {}
let help = "group.notify(queue: .main) {}"
