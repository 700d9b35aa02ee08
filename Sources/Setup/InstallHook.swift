import BundledRules
import Commands
import Diagnostics
import Pipeline
import Workspace

/// Installs the hook that lints what is staged for a commit. If there is already a hook, or a hook
/// manager, it says what to add and writes nothing.
func installHook(isDryRun: Bool, _ console: Console) throws -> ExitStatus {
  let (workingFolder, _) = try projectFolders()
  let top = try gitPath("--show-toplevel", in: workingFolder)
  if let (manager, file) = HookManager.inUse(at: top) {
    return console.print(
      """
      \(manager.rawValue) manages the hooks of this repository (\(file)); add this to \
      \(manager.target(file: file)):

      \(manager.snippet)
      """, status: .clean)
  }
  let hooks = try gitPath("--git-path", "hooks", in: top)
  let path = hooks.appending("pre-commit")
  let place = Place(workingFolder: workingFolder)
  let name = place.printedPath(of: path, namedAs: path)
  guard !isNameTaken(path) else {
    return console.print(noteOnHook(at: path, named: name), status: .clean)
  }
  let hook = bundledSetup(of: "hook")!
  if isDryRun {
    return console.print("Would write \(name.printable):\n\n\(hook)", status: .clean)
  }
  do {
    let file = try place.writable(path, isHook: true)
    try createFolder(at: hooks)
    try createFile(file, Array(hook.utf8), isExecutable: true)
  } catch {
    throw ProjectError("cannot write '\(name.string)' (\(error.text))")
  }
  return console.print(
    """
    Wrote \(name.printable): a commit that adds a finding is refused.
    \(try isShared(hooks, top: top) ? sharedRemark : ownRemark)

    """, status: .clean)
}

private let ownRemark =
  "A clone has no hooks: everybody must run 'swift-determinism-lint init --hook' once."

private let sharedRemark =
  "'core.hooksPath' is outside of this repository; other repositories may run the hook, too."

/// Whether other repositories may use the same hooks.
private func isShared(_ hooks: FilePath, top: FilePath) throws(ProjectError) -> Bool {
  guard hooks.relative(to: top) == nil else { return false }
  return hooks.relative(to: try gitPath("--git-common-dir", in: top)) == nil
}

/// For a hook that already exists.
private func noteOnHook(at path: FilePath, named name: FilePath) -> String {
  let name = name.printable
  let script = try? readFile(path)
  let isPassedOver = script != nil && !isExecutable(path)
  let words =
    if runsTool(script ?? []) {
      "'\(name)' \(isPassedOver ? "names" : "runs") \(toolName) already.\n"
    } else {
      """
      '\(name)' exists already and was not changed; add this line to it:

      \(hookCommand) || exit 1

      """
    }
  guard isPassedOver else { return words }
  return words + """

    Git skips the hook, because it is not executable; run this:

    chmod +x '\(name)'

    """
}

/// Whether a script names the tool outside of comments. It looks at bytes, since searching a string
/// would link the standard library's regular expressions.
private func runsTool(_ script: [UInt8]) -> Bool {
  let name = toolName.utf8
  return script.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.contains { line in
    let code = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return code.first != UInt8(ascii: "#")
      && code.indices.contains { code[$0...].starts(with: name) }
  }
}

/// Asks `git rev-parse` for a path.
/// - Parameter folder: absolute; where git runs, and what its answer is relative to.
private func gitPath(
  _ question: GitArgument..., in folder: FilePath
) throws(ProjectError) -> FilePath {
  let answer: GitAnswer
  do {
    answer = try runGit(["rev-parse"] + question, in: folder, seesHooks: true)
  } catch {
    throw ProjectError(error.message)
  }
  guard answer.status == 0 else { throw ProjectError(answer.error.message) }
  // Only the line end is removed: a name may end with blanks.
  return FilePath(bytes: answer.output.prefix { $0 != UInt8(ascii: "\n") }).resolved(from: folder)
}

// MARK: - Programs that keep hooks

/// A program that manages a repository's hooks, and is configured by a file in the repository.
package enum HookManager: String, CaseIterable {
  case lefthook, husky
  case preCommit = "pre-commit"
  case overcommit

  /// The manager that a repository uses, and its file there.
  /// - Parameter top: of the working tree.
  static func inUse(at top: FilePath) -> (manager: HookManager, file: String)? {
    for manager in allCases {
      for file in manager.files where isNameTaken(top.appending(file)) { return (manager, file) }
    }
    return nil
  }

  private var files: [String] {
    switch self {
    case .lefthook:
      ["lefthook.yml", ".lefthook.yml", "lefthook.yaml", ".lefthook.yaml", ".config/lefthook.yml"]
    case .husky: [".husky"]
    case .preCommit: [".pre-commit-config.yaml"]
    case .overcommit: [".overcommit.yml"]
    }
  }

  /// Where the snippet goes.
  /// - Parameter file: the file by which the manager was recognized.
  package func target(file: String) -> String {
    switch self {
    case .lefthook, .overcommit: "'\(file)'"
    case .husky: "'\(file)/pre-commit'"
    case .preCommit: "'repos' in '\(file)'"
    }
  }

  /// The text that makes the manager lint a commit.
  var snippet: String { bundledSetup(of: rawValue)! }
}

/// The command that a hook runs. Touching a file with old findings does not block the commit.
let hookCommand = "swift-determinism-lint --staged --new"
