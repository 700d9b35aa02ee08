import Diagnostics

/// The `allow` entries of a project's configuration, and which of them excused something.
package struct AllowEntries: Sendable {
  private struct Entry {
    let rule: String
    let glob: Located<Glob>
    var isUsed = false
  }

  /// An entry wherever it is read: a configuration may extend the one of another folder.
  package struct Place: Hashable, Sendable {
    let file: FilePath
    let range: Range<Int>
  }

  private let configuration: Configuration
  private var entries: [Entry]

  package init(_ configuration: Configuration) {
    self.configuration = configuration
    entries = configuration.allow.flatMap { setting in
      setting.value.map { Entry(rule: setting.id.value, glob: $0) }
    }
  }

  /// Records a file that was linted.
  /// - Parameter rules: what `FileFindings.rulesAllowedByPath` says of it.
  package mutating func add(rulesAllowed rules: Set<String>, in relativePath: FilePath) {
    guard !rules.isEmpty else { return }
    for (index, entry) in entries.enumerated() where !entry.isUsed && rules.contains(entry.rule) {
      entries[index].isUsed = entry.glob.value.matches(relativePath)
    }
  }

  /// The entries that excused something, including those that the configuration extends.
  package var used: [Place] {
    entries.filter(\.isUsed).map { place(of: $0) }
  }

  private func place(of entry: Entry) -> Place {
    Place(file: configuration.files[entry.glob.file].path, range: entry.glob.range)
  }

  /// What to say of the configuration's own entries that could go: they match no file, or their
  /// rule finds nothing in the files. Nothing is said about rules that are not in force, since it
  /// is unknown what they would find.
  /// - Parameters:
  ///   - files: all that were linted, relative to the root.
  ///   - used: those that excused something by any configuration.
  ///   - rulesInForce: the ids of the rules that were looked for.
  /// - Returns: warnings about the configuration, in report order.
  package func staleEntries(
    among files: [FilePath], used: Set<Place>, rulesInForce: Set<String>
  ) -> [Diagnostic] {
    let idle = entries.filter { $0.glob.file == 0 && !used.contains(place(of: $0)) }
    let stale = idle.compactMap { entry -> Diagnostic? in
      let (rule, glob) = (entry.rule, entry.glob.value)
      let message: String
      if !files.contains(where: glob.matches) {
        message = "no file that was linted matches '\(glob.text)'; remove it from 'allow'"
      } else if rulesInForce.contains(rule) {
        message = "'\(rule)' finds nothing in '\(glob.text)'; remove it from 'allow'"
      } else {
        return nil
      }
      return Diagnostic(
        .warning, at: entry.glob.range, message, rule: RuleReference(id: "stale-allow"))
    }
    return inReportOrder(stale)
  }
}
