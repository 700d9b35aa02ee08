import Comparison
import Diagnostics
import RuleEngine
import Workspace

/// What came of one file of a change.
struct ChangeOutcome: Sendable {
  /// The file, if its findings are reported.
  var files = LintFiles()
  var batch: BatchOutcome
  /// Nil where nothing is compared.
  var sides: ComparedSides?

  /// In bytes.
  var size: Int { batch.size + (sides?.source.bytes.count ?? 0) }
}

/// A file with what is left of its findings when those of its old side are subtracted; more may go
/// when all files of the change are known.
struct ComparedSides: Sendable {
  /// The new text; empty where nothing in it is reported.
  let source: SourceFile
  /// Of the new text.
  let diagnostics: [Diagnostic]
  /// One for each old tree.
  let differences: [Difference]
  /// Nil where they do not count.
  let comments: ComparedComments?

  struct Difference: Sendable {
    /// Indexes of `diagnostics`.
    let introduced: [Int]
    let findings: FileDifference
  }
}

extension Linter {
  /// Lints a file of a change.
  func lint(
    _ text: ChangedText, ofStaged isStaged: Bool, using memory: LintMemory
  ) -> ChangeOutcome {
    let file = text.changed.file
    var outcome = ChangeOutcome(batch: emptyBatch)
    do throws(FileError) {
      let bytes = try newBytes(of: text)
      guard bytes?.beginsAsUTF16 != true else { throw .utf16 }
      // Outside of a sparse checkout nothing is deleted.
      if bytes == nil, case .disk(isInIndex: true) = text.new { return outcome }
      if bytes != nil, text.changed.isReported { outcome.files = LintFiles(file) }
      guard rules(for: file, using: memory) != nil else {
        outcome.batch.unlinted = Array(outcome.files.indices)
        return outcome
      }
      if comparesSides {
        outcome.sides = compare(bytes, with: text, using: memory, &outcome.batch)
      } else if let bytes, mayFind(in: bytes, of: file, using: memory) {
        let source = SourceFile(path: file.path, bytes: bytes)
        var findings = findings(in: source, of: file, using: memory, &outcome.batch.accepted)
        if isStaged { addWorkingCopyNotes(to: &findings.diagnostics, in: source) }
        add(findings, in: source, at: 0, using: memory, &outcome.batch)
      }
    } catch {
      outcome.files = LintFiles(file)
      outcome.batch.unread.append((0, error))
    }
    return outcome
  }

  /// Nil where there is no file.
  private func newBytes(of text: ChangedText) throws(FileError) -> [UInt8]? {
    switch text.new {
    case .nothing: return nil
    case .text(let bytes): return bytes
    case .unreadable(let error): throw error
    case .disk:
      do {
        return try readFile(text.changed.file.path, .refusingLinks)
      } catch {
        // It is outside of a sparse checkout, was removed since, or is an untracked link.
        guard error.isMissing || error.isLink else { throw error }
        return nil
      }
    }
  }

  private func compare(
    _ bytes: [UInt8]?, with text: ChangedText, using memory: LintMemory,
    _ batch: inout BatchOutcome
  ) -> ComparedSides {
    let file = text.changed.file
    let new = Side(bytes, of: file, with: self, using: memory)
    if text.changed.isReported { batch.accepted += new.accepted }
    let differences = text.old.map { old in
      let old = Side(old, of: file, with: self, using: memory)
      let (introduced, removed) = subtract(old.compared, from: new.compared)
      return ComparedSides.Difference(
        introduced: introduced,
        findings: FileDifference(
          path: file.path, introduced: introduced.map { new.compared[$0] },
          removed: removed.map { old.compared[$0] }))
    }
    let isReported = text.changed.isReported && differences.allSatisfy { !$0.introduced.isEmpty }
    if text.changed.isReported {
      batch.counts.add(new.findings)
      if !isReported { batch.counts.old += new.findings.diagnostics.count }
    }
    return ComparedSides(
      source: isReported ? new.source : SourceFile(path: file.path, bytes: []),
      diagnostics: isReported ? new.findings.diagnostics : [],
      differences: differences,
      comments: showsSilencing
        ? ComparedComments(
          path: file.path, new: memory.allowingComments(in: bytes, of: file.path),
          old: memory.allowingComments(in: text.old.first ?? nil, of: file.path)) : nil)
  }

  /// What a file declares, for each old tree; nil where it is not linted.
  func declaredScopes(in text: ChangedText, using memory: LintMemory) -> [DeclaredScopes]? {
    let file = text.changed.file
    func scopes(_ bytes: [UInt8]?) -> Set<String> {
      bytes.map { memory.declaredScopes(of: SourceFile(path: file.path, bytes: $0)) } ?? []
    }
    guard rules(for: file, using: memory) != nil else { return nil }
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try newBytes(of: text)
    } catch {
      return nil
    }
    if bytes == nil, case .disk(isInIndex: true) = text.new { return nil }
    let new = scopes(bytes)
    return text.old.map { old in
      var declared = DeclaredScopes()
      (declared.old, declared.new) = (scopes(old), new)
      return declared
    }
  }

  /// A finding in staged text says so where its place on the disk may be another.
  func addWorkingCopyNotes(to diagnostics: inout [Diagnostic], in source: SourceFile) {
    guard !diagnostics.isEmpty else { return }
    let copy = try? readFile(source.path, .refusingLinks)
    guard copy.map({ !isSameText($0, source.bytes) }) ?? true else { return }
    for index in diagnostics.indices {
      let offset = diagnostics[index].range.lowerBound
      diagnostics[index].notes.append(
        Note(at: offset, "this is the staged text; the working copy differs"))
    }
  }
}

/// One side of a changed file.
private struct Side {
  let source: SourceFile
  /// What the baseline does not hold: it holds the same of both sides.
  let findings: FileFindings
  let accepted: [AcceptedFindings]
  /// What `findings` has as diagnostics.
  let compared: [ComparedFinding]

  /// - Parameter bytes: nil where there is no file.
  init(_ bytes: [UInt8]?, of file: LintFile, with linter: Linter, using memory: LintMemory) {
    source = SourceFile(path: file.path, bytes: bytes ?? [])
    var accepted: [AcceptedFindings] = []
    findings =
      linter.mayFind(in: source.bytes, of: file, using: memory)
      ? linter.findings(in: source, of: file, using: memory, &accepted) : FileFindings()
    self.accepted = accepted
    compared = ComparedFinding.findings(findings.diagnostics, in: source)
  }
}

extension ComparedFinding {
  fileprivate static func findings(
    _ diagnostics: [Diagnostic], in source: SourceFile
  ) -> [ComparedFinding] {
    guard !diagnostics.isEmpty else { return [] }
    let code = LineCode(source)
    return diagnostics.map { diagnostic in
      ComparedFinding(
        rule: diagnostic.rule?.id ?? "",
        // What complains of a comment is known by its words.
        key: diagnostic.key ?? FindingKey(scope: "-", tokens: diagnostic.message),
        line: code.code(ofLineAt: diagnostic.range.lowerBound))
    }
  }
}
