import Testing

// The confirmations that poll are stood in for; those of Swift Testing have more overloads.
enum PollingStopCondition { case firstPass, stopsPassing }

protocol Polling {}
extension Polling {
  func confirmation(
    _ comment: Comment? = nil, until stop: PollingStopCondition, within duration: Duration? = nil,
    pollingEvery interval: Duration? = nil, _ body: () async throws -> Bool
  ) async {}
}

final class Model {
  var isLoaded = true
  func load() async {}
}

// Reported: a condition that is tried until time is up.

@Suite struct ModelTests: Polling {
  let model = Model()

  @Test func loads() async {
    await confirmation(until: .firstPass) { model.isLoaded }  // expect: polling-confirmation
    await confirmation("loads", until: .firstPass) { true }  // expect: polling-confirmation
    await confirmation(until: .stopsPassing, within: .seconds(1)) {  // expect: polling-confirmation
      model.isLoaded
    }
    // expect@+1:11: polling-confirmation
    await confirmation("a", until: .firstPass, within: .seconds(1), pollingEvery: .seconds(1)) {
      model.isLoaded
    }
  }
}

// Not reported: confirmations that wait for nothing but the work that they hold.

@Test func loads() async {
  await confirmation { confirm in
    await Model().load()
    confirm()
  }
  await confirmation("never", expectedCount: 0) { _ in }
  await confirmation("at times", expectedCount: 1...2) { $0() }
}

// Texts: confirmation(until: .firstPass) {}
let help = "confirmation(until: .firstPass) {}"
