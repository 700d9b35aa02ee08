// Reported: the result of the child that finished first. The report stands at the method's name.

struct Loader {
  struct Failure: Error {}
  var load: @Sendable (Int) async throws -> String

  func all(_ pages: [Int]) async -> [String] {
    await withThrowingTaskGroup(of: String.self) { group in
      for page in pages { group.addTask { try await load(page) } }
      var texts: [String] = []
      // expect@+1:38: task-group-next
      while let result = await group.nextResult() {
        if case .success(let text) = result { texts.append(text) }
      }
      return texts
    }
  }

  func first(_ pages: [Int]) async -> String? {
    await withThrowingTaskGroup(of: String.self) { group in
      for page in pages { group.addTask { try await load(page) } }
      let result =
        await group
        .nextResult()  // expect: task-group-next
      group.cancelAll()
      return try? result?.get()
    }
  }
}

// Not reported: results that are put in order, and results in the order of the source.

func ordered(_ pages: [Int], _ load: @escaping @Sendable (Int) async -> String) async -> [String] {
  await withTaskGroup(of: (Int, String).self) { group in
    for (index, page) in pages.enumerated() { group.addTask { (index, await load(page)) } }
    let texts = await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    return texts.sorted { $0.key < $1.key }.map(\.value)
  }
}
func both(_ load: @escaping @Sendable (Int) async -> String) async -> [String] {
  async let first = load(1)
  async let second = load(2)
  return await [first, second]
}

// Other labels are another function.
struct Draw {
  func nextResult(of game: Int) -> Int { game }
}
let result = Draw().nextResult(of: 3)

// Texts: group.nextResult()
let help = "group.nextResult()"
