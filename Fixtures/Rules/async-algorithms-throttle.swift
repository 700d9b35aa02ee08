#if canImport(AsyncAlgorithms)
  import AsyncAlgorithms

  // Reported: sequences that are given no clock. The report stands at the method's name.

  func run(_ prices: AsyncStream<Int>) async {
    // expect@+1:31: async-algorithms-throttle
    for await price in prices.throttle(for: .seconds(1), latest: false) { print(price) }
    // expect@+1:23: async-algorithms-throttle
    let sums = prices.throttle(for: .seconds(1), reducing: { ($0 ?? 0) + $1 })
    for await sum in sums { print(sum) }
    let last =
      prices
      .debounce(for: .seconds(1), tolerance: .zero)  // expect: async-algorithms-throttle
    for await price in last { print(price) }
  }

  // Not reported: a clock is given.

  func run(_ prices: AsyncStream<Int>, on clock: some Clock<Duration>) async {
    for await price in prices.throttle(for: .seconds(1), clock: clock, latest: false) {
      print(price)
    }
    let sums = prices.throttle(for: .seconds(1), clock: clock, reducing: { ($0 ?? 0) + $1 })
    for await sum in sums { print(sum) }
  }
#endif

// Other labels are another function.
struct Engine {
  func throttle(to share: Double, latest: Bool) -> Double { latest ? share : 1 }
}
let power = Engine().throttle(to: 0.5, latest: true)

// Texts: prices.throttle(for: .seconds(1), latest: false)
let help = "prices.throttle(for: .seconds(1), latest: false)"
