import Foundation
import Testing

@Suite struct LintTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(
      "Rules/test.yml",
      """
      pack: test
      rules:
        - id: now
          message: "'now()' is banned"
          ban: [now()]
        - id: later
          severity: warning
          message: "'later()' is banned"
          ban: [later()]
      """)
    try bench.write("one.yml", "rules: [Rules]\npacks: []\n")
  }

  /// The header line of every diagnostic.
  func headers(_ run: Run) -> [String] {
    run.output.split(separator: "\n").map(String.init)
      .filter { $0.contains(": error: ") || $0.contains(": warning: ") }
      .filter { !$0.contains("`- ") }
  }

  /// The same bytes for any number of threads and any order of arguments.
  @Test func reportsDoNotDependOnThreadsOrOrder() throws {
    for index in 0..<400 {
      let lines = (0..<(index % 37)).map { $0 % 5 == 0 ? "let a\($0) = Date()" : "let b = \($0)" }
      try bench.write("f\(index % 13)/s\(index).swift", lines.joined(separator: "\n"))
    }
    let one = try bench.lint("--jobs", "1")
    #expect(one.status == 1)
    #expect(400 < headers(one).count)
    #expect(
      headers(one) == headers(one).sorted { file($0).utf8.lexicographicallyPrecedes(file($1).utf8) }
    )
    for jobs in ["2", "8"] { #expect(try bench.lint("--jobs", jobs) == one) }
    let folders = (0..<13).map { "f\($0)" }
    var generator = SystemRandomNumberGenerator()
    for arguments in [folders, folders.reversed(), folders.shuffled(using: &generator) + ["."]] {
      #expect(try bench.lint(arguments.map { Array($0.utf8) }) == one)
    }
  }

  private func file(_ header: String) -> Substring { header.prefix { $0 != ":" } }
}
