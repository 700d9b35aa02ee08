import Diagnostics

/// The commit where `HEAD` and a revision parted.
/// - Returns: its hexadecimal name.
func mergeBase(of revision: FilePath) throws(GitError) -> FilePath {
  let answer = try runGit(["merge-base", GitArgument(revision), "HEAD"])
  switch answer.status {
  case 0: return FilePath(bytes: answer.output.prefix { $0 != UInt8(ascii: "\n") })
  case 1:
    throw GitError(
      "'\(revision.string)' and 'HEAD' have no common commit" + (try shallowCloneHint()))
  default: throw try reason(for: answer.error, revision)
  }
}

/// Why git cannot compare the revision with `HEAD`.
private func reason(
  for error: GitError, _ revision: FilePath
) throws(GitError) -> GitError {
  func isCommit(_ revision: [UInt8]) throws(GitError) -> Bool? {
    let name = FilePath(bytes: revision + Array("^{commit}".utf8))
    let arguments: [GitArgument] = ["rev-parse", "-q", "--verify", "--end-of-options"]
    let status = try runGit(arguments + [GitArgument(name)]).status
    return status == 0 ? true : status == 1 ? false : nil
  }
  switch try isCommit(revision.bytes) {
  case nil: return error
  case false?: return GitError("unknown revision '\(revision.string)'" + (try shallowCloneHint()))
  case true?:
    let hasCommit = try isCommit(Array("HEAD".utf8))
    return hasCommit == false ? GitError("'HEAD' has no commit yet") : error
  }
}

private func shallowCloneHint() throws(GitError) -> String {
  let answer = try gitOutput(["rev-parse", "--is-shallow-repository"])
  return answer.starts(with: "true".utf8)
    ? " in this shallow clone; fetch more history ('fetch-depth: 0' in actions/checkout)" : ""
}
