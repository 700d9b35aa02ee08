import Diagnostics

/// Whose repository a git process is about.
package enum GitEnvironment: Sendable {
  /// What a hook says in its environment holds: `GIT_DIR`, `GIT_INDEX_FILE`.
  case inherited
  /// The repository that the folder lies in, whatever the environment says.
  case ofFolder

  /// Those of this process, each as `NAME=value`, and what git is asked for.
  var variables: [FilePath] {
    let replaced = added.map(name) + [ofConfigAlone] + (self == .ofFolder ? local : [])
    return environmentEntries().filter { !replaced.contains(name($0)) } + added
  }
}

private func name(_ variable: FilePath) -> FilePath {
  FilePath(bytes: variable.bytes.prefix { $0 != UInt8(ascii: "=") })
}

private let added = [
  "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_LITERAL_PATHSPECS=0", "GIT_NO_LAZY_FETCH=1",
  // Before git 2.45, which knows the variable above, what a partial clone lacks is fetched; without
  // a protocol that is allowed, a fetch fails.
  "GIT_ALLOW_PROTOCOL=",
].map { FilePath($0) }

/// It has 'git config' read settings that no other command obeys.
private let ofConfigAlone = FilePath("GIT_CONFIG")

/// What says which repository is meant and where its parts lie (`git rev-parse --local-env-vars`).
private let local = [
  "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE",
  "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY",
  "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
].map { FilePath($0) }
