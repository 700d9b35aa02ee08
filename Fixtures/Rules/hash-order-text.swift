// Reported: the order of a set or dictionary that gets into text.

struct Article {
  let authors: Set<String>
  let prices: [String: Int]
  let notes: [String: String]?
  let files: [String: File]
  let out: File

  func joined() -> String {
    authors.joined(separator: ", ")  // expect: hash-order-text
      + authors.map { $0.uppercased() }.joined(separator: ", ")  // expect: hash-order-text
      + prices.keys.filter { !$0.isEmpty }.joined(separator: "+")  // expect: hash-order-text
      + prices.values.map(String.init).joined(separator: " ")  // expect: hash-order-text
      + Array(authors).joined(separator: ";")  // expect: hash-order-text
      + (notes?.map { $0.value }.joined(separator: "") ?? "")  // expect: hash-order-text
  }

  func byline() -> String {
    var text = ""
    for author in authors {  // expect: hash-order-text
      text += author
    }
    prices.forEach { text += "\($0.key): \($0.value)" }  // expect: hash-order-text
    text += prices.reduce("") { $0 + $1.key }  // expect: hash-order-text
    return text + "\(prices.map { $0.value })"  // expect: hash-order-text
  }

  func show() {
    for (name, price) in prices {  // expect: hash-order-text
      print(name, price)
    }
    for author in authors.filter({ !$0.isEmpty }) {  // expect: hash-order-text
      print(author)
    }
    var text = ""
    for file in files.values {  // expect: hash-order-text
      file.write(into: &text)
    }
    for author in authors {  // expect: hash-order-text
      Disk().write(key: author, to: &text)
    }
    for author in authors {  // expect: hash-order-text
      write(author, to: &text)
    }
    for author in authors {  // expect: hash-order-text
      let line = out.part("line")
      line.write(author)
    }
    print(Array(prices.keys))  // expect: hash-order-text
  }

  func lines() -> String {
    var lines: [String] = []
    for author in authors where !author.isEmpty {  // expect: hash-order-text
      lines.append(author)
    }
    let names = prices.keys.map { $0 }  // expect: hash-order-text
    return lines.joined(separator: "\n") + names.joined(separator: "\n")
  }

  // A literal has a type, too.
  func local() -> String {
    let sizes = ["a": 1, "b": 2]
    let seen = Set(["a", "b"])
    return sizes.map { $0.key }.joined(separator: ",")  // expect: hash-order-text
      + seen.joined(separator: ",")  // expect: hash-order-text
      + String(describing: Array(seen))  // expect: hash-order-text
  }
}

// A case tells the types of what a pattern takes from it.
enum Element {
  case text(String)
  case node(String, attributes: [String: String])

  func show() {
    guard case .node(let tag, let attributes) = self else { return }
    print(tag)
    for (name, value) in attributes {  // expect: hash-order-text
      print(name, value)
    }
  }
}

// Not reported: what is sorted first or later, and what no text depends on.

extension Article {
  func sorted() -> String {
    var lines: [String] = []
    for author in authors { lines.append(author) }
    lines.sort()
    let names = authors.map { $0.uppercased() }.sorted()
    return authors.sorted().joined(separator: ", ") + lines.joined() + names.joined()
      + prices.sorted { $0.key < $1.key }.map(\.key).joined(separator: ", ")
  }

  func counts() -> String {
    var (sum, byLength) = (0, [Int: String]())
    for price in prices.values { sum += price }
    for author in authors { byLength[author.count] = author }
    let known = Set(authors.map { $0.lowercased() })
    let isLong = authors.map(\.count).contains { 9 < $0 }
    return "\(sum) \(known.count) \(isLong) \(prices.values.reduce(0, +)) \(byLength.count)"
  }

  // A list has an order, and so has what only is named like a set.
  func others(_ names: [String], _ ordered: OrderedNames) -> String {
    for name in names { print(name) }
    return names.map { $0 + "," }.joined() + ordered.map { $0 }.joined(separator: ", ")
  }

  func stream(_ names: AsyncStream<String>) async {
    for await name in names { print(name) }
  }
}

struct OrderedNames {
  let keys: [String]
  func map(_ change: (String) -> String) -> [String] { keys.map(change) }
}

// Texts: authors.joined(separator: ", ")
let help = "authors.joined(separator:)"

// Not reported: what only who looks for a mistake sees, and what is an optional's.

extension Article: CustomStringConvertible {
  var description: String { authors.joined(separator: ", ") }

  func check(_ value: Any, _ log: Log, _ disk: Disk, _ tree: Tree) {
    assert(authors.isEmpty, "left: \(authors.joined(separator: ", "))")
    Log.shared.debug("has \(authors.joined())")
    LogManager.shared.log("has \(authors.joined())")
    appLog(authors.joined())
    log.log(authors.joined())
    log.debug("has \(prices.map { $0.key })")
    fatalError(authors.map { $0 }.joined(separator: ", "))
  }

  func written(_ value: Any, _ disk: Disk, _ tree: Tree) -> String {
    for author in authors { disk.write(author, contents: "a") }
    for author in authors { tree.print(author) }
    for author in authors { files[author]?.write(author) }
    for author in authors {
      let file = File(author)
      file.write(author)
    }
    authors.forEach { File($0).write("a") }
    for author in authors { disk.write(key: author, data: "a") }
    for author in authors { disk.write { $0 + author } }
    for author in authors {
      let number = open(author)
      write(number, "a", 1)
    }
    let length = authors.joined(separator: ", ").utf8.count
    if length == 0 { return "" }
    let name = (value as? [String: Int]).map { "\($0.count)" }
    return name ?? prices.description  // expect: hash-order-text
  }
}

struct Log {
  static let shared = Log()
  func log(_ text: String) {}
  func log(_ names: Set<String>) {
    print(names.joined())
  }
  func debug(_ text: String) {}
}

struct LogManager {
  static let shared = LogManager()
  func log(_ text: String) {}
}

func appLog(_ text: String) {}
func open(_ path: String) -> Int { path.count }
func write(_ name: String, to text: inout String) { text += name }
func write(_ file: Int, _ text: String, _ count: Int) {}

struct File {
  init(_ name: String) {}
  func part(_ name: String) -> File { self }
  func write(_ text: String) {}
  func write(into text: inout String) {}
}

struct Disk {
  func write(_ path: String, contents: String) {}
  func write(key: String, data: String) {}
  func write(key: String, to text: inout String) {}
  func write(_ work: (String) -> String) {}
}

struct Tree {
  func print(_ text: String) {}
}
