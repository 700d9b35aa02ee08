#if canImport(AsyncAlgorithms)
  import AsyncAlgorithms

  // Reported: sequences that are interleaved as they come.

  func events(_ taps: AsyncStream<Int>, _ keys: AsyncStream<Int>, _ ticks: AsyncStream<Int>) async {
    for await event in merge(taps, keys) { print(event) }  // expect: async-merge
    let all = merge(taps, keys, ticks)  // expect: async-merge
    for await event in all { print(event) }
  }

  // Not reported: sequences one after the other, and pairs.

  func inOrder(_ taps: AsyncStream<Int>, _ keys: AsyncStream<Int>) async {
    for await event in chain(taps, keys) { print(event) }
    for await (tap, key) in zip(taps, keys) { print(tap, key) }
  }
#endif

// Another type's members, and other labels.
struct Branch {
  var commits: [Int]
  func merge(_ other: Branch, _ message: String) -> Branch { self }
  func merge(into other: Branch) -> Branch { other.merge(self, "merge") }
}
let merged = [1: "a"].merging([1: "b"]) { old, _ in old }

// Texts: merge(taps, keys)
let help = "merge(taps, keys)"
