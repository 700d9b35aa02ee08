import BundledRules
import CallGraph
import Diagnostics
import Reporters
import Rules
import Workspace

/// What is traced: a test, a function, or other code that a trace begins with.
struct TracedEntry: Sendable {
  let name: String
  let kind: TraceReport.EntryKind
  let node: Int
  /// What a test framework runs before and after it.
  var around: [Int] = []
}

// MARK: - By '--from'

extension TraceOptions.Origin {
  /// The headers of the declarations that are traced; empty if the graph knows them.
  var headers: [ScopeHeader] {
    switch self {
    case .tests, .all: []
    case .samples: sampleHeaders
    case .previews: sampleHeaders.filter(\.isOfPreviews)
    case .scopes(let headers): headers
    }
  }

  var kind: TraceReport.EntryKind {
    switch self {
    case .tests: .test
    case .samples: .sample
    case .previews: .preview
    case .all: .function
    case .scopes: .scope
    }
  }

  /// Why there is nothing to trace.
  var wordsForNothing: String {
    let option = Option.from.name
    switch self {
    case .tests:
      return "there are no tests to trace; '\(option)' names other code, e.g. '\(option) all'"
    case .samples, .previews, .all:
      return "'\(option) \(kind == .function ? "all" : "\(kind.rawValue)s")' fits no code here"
    case .scopes(let headers):
      let text = headers.map(\.text).joined(separator: ", ")
      let meant = closestMatch(to: text, in: traceOrigins)
      return "'\(option) \(text)' fits no declaration with code"
        + (meant.map { "; did you mean '\($0)'?" } ?? "")
    }
  }
}

extension ScopeHeader {
  /// Whether it names what Xcode shows beside the code.
  fileprivate var isOfPreviews: Bool {
    switch scope {
    case .macro(let name): name == "Preview"
    case .declaration(let header): header.inheritedType?.last == "PreviewProvider"
    case .condition: false
    }
  }
}

/// Where the rules of the pack for samples look.
private var sampleHeaders: [ScopeHeader] {
  let files = bundledRuleFiles.filter { $0.pack == "samples" }
  var headers: [ScopeHeader] = []
  for file in files {
    let path = FilePath("Rules/" + file.name)
    let rules = RuleFile(parsing: SourceFile(path: path, bytes: file.bytes), isChecked: true).rules
    for header in rules.flatMap(\.value.inside) where !headers.contains(header) {
      headers.append(header)
    }
  }
  return headers
}

extension TracedCode {
  /// In the order of their places.
  func entries(from origin: TraceOptions.Origin) -> [TracedEntry] {
    let kind = origin.kind
    let entries =
      switch origin {
      case .tests: tests
      case .all:
        program.functions.map { entry(kind, at: $0.node) }
      case .samples, .previews, .scopes:
        nodes(in: origin.headers).map { entry(kind, at: $0) }
      }
    return inOrder(entries)
  }

  private var tests: [TracedEntry] {
    program.tests.map {
      TracedEntry(name: $0.name, kind: .test, node: $0.entry.node, around: $0.entry.around)
    }
  }

  private func entry(_ kind: TraceReport.EntryKind, at node: Int) -> TracedEntry {
    TracedEntry(name: program.name(ofNode: node), kind: kind, node: node)
  }

  private func nodes(in headers: [ScopeHeader]) -> [Int] {
    let isIn = isNode(in: headers)
    return isIn.indices.filter { isIn[$0] && program.nodes[$0].kind.isTraced }
  }

  private func inOrder(_ entries: [TracedEntry]) -> [TracedEntry] {
    func place(_ entry: TracedEntry) -> (Int, Int, String) {
      let node = program.nodes[entry.node]
      return (node.file, node.nameOffset, entry.name)
    }
    return entries.sorted { place($0) < place($1) }
  }
}

extension NodeKind {
  /// Whether it runs whenever somebody asks for its declaration.
  var isTraced: Bool {
    switch self {
    case .function, .initializer, .getter, .setter, .observer, .initialValue, .defaultArgument,
      .macro:
      true
    case .implicitInitializer, .deinitializer, .enumCase, .topLevel, .storedClosure: false
    }
  }
}

// MARK: - By name or place

