import Foundation
import Testing

/// A stream of `-parseable-output` messages, read the way SwiftPM reads it: a line with a byte
/// count, that many bytes of JSON, a line break.
/// - Returns: the bytes of each object.
func messages(in stream: [UInt8]) throws -> [[UInt8]] {
  var messages: [[UInt8]] = []
  var rest = stream[...]
  while !rest.isEmpty {
    let line = rest.prefix { $0 != UInt8(ascii: "\n") }
    let length = try #require(Int(String(decoding: line, as: UTF8.self)))
    rest = rest.dropFirst(line.count + 1)
    messages.append(Array(rest.prefix(length)))
    rest = rest.dropFirst(length)
    try #require(rest.popFirst() == UInt8(ascii: "\n"))
  }
  return messages
}

/// What SwiftPM decodes of a message.
struct CompilerMessage: Decodable, Equatable {
  struct Output: Decodable, Equatable {
    let type: String
    let path: String
  }
  struct Process: Decodable, Equatable {
    let realPID: Int

    enum CodingKeys: String, CodingKey {
      case realPID = "real_pid"
    }
  }

  let kind: String
  let name: String
  let pid: Int
  let process: Process
  let inputs: [String]?
  let outputs: [Output]?
  let commandExecutable: String?
  let commandArguments: [String]?
  let output: String?
  let exitStatus: Int?

  enum CodingKeys: String, CodingKey {
    case kind, name, pid, process, inputs, outputs, output
    case commandExecutable = "command_executable"
    case commandArguments = "command_arguments"
    case exitStatus = "exit-status"
  }
}

/// The objects beside the compiler's own keys.
struct DiagnosticObject: Decodable, Equatable {
  struct Note: Decodable, Equatable {
    let file: String
    let line: Int
    let column: Int
    let message: String
  }
  struct FixIt: Decodable, Equatable {
    let offset: Int
    let length: Int
    let text: String
  }

  let file: String
  let line: Int
  let column: Int
  let endLine: Int
  let endColumn: Int
  let offset: Int
  let length: Int
  let severity: String
  let message: String
  let rule: String?
  let category: String?
  let pack: String?
  let declaration: String?
  let notes: [Note]
  let fixIts: [FixIt]

  enum CodingKeys: String, CodingKey {
    case file, line, column, offset, length, severity, message, rule, category, pack
    case declaration, notes
    case endLine = "end-line"
    case endColumn = "end-column"
    case fixIts = "fix-its"
  }
}

/// Any JSON, to be encoded again.
enum AnyJSON: Codable {
  case integer(Int)
  case string(String)
  case array([AnyJSON])
  case object([String: AnyJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([AnyJSON].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: AnyJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .integer(let integer): try container.encode(integer)
    case .string(let string): try container.encode(string)
    case .array(let array): try container.encode(array)
    case .object(let object): try container.encode(object)
    }
  }
}
