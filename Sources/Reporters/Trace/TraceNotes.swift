import Diagnostics

/// A cause with the ways to it; where an older state is compared, those that one change opens.
struct TracedCause {
  /// By index in `causes`.
  let cause: Int
  /// What opens the ways; nil where nothing is compared.
  let news: TraceNews?
  /// The nearest entry first, each by index in `entries`.
  private(set) var ways: [(entry: Int, path: [TraceHop])] = []

  fileprivate init(_ cause: Int, _ news: TraceNews?) {
    self.cause = cause
    self.news = news
  }

  fileprivate mutating func append(_ path: [TraceHop], from entry: Int) {
    ways.append((entry, path))
  }

  fileprivate mutating func sort() {
    // Where ways are equally long, entries stay in the order of their places.
    let order = ways.indices.sorted {
      (ways[$0].path.count, $0) < (ways[$1].path.count, $1)
    }
    ways = order.map { ways[$0] }
  }
}

extension TraceReport {
  /// The causes that most entries reach first, others in the order of their places.
  var byCause: [TracedCause] {
    struct Key: Hashable {
      let cause: Int
      let news: TraceNews?
    }
    var traced: [TracedCause] = []
    var numbers: [Key: Int] = [:]
    for (index, entry) in entries.enumerated() {
      for reach in entry.reaches {
        let news = TraceNews(of: reach, to: causes[reach.cause])
        let key = Key(cause: reach.cause, news: news)
        let number = numbers[key] ?? traced.count
        if number == traced.count {
          numbers[key] = number
          traced.append(TracedCause(reach.cause, news))
        }
        traced[number].append(reach.path, from: index)
      }
    }
    for index in traced.indices { traced[index].sort() }
    return traced.indices.sorted { left, right in
      let (first, second) = (traced[left], traced[right])
      return (second.ways.count, first.cause, left) < (first.ways.count, second.cause, right)
    }.map { traced[$0] }
  }
}

/// What a format for people says of a place: the finding, or a note that belongs to it.
struct TraceLine {
  var label: AnnotationLabel
  var place: TraceReport.Place
  var message: String
  /// Nil for a note.
  var rule: RuleReference?

  /// - Parameter location: of the place.
  func annotation(at location: SourceLocation) -> Annotation {
    Annotation(label: label, location: location, message: message, rule: rule)
  }

  /// Without an offset, which a header does not need.
  var annotation: Annotation {
    annotation(at: SourceLocation(line: place.line, column: place.column, offset: 0))
  }
}

extension TraceReport {
  /// The finding; the way to it from the nearest entry, from the cause outward; and how many others
  /// there are, or where each of them sets out.
  func lines(of traced: TracedCause, listsAll: Bool) -> [TraceLine] {
    let cause = causes[traced.cause]
    guard let nearest = traced.ways.first else { return [] }
    let way = notes(of: nearest.path, from: entries[nearest.entry])
    var lines: [TraceLine]
    if let news = traced.news {
      let count = countWords(traced.ways.map { entries[$0.entry].kind }) ?? ""
      lines = news.lines(to: cause, along: way, from: count)
    } else {
      lines = [
        TraceLine(
          label: AnnotationLabel(cause.severity), place: cause.place, message: cause.message,
          rule: cause.rule)
      ]
      lines += way.reversed()
    }
    let others = traced.ways.dropFirst()
    if listsAll {
      lines += others.map { note(of: $0.path.first, from: entries[$0.entry]) }
    } else if let words = countWords(others.map { entries[$0.entry].kind }, more: true) {
      lines[lines.count - 1].message += "; \(words) can reach it ('--all' lists them)"
    }
    return lines
  }

  /// One for each hop of a way, from the entry to the cause; one for a way without any.
  func notes(of path: [TraceHop], from entry: Entry) -> [TraceLine] {
    [note(of: path.first, from: entry)]
      + path.dropFirst().map { note($0.place, $0.words(from: $0.name)) }
  }

  /// - Parameter hop: the first one of the way; nil if the cause lies in the entry.
  private func note(of hop: TraceHop?, from entry: Entry) -> TraceLine {
    guard let hop else { return note(entry.place, "'\(entry.name)' does this by itself") }
    // A test that a class inherits has a name of its own, and the code of its superclass.
    return note(hop.place, hop.words(from: entry.name))
  }

  private func note(_ place: Place, _ message: String) -> TraceLine {
    TraceLine(label: .note, place: place, message: message, rule: nil)
  }
}

extension TraceHop {
  /// What a note at the place of the hop says.
  /// - Parameter name: of what leads on.
  func words(from name: String) -> String {
    switch how {
    case .calls: "'\(name)' calls '\(callee)' here"
    case .reads: "'\(name)' reads '\(callee)' here"
    case .writes: "'\(name)' writes '\(callee)' here"
    case .passes: "'\(name)' passes '\(callee)' here"
    case .implements: "'\(callee)' implements '\(name)' here"
    case .overrides: "'\(callee)' overrides '\(name)' here"
    case .defaultArgument:
      "'\(name)' uses the default argument \(detail.map { "'\($0):' " } ?? "")of '\(callee)' here"
    case .initialValue: "'\(name)' computes the initial value of '\(callee)' here"
    case .runsAround:
      if detail != nil {
        "the initial value of '\(callee)' is computed before each test, such as '\(name)'"
      } else {
        "'\(callee)' runs \(momentWord) each test, such as '\(name)'"
      }
    }
  }

  /// When a test framework runs the callee.
  private var momentWord: String {
    let member = memberName(of: callee)
    if member.hasPrefix("tearDown") { return "after" }
    return member.hasPrefix("invokeTest") ? "around" : "before"
  }
}

/// The last part of a name: `tearDown()` of `FeedTests.tearDown()`.
package func memberName(of name: String) -> Substring {
  // A label or an operator may be behind the last period of the path.
  let end = name.firstIndex(of: "(") ?? name.endIndex
  let period = name[..<end].lastIndex(of: ".")
  return period.map { name[name.index(after: $0)...] } ?? name[...]
}

/// `13 more tests`; nil for none.
/// - Parameters:
///   - kinds: one for each entry.
///   - more: whether they come on top of others.
func countWords(_ kinds: [TraceReport.EntryKind], more: Bool = false) -> String? {
  guard let kind = kinds.first else { return nil }
  let noun = kinds.allSatisfy { $0 == kind } ? kind.noun : "declaration"
  return "\(kinds.count) \(more ? "more " : "")\(noun)\(kinds.count == 1 ? "" : "s")"
}

extension TraceReport.EntryKind {
  fileprivate var noun: String {
    switch self {
    case .test: "test"
    case .sample: "sample"
    case .preview: "preview"
    case .function: "function"
    case .scope: "declaration"
    }
  }
}
