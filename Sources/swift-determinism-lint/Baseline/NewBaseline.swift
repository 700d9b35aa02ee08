import Comparison
import Diagnostics
import Reporters
import Workspace

/// A baseline where there was none. It may hold millions of findings, so that what it says of a
/// file is rendered, and mostly spilled, as it comes.
struct NewBaseline {
  private let place: BaselinePlace
  private let spills: Spills
  private var sections: SpilledTexts
  private var findings = 0
  private var files = 0
  private var rules: Set<String> = []

  init(at place: BaselinePlace) {
    self.place = place
    let spills = Spills()
    self.spills = spills
    sections = SpilledTexts { spills.make() }
  }

  /// - Parameters:
  ///   - diagnostics: all of the file.
  ///   - path: as the baseline has it.
  mutating func add(_ diagnostics: [Diagnostic], of path: FilePath) {
    let entries = diagnostics.lazy.compactMap { KnownFinding(path: path, $0) }
    var count = 0
    for entry in entries {
      count += 1
      rules.insert(entry.rule)
    }
    guard 0 < count else { return }
    findings += count
    files += 1
    baselineSection(of: path, entries) { section in
      section.withUnsafeBufferPointer { sections.append($0, of: path) }
    }
  }

  /// Writes it, and says so.
  func write(_ console: Console) throws -> ExitStatus {
    guard 0 < findings else {
      return console.print("There is nothing to write: no findings.\n", status: .clean)
    }
    do {
      try place.requireNoLinkOut()
      try writeFile()
    } catch {
      throw place.cannotWrite(error)
    }
    let name = place.printedPath.printable
    let what = summary(findings: findings, rules: rules.count, files: files)
    return console.print("Wrote \(name): \(what).\n", status: .clean)
  }

  private func writeFile() throws(FileError) {
    let file = try OutputFile(creating: place.path)
    try file.write(baselineHead)
    var failure: FileError?
    _ = sections.read { _, section in
      do throws(FileError) {
        try section.withUnsafeBufferPointer { bytes throws(FileError) in try file.write(bytes) }
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure = failure ?? spills.failure { throw failure }
    // Somebody else may have written one in the meantime.
    if isNameTaken(place.path) { throw .taken }
    try file.finish(isWhole: true)
  }
}
