// Reported: subscriptions that nothing keeps, so that they end at once.

struct Subscription {
  func store(in set: inout [Subscription]) { set.append(self) }
}

struct Publisher {
  func map(_ change: (Int) -> Int) -> Publisher { self }
  func sink(receiveValue: @escaping (Int) -> Void) -> Subscription { Subscription() }
  func sink(
    receiveCompletion: @escaping (Bool) -> Void, receiveValue: @escaping (Int) -> Void
  ) -> Subscription { Subscription() }
  func assign<Root>(to path: WritableKeyPath<Root, Int>, on root: Root) -> Subscription {
    Subscription()
  }
}

struct Meter { var level = 0 }

func watch(_ publisher: Publisher, _ meter: Meter) {
  _ = publisher.sink { print($0) }  // expect: discarded-subscription
  _ = publisher.sink(receiveValue: { print($0) })  // expect: discarded-subscription
  _ = publisher.map { $0 + 1 }.sink { print($0) }  // expect: discarded-subscription
  let _ = publisher.sink { print($0) }  // expect: discarded-subscription
  _ = (publisher.sink { print($0) })  // expect: discarded-subscription
  _ = publisher.sink(receiveCompletion: { print($0) }) {  // expect: discarded-subscription
    print($0)
  }
  _ =
    publisher
    .map { $0 + 1 }
    .sink { print($0) }  // expect: discarded-subscription
  _ = publisher.assign(to: \.level, on: meter)  // expect: discarded-subscription
}

// Not reported: a subscription that is kept, or handed on.

func keep(_ publisher: Publisher, _ meter: Meter) -> Subscription {
  var subscriptions: [Subscription] = []
  publisher.sink { print($0) }.store(in: &subscriptions)
  let subscription = publisher.sink { print($0) }
  subscriptions.append(publisher.assign(to: \.level, on: meter))
  _ = subscriptions.map { _ in publisher.sink { print($0) } }
  _ = [publisher.sink { print($0) }]
  return subscriptions.first ?? subscription
}

// Texts: _ = publisher.sink { print($0) }
let help = "_ = publisher.sink { print($0) }"
