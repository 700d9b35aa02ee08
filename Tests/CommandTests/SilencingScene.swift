import Testing

/// A repository whose branch `main` is what changes are held against. Some of its findings are in
/// no baseline.
struct SilencingScene {
  let bench: Workbench
  let name = ".swift-determinism-lint.yml"

  init() throws {
    bench = try Workbench()
    for name in ["AUTHOR", "COMMITTER"] {
      bench.environment["GIT_\(name)_NAME"] = "A"
      bench.environment["GIT_\(name)_EMAIL"] = "a@example.com"
    }
    try bench.write(name, "packs: [core]\nrules: [own.yml]\nexclude: [Generated]\n")
    try bench.write(
      "own.yml",
      """
      pack: own
      rules:
        - { id: no-print, message: m, ban: ["print(_:)", "debugPrint(_:)"] }
        - { id: no-dump, message: m, ban: ["dump(_:)"] }

      """)
    try bench.write("sub/\(name)", "packs: [random]\n")
    try bench.write(
      "A.swift",
      "let a = Date()\n// determinism:allow date-init: known\nlet b = Date()\n")
    try bench.shell("git init -q -b main . && $tool baseline write").expectSuccess()
    try bench.write(
      "Core/Uses.swift",
      """
      let use = Date()
      extension A { static let inside = Date() }
      func f(at: Date = Date()) {}
      func g() { print(1); debugPrint(2); dump(3) }

      """)
    try bench.write("sub/Dice.swift", "let dice = UUID()\n")
    try bench.shell("git add . && git commit -qm base").expectSuccess()
  }

  /// - Parameter branch: a new one, or `main`.
  func commit(on branch: String = "main") throws {
    try bench.shell("git switch -qC \(branch) && git add . && git commit -qm more")
      .expectSuccess()
  }

  /// The lines below the receipt, without what is before each.
  func silenced(_ arguments: [String] = []) throws -> [String] {
    let arguments = ["--since", "main"] + arguments
    let run = try bench.lint(arguments.map { Array($0.utf8) })
    let lines = run.errors.split(separator: "\n").map(String.init)
    guard let heading = lines.firstIndex(of: "This change silences:") else { return [] }
    #expect(lines[heading - 1].hasPrefix("Checked "))
    return lines[(heading + 1)...].map { line in
      #expect(line.hasPrefix("  - "))
      return String(line.dropFirst(4))
    }
  }
}
