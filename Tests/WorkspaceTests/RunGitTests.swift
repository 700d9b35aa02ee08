import Diagnostics
import Foundation
import Testing

@testable import Workspace

@Suite struct RunGitTests {
  @Test func whatGitSaysIsReadToItsEnd() throws {
    let tree = try TemporaryFolder()
    try run("/usr/bin/git", "init", "-q", tree.path.string)
    // More than a pipe holds.
    let names = (0..<4000).map { "a file with a rather long name, number \($0).txt" }
    for name in names { try tree.write(name) }
    let answer = try runGit(["ls-files", "-o"], in: tree.path)
    #expect(answer.status == 0)
    #expect(answer.errors == [])
    let lines = String(decoding: answer.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.map(String.init) == names.sorted())
  }

  @Test func whatGoesWrongIsSaidInGitsWords() throws {
    let tree = try TemporaryFolder()
    let answer = try runGit(["ls-files"], in: tree.path)
    #expect(answer.status == 128)
    #expect(answer.output == [])
    #expect(answer.error.message.hasPrefix("not a git repository"))
  }
}
