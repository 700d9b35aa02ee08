import Diagnostics

/// The log of one run in the Static Analysis Results Interchange Format (OASIS, version 2.1.0).
struct SARIFFormat {
  private let source: SourceFile
  private let lines: LineTable
  private let artifact: JSON
  private var columns: UTF16Columns
  private var fingerprints = Fingerprints()
  private let lineHashes: LineHashes

  @Sendable static func file(_ file: ReportedFile, _ text: inout TextBuffer, _ take: TakeText) {
    // What is known before the indices of their rules: the members after those.
    var results = SARIFFormat(file)
    file.renderFindings(&text, take) { $1.append(compact: results.object($0)) }
  }

  @Sendable static func end(_ kept: KeptTexts, _ run: RunDescription, to write: WriteBytes) {
    let rules = kept.tally.rules.compactMap { rule in rule.references.first }
      .sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    let indices = Dictionary(uniqueKeysWithValues: zip(rules.map(\.id), rules.indices))
    _ = start(of: run, rules, category: "swift-determinism-lint/").withUnsafeBufferPointer(write)
    // Two objects become one.
    let starts = kept.tally.rules.map { rule -> [UInt8] in
      guard let id = rule.id else { return [] }
      var start = TextBuffer()
      start.append(compact: ["ruleId": .string(id), "ruleIndex": .integer(indices[id]!)])
      return start.bytes.dropLast() + [UInt8(ascii: ",")]
    }
    kept.writeFindings(areElements: true, starts: starts, to: write)
    _ = write(closing.buffer)
  }

