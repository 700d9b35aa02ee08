import Commands
import Diagnostics
import Pipeline
import Reporters

/// An account of what a trace did and could not follow, for standard error.
package struct TraceReceipt {
  private let report: TraceReport
  private let search: TraceSearch
  /// The base that it was compared with, e.g. `since 1a2b3c4, where 'main' was left`; nil for none.
  private let base: String?
  /// The folder whose files were read, as printed; nil for the one where the command was run.
  private let root: FilePath?
  /// The account of what was left out.
  private let left: Receipt

  package init(
    _ report: TraceReport, of search: TraceSearch, since base: String?, below root: FilePath?,
    left: Receipt
  ) {
    (self.report, self.search, self.base, self.root, self.left) = (report, search, base, root, left)
  }

  /// The whole account, e.g. `Traced 1,660 tests in 1,353 files: 270 can reach 61 places of 3
  /// rules, 14 by themselves; 31 % of the uses of own names had no known receiver.`
  package var text: String {
    var text = "Traced \(traced) in \(many(report.fileCount, "file"))"
    if let root { text += " of '\(root.printable)'" }
    let leftOut = left.leftOut
    if !leftOut.isEmpty { text += " (\(leftOut.joined(separator: ", ")))" }
    if let base { text += " \(base)" }
    text +=
      ": "
      + ([reached, branches, allowed, seams, unknown, notFollowed].compactMap { $0 })
      .joined(separator: "; ") + "."
    if 0 < left.unreadCount { text += " \(counted(left.unreadCount, "path")) could not be read." }
    return text + left.configurationClause
  }

  /// The entries, e.g. `1,660 tests`, or `243 functions of '@Reducer', ': Reducer'`.
  private var traced: String {
    if let named = search.named { return "'\(FilePath(named).printable)'" }
    let count = many(report.entryCount, search.origin.kind.noun)
    guard case .scopes(let headers) = search.origin else { return count }
    var texts: [String] = []
    for header in headers where !texts.contains(header.text) { texts.append(header.text) }
    let shown = texts.prefix(3).map { "'\(FilePath($0).printable)'" }.joined(separator: ", ")
    let more = texts.count <= 3 ? "" : " and \(texts.count - 3) more"
    let reason =
      search.isChosenByRules
      ? " (rules with 'trace: true'; '\(Option.from.name) tests' traces tests)" : ""
    return "\(count) of \(shown)\(more)\(reason)"
  }

  private var reached: String {
    let rules = Set(report.causes.map(\.rule)).count
    let places = "\(many(report.causes.count, "place")) of \(many(rules, "rule"))"
    let alone = report.entries.count { entry in entry.reaches.contains { $0.path.isEmpty } }
    if search.named != nil {
      guard report.causes.isEmpty else {
        let areInBranches = report.entries.allSatisfy { $0.reaches.allSatisfy(\.isInBranch) }
        return "it \(verb) \(places)\(placesOfItself)\(areInBranches ? ", in branches only" : "")"
      }
      return endsOnlyAtAllowed
        ? "it \(verb) only uses that are allowed" : "it \(verb) no use that rules ban"
    }
    if report.entries.isEmpty { return "none \(verb) \(goal)" }
    let pronoun = alone == 1 ? "itself" : "themselves"
    return "\(grouped(report.entries.count)) \(verb) \(search.isAboutPlace ? goal : places)"
      + (alone == 0 ? "" : ", \(grouped(alone)) by \(pronoun)")
  }

  /// The clause that counts the places that the named function uses without a call.
  private var placesOfItself: String {
    let alone = Set(
      report.entries.flatMap(\.reaches).filter(\.path.isEmpty).map(\.cause))
    if alone.isEmpty { return "" }
    return alone.count == report.causes.count
      ? ", by itself" : ", \(grouped(alone.count)) of them by itself"
  }

  /// Whether only uses that are allowed are reached.
  private var endsOnlyAtAllowed: Bool {
    report.causes.isEmpty && 0 < report.allowedCount && base == nil
  }

  private var verb: String { base == nil ? "can reach" : "can newly reach" }

  private var goal: String { search.isAboutPlace ? "this place" : "a use that rules ban" }

  private var allowed: String? {
    let count = report.allowedCount
    guard 0 < count else { return nil }
    if endsOnlyAtAllowed, search.named != nil { return nil }
    if search.named != nil {
      return "it ends at allowed places\(report.causes.isEmpty ? "" : ", too")"
    }
    return "\(grouped(count)) \(count == 1 ? "ends" : "end") at allowed places"
  }

  private var seams: String? {
    let count = report.seamCount
    guard 0 < count else { return nil }
    if search.named != nil { return "it ends at seams\(report.causes.isEmpty ? "" : ", too")" }
    return "\(grouped(count)) \(count == 1 ? "ends" : "end") at seams"
  }

  private var branches: String? {
    let count = report.branchCount
    if count == 0 { return nil }
    return "\(grouped(count)) \(verb) \(report.causes.isEmpty ? "one" : "more") in branches only "
      + "('\(Option.branches.name)' lists them)"
  }

  private var unknown: String? {
    let percent = report.notFollowed.unknownPercent
    guard 0 < percent else { return nil }
    // The percentage counts all files, whatever was traced.
    return (search.named == nil ? "" : "in these files, ")
      + "\(percent) % of the uses of own names had no known receiver (the type of 'x' in 'x.f()')"
  }

  private var notFollowed: String? {
    let counts = report.notFollowed
    let words = [
      many(counts.storedClosures, "stored closure"), many(counts.keyPaths, "key path"),
      many(
        counts.generics, "initializer of a generic parameter",
        plural: "initializers of generic parameters"),
      many(counts.deinitializers, "deinitializer"),
      many(counts.propertyWrappers, "property wrapper"),
    ].filter { !$0.hasPrefix("0 ") }
    return words.isEmpty ? nil : "not followed in these files: " + words.joined(separator: ", ")
  }
}
