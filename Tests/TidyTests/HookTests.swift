import Foundation
import Testing

@Suite("The git hook of the pages, in a repository of its own")
struct HookTests {
  @Test func refusesACommitThatReadsTheClock() throws {
    try withProject { project in
      try project.write("let start = Date()\n", to: "Start.swift")
      let refused = try project.commit()
      #expect(refused.status != 0)
      #expect(refused.text.contains("Start.swift:1:13: error: "))
      #expect(refused.text.contains("[#date-init]"))
      #expect(try project.log().isEmpty)

      try project.write("let start = Date.current\n", to: "Start.swift")
      #expect(try project.commit().status == 0)
      #expect(try project.log().count == 1)
    }
  }

  @Test func letsTheAllowedFilePass() throws {
    try withProject { project in
      try project.write(
        "extension Date { static var current: Date { Date() } }\n",
        to: "Sources/Date+current.swift")
      #expect(try project.commit().status == 0)
    }
  }

  @Test func looksAtStagedSwiftFilesOnly() throws {
    try withProject { project in
      try project.write("Call Date().\n", to: "Notes.txt")
      #expect(try project.commit().status == 0)
      try project.write("let start = Date()\n", to: "Unstaged.swift")
      try project.write("More.\n", to: "Notes.txt")
      #expect(try project.commit("Notes.txt").status == 0)
      #expect(try project.log().count == 2)
    }
  }

  @Test(arguments: [
    "With Space.swift", "Größe.swift", "line\nbreak.swift", "it's \"quoted\".swift",
  ])
  func takesAnyName(_ name: String) throws {
    try withProject { project in
      try project.write("let start = Date()\n", to: "Folder of \(name)/\(name)")
      #expect(try project.commit().status == 1)
    }
  }

  @Test func letsARemovalPass() throws {
    try withProject { project in
      try project.write("let start = 1\n", to: "Start.swift")
      #expect(try project.commit().status == 0)
      try FileManager.default.removeItem(at: project.root.appendingPathComponent("Start.swift"))
      #expect(try project.commit().status == 0)
    }
  }

  @Test func oldFindingsOfATouchedFilePass() throws {
    try withProject { project in
      try project.write("let start = Date()\n", to: "Start.swift")
      #expect(try project.commit(options: ["--no-verify"]).status == 0)
      try project.write("// Moved down.\n\nlet start =\n  Date()\n", to: "Start.swift")
      #expect(try project.commit().status == 0)
      try project.write("let start = Date()\nlet end = Date()\n", to: "Start.swift")
      let refused = try project.commit()
      #expect(refused.status == 1)
      #expect(refused.text.contains("Start.swift:2:11: error: "))
      #expect(!refused.text.contains("Start.swift:1:"))
    }
  }

  /// What is on the disk neither saves nor stops a commit.
  @Test func whatCountsIsStaged() throws {
    try withProject { project in
      try project.write("let start = Date()\n", to: "Start.swift")
      try project.git("add", "--all")
      try project.write("let start = 1\n", to: "Start.swift")
      #expect(try project.commitStaged().status == 1)
      try project.git("add", "--all")
      try project.write("let start = Date()\n", to: "Start.swift")
      #expect(try project.commitStaged().status == 0)
    }
  }

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

  private func withProject(_ body: (GitProject) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let project = GitProject(root: folder)
      try project.git("init", "--quiet")
      try project.write(
        "allow: { date-init: [\"Date+current.swift\"] }\n",
        to: Scenario.configuration)
      let hook = try Page.block(".git/hooks/pre-commit")
      try project.write(hook.text, to: hook.label, mode: 0o755)
      try body(project)
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

  /// Stages what is named, then commits; both of git's streams are in the result's output.
  func commit(_ path: String = ".", options: [String] = []) throws -> CommandResult {
    try git("add", "--all", path)
    return try commitStaged(options: options)
  }

  /// Both of git's streams are in the result's output.
  func commitStaged(options: [String] = []) throws -> CommandResult {
    try run(
      ["sh", "-c", "exec git commit --quiet --message Change \"$@\" 2>&1", "sh"] + options,
      in: root, environment: environment)
  }

  func log() throws -> [Substring] {
    try run(["git", "log", "--oneline"], in: root, environment: environment).text
      .split(separator: "\n")
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
