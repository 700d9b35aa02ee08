import Diagnostics

/// The log of one run in the Static Analysis Results Interchange Format (OASIS, version 2.1.0).
struct SARIFFormat {
  private let file: ReportedFile
  private let artifact: JSON
  private var columns: UTF16Columns
  private var fingerprints = Fingerprints()
  private let lineHashes: LineHashes

  @Sendable static func write(
    _ reported: ReportedFiles, _ run: RunDescription, to output: inout ReportText
  ) {
    let rules = reported.tally.rules.compactMap { rule in rule.references.first }
      .sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    let indices = Dictionary(
      uniqueKeysWithValues: rules.enumerated().map { ($0.element.id, $0.offset) })
    output.text.append(start(of: run, rules, category: "swift-determinism-lint/"))
    reported.writeElements(to: &output) { file in
      var results = SARIFFormat(file)
      return { finding, text in
        let index = finding.rule.flatMap { indices[$0.id] }
        text.append(compact: results.object(finding, ruleIndex: index))
      }
    }
    output.text.append(closing)
  }

  /// The log up to its results.
  /// - Parameters:
  ///   - rules: the rules of the results, each once, in the order of their indices.
  ///   - category: a service replaces a log by a later one of the same category alone.
  static func start(
    of run: RunDescription, _ rules: [RuleReference], category: String
  ) -> [UInt8] {
    var text = TextBuffer()
    text.append(
      #"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"#)
    for (key, value) in members(of: run, rules, category) {
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

  /// The members of the log that come before the results.
  private static func members(
    of run: RunDescription, _ rules: [RuleReference], _ category: String
  ) -> [(StaticString, JSON)] {
    let driver: JSON = [
      "name": "swift-determinism-lint", "version": .string(run.tool.version),
      "semanticVersion": .string(run.tool.version),
      "rules": .array(rules.map { descriptor(of: $0, run.tool.rules[$0.id]) }),
    ]
    // These are not results: results become alerts, which block people.
    let notices = run.notices.map { notice -> JSON in
      let location = notice.path.map { place($0, notice.location?.line, run.root) }
      return [
        "descriptor": ["id": .string(notice.kind)], "level": "note",
        "message": text(notice.message), "locations": location.map { [$0] },
      ]
    }
    let failures = run.failures.shown.map { failure -> JSON in
      let location = failure.path.map {
        place($0, failure.location?.line, column: failure.utf16Column, run.root)
      }
      return [
        "level": "error", "message": text(failure.message), "locations": location.map { [$0] },
      ]
    }
    let invocation: JSON = [
      "executionSuccessful": .boolean(run.exitStatus < 2),
      "exitCode": .integer(Int(run.exitStatus)),
      "toolConfigurationNotifications": notices.isEmpty ? nil : .array(notices),
      "toolExecutionNotifications": failures.isEmpty ? nil : .array(failures),
    ]
    return [
      ("tool", ["driver": driver]), ("columnKind", "utf16CodeUnits"),
      ("automationDetails", ["id": .string(category)]),
      ("originalUriBaseIds", [rootName: ["description": text("the repository's top")]]),
      ("invocations", [invocation]),
    ]
  }

  private init(_ file: ReportedFile) {
    self.file = file
    columns = UTF16Columns(file.source)
    artifact = Self.reference(to: file.source.path, file.root)
    lineHashes = LineHashes(
      of: file.source, lines: file.findings.lazy.map { file.start(of: $0).line })
  }

  private mutating func object(_ finding: Diagnostic, ruleIndex: Int?) -> JSON {
    let notes = finding.notes.map { location(region($0.offset..<$0.offset), text($0.message)) }
    let fixIts = finding.fixIts.isEmpty ? nil : fix(finding.fixIts)
    let isKnown = finding.verdict == .inBaseline
    return [
      "ruleId": finding.rule.map { .string($0.id) }, "ruleIndex": ruleIndex.map { .integer($0) },
      "level": .string(finding.severity.rawValue), "message": text(finding.message),
      "locations": [location(of: finding)],
      "partialFingerprints": [
        "determinismKey/v1": .string(fingerprints.next(finding, in: file.source)),
        "primaryLocationLineHash": lineHashes[file.start(of: finding).line].map { .string($0) },
      ],
      "relatedLocations": notes.isEmpty ? nil : .array(notes), "fixes": fixIts.map { [$0] },
      "suppressions": suppression(finding.verdict).map { [$0] },
      "baselineState": isKnown ? "unchanged" : nil,
    ]
  }

  private func suppression(_ verdict: FindingVerdict) -> JSON? {
    func suppression(_ kind: JSON, _ reason: String) -> JSON {
      ["kind": kind, "justification": reason.isEmpty ? nil : .string(reason)]
    }
    return switch verdict {
    case .reported: nil
    case .allowedInSource(let reason): suppression("inSource", reason)
    case .allowedBySettings(let reason): suppression("external", reason)
    case .inBaseline: suppression("external", "")
    }
  }

  private mutating func location(of finding: Diagnostic) -> JSON {
    let range = finding.range.clamped(to: 0..<file.source.bytes.count)
    // Uses within uses, each with its text, would come to the square of what is in the file.
    let isShort = !range.isEmpty && range.count <= longestSnippet
    let snippet = isShort ? text(String(decoding: file.source.bytes[range], as: UTF8.self)) : nil
    let scope = finding.key?.scope ?? "-"
    let hasScope = scope != "-" && scope.utf8.count <= longestSnippet
    return location(
      region(finding.range, snippet), scopes: hasScope ? [Self.logicalLocation(scope)] : nil)
  }

  private func location(_ region: JSON, _ message: JSON? = nil, scopes: JSON? = nil) -> JSON {
    [
      "physicalLocation": ["artifactLocation": artifact, "region": region], "message": message,
      "logicalLocations": scopes,
    ]
  }

  /// - Parameter scope: the scope of a key.
  static func logicalLocation(_ scope: String) -> JSON {
    let isMember = scope.contains { $0 == "." }
    return [
      "fullyQualifiedName": .string(scope),
      "kind": isMember ? "member" : scope.last == ")" ? "function" : nil,
    ]
  }

  private mutating func region(_ range: Range<Int>, _ snippet: JSON? = nil) -> JSON {
    let start = file.lines.location(of: range.lowerBound)
    let end = file.lines.location(of: range.upperBound)
    return [
      "startLine": .integer(start.line), "startColumn": .integer(columns.column(of: start)),
      "endLine": .integer(end.line), "endColumn": .integer(columns.column(of: end)),
      "snippet": snippet,
    ]
  }

  private mutating func fix(_ fixIts: [FixIt]) -> JSON {
    let replacements = fixIts.map { fixIt -> JSON in
      ["deletedRegion": region(fixIt.range), "insertedContent": text(fixIt.text)]
    }
    let change: JSON = ["artifactLocation": artifact, "replacements": .array(replacements)]
    let new = fixIts[0].text
    let words = new.isEmpty ? "remove" : "replace with '\(new)'"
    return ["description": text(words), "artifactChanges": [change]]
  }

  static func reference(to path: FilePath, _ root: ReportRoot) -> JSON {
    ["uri": .string(root.reference(to: path)), "uriBaseId": .string(rootName)]
  }
}

private func descriptor(of rule: RuleReference, _ description: RuleDescription?) -> JSON {
  let message = description?.message ?? rule.id
  var help = message
  if let note = description?.note { help += "\n\n" + note }
  if help.last == "\n" { help.removeLast() }
  let tags = ["determinism", rule.category].compactMap { $0 }
  return [
    "id": .string(rule.id), "name": .string(pascalCase(rule.id)),
    "shortDescription": text(message), "fullDescription": text(message),
    "help": ["text": .string(help), "markdown": .string(markdown(help))],
    "helpUri": rule.url.map { .string($0) },
    "defaultConfiguration": description.map { ["level": .string($0.severity.rawValue)] },
    "properties": ["tags": .array(tags.map { .string($0) })],
  ]
}

private func place(
  _ path: FilePath, _ line: Int?, column: Int? = nil, _ root: ReportRoot
) -> JSON {
  let region = line.map { line -> JSON in
    ["startLine": .integer(line), "startColumn": column.map { .integer($0) }]
  }
  return [
    "physicalLocation": [
      "artifactLocation": SARIFFormat.reference(to: path, root), "region": region,
    ]
  ]
}

/// The id in camel case, e.g. `DateInit` for `date-init`.
private func pascalCase(_ id: String) -> String {
  id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
}

private func text(_ text: String) -> JSON {
  ["text": .string(text)]
}

/// The name of the folder that paths are relative to.
private let rootName = "%SRCROOT%"
/// The longest snippet in bytes.
private let longestSnippet = 400
