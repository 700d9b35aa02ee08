import Testing

final class Model {
  var loading: Task<Void, Never>?
  func load() async {}
}

extension Task where Success == Never, Failure == Never {
  /// As in swift-concurrency-extras.
  static func megaYield(count: Int = 20) async {
    for _ in 0..<count { await Task<Never, Never>.yield() }  // expect: task-yield
  }
}

// Reported: tests that hope for the other tasks.

@Suite struct ModelTests {
  @Test func loads() async {
    await Task.yield()  // expect: test-yield
    await Task.megaYield()  // expect: test-yield
    await Task.megaYield(count: 100)  // expect: test-yield
  }
}

extension ModelTests {
  func settle() async { await Task.yield() }  // expect: test-yield
}

// Not reported: tests that await the work, and what only has the name.

@Test func loads() async {
  let model = Model()
  await model.load()
  await model.loading?.value
}

@Test func streams() {
  let (_, continuation) = AsyncStream.makeStream(of: Int.self)
  continuation.yield(1)
}

// Texts: Task.yield()
let help = "Task.yield()"
