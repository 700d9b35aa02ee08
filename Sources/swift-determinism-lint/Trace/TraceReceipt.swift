import Diagnostics
import Reporters

/// What a trace did and what it could not follow, for standard error.
struct TraceReceipt {
  private let report: TraceReport
  private let search: TraceSearch
  /// What it was compared with, e.g. `since 1a2b3c4, where 'main' was left`; nil for nothing.
  private let base: String?
  /// What was left out.
  private let left: Receipt

  init(_ report: TraceReport, of search: TraceSearch, since base: String?, left: Receipt) {
    (self.report, self.search, self.base, self.left) = (report, search, base, left)
  }

  /// e.g. `Traced 1,660 tests in 1,353 files: 270 can reach 61 places of 3 rules, 14 by themselves;
  /// 31 % of the uses of own names had no known receiver.`
  var text: String {
    let traced = search.named.map { "'\(FilePath($0).printable)'" } ?? many(report.entryCount, noun)
    var text = "Traced \(traced) in \(many(report.fileCount, "file"))"
    let leftOut = left.leftOut
    if !leftOut.isEmpty { text += " (\(leftOut.joined(separator: ", ")))" }
    if let base { text += " \(base)" }
    text +=
      ": "
      + ([reached, allowed, unknown, notFollowed].compactMap { $0 })
      .joined(separator: "; ") + "."
    if 0 < left.unreadCount { text += " \(counted(left.unreadCount, "path")) could not be read." }
    return text + left.configurationWords + "\n"
  }

  /// e.g. `1,660 tests`
  private func many(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  private var noun: String {
    switch search.origin {
    case .tests: "test"
    case .samples: "sample"
    case .previews: "preview"
    case .all: "function"
    case .scopes: "function"
    }
  }

  private var reached: String {
    let rules = Set(report.causes.map(\.rule)).count
    let places = "\(many(report.causes.count, "place")) of \(many(rules, "rule"))"
    let alone = report.entries.count { entry in entry.reaches.contains { $0.path.isEmpty } }
    if search.named != nil {
      return report.causes.isEmpty
        ? "it \(verb) no use that rules ban"
        : "it \(verb) \(places)\(0 < alone ? ", some of them by itself" : "")"
    }
    if report.entries.isEmpty { return "none \(verb) \(goal)" }
    let pronoun = alone == 1 ? "itself" : "themselves"
    return "\(grouped(report.entries.count)) \(verb) \(search.isAboutPlace ? goal : places)"
      + (alone == 0 ? "" : ", \(grouped(alone)) by \(pronoun)")
  }

  private var verb: String { base == nil ? "can reach" : "can newly reach" }

  private var goal: String { search.isAboutPlace ? "this place" : "a use that rules ban" }

  private var allowed: String? {
    let count = report.allowedCount
    guard 0 < count else { return nil }
    if search.named != nil { return "it ends at allowed places, too" }
    return "\(grouped(count)) \(count == 1 ? "ends" : "end") at allowed places"
  }

  private var unknown: String? {
    let counts = report.notFollowed
    guard 0 < counts.uses else { return nil }
    let percent = (counts.unknownReceivers * 100 + counts.uses / 2) / counts.uses
    return "\(percent) % of the uses of own names had no known receiver"
  }

  private var notFollowed: String? {
    let counts = report.notFollowed
    let words = [
      (counts.storedClosures, "stored closure"), (counts.keyPaths, "key path"),
      (counts.generics, "initializer of a generic parameter"),
      (counts.deinitializers, "deinitializer"), (counts.propertyWrappers, "property wrapper"),
      (counts.resultBuilders, "result builder"),
    ].filter { 0 < $0.0 }.map { count, noun in
      noun == "initializer of a generic parameter" && count != 1
        ? "\(grouped(count)) initializers of generic parameters" : many(count, noun)
    }
    return words.isEmpty ? nil : "not followed: " + words.joined(separator: ", ")
  }
}
