import Testing

@Suite struct InitTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("Package.swift")
    try bench.write(
      "Sources/Feed.swift",
      """
      import Foundation
      final class Feed {
        var start = Date()
        func show() { DispatchQueue.main.async { self.start = Date() } }
        func id() -> UUID { UUID() }
      }
      """)
    try bench.write(
      "Sources/Date+current.swift",
      "import Foundation\nextension Date { static var current: Date { Date() } }\n")
    try bench.write(
      "Sources/App.swift",
      """
      import Foundation
      struct LiveEnvironment { let now = { Date() } }
      struct Snowfall { let now = { Date() } }
      struct ClockView { let now = { Date() } }
      """)
  }

  /// Files of each kind, where a `Demo` below the root, an `ABTest` and a `FilePreview` are product
  /// code.
  private func writeKinds() throws {
    let use = "import Foundation\nlet start = Date()\n"
    for path in [
      "App/Feed.swift", "App/Demo/Mode.swift", "App/ABTest.swift", "App/FilePreview.swift",
      "App/FeedTests.swift", "AppTests/Feed.swift", "App UITests/Flow.swift", "app-tests/A.swift",
      "Tests/KitTests/Kit.swift", "Examples/Clock/Clock.swift", "Play.playground/Contents.swift",
      "App/Preview Content/Data.swift",
    ] { try bench.write(path, use) }
    try bench.write(
      "App/FeedView.swift",
      """
      import Foundation
      #Preview { FeedView(at: Date()) }
      struct FeedView_Previews: PreviewProvider { static let date = Date(timeIntervalSinceNow: 5) }
      struct Feed { static func sample() -> Feed { Feed(at: .now) } }
      let id = UUID()

      """)
  }

  /// The page of a run counts the same findings.
  @Test func previewsAreCountedAsThePageDoes() throws {
    try writeKinds()
    let page = try bench.lint("--format", "html").output
    #expect(page.contains(#"<option value="product">12 in product code"#))
  }

  /// All that is counted in tests, samples and previews is a warning then.
  @Test func settingsForTestsAndSamplesHoldForWhatWasCounted() throws {
    try writeKinds()
    _ = try bench.lint("init")
    let name = ".swift-determinism-lint.yml"
    let written = try bench.read(name)
    try #expect(bench.lint().errors.contains("17 files against 5 rules: 21 errors, 1 warning."))
    let files = written.replacing(/(?m)^#(overrides:|  - files|      - |    severity)/) {
      "\($0.output.1)"
    }
    try bench.write(name, files)
    try #expect(bench.lint().errors.contains("17 files against 5 rules: 13 errors, 9 warnings."))
    let all = files.replacing(/(?m)^#(  - samples|severity:)/) { "\($0.output.1)" }
    try bench.write(name, all)
    let run = try bench.lint("--format", "short")
    #expect(run.errors.contains("17 files against 11 rules: 11 errors, 11 warnings."))
    let errors = run.output.matches(of: #/(?m)^(.+?):\d+:\d+: error: /#).map { String($0.output.1) }
    #expect(
      Set(errors) == [
        "App/Feed.swift", "App/Demo/Mode.swift", "App/ABTest.swift", "App/FilePreview.swift",
        "Sources/App.swift", "Sources/Date+current.swift", "Sources/Feed.swift",
      ])
    #expect(!run.output.contains("#unused-setting"))
  }

  @Test func packsThatFindSomethingAreCounted() throws {
    try bench.write("Dice.swift", String(repeating: "let i = Int.random(in: 0...9)\n", count: 1233))
    let run = try bench.lint("init", "--dry-run")
    #expect(run.output.contains("\nOther packs would find: random 1,234.\n"))
  }

  @Test func manyFindingsAreKeptApart() throws {
    try bench.write("More.swift", String(repeating: "let d = Date()\n", count: 1200))
    let run = try bench.lint("init", "--dry-run")
    #expect(run.output.contains("\n1,207 findings in product code.\n  date-init 1,206 · "))
    #expect(
      run.output.contains("Next: swift-determinism-lint baseline write     records these 1,207"))
  }
}
