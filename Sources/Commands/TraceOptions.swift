import CallGraph
import Diagnostics
import Reporters
import Rules
import Workspace

/// The options of a trace.
package struct TraceOptions {
  /// The options that `lint` has, too: rules, configuration, which files, threads.
  package let lint: LintOptions
  /// The subject of the question; nil for all entries.
  package let subject: Subject?
  /// The entries to start from; nil where it is not said.
  package let origin: Origin?
  package let format: TraceFormat
  package let outputs: [(format: TraceFormat, path: FilePath)]
  /// Whether every entry and every cause is listed.
  package let listsAll: Bool
  package let dispatch: Dispatch
  /// Whether a use that a rule, a path or a comment allows is a cause, too.
  package let goesThroughAllowed: Bool
  /// Whether ways lead through branches about which nothing known decides.
  package let followsBranches: Bool
  /// The change that the code is compared by; nil for none.
  package let change: ChangeOptions?
  /// Whether the command line says which files are read.
  package let namesFiles: Bool

  /// The subject that a trace is asked about.
  package enum Subject {
    /// As the baseline writes scopes, e.g. `FeedModel.show(_:animated:)`.
    case function(String)
    case place(PlaceInFile)
  }

  /// The code that a trace starts from.
  package enum Origin {
    case tests, samples, previews, all
    /// Declarations with one of the headers.
    case scopes([ScopeHeader])
  }

  package init(_ arguments: Arguments) throws(UsageError) {
    let paths = arguments.paths.filter {
      $0 == FilePath("-") || (try? kindOfFile(at: $0)) != nil
    }
    let subjects = arguments.paths.filter { !paths.contains($0) }
    guard subjects.count <= 1, subjects.first?.bytes.isEmpty != true else {
      throw UsageError(
        "'trace' takes one FUNCTION or FILE:LINE, and there is no file "
          + "'\(subjects.last!.string)'")
    }
    subject = try subjects.first.map { argument throws(UsageError) in
      argument.endsWithLine
        ? .place(try PlaceInFile(parsing: argument, of: .trace)) : .function(argument.string)
    }
    if case .function? = subject, arguments.contains(.from) {
      throw UsageError(
        "'\(Option.from.name)' says what is traced; leave it out where a function is "
          + "named")
    }
    let origins = arguments.values(of: .from)
    guard origins.count <= 1 else {
      throw UsageError("'\(Option.from.name)' is said \(origins.count) times; a trace takes one")
    }
    origin = try origins.first.map(Self.origin)
    format = try arguments.choice(of: .traceFormat) ?? .text
    outputs = try arguments.values(of: .traceOutput).map { value throws(UsageError) in
      try reportOutput(value) { name throws(UsageError) in
        try named(name.string, by: .traceFormat)
      }
    }
    listsAll = arguments.contains(.allEntries)
    dispatch = try arguments.choice(of: .dispatch) ?? .made
    goesThroughAllowed = arguments.contains(.throughAllowed)
    followsBranches = arguments.contains(.branches)
    namesFiles = !paths.isEmpty || arguments.contains(.filesFrom)
    change = try ChangeOptions(arguments.argumentsForSettings(without: [], paths: paths))
    lint = try LintOptions(
      arguments.argumentsForSettings(
        without: [.traceFormat, .traceOutput, .traceSince], paths: paths),
      isSubcommandNamed: true)
    try requireUnread(written, among: arguments.readFiles)
  }

  /// The files that are written beside standard output.
  package var written: [(option: Option, path: FilePath)] {
    outputs.map { (.traceOutput, $0.path) }
  }

  private static func origin(_ value: FilePath) throws(UsageError) -> Origin {
    switch value.string {
    case "tests": return .tests
    case "samples": return .samples
    case "previews": return .previews
    case "all": return .all
    default: break
    }
    if let meant = traceOrigins.first(where: value.string.isNear) {
      throw UsageError(
        "'\(Option.from.name)' has no '\(value.string)'; did you mean '\(meant)'? a "
          + "declaration of that name is written with its keyword, e.g. 'func \(value.string)'",
        needsHelp: false)
    }
    do throws(PatternError) {
      return .scopes([try ScopeHeader(parsing: value.string)])
    } catch {
      let words = traceOrigins.map { "'\($0)'" }.joined(separator: ", ")
      throw UsageError(
        "'\(Option.from.name)' takes \(words) or a declaration's header "
          + "such as '@Workflow', not '\(value.string)'; \(error.message)")
    }
  }
}

/// The words that `--from` takes beside headers.
package let traceOrigins = ["tests", "samples", "previews", "all"]

extension String {
  /// Whether it may be the other word with a typing error.
  fileprivate func isNear(_ other: String) -> Bool {
    let word = lowercased()
    return word.first == other.first
      && editDistance(Array(word.unicodeScalars), Array(other.unicodeScalars)) <= 1
  }
}

extension FilePath {
  /// Whether it ends with a colon and a number, as a place in a file does. A colon after that does
  /// no harm.
  fileprivate var endsWithLine: Bool {
    let parts = bytes.split(separator: UInt8(ascii: ":"))
    guard let last = parts.last, 1 < parts.count || bytes.first == UInt8(ascii: ":") else {
      return false
    }
    return last.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }
}
