import Foundation

/// One diagnostic of the tool, from its JSON report.
struct Finding: Decodable {
  let file: String
  var rule: String
  /// From 1, the column in UTF-8 bytes.
  let line: Int
  let column: Int
  /// From 0, in UTF-8 bytes.
  let offset: Int
  let length: Int
  let message: String

  var place: Place { Place(line: line, column: column) }
  var key: String { "\(file):\(offset) \(rule)" }
}

/// What the tool reports, and what it would if its rules let nothing through.
struct Report {
  var findings: [Finding]
  /// Uses that a rule knows and lets through: by its own `allow`, `unless` and so on.
  var excused: [Finding]
}

/// The tool as it is installed, with every rule of every pack on and nothing let through.
struct Tool {
  let path: String
  let rules: [BannedRule]
  private let repository: URL
  private let folder: URL
  private let configuration: URL
  /// Of rules without exceptions.
  private let strictConfiguration: URL

  init(path: String, repository: URL, build: URL) throws {
    self.path = path
    self.repository = repository
    folder = build
    rules = try readRules(repository)
    configuration = build.appendingPathComponent("every-rule.yml")
    strictConfiguration = build.appendingPathComponent("strict-rules.yml")
    try Data(try everyRule().utf8).write(to: configuration)
    let copies = try writeStrictRules(of: repository, to: build.appendingPathComponent("strict"))
    let off = rules.filter(\.isOff).map { "  \(strictPrefix)\($0.id): warning\n" }.joined()
    let text = "packs: []\nrules: [\(copies.joined(separator: ", "))]\nseverity:\n\(off)"
    try Data(text.utf8).write(to: strictConfiguration)
  }

  func lint(_ files: [String]) throws -> Report {
    let findings = try lint(files, configuration)
    let reported = Set(findings.map(\.key))
    let excused = try lint(files, strictConfiguration).map { finding in
      var finding = finding
      finding.rule.removeFirst(strictPrefix.count)
      return finding
    }.filter { !reported.contains($0.key) }
    return Report(findings: findings, excused: excused)
  }

  private func lint(_ files: [String], _ configuration: URL) throws -> [Finding] {
    let command = [
      path, "lint", "--config", configuration.path, "--format", "json", "--quiet", "--no-ignore",
      "--no-source-suppressions", "--absolute-paths", "--files-from", "-",
    ]
    let result = try run(
      command, in: folder, input: files.map { $0 + "\0" }.joined(), seconds: 600)
    guard result.status == 0 || result.status == 1 else {
      throw TruthError("'\(path)' ended with status \(result.status)")
    }
    return try readFindings(result.text)
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
func readFindings(_ output: String) throws -> [Finding] {
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

/// The name of a rule or a pack must not be that of a bundled one.
private let strictPrefix = "strict-"

/// The keys of a rule that let a use through.
private let exceptions: Set = ["allow", "covered-by", "default-arguments", "unless", "when"]

/// Copies the rule files without what lets a use through.
/// - Returns: the copies' paths, quoted.
private func writeStrictRules(of repository: URL, to folder: URL) throws -> [String] {
  let files = FileManager.default
  let rules = repository.appendingPathComponent("Rules")
  try files.createDirectory(at: folder, withIntermediateDirectories: true)
  return try files.contentsOfDirectory(atPath: rules.path).sorted()
    .filter { $0.hasSuffix(".yml") }.map { file in
      let copy = folder.appendingPathComponent(file)
      let text = try String(contentsOf: rules.appendingPathComponent(file), encoding: .utf8)
      try Data(strictRules(text).utf8).write(to: copy)
      return "'\(copy.path)'"
    }
}

private func strictRules(_ text: String) -> String {
  var isException = false
  var lines: [String] = []
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if let key = line.firstMatch(of: /^ {4}([a-z-]+):/)?.1 {
      isException = exceptions.contains(String(key))
    } else if line.firstMatch(of: /^(?:  - |\S)/) != nil {
      isException = false
    }
    if isException { continue }
    let renamed = line.replacing(/^  - id: */, with: "  - id: \(strictPrefix)")
    lines.append(String(renamed.replacing(/^pack: */, with: "pack: \(strictPrefix)")))
  }
  return lines.joined(separator: "\n")
}
