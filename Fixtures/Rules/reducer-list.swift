// What the library of TCA declares is stood in for.
protocol Reducer {}
protocol DependencyKey {}

// Reported: lists in the order of a set or dictionary, which each run has anew.

struct Feature: Reducer {
  struct State {
    var names: Set<String> = []
    var rows: [String] = []
  }

  func reduce(into state: inout State, counts: [String: Int]) {
    state.rows = counts.map { $0.key }  // expect: reducer-list
    for name in counts.keys {  // expect: reducer-list
      state.rows.append(name)
    }
  }
}

// Not reported: what is sorted first, and the values of a dependency.

struct Sorted: Reducer {
  func reduce(into rows: inout [String], counts: [String: Int]) {
    rows = counts.keys.sorted()
  }
}

struct NamesKey: DependencyKey {
  static func live(_ names: Set<String>) -> [String] { names.map { $0 } }  // expect: hash-order-list
}

// Texts: counts.map
let help = "counts.map { $0.key }"
