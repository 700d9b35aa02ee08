import Diagnostics

/// Which change is linted, in place of whole files and folders.
struct ChangeOptions {
  /// Whether the new side is what is staged, rather than the working tree.
  let isStaged: Bool
  let oldSide: OldSide
  /// What narrows it; empty for all of it.
  let paths: [FilePath]

  enum OldSide: Equatable {
    /// There is none: everything in the new side is reported.
    case none
    /// What the next commit has as its parents.
    case parents
    /// The commit where this revision was left.
    case mergeBase(of: FilePath)
  }

  /// Nil where the arguments ask for no change.
  init?(_ arguments: Arguments) throws(UsageError) {
    isStaged = arguments.contains(.staged)
    let revision = try arguments.revision(of: .since)
    let isNew = arguments.contains(.new)
    guard isStaged || revision != nil else {
      if isNew {
        throw UsageError(message: "'--new' goes with '--staged'; '--since' takes any revision")
      }
      return nil
    }
    if isNew, revision != nil {
      throw UsageError(message: "'--new' and '--since' each say what is old")
    }
    oldSide = revision.map { .mergeBase(of: $0) } ?? (isNew ? .parents : .none)
    paths = arguments.paths
    let option = isStaged ? Option.staged : .since
    let others: [Option] = [.fix, .stdinPath, .filesFrom] + (isStaged ? [.noIgnore] : [])
    for other in others where arguments.contains(other) {
      throw UsageError(message: "'\(option.name)' does not go with '\(other.name)'")
    }
  }
}

extension Arguments {
  /// The revision that an option names.
  func revision(of option: Option) throws(UsageError) -> FilePath? {
    guard let revision = value(of: option) else { return nil }
    guard revision.bytes.first != UInt8(ascii: "-") else {
      throw UsageError(message: "'\(option.name)' takes a revision, not '\(revision.string)'")
    }
    guard let dots = revision.string.range(ofDots: "..") else { return revision }
    let name = revision.string[..<dots]
    let hint = name.isEmpty ? "" : "; use '\(option.name) \(name)'"
    throw UsageError(
      message: "'\(option.name)' takes one revision, not the range '\(revision.string)'\(hint)")
  }
}

extension String {
  /// Where the dots of a range of revisions begin; nil where it is none. `:/a..b` is a search.
  fileprivate func range(ofDots dots: String) -> Index? {
    guard !hasPrefix(":") else { return nil }
    return indices.first { self[$0...].hasPrefix(dots) }
  }
}
