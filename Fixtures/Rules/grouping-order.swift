// Reported: groups in the order of their hash values.

struct Visit {
  let day: Int
  let page: String
}

struct History {
  let visits: [Visit]

  func sections() -> [String] {
    Dictionary(grouping: visits, by: \.day).map { "\($0): \($1.count)" }  // expect: grouping-order
      + Dictionary(grouping: visits) { $0.day }  // expect: grouping-order
        .compactMap { $1.first?.page }
      + Dictionary(grouping: visits, by: { $0.page })  // expect: grouping-order
        .flatMap { [$0] + $1.map(\.page) }
  }

  func show() {
    Dictionary(grouping: visits, by: \.day).forEach { print($0) }  // expect: grouping-order
    // The report stands at the first word of the name.
    // expect@+1:14: grouping-order
    print(1, Dictionary(grouping: visits, by: \.day).first?.key ?? 0)
  }

  func parts() -> [String] {
    let days = Dictionary(grouping: visits, by: \.day)  // expect: grouping-order
      .keys.map { "\($0)" }
    let any = Swift.Dictionary(grouping: visits, by: \.day).keys.first  // expect: grouping-order
    let groups = Dictionary(grouping: visits, by: \.day).values  // sums have no order
    let sizes = Dictionary<Int, [Visit]>(grouping: visits, by: \.day)  // expect: grouping-order
      .values.map { "\($0.count)" }
    let pages = Dictionary.init(grouping: visits, by: \.day)  // expect: grouping-order
      .values.compactMap(\.last?.page)
    let all = Dictionary(grouping: visits, by: \.day)  // expect: grouping-order
      .values.flatMap { $0.map(\.page) }
    let some = Dictionary(grouping: visits, by: \.day).values.first  // expect: grouping-order
    return days + sizes + pages + all + ["\(any ?? 0)", "\(some?.count ?? groups.count)"]
  }
}

// Not reported: groups that are sorted first, and questions that have no order.

struct Report {
  let visits: [Visit]

  func sections() -> [String] {
    Dictionary(grouping: visits, by: \.day)
      .sorted { $0.key < $1.key }
      .map { "\($0.key): \($0.value.count)" }
  }
  func sizes() -> [Int: Int] { Dictionary(grouping: visits, by: \.day).mapValues(\.count) }
  var days: Int { Dictionary(grouping: visits, by: \.day).count }
  var most: Int? { Dictionary(grouping: visits, by: \.day).values.map(\.count).max() }
  var isMonday: Bool { Dictionary(grouping: visits, by: \.day)[1] != nil }
}

// Another type's members, and other initializers.
enum Paper {
  struct Dictionary {
    init(grouping words: [String], by rule: String) {}
    func map(_ change: (String) -> String) -> [String] { [] }
  }
}
let words = Paper.Dictionary(grouping: ["a"], by: "length").map { $0 }
let pairs: [Int] = Dictionary(uniqueKeysWithValues: [(1, 2)]).mapValues { $0 }.values.sorted()

// Texts: Dictionary(grouping: visits, by: \.day).map
let help = "Dictionary(grouping: visits, by: day).first is any group"
