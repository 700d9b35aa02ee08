import Diagnostics

/// The result of a trace, for all formats: which entries can reach which causes, and how.
package struct TraceReport: Sendable {
  /// A place in a file; lines and columns count from 1, columns in UTF-8 bytes.
  package struct Place: Hashable, Sendable {
    package var path: FilePath
    package var line: Int
    package var column: Int

    package init(_ path: FilePath, line: Int, column: Int) {
      (self.path, self.line, self.column) = (path, line, column)
    }
  }

  /// A use of a banned API that an entry can reach.
  package struct Cause: Sendable {
    package var severity: Severity
    package var rule: RuleReference
    package var message: String
    package var place: Place
    /// The key of the finding: the declaration around it, and the names of the use.
    package var key: FindingKey
    /// The purpose of the code that it is in.
    package var code: CodeKind

    package init(
      _ severity: Severity, _ rule: RuleReference, _ message: String, at place: Place,
      key: FindingKey, in code: CodeKind = .product
    ) {
      (self.severity, self.rule, self.message, self.place) = (severity, rule, message, place)
      (self.key, self.code) = (key, code)
    }
  }

  /// A test, or whatever else is traced.
  package struct Entry: Sendable {
    /// The name as the baseline writes scopes, e.g. `FeedTests.showsToday()`.
    package var name: String
    package var kind: EntryKind
    /// The place of its name.
    package var place: Place
    /// The reaches, one for each cause, in the order of the causes.
    package var reaches: [Reach]

    package init(_ name: String, _ kind: EntryKind, at place: Place, reaches: [Reach]) {
      (self.name, self.kind, self.place, self.reaches) = (name, kind, place, reaches)
    }
  }

  package enum EntryKind: String, Sendable {
    case test, sample, preview, function
    /// Code that rules or `--from` name by its header.
    case scope
  }

  /// A shortest way from an entry to a cause.
  package struct Reach: Sendable {
    /// The cause by its index in `causes`.
    package var cause: Int
    /// The path from the entry to the declaration that holds the cause; empty if that is the entry.
    package var path: [TraceHop]
    /// Whether the cause is in a branch about which nothing known decides.
    package var endsInBranch: Bool
    /// The number of hops in a branch, and one more for a cause in one.
    var branchCount: Int
    /// The number of hops in the middle that are not in the path.
    package var leftOutCount: Int

    package init(
      cause: Int, path: [TraceHop], endsInBranch: Bool = false, branchCount: Int = 0,
      leftOutCount: Int = 0
    ) {
      (self.cause, self.path, self.endsInBranch) = (cause, path, endsInBranch)
      (self.branchCount, self.leftOutCount) = (branchCount, leftOutCount)
    }

    /// The formats for people have so many hops of a way, half of them at each end.
    package static let maximumHops = 60

    var length: Int { path.count + leftOutCount }

    /// Whether a branch is on the way about which nothing known decides.
    package var isInBranch: Bool { 0 < branchCount }

    var shortened: Reach {
      guard Self.maximumHops < path.count else { return self }
      let half = Self.maximumHops / 2
      return Reach(
        cause: cause, path: Array(path.prefix(half) + path.suffix(half)),
        endsInBranch: endsInBranch, branchCount: branchCount,
        leftOutCount: path.count - 2 * half)
    }
  }

  /// The entries that reach a cause: how many, and a number that tells them from others.
  package struct Reached: Hashable, Sendable {
    package private(set) var count = 0
    private var hash: UInt64 = 0

    package init() {}

    package mutating func add(entry: Int) {
      count += 1
      hash = (hash ^ UInt64(entry)) &* 0x100_0000_01b3
    }
  }

  /// The causes in the order of their places.
  package var causes: [Cause]
  /// The entries that can reach a cause, in the order of their places.
  package var entries: [Entry]
  /// The entries of each cause, where `entries` have the nearest ways alone; else empty.
  package var reached: [Reached] = []
  /// The number of entries that were traced.
  package var entryCount: Int
  /// The number of files that were read.
  package var fileCount: Int
  /// The number of files that settings left out.
  package var excludedCount = 0
  /// The number of entries with a way that ends at a place that a rule or a comment allows.
  package var allowedCount = 0
  /// The number of entries with a way that ends at a seam.
  package var seamCount = 0
  /// The number of entries with a way to a cause in a branch, where such ways are not reported.
  package var branchCount = 0
  package var notFollowed: NotFollowed
  /// Whether an older state of the code is compared, and only new ways are here.
  package var isCompared = false

  package init(
    causes: [Cause], entries: [Entry], entryCount: Int, fileCount: Int, notFollowed: NotFollowed
  ) {
    (self.causes, self.entries, self.entryCount) = (causes, entries, entryCount)
    (self.fileCount, self.notFollowed) = (fileCount, notFollowed)
  }
}

/// A step of a way: a declaration, and how it leads to the next one.
package struct TraceHop: Hashable, Sendable {
  /// The declaration that leads to the next one, e.g. `Model.refresh()`.
  package var name: String
  /// The declaration that it leads to.
  package var callee: String
  package var kind: HopKind
  /// The place of the call in `name`; that of the callee's name where no call leads to it, for
  /// `implements`, `overrides` and `runsAround`.
  package var place: TraceReport.Place
  /// The label of a default argument that is the callee, without a colon; the name of the variable
  /// if an initial value is.
  package var detail: String?
  /// Whether the place is in a closure, which somebody else may run, or nobody.
  package var isInClosure: Bool
  /// Whether it is in a branch about which nothing known decides.
  package var isInBranch: Bool

  /// Whether it computes the value of a global, static or lazy variable, which is done once.
  var isOnce: Bool { kind == .reads && detail != nil }

  package init(
    _ name: String, _ kind: HopKind, _ callee: String, at place: TraceReport.Place,
    detail: String? = nil, isInClosure: Bool = false, isInBranch: Bool = false
  ) {
    (self.name, self.callee, self.kind, self.place) = (name, callee, kind, place)
    (self.detail, self.isInClosure, self.isInBranch) = (detail, isInClosure, isInBranch)
  }
}
