// Reported: members of what is named like the parts of a dictionary.

struct Prices {
  var byName: [String: Int] = [:]

  var anyName: String? { byName.keys.first }  // expect: dict-order
  var anyPrice: Int? { byName.values.first }  // expect: dict-order
  var cheap: String? { byName.keys.first { $0.isEmpty } }  // expect: dict-order

  func lines() -> [String] {
    byName.keys.map { "\($0): \(byName[$0]!)" }  // expect: dict-order
      + byName.values.map(String.init)  // expect: dict-order
      + byName.keys.compactMap(\.first).map { String($0) }  // expect: dict-order
      + byName.values.compactMap { $0 > 0 ? "\($0)" : nil }  // expect: dict-order
      + byName.values.flatMap { ["\($0)", "EUR"] }  // expect: dict-order
  }

  func text() -> String {
    // The report stands at the first word of the name.
    // expect@+1:22: dict-order
    let all = byName.keys.joined(separator: ", ")
    let parts = byName.mapValues { [$0] }.values.joined().count  // expect: dict-order
    return "\(all) \(parts)"
  }

  func show() {
    byName.keys.forEach { print($0) }  // expect: dict-order
    byName.values.forEach { print($0) }  // expect: dict-order
    for (index, name) in byName.keys.enumerated() { print(index, name) }  // expect: dict-order
    for (index, price) in byName  // first the prices
      .values.enumerated() {  // expect: dict-order
      print(index, price)
    }
  }
}

// Not reported: keys that are sorted first, and questions that have no order.

struct Totals {
  let byName: [String: Int]

  func lines() -> [String] { byName.keys.sorted().map { "\($0): \(byName[$0]!)" } }
  var largest: Int? { byName.values.max() }
  func loud() -> [String] { byName.keys.map { $0.uppercased() }.sorted() }
  var count: Int { byName.keys.count + byName.values.reduce(0, +) }
  var isEmpty: Bool { byName.keys.isEmpty || byName.values.allSatisfy { $0 == 0 } }
}

// Other members, and longer names.
struct Piano {
  let keys: [Int]
  let valuesOfNotes = [1, 2]
  var first: Int? { keys.last }
}
let piano = Piano(keys: [1, 2])
let notes = piano.valuesOfNotes.map { $0 + (piano.keys.last ?? 0) }

// Texts: prices.keys.first
let help = "prices.keys.map goes through the keys"
