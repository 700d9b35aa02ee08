import Foundation

// Reported: encoders that are new, and so sort nothing until they are told to.

struct Exporter {
  var encoder = JSONEncoder()  // expect: json-encoder

  init(made: JSONEncoder = JSONEncoder()) {  // expect: json-encoder
    encoder = made
  }

  static func make() -> JSONEncoder {
    let encoder = Foundation.JSONEncoder()  // expect: json-encoder
    encoder.outputFormatting = [.prettyPrinted]
    // The report stands at the first word of the name.
    // expect@+1:28: json-encoder
    return encoder.isNew ? JSONEncoder.init() : encoder
  }

  static func typed() -> JSONEncoder { .init() }  // expect: json-encoder
  static func makers() -> [() -> JSONEncoder] { [JSONEncoder.init] }  // expect: json-encoder
}

extension JSONEncoder {
  var isNew: Bool { outputFormatting.isEmpty }
}

// Not reported: an encoder that is given, its type, and other coders.

struct Report: Codable {
  let count: Int

  func data(_ encoder: JSONEncoder) throws -> Data { try encoder.encode(self) }
}
let decoder = JSONDecoder()
let list = PropertyListEncoder()
let kind = JSONEncoder.self
let formatting: JSONEncoder.OutputFormatting = [.sortedKeys, .prettyPrinted]

// An encoder that is told to sort somewhere in the braces that it is declared in.
func sorted() -> [JSONEncoder] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys]
  let typed: JSONEncoder = .init()
  if encoder.isNew { typed.outputFormatting.formUnion([.prettyPrinted, .sortedKeys]) }
  return [encoder, typed]
}
final class Writer {
  let encoder: JSONEncoder
  init() {
    encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
  }
}

// Another type's members, and longer names.
enum Radio {
  struct JSONEncoder { let channel = 1 }
}
let channel = Radio.JSONEncoder().channel

// Texts: JSONEncoder()
let help = "JSONEncoder() sorts nothing"
