import Foundation

// Reported: a list that keeps the order of a set or dictionary.

struct Field: Equatable {
  let name: String
}

struct Generator {
  let names: Set<String>
  let types: [String: String]
  var fields: [Field] = []

  func returned() -> [Field] {
    names.map { Field(name: $0) }  // expect: hash-order-list
  }

  var all: [String] { Array(types.keys) }  // expect: hash-order-list

  func chosen(_ isEmpty: Bool) -> [String] {
    if isEmpty { return [] }
    return names.filter { !$0.isEmpty }.compactMap { $0 }  // expect: hash-order-list
  }

  func appended() -> [Field] {
    var fields: [Field] = []
    for name in names {  // expect: hash-order-list
      fields.append(Field(name: name))
    }
    types.forEach { fields.append(Field(name: $0.key)) }  // expect: hash-order-list
    for (name, type) in types {  // expect: hash-order-list
      fields += [Field(name: name), Field(name: type)]
    }
    return fields
  }

  func reduced() -> [String] {
    names.reduce(into: []) { $0.append($1) }  // expect: hash-order-list
  }

  func iterator() -> AnyIterator<String> {
    var next = types.values.makeIterator()  // expect: hash-order-list
    return AnyIterator { next.next() }
  }

  mutating func store() {
    fields = names.map { Field(name: $0) }  // expect: hash-order-list
    for name in names {  // expect: hash-order-list
      self.fields.append(Field(name: name))
    }
  }

  func encoded() throws -> Data {
    try JSONEncoder().encode(Array(names).sorted()) + JSONEncoder().encode(Array(names))  // expect: hash-order-list, json-key-order, json-key-order
  }
}

// Not reported: lists that are sorted, counted, searched, summed or put into a set.

extension Generator {
  func sorted() -> [Field] {
    var later = names.map { Field(name: $0) }
    later.sort { $0.name < $1.name }
    return later + names.sorted().map { Field(name: $0) }
  }

  func asked() -> Int {
    let lengths = names.map(\.count)
    let upper = Set(names.map { $0.uppercased() })
    let pairs = Dictionary(uniqueKeysWithValues: names.map { ($0, $0.count) })
    return lengths.reduce(0, +) + upper.count + pairs.count + (lengths.max() ?? 0)
  }

  func grouped() -> [String: [String]] {
    var groups: [String: [String]] = [:]
    for (name, type) in types { groups[name, default: []].append(type) }
    return groups
  }

  func inner() {
    for name in names {
      var parts: [Character] = []
      parts.append(contentsOf: name)
      if parts.isEmpty { return }
    }
  }
}

// Texts: Array(names)
let help = "names.map"
