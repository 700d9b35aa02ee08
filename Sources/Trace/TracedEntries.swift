import BundledRules
import CallGraph
import Commands
import Diagnostics
import Reporters
import Rules
import Workspace

/// Code that is traced: a test, a function, or other code that a trace begins with.
package struct TracedEntry: Sendable {
  package let name: String
  package let kind: TraceReport.EntryKind
  package let node: Int
  /// The functions that a test framework runs before and after it.
  package var around: [Int] = []
}

// MARK: - By '--from'

extension TraceOptions.Origin {
  /// The headers of the declarations that are traced; empty if the graph knows them.
  package var headers: [ScopeHeader] {
    switch self {
    case .tests, .all: []
    case .samples: sampleHeaders
    case .previews: sampleHeaders.filter(\.isOfPreviews)
    case .scopes(let headers): headers
    }
  }

  package var kind: TraceReport.EntryKind {
    switch self {
    case .tests: .test
    case .samples: .sample
    case .previews: .preview
    case .all: .function
    case .scopes: .scope
    }
  }

  /// The reason why there is nothing to trace.
  var reasonForNothing: String {
    let option = Option.from.name
    switch self {
    case .tests:
      return "there are no tests to trace; '\(option)' names other code, e.g. '\(option) all'"
    case .samples, .previews, .all:
      return "there are no \(kind.noun)s to trace"
    case .scopes(let headers):
      let text = headers.map { "'\($0.text)'" }.joined(separator: " or ")
      let hint =
        closestMatch(to: headers.first?.text ?? "", in: traceOrigins).map {
          "did you mean '\($0)'?"
        }
        ?? "'\(option) all' traces every function"
      return "no declaration with code fits \(text); \(hint)"
    }
  }
}

extension ScopeHeader {
  /// Whether it names the previews that Xcode shows beside the code.
  fileprivate var isOfPreviews: Bool {
    switch scope {
    case .macro(let name): name == "Preview"
    case .declaration(let header): header.inheritedType?.last == "PreviewProvider"
    case .condition: false
    }
  }
}

/// The declarations that the rules of the pack for samples look into.
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
  /// The entries in the order of their places.
  package func entries(from origin: TraceOptions.Origin) -> [TracedEntry] {
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

  package var tests: [TracedEntry] {
    program.tests.map {
      TracedEntry(name: $0.name, kind: .test, node: $0.entry.node, around: $0.entry.around)
    }
  }

  package func entry(_ kind: TraceReport.EntryKind, at node: Int) -> TracedEntry {
    TracedEntry(name: program.name(ofNode: node), kind: kind, node: node)
  }

  private func nodes(in headers: [ScopeHeader]) -> [Int] {
    let isIn = isNode(in: headers)
    return isIn.indices.filter { isIn[$0] && program.nodes[$0].kind.isTraced }
  }

  func inOrder(_ entries: [TracedEntry]) -> [TracedEntry] {
    func place(_ entry: TracedEntry) -> (Int, Int, String) {
      let node = program.nodes[entry.node]
      return (node.file, node.nameOffset, entry.name)
    }
    return entries.sorted { place($0) < place($1) }
  }
}

extension NodeKind {
  /// Whether a node runs whenever somebody asks for its declaration.
  package var isTraced: Bool {
    switch self {
    case .function, .initializer, .getter, .setter, .observer, .initialValue, .defaultArgument,
      .macro:
      true
    case .implicitInitializer, .deinitializer, .enumCase, .topLevel, .storedClosure: false
    }
  }
}
