import Foundation
import Rules
import Testing

/// Whatever the parser accepts, PyYAML reads to the same values.
///
/// In the environment, `YAML_DOCUMENTS` and `YAML_SEED` make more and other documents, and
/// `YAML_LENGTH` longer ones of those that are tried out exhaustively.
@Suite struct YAMLDifferentialTests {
  @Test func everyStyleOfTheSubsetIsAccepted() {
    var source = YAMLDocumentSource(seed: 2, samples: [])
    for _ in 0..<1000 {
      let bytes = source.wellFormedDocument()
      let messages = YAMLDocument(parsing: bytes).diagnostics.map(\.message)
      #expect(messages == [], "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }

  @Test(.enabled(if: PyYAML.isAtHand, "python3 with PyYAML is not at hand"))
  func ruleFilesAndRandomDocumentsAreReadAlike() throws {
    let count = setting("YAML_DOCUMENTS") ?? 4000
    let samples = try RepositoryFiles.yaml()
    var source = YAMLDocumentSource(seed: UInt64(setting("YAML_SEED") ?? 1), samples: samples)
    var reading = DifferentialReading()
    for sample in samples { reading.add(sample) }
    for _ in 0..<count { reading.add(source.next()) }
    // A parser that refuses everything would pass otherwise.
    #expect(count / 8 < reading.accepted.count)
    try reading.compare()
  }

  @Test(.enabled(if: PyYAML.isAtHand, "python3 with PyYAML is not at hand"))
  func everyShortDocumentIsReadAlike() throws {
    let alphabet = Array("a \n:-[]{},#'|\"".utf8)
    let beginnings = [
      "", "---", "---\n", "a: ", "a:\n", "- ", "a: |\n", "a: [", "a: {", "- a: b\n", "a:\n- |\n  b",
    ]
    var reading = DifferentialReading()
    for beginning in beginnings {
      var documents = [Array(beginning.utf8)]
      for _ in 0..<(setting("YAML_LENGTH") ?? 3) {
        documents = documents.flatMap { document in alphabet.map { document + [$0] } }
        for document in documents { reading.add(document) }
      }
    }
    #expect(1000 < reading.accepted.count)
    try reading.compare()
  }

  private func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}

/// Documents that the parser accepts, with what it read.
private struct DifferentialReading {
  private(set) var accepted: [(bytes: [UInt8], json: String)] = []
  private var count = 0

  mutating func add(_ bytes: [UInt8]) {
    count += 1
    let document = YAMLDocument(parsing: bytes)
    guard document.diagnostics.isEmpty else { return }
    accepted.append((bytes, document.root.map { json($0, document) } ?? "null"))
  }

  func compare() throws {
    print("\(accepted.count) of \(count) documents accepted, for PyYAML to read")
    let readings = try PyYAML.read(accepted.map(\.bytes))
    try #require(readings.count == accepted.count)
    for (ours, theirs) in zip(accepted, readings) {
      // What has no content after '---' is an empty text to PyYAML.
      let expected = ours.json == "null" ? ["null", "\"\""] : [ours.json]
      if theirs.allSatisfy(expected.contains) { continue }
      Issue.record(
        """
        \(String(decoding: ours.bytes, as: UTF8.self).debugDescription)
        read here as \(ours.json), by PyYAML as \(theirs)
        """)
    }
  }
}

/// The value as Python's `json.dumps(…, separators=(",", ":"))` writes it.
private func json(_ node: YAMLNode, _ document: YAMLDocument) -> String {
  switch node {
  case .scalar(let scalar): return json(document.text(of: scalar))
  case .sequence(let sequence):
    let elements = document.elements(of: sequence).map { json($0, document) }
    return "[" + elements.joined(separator: ",") + "]"
  case .mapping(let mapping):
    let entries = document.entries(of: mapping).map { entry in
      json(document.text(of: entry.key)) + ":" + json(entry.value, document)
    }
    return "{" + entries.joined(separator: ",") + "}"
  case .invalid: return "invalid"
  }
}

private func json(_ text: String) -> String {
  var result = "\""
  for unit in text.utf16 {
    switch unit {
    case 0x22: result += "\\\""
    case 0x5C: result += "\\\\"
    case 0x0A: result += "\\n"
    case 0x0D: result += "\\r"
    case 0x09: result += "\\t"
    case 0x08: result += "\\b"
    case 0x0C: result += "\\f"
    case 0x20..<0x7F: result.unicodeScalars.append(Unicode.Scalar(unit)!)
    default: result += "\\u" + String(format: "%04x", unit)
    }
  }
  return result + "\""
}

/// PyYAML in one process for all documents.
private enum PyYAML {
  static let isAtHand = (try? run("import yaml", [])) == 0

  /// What each of its loaders reads: the Python one, and that of libyaml where it is built in.
  static func read(_ documents: [[UInt8]]) throws -> [[String]] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "yaml-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appending(path: "in")
    let output = folder.appending(path: "out")
    var data = Data()
    for document in documents {
      data.append(contentsOf: "\(document.count)\n".utf8)
      data.append(contentsOf: document)
    }
    try data.write(to: input)
    let status = try run(script, [input.path, output.path])
    try #require(status == 0)
    let lines = try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
    return lines.map { $0.split(separator: "\t").map(String.init) }
  }

  private static let script = """
    import json, sys, yaml
    loaders = [yaml.BaseLoader] + ([yaml.CBaseLoader] if yaml.__with_libyaml__ else [])
    def read(document, loader):
        try:
            return json.dumps(yaml.load(document, Loader=loader), separators=(",", ":"))
        except Exception as error:
            return json.dumps(str(error))[1:-1]
    with open(sys.argv[1], "rb") as documents, open(sys.argv[2], "w") as output:
        while line := documents.readline():
            document = documents.read(int(line))
            output.write("\\t".join(read(document, loader) for loader in loaders) + "\\n")
    """

  private static func run(_ script: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
