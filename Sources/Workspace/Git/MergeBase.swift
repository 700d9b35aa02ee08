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
  do throws(GitError) {
    _ = try nameOfCommit(revision)
  } catch {
    return error
  }
  let hasCommit = try askForCommit(FilePath("HEAD")).status == 0
  return hasCommit ? error : GitError("'HEAD' has no commit yet")
}

/// The hexadecimal name of the commit that a revision stands for.
func nameOfCommit(_ revision: FilePath) throws(GitError) -> FilePath {
  let answer = try askForCommit(revision)
  switch answer.status {
  case 0: return FilePath(bytes: answer.output.prefix { $0 != UInt8(ascii: "\n") })
  case 1: throw GitError("unknown revision '\(revision.string)'" + (try shallowCloneHint()))
  default: throw answer.error
  }
}

private func askForCommit(_ revision: FilePath) throws(GitError) -> GitAnswer {
  let name = FilePath(bytes: revision.bytes + Array("^{commit}".utf8))
  return try runGit(["rev-parse", "-q", "--verify", "--end-of-options", GitArgument(name)])
}

private func shallowCloneHint() throws(GitError) -> String {
  let answer = try gitOutput(["rev-parse", "--is-shallow-repository"])
  return answer.starts(with: "true".utf8)
    ? " in this shallow clone; fetch more history ('fetch-depth: 0' in actions/checkout)" : ""
}
