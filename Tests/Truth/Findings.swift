import Foundation

/// One diagnostic of the tool, from its JSON report.
struct Finding: Decodable {
  let file: String
  let rule: String
  /// From 1, the column in UTF-8 bytes.
  let line: Int
  let column: Int
  /// From 0, in UTF-8 bytes.
  let offset: Int
  let length: Int
  let message: String

  var place: Place { Place(line: line, column: column) }
}

/// The tool as it is installed, with every rule of every pack on and nothing let through.
struct Tool {
  let path: String
  let rules: [BannedRule]
  private let repository: URL
  private let folder: URL
  private let configuration: URL

  init(path: String, repository: URL, build: URL) throws {
    self.path = path
    self.repository = repository
    folder = build
    rules = try readRules(repository)
    configuration = build.appendingPathComponent("every-rule.yml")
    try Data(try everyRule().utf8).write(to: configuration)
  }

  func lint(_ files: [String]) throws -> [Finding] {
    let command = [
      path, "lint", "--config", configuration.path, "--format", "json", "--quiet", "--no-ignore",
      "--no-source-suppressions", "--absolute-paths", "--files-from", "-",
    ]
    let result = try run(
      command, in: folder, input: files.map { $0 + "\0" }.joined(), seconds: 600)
    guard result.status == 0 || result.status == 1 else {
      throw TruthError("'\(path)' ended with status \(result.status)")
    }
    return try findings(in: result.text)
  }

  /// A pack that the tool does not carry is read from its file.
  private func everyRule() throws -> String {
    let log = folder.appendingPathComponent("packs.log")
    let packs = Set(rules.map(\.pack)).sorted()
    let bundled = try packs.filter { try run([path, "rules", "--pack", $0], log: log).status == 0 }
    let others = packs.filter { !bundled.contains($0) }.map {
      "'\(repository.appendingPathComponent("Rules/\($0).yml").path)'"
    }
    let off = rules.filter(\.isOff).map { "  \($0.id): warning\n" }.joined()
    return "packs: [\(bundled.joined(separator: ", "))]\n"
      + (others.isEmpty ? "" : "rules: [\(others.joined(separator: ", "))]\n")
      + (off.isEmpty ? "" : "severity:\n\(off)")
  }
}

/// Reads the compiler's message format: a byte count on a line of its own, then an object.
private func findings(in output: String) throws -> [Finding] {
  struct Message: Decodable {
    let kind: String
    let diagnostics: [Finding]?
  }
  var rest = Data(output.utf8)
  var findings: [Finding] = []
  while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
    let count = Int(String(decoding: rest[..<newline], as: UTF8.self)) ?? 0
    guard 0 < count, count <= rest.endIndex - newline - 1 else { break }
    let object = rest[(newline + 1)...].prefix(count)
    let message = try JSONDecoder().decode(Message.self, from: object)
    findings += message.diagnostics ?? []
    rest = rest[object.endIndex...].drop { $0 == UInt8(ascii: "\n") }
  }
  return findings
}
