import Foundation
import Testing

@Suite("The git hook of the pages")
struct HookTests {
  @Test func hookIsTheOneThatInitWrites() throws {
    try withTemporaryFolder { folder in
      let project = GitProject(root: folder)
      try project.git("init", "--quiet")
      #expect(try lint(["init", "--hook"], in: folder).status == 0)
      let hook = try Page.block(".git/hooks/pre-commit")
      let written = folder.appendingPathComponent(hook.label)
      #expect(try String(contentsOf: written, encoding: .utf8) == hook.text)
      #expect(FileManager.default.isExecutableFile(atPath: written.path))
    }
  }
}

/// A repository in a temporary folder that knows nothing of the user's settings.
struct GitProject {
  let root: URL

  func write(_ text: String, to path: String, mode: Int = 0o644) throws {
    let file = root.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
  }

  /// Stages all, then commits; both of git's streams are in the result's output.
  func commit() throws -> CommandResult {
    try git("add", "--all")
    return try run(
      ["sh", "-c", "exec git commit --quiet --message Change 2>&1"], in: root,
      environment: environment)
  }

  func git(_ arguments: String...) throws {
    let result = try run(["git"] + arguments, in: root, environment: environment)
    try #require(result.status == 0, "\(result.errors)")
  }

  var environment: [String: String?] {
    [
      "PATH": Repository.searchPath, "HOME": root.path, "NO_COLOR": "1",
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
      "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com",
      "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com",
    ]
  }
}
