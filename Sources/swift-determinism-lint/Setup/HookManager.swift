import Diagnostics
import Workspace

/// A program that keeps a repository's hooks, and says in a file of the repository which.
enum HookManager: String, CaseIterable {
  case lefthook, husky
  case preCommit = "pre-commit"
  case overcommit

  /// The manager of a repository, and its file there.
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
  /// - Parameter file: by which the manager was seen.
  func target(file: String) -> String {
    switch self {
    case .lefthook, .overcommit: "'\(file)'"
    case .husky: "'\(file)/pre-commit'"
    case .preCommit: "'repos' in '\(file)'"
    }
  }

  /// What makes the manager lint a commit.
  var snippet: String {
    switch self {
    case .lefthook:
      """
      pre-commit:
        commands:
          swift-determinism-lint:
            glob: "*.swift"
            run: \(hookCommand)

      """
    case .husky:
      """
      \(hookCommand)

      """
    case .preCommit:
      """
      - repo: local
        hooks:
          - id: swift-determinism-lint
            name: swift-determinism-lint
            entry: \(hookCommand)
            language: system
            types: [swift]
            pass_filenames: false

      """
    case .overcommit:
      """
      PreCommit:
        SwiftDeterminismLint:
          enabled: true
          include: "**/*.swift"
          command: [swift-determinism-lint, --staged, --new]

      """
    }
  }
}

/// What a hook runs: who touches a file with old findings is not stopped by them.
let hookCommand = "swift-determinism-lint --staged --new"
