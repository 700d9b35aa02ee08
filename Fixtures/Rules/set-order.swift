// Reported: elements of a set that is made and used at once.

struct Tags {
  let names: [String]

  var any: String? { Set(names).first }  // expect: set-order
  var long: String? { Set(names).first { $0.count > 8 } }  // expect: set-order

  func lines() -> [String] {
    Set(names).map { "#\($0)" }  // expect: set-order
      + Set(names).compactMap { $0.isEmpty ? nil : $0 }  // expect: set-order
      + Swift.Set(names).flatMap { [$0, ","] }  // expect: set-order
      + Set<String>(names).map { $0.lowercased() }  // expect: set-order
      + Set.init(names).map { $0.uppercased() }  // expect: set-order
  }

  func text() -> String {
    // The report stands at the first word of the name.
    // expect@+1:8: set-order
    "\(Set(names.map { $0.lowercased() }).joined(separator: ", "))"
  }

  func initials() -> [Character] {
    Array(Set(names).map { $0.first ?? "?" })  // expect: set-order
  }

  func some() -> [String] {
    let first = Set(names).map { $0 }.first ?? ""  // expect: set-order
    let two = Set(names).map { $0 }.prefix(2).sorted()  // expect: set-order
    let pairs = Set(names).compactMap { $0 }.enumerated().map { $0.offset }.sorted()  // expect: set-order
    var known: Set<String> = []
    known.formUnion(Set(names).map { $0 }.prefix(3))  // expect: set-order
    let odd = Set(Set(names).enumerated().map { "\($0.offset)" })  // expect: set-order
    return [first] + two + pairs.map(String.init) + known.sorted() + odd.sorted()
  }

  func show() {
    Set(names).forEach { print($0) }  // expect: set-order
    for (index, name) in Set(names).enumerated() { print(index, name) }  // expect: set-order
    Set(names)  // expect: set-order
      .map(\.count)
      .forEach { print($0) }
  }
}

// Not reported: sets that are sorted first, and questions that have no order.

struct Index {
  let names: [String]
  var known: Set<String>

  func lines() -> [String] { Set(names).sorted().map { "#\($0)" } }
  func missing() -> Set<String> { Set(names).subtracting(known) }
  var isKnown: Bool { Set(names).isSubset(of: known) || Set(names).contains("a") }
  var count: Int { Set(names).count }
  func loud() -> [String] { Set(names).map { $0.uppercased() }.sorted() }
  func plain() -> [String] {
    Set(names).compactMap { $0.isEmpty ? nil : $0 }.filter { $0.count < 9 }
      .sorted(by: { $0 > $1 })
  }
  var longest: Int? { Set(names.map(\.count)).max() }
  func upper() -> Set<String> { Set(Set(names).map { $0.uppercased() }) }
  mutating func know() {
    let news = Set(names)
    known.formUnion(Set(news.map { $0.lowercased() }))
    known.subtract(news.map { $0.uppercased() })
  }
  func filtered() -> Set<String> { Set(names).filter { $0.isEmpty } }
}

// Another type's members, and other initializers.
enum Tennis {
  struct Set {
    let first: Int
    init(_ first: Int) { self.first = first }
    func map(_ change: (Int) -> Int) -> Int { change(first) }
  }
}
let points = Tennis.Set(6).map { $0 + 1 } + Tennis.Set(4).first
let empty = Set<Int>().first

// Texts: Set(names).first
let help = "Set(names).map has any order"
