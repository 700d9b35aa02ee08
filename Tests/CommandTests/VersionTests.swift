import Foundation
import Testing

@testable import Commands

@Suite("The version of the tool, and what asks for one")
struct VersionTests {
  let bench: Workbench
  private let name = ".swift-determinism-lint.yml"

  init() throws {
    bench = try Workbench()
    try bench.write(".git/HEAD")
    try bench.write("a.swift", "let a = Date()\n")
    try bench.write("Kit/b.swift", "let b = Date()\n")
  }

  @Test func scriptsGetAnObject() throws {
    let object = """
      {
        "name" : "swift-determinism-lint",
        "version" : "\(version)"
      }

      """
    for arguments in [
      ["--version", "--format", "json"], ["--format=json", "--version"],
      ["version", "--format", "json"], ["rules", "--version", "--format=json"],
    ] {
      let run = try bench.lint(arguments.map { Array($0.utf8) })
      #expect(run == Run(status: 0, output: object, errors: ""))
    }
    #expect(
      try bench.lint("--version", "--format", "text").output
        == "swift-determinism-lint \(version)\n")
    for format in ["sarif", "llvm", "jsn"] {
      let run = try bench.lint("--version", "--format", format)
      #expect(run.status == 64 && run.output == "")
      #expect(
        run.errors.hasPrefix(
          "error: '--format' takes 'text' or 'json', not '\(format)'"))
    }
  }

  // MARK: - required-version

  private func mistake(_ text: String, line: Int = 1, column: Int = 19, in file: String) -> String {
    let wanted = text.first?.isNumber == true ? "that version" : "such a version"
    return "\(file):\(line):\(column): error: this is version \(version), and 'required-version' "
      + "asks for '\(text)'; install \(wanted), or change this line\n"
  }

  @Test(arguments: ["\(version)", ">=0.0.1", "<999", ">=\(version), <999"])
  func aVersionThatIsAskedForIsFine(text: String) throws {
    try bench.write(name, "required-version: '\(text)'\n")
    #expect(try bench.lint().status == 1)
  }

  @Test(arguments: ["999.0.0", ">=999", "<0.0.1"])
  func anotherOneDoesNothing(text: String) throws {
    // What this version does not know may be fine for the other.
    try bench.write(name, "required-version: '\(text)'\nnewer: [yes]\nseverity: { future: off }\n")
    for arguments in [
      [], ["a.swift"], ["Kit"], ["why", "a.swift:1"], ["rules"], ["rules", "date-init"], ["init"],
      ["verify", "a.swift"], ["baseline", "write"], ["baseline", "report"], ["--fix"],
      ["--stdin-path", "a.swift"], ["--config", name],
    ] {
      let run = try bench.lint(arguments.map { Array($0.utf8) })
      #expect(run.status == 2 && run.output == "", "\(arguments)")
      #expect(run.errors.hasPrefix(mistake(text, in: name)), "\(arguments)")
      // In the excerpt, too.
      #expect(run.errors.ranges(of: "error: ").count == 2, "\(arguments)")
    }
    #expect(try bench.shell("ls -A | sort").output == ".git\n\(name)\nKit\na.swift\n")
  }

  @Test func eachConfigurationIsAsked() throws {
    try bench.write("Kit/\(name)", "packs: [core]\nrequired-version: 999.0.0\n")
    let run = try bench.lint("--format", "short")
    #expect(run.status == 2)
    #expect(run.output.hasPrefix("a.swift:1:9: error: "))
    #expect(run.errors.contains(mistake("999.0.0", line: 2, in: "Kit/\(name)")))
    #expect(try bench.lint("a.swift").status == 1)
    // The one above holds for what is below.
    try bench.write(name, "required-version: 999.0.0\n")
    try bench.write("Kit/\(name)", "packs: [core]\n")
    #expect(try bench.lint("Kit").errors.hasPrefix(mistake("999.0.0", in: name)))
    // But if that names others itself.
    for extends in ["", "extends: ../\(name)\n"] {
      try bench.write("Kit/\(name)", extends + "packs: [core]\nrequired-version: \(version)\n")
      let run = try bench.lint("Kit", "--format", "short", "--quiet")
      #expect(run.status == 1 && run.errors == "", "\(extends)")
      #expect(run.output.hasPrefix("Kit/b.swift:1:9: error: "), "\(extends)")
    }
  }

  @Test func whatExtendsSaysItself() throws {
    try bench.write("shared.yml", "required-version: 999.0.0\n")
    try bench.shell("rm -r .git && git init -q && git add .").expectSuccess()
    try bench.write(name, "extends: shared.yml\n")
    #expect(try bench.lint().errors.hasPrefix(mistake("999.0.0", in: "shared.yml")))
    try bench.write(name, "extends: shared.yml\nrequired-version: \(version)\n")
    #expect(try bench.lint().status == 1)
  }

  @Test func whatLiesElsewhereIsNotPrinted() throws {
    let other = try Workbench()
    try other.write("lint.yml", "required-version: 999.0.0\n")
    let run = try bench.lint("--config", other.path + "/lint.yml")
    #expect(run.status == 2 && !run.errors.contains("999"))
    #expect(run.errors.contains("lint.yml:1:19: error: this is version "))
  }

  @Test func aMistakeInItIsOne() throws {
    try bench.write(name, "required-version: ~>0.1\n")
    let run = try bench.lint()
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix(
        "\(name):1:19: error: expected all three numbers of a version, e.g. '0.1.0', or a range "
          + "such as '>=0.1, <0.3'\n"))
  }

  // MARK: - What is pinned

  @Test(arguments: ["github", "gitlab"])
  func whatIsPrintedForCIBuildsThisVersion(service: String) throws {
    let text = try bench.lint("init", "--ci", service).output
    #expect(text.contains("LINT_REVISION: v\(version)\n"))
    #expect(text.contains(/(?m)^[ #]+key: swift-determinism-lint-.*LINT_REVISION/))
    #expect(!text.contains("VERSION\n") && !text.contains("MAIN_BRANCH"))
  }
}
