import Foundation

// Reported: JSON whose keys are not sorted.

struct Order: Codable {
  let id: Int
  let note: String
}

struct Client {
  func body(of order: Order) throws -> Data {
    try JSONEncoder().encode(order)  // expect: json-key-order
  }

  func body(of fields: [String: Any]) throws -> Data {
    try JSONSerialization.data(withJSONObject: fields)  // expect: json-key-order
  }

  func text(of orders: [Order]) -> String {
    // The report stands at the first word of the name.
    // expect@+1:22: json-key-order
    let first = try? JSONEncoder().encode(orders)
    let second = try? Foundation.JSONSerialization.data(  // expect: json-key-order
      withJSONObject: ["count": orders.count])
    let third = orders.compactMap { try? JSONEncoder.init().encode($0) }  // expect: json-key-order
    return "\(first?.count ?? 0) \(second?.count ?? 0) \(third.count)"
  }

  let encode: (Order) throws -> Data = { order in
    try JSONEncoder()  // expect: json-key-order
      .encode(order)
  }
}

// Not reported: an encoder that is given, options, and reading.

struct Uploader {
  let encoder: JSONEncoder

  func body(of order: Order) throws -> Data { try encoder.encode(order) }

  func body(of fields: [String: Any]) throws -> Data {
    try JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys])
  }

  func order(in data: Data) throws -> Order {
    _ = try JSONSerialization.jsonObject(with: data)
    return try JSONDecoder().decode(Order.self, from: data)
  }

  func list(_ order: Order) throws -> Data { try PropertyListEncoder().encode(order) }
}

// Another type's members, and longer names.
enum Radio {
  struct JSONEncoder { func encode(_ text: String) -> String { text } }
  enum JSONSerialization { static func data(withJSONObject name: String) -> String { name } }
}
let signal = Radio.JSONEncoder().encode("a") + Radio.JSONSerialization.data(withJSONObject: "b")
struct JSONEncoders { func encode(_ text: String) -> String { text } }
let encoded = JSONEncoders().encode("a")

// Texts: JSONEncoder().encode(order)
let help = "JSONSerialization.data(withJSONObject: fields) sorts nothing"
