// Reported: numbers made of addresses.

final class Node {
  let name: String
  init(name: String) { self.name = name }

  var version: Int { ObjectIdentifier(self).hashValue }  // expect: object-address

  var debugName: String {
    // The report stands at the first word of the name.
    // expect@+1:16: object-address
    "\(name) \(ObjectIdentifier(self).debugDescription)"
  }

  static func precedes(_ left: Node, _ right: Node) -> Bool {
    ObjectIdentifier(left).hashValue  // expect: object-address
      < Swift.ObjectIdentifier(right).hashValue  // expect: object-address
  }

  static func number(of type: Any.Type) -> Int {
    ObjectIdentifier.init(type).hashValue  // expect: object-address
  }
}

// Not reported: who an object is, and numbers that were given out.

final class Registry {
  private var names: [ObjectIdentifier: String] = [:]
  private var count = 0

  func register(_ node: Node, as name: String) -> Int {
    names[ObjectIdentifier(node)] = name
    count += 1
    return count
  }

  func contains(_ node: Node) -> Bool { names[ObjectIdentifier(node)] != nil }
  func isSame(_ first: Node, _ second: Node) -> Bool {
    first === second || ObjectIdentifier(first) == ObjectIdentifier(second)
  }
}
let key = ObjectIdentifier(Node.self)

// Another type's members, and longer names.
enum Store {
  struct ObjectIdentifier {
    let debugDescription: String
    init(_ name: String) { debugDescription = name }
  }
}
let identifier = Store.ObjectIdentifier("shelf").debugDescription

// Texts: ObjectIdentifier(node).hashValue
let help = "ObjectIdentifier(node).debugDescription holds the address"
