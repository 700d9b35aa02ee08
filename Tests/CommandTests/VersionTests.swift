import Foundation
import Testing

@testable import Commands

@Suite("The version of the tool, and what asks for one")
struct VersionTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(".git/HEAD")
    try bench.write("a.swift", "let a = Date()\n")
    try bench.write("Kit/b.swift", "let b = Date()\n")
  }

  // MARK: - required-version

  @Test func whatLiesElsewhereIsNotPrinted() throws {
    let other = try Workbench()
    try other.write("lint.yml", "required-version: 999.0.0\n")
    let run = try bench.lint("--config", other.path + "/lint.yml")
    #expect(run.status == 2 && !run.errors.contains("999"))
    #expect(run.errors.contains("lint.yml:1:19: error: this is version "))
  }
}
