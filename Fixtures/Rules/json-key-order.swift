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
      withJSONObject: ["count": orders.count, "first": orders[0].id])
    let third = orders.compactMap { try? JSONEncoder.init().encode($0) }  // expect: json-key-order
    return "\(first?.count ?? 0) \(second?.count ?? 0) \(third.count)"
  }

  func page(of fields: [String: Any], _ options: JSONSerialization.WritingOptions) throws -> Data {
    _ = try JSONSerialization.data(withJSONObject: fields, options: [])  // expect: json-key-order
    _ = try JSONSerialization.data(  // expect: json-key-order
      withJSONObject: fields, options: .prettyPrinted)
    return try JSONSerialization.data(  // expect: json-key-order
      withJSONObject: fields, options: options)
  }

  // One key has no order; what else the literal holds may have one.
  func small(_ count: Int, _ fields: [String: Any]) throws -> [Data] {
    [
      try JSONSerialization.data(withJSONObject: ["count": count]),
      try JSONSerialization.data(withJSONObject: ["counts": [count, 2]] as [String: Any]),
      try JSONSerialization.data(withJSONObject: ["count": count,], options: .prettyPrinted),
      try JSONSerialization.data(  // expect: json-key-order
        withJSONObject: ["counts": ["a": count, "b": 2]]),
      try JSONSerialization.data(  // expect: json-key-order
        withJSONObject: ["count": count].merging(fields) { $1 }),
      try JSONSerialization.data(withJSONObject: [fields]),  // expect: json-key-order
    ]
  }

  // Another option, another encoder, another member.
  func pretty(_ order: Order) throws -> [Data] {
    let encoder = JSONEncoder()  // expect: json-encoder
    encoder.outputFormatting = .prettyPrinted
    encoder.dateEncodingStrategy = .iso8601
    let sorted = JSONEncoder()
    sorted.outputFormatting = .sortedKeys
    return [try encoder.encode(order), try sorted.encode(order)]  // expect: json-key-order
  }
  func sorted(_ order: Order) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(order)
  }
  // One of the same name elsewhere.
  func plain(_ order: Order) throws -> Data {
    let encoder = JSONEncoder()  // expect: json-encoder
    return try encoder.encode(order)  // expect: json-key-order
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
    _ = try JSONSerialization.data(
      withJSONObject: fields, options: [.prettyPrinted, JSONSerialization.WritingOptions.sortedKeys])
    return try JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys])
  }

  func order(in data: Data) throws -> Order {
    _ = try JSONSerialization.jsonObject(with: data)
    return try JSONDecoder().decode(Order.self, from: data)
  }

  func list(_ order: Order) throws -> Data { try PropertyListEncoder().encode(order) }
}

// Not reported: an encoder that is told to sort somewhere in the file.

final class Archive {
  private let encoder = JSONEncoder()
  private let compact: JSONEncoder = JSONEncoder()
  private static let shared: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
      true ? [.prettyPrinted, .sortedKeys] : [.sortedKeys]
    return encoder
  }()

  init() {
    encoder.outputFormatting.insert(.sortedKeys)
    self.compact.outputFormatting = [
      .withoutEscapingSlashes,
      .sortedKeys,
    ]
  }

  func data(_ order: Order) throws -> [Data] {
    let local = JSONEncoder()
    local.outputFormatting = JSONEncoder.OutputFormatting.sortedKeys
    return [
      try encoder.encode(order), try self.compact.encode(order), try local.encode(order),
      try Self.shared.encode(order),
    ]
  }
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