  /// The log up to its results.
  /// - Parameters:
  ///   - rules: those of the results, each once, in the order of their indices.
  ///   - category: a service replaces a log by a later one of the same category alone.
  static func start(
    of run: RunDescription, _ rules: [RuleReference], category: String
  ) -> [UInt8] {
    let descriptors = rules.map { descriptor(of: $0, run.tool.rules[$0.id]) }
    var text = TextBuffer()
    text.append(
      #"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"#)
    for (key, value) in members(of: run, descriptors, category) {
      text.append("\n\"")
      text.append(key)
      text.append("\":")
      text.append(compact: value)
      text.append(",")
    }
    text.append("\n\"results\":[")
    return text.bytes
  }

  /// The log after its results.
  static let closing: StaticString = "\n]}]}\n"

  /// Those of the log that come before the results.
  private static func members(
    of run: RunDescription, _ descriptors: [JSON], _ category: String
  ) -> [(StaticString, JSON)] {
    let driver: JSON = [
      "name": "swift-determinism-lint", "version": .string(run.tool.version),
      "semanticVersion": .string(run.tool.version), "rules": .array(descriptors),
    ]
    var invocation: JSON = [
      "executionSuccessful": .boolean(run.exitStatus < 2),
      "exitCode": .integer(Int(run.exitStatus)),
    ]
    if !run.notices.isEmpty {
      // These are not results: results become alerts, which block people.
      let notifications = run.notices.map { notification(of: $0, run.root) }
      invocation = invocation.adding("toolConfigurationNotifications", .array(notifications))
    }
    if !run.failures.isEmpty {
      let notifications = run.failures.shown.map { notification(of: $0, run.root) }
      invocation = invocation.adding("toolExecutionNotifications", .array(notifications))
    }
    return [
      ("tool", ["driver": driver]), ("columnKind", "utf16CodeUnits"),
      ("automationDetails", ["id": .string(category)]),
      ("originalUriBaseIds", [rootName: ["description": text("the repository's top")]]),
      ("invocations", [invocation]),
    ]
  }

  init(_ file: ReportedFile) {
    (source, lines) = (file.source, file.lines)
    columns = UTF16Columns(source)
    artifact = Self.reference(to: source.path, file.root)
    lineHashes = LineHashes(
      of: source,
      lines: file.findings.lazy.map { file.lines.location(of: $0.range.lowerBound).line })
  }

  mutating func object(_ finding: Diagnostic) -> JSON {
    .object(members(of: finding) + membersOfExcuse(finding.verdict))
  }

  private func membersOfExcuse(_ verdict: FindingVerdict) -> [(String, JSON)] {
    func suppression(_ kind: String, _ reason: String) -> (String, JSON) {
      var members = [("kind", JSON.string(kind))]
      if !reason.isEmpty { members.append(("justification", .string(reason))) }
      return ("suppressions", .array([.object(members)]))
    }
    switch verdict {
    case .reported: return []
    case .allowedInSource(let reason): return [suppression("inSource", reason)]
    case .allowedBySettings(let reason): return [suppression("external", reason)]
    case .inBaseline:
      return [suppression("external", ""), ("baselineState", .string("unchanged"))]
    }
  }

  private mutating func members(of diagnostic: Diagnostic) -> [(String, JSON)] {
    var members = [
      ("level", JSON.string(diagnostic.severity.rawValue)),
      ("message", text(diagnostic.message)),
      ("locations", .array([location(of: diagnostic)])),
      ("partialFingerprints", partialFingerprints(of: diagnostic)),
    ]
    if !diagnostic.notes.isEmpty {
      members.append(("relatedLocations", .array(diagnostic.notes.map { location(of: $0) })))
    }
    if !diagnostic.fixIts.isEmpty {
      members.append(("fixes", .array([fix(diagnostic.fixIts)])))
    }
    return members
  }

  private mutating func partialFingerprints(of diagnostic: Diagnostic) -> JSON {
    let own: JSON = ["determinismKey/v1": .string(fingerprints.next(diagnostic, in: source))]
    let line = lines.location(of: diagnostic.range.lowerBound).line
    guard let hash = lineHashes[line] else { return own }
    return own.adding("primaryLocationLineHash", .string(hash))
  }

  private mutating func location(of diagnostic: Diagnostic) -> JSON {
    var region = region(diagnostic.range)
    let range = diagnostic.range.clamped(to: 0..<source.bytes.count)
    // Uses within uses, each with its text, would come to the square of what is in the file.
    if !range.isEmpty, range.count <= longestSnippet {
      let snippet = String(decoding: source.bytes[range], as: UTF8.self)
      region.append(("snippet", text(snippet)))
    }
    var members = [("physicalLocation", physicalLocation(region))]
    if let scope = diagnostic.key?.scope, scope != "-", scope.utf8.count <= longestSnippet {
      members.append(("logicalLocations", .array([Self.logicalLocation(scope)])))
    }
    return .object(members)
  }

  private mutating func location(of note: Note) -> JSON {
    .object([
      ("physicalLocation", physicalLocation(region(note.offset..<note.offset))),
      ("message", text(note.message)),
    ])
  }

  private func physicalLocation(_ region: [(String, JSON)]) -> JSON {
    .object([("artifactLocation", artifact), ("region", .object(region))])
  }

  /// - Parameter scope: that of a key.
  static func logicalLocation(_ scope: String) -> JSON {
    let kind =
      scope.contains(where: { $0 == "." }) ? "member" : scope.last == ")" ? "function" : nil
    return .object(
      [("fullyQualifiedName", .string(scope))] + (kind.map { [("kind", .string($0))] } ?? []))
  }

  private mutating func region(_ range: Range<Int>) -> [(String, JSON)] {
    let start = lines.location(of: range.lowerBound)
    let end = lines.location(of: range.upperBound)
    return [
      ("startLine", .integer(start.line)), ("startColumn", .integer(columns.column(of: start))),
      ("endLine", .integer(end.line)), ("endColumn", .integer(columns.column(of: end))),
    ]
  }

  private mutating func fix(_ fixIts: [FixIt]) -> JSON {
    let replacements = fixIts.map { fixIt in
      JSON.object([
        ("deletedRegion", .object(region(fixIt.range))), ("insertedContent", text(fixIt.text)),
      ])
    }
    let change = JSON.object([
      ("artifactLocation", artifact), ("replacements", .array(replacements)),
    ])
    return .object([
      (
        "description",
        text(fixIts[0].text.isEmpty ? "remove" : "replace with '\(fixIts[0].text)'")
      ),
      ("artifactChanges", .array([change])),
    ])
  }
}

private func descriptor(of rule: RuleReference, _ description: RuleDescription?) -> JSON {
  let message = description?.message ?? rule.id
  var help = message
  if let note = description?.note { help += "\n\n" + note }
  if help.last == "\n" { help.removeLast() }
  var members = [
    ("id", JSON.string(rule.id)), ("name", .string(pascalCase(rule.id))),
    ("shortDescription", text(message)), ("fullDescription", text(message)),
    ("help", .object([("text", .string(help)), ("markdown", .string(markdown(help)))])),
  ]
  if let url = rule.url { members.append(("helpUri", .string(url))) }
  if let severity = description?.severity {
    members.append(
      ("defaultConfiguration", .object([("level", .string(severity.rawValue))])))
  }
  let tags = ["determinism", rule.category].compactMap { $0 }
  members.append(("properties", .object([("tags", .array(tags.map { .string($0) }))])))
  return .object(members)
}

private func notification(of notice: Notice, _ root: ReportRoot) -> JSON {
  let notification: JSON = [
    "descriptor": ["id": .string(notice.kind)], "level": "note", "message": text(notice.message),
  ]
  guard let path = notice.path else { return notification }
  return notification.adding("locations", [place(path, notice.location?.line, root)])
}

private func notification(of failure: Failure, _ root: ReportRoot) -> JSON {
  let notification: JSON = ["level": "error", "message": text(failure.message)]
  guard let path = failure.path else { return notification }
  let place = place(path, failure.location?.line, column: failure.utf16Column, root)
  return notification.adding("locations", [place])
}

private func place(
  _ path: FilePath, _ line: Int?, column: Int? = nil, _ root: ReportRoot
) -> JSON {
  var place: JSON = ["artifactLocation": SARIFFormat.reference(to: path, root)]
  if let line {
    let region: JSON = ["startLine": .integer(line)]
    place = place.adding(
      "region", column.map { region.adding("startColumn", .integer($0)) } ?? region)
  }
  return ["physicalLocation": place]
}

extension SARIFFormat {
  static func reference(to path: FilePath, _ root: ReportRoot) -> JSON {
    ["uri": .string(root.reference(to: path)), "uriBaseId": .string(rootName)]
  }
}

/// `DateInit` for `date-init`.
private func pascalCase(_ id: String) -> String {
  id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
}

private func text(_ text: String) -> JSON {
  ["text": .string(text)]
}

/// What stands for the folder that paths are relative to.
private let rootName = "%SRCROOT%"
/// In bytes.
private let longestSnippet = 400