extension TracedCode {
  /// The function that a name means: as it is in the baseline, without the types around it, or
  /// without the labels of its arguments.
  func entries(named name: String) throws(UsageError) -> [TracedEntry] {
    let tests = self.tests
    let testNodes = Set(tests.map(\.node))
    let others = program.functions.map(\.node).filter { !testNodes.contains($0) }
    let all = inOrder(tests + others.map { entry(.function, at: $0) })
    let fitting = [
      all.filter { $0.name == name }, all.filter { $0.name.hasSuffix("." + name) },
      all.filter { $0.nameWithoutLabels == name },
      all.filter { $0.nameWithoutLabels.hasSuffix("." + name) },
    ].first { !$0.isEmpty }
    guard let fitting else { throw noFunction(name, among: all) }
    // The accessors of a property have one name.
    var seen: [TracedEntry] = []
    for entry in fitting where !seen.contains(where: { isSameDeclaration($0, entry) }) {
      seen.append(entry)
    }
    if seen.count == 1 { return fitting }
    throw UsageError(
      message: "'\(name)' names \(seen.count) functions; write the whole name, or FILE:LINE",
      needsHelp: false,
      notes: seen.map { "\(words(forNode: $0.node)): note: '\($0.name)'" })
  }

  private func isSameDeclaration(_ left: TracedEntry, _ right: TracedEntry) -> Bool {
    let (leftNode, rightNode) = (program.nodes[left.node], program.nodes[right.node])
    return left.name == right.name && leftNode.file == rightNode.file
      && leftNode.nameOffset == rightNode.nameOffset
  }

  private func noFunction(_ name: String, among entries: [TracedEntry]) -> UsageError {
    var message = "no function '\(name)' in \(counted(files.count, "file"))"
    if name.hasSuffix(".swift") {
      message = "'\(name)' is a file; add a line, e.g. '\(name):12'"
    } else if let meant = closestMatch(to: name, in: entries.lazy.map(\.name)) {
      message += "; did you mean '\(meant)'?"
    }
    return UsageError(message: message, needsHelp: false)
  }

  /// What is at a place: a use that rules ban, else the innermost function.
  enum Subject {
    case causes([Cause])
    case entries([TracedEntry])
  }

  /// - Parameter path: from the root; nil for a file that is elsewhere.
  func subject(
    at place: PlaceInFile, _ path: FilePath?, _ causes: [Cause], allowedToo: Bool
  ) throws(UsageError) -> Subject {
    let name = place.file.string
    func mistake(_ message: String) -> UsageError { UsageError(message: message, needsHelp: false) }
    guard let file = files.firstIndex(where: { $0.path == path }) else {
      throw mistake("'\(name)' is not among the \(counted(files.count, "file")) that are traced")
    }
    let lines = LineTable(files[file].source.bytes)
    guard place.line <= lines.lineCount else {
      throw mistake("no line \(place.line) in '\(name)'")
    }
    let line = lines.range(ofLine: place.line)
    let offset = place.column.map { min(line.lowerBound + $0 - 1, line.upperBound) }
    let here = causes.filter { cause in
      let range = cause.finding.range
      guard cause.file == file else { return false }
      return offset.map { range.contains($0) } ?? line.contains(range.lowerBound)
    }
    let traced = here.filter { allowedToo || !$0.isAllowed }
    if !traced.isEmpty { return .causes(traced) }
    guard here.isEmpty else {
      throw mistake(
        "what the rules ban in line \(place.line) of '\(name)' is allowed; "
          + "'\(Option.throughAllowed.name)' traces it, too")
    }
    let entries = self.entries(in: line, at: offset, ofFile: file)
    guard !entries.isEmpty else {
      throw mistake(
        "no rule finds anything in line \(place.line) of '\(name)', and it is in no function")
    }
    return .entries(entries)
  }

  /// The function that is declared in a line, else the innermost one around it.
  private func entries(in line: Range<Int>, at offset: Int?, ofFile file: Int) -> [TracedEntry] {
    let bytes = files[file].source.bytes
    let first = line.first { ![UInt8(ascii: " "), UInt8(ascii: "\t")].contains(bytes[$0]) }
    let start = offset ?? first ?? line.lowerBound
    let declared = program.functions.map(\.node).filter { node in
      let node = program.nodes[node]
      return node.file == file && line.contains(node.nameOffset)
    }
    let innermost = program.node(at: start, inFile: file).map { [$0] } ?? []
    let nodes = declared.isEmpty ? innermost : declared
    // Of a test, what the framework runs around it counts, too.
    let tests = self.tests.filter { nodes.contains($0.node) }
    if !tests.isEmpty { return inOrder(tests) }
    return inOrder(nodes.map { entry(.function, at: $0) })
  }
}

extension TracedEntry {
  /// e.g. `FeedModel.show` of `FeedModel.show(_:animated:)`
  fileprivate var nameWithoutLabels: Substring { name.prefix { $0 != "(" } }
}
