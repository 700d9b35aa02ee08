#if canImport(Nimble)
  import Nimble
#endif

// Reported: expectations that are tried until real time is up.

#if canImport(Nimble)
  final class LoadSpec {
    func loads(_ model: Model) async throws {
      expect(model.state).toEventually(equal("loaded"))  // expect: nimble-polling
      expect(model.state).toEventually(  // expect: nimble-polling
        equal("loaded"), timeout: .seconds(2))
      expect(model.error).toEventuallyNot(beNil())  // expect: nimble-polling
      expect(model.error).toNotEventually(beNil())  // expect: nimble-polling
      expect(model.state).toNever(equal("failed"))  // expect: nimble-polling
      expect(model.state).neverTo(equal("failed"))  // expect: nimble-polling
      expect(model.state).toAlways(equal("loaded"))  // expect: nimble-polling
      expect(model.state).alwaysTo(equal("loaded"))  // expect: nimble-polling
      // The report stands at the member where there is a receiver.
      // expect@+1:33: nimble-polling
      await expect(model.state).toEventually(equal("loaded"))
      let state = try pollUnwrap(model.state)  // expect: nimble-polling
      let error = try pollUnwraps { model.error }  // expect: nimble-polling
      print(state, error)
      expect(model.state)
        .toEventually(equal("done"))  // expect: nimble-polling
    }

    func setUp() {
      PollingDefaults.timeout = .seconds(5)  // expect: nimble-polling
      PollingDefaults.pollInterval = .milliseconds(100)  // expect: nimble-polling
    }

    // Not reported: expectations that are tried once.
    func loadsAtOnce(_ model: Model) async {
      expect(model.state).to(equal("loaded"))
      expect(model.error).notTo(beNil())
      await expect { await model.load() }.to(equal("loaded"))
    }
  }
#endif

struct Model {
  var state: String? = "idle"
  var error: String?
  func load() async -> String { "loaded" }
}

// Own functions and longer names.
struct Election {
  func toEventuality() -> Bool { true }
  let pollUnwrapped = "ballot"
  let alwaysToday = true
}
let election = Election()
let ballot = (election.toEventuality(), election.pollUnwrapped, election.alwaysToday)

// Texts: expect(model.state).toEventually(equal("loaded"))
let help = "expect(x).toEventually(equal(y)) asks again and again"
