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

  private let configuration = """
    ---
    # The configuration of swift-determinism-lint. To use a setting, remove the '#'
    # before it and before the lines that are indented below it.

    # The packs of rules; the others with what they find today, with all of them on.
    packs:
      - core
    #  - random  # 1 finding

    # Never linted.
    #exclude: ["**/Generated"]

    # Seams: code that may read the clock for all other code. These look like seams
    # by their names.
    #allow:
    #  date-init:
    #    - "Sources/Date+current.swift"  # 1
    #allow-inside:
    #  date-init:
    #    - "LiveEnvironment"  # 1

    # What '--fix' writes in place of a finding: a seam.
    #replace:
    #  date-init:
    #    Date(): Date.current
    #    Date.now: Date.current

    # Where findings are warnings.
    #overrides:
    #  - files:  # for example
    #      - "*Tests"
    #    severity: { all: warning }

    """

  @Test func looksAtTheProjectAndWritesItsConfiguration() throws {
    let run = try bench.lint("init", from: "Sources")
    #expect(run.status == 0 && run.errors == "")
    #expect(
      run.output.replacing(/in \d+ m?s\b/, with: "in 0 ms") == """
        Read 4 Swift files in 0 ms.
        7 findings in product code.
          date-init 6 · dispatch-main-async 1
        Other packs would find: random 1.
        Looks like a seam: LiveEnvironment (1), Sources/Date+current.swift (1); see 'allow' in the file.
        Wrote ../.swift-determinism-lint.yml.
        Next: swift-determinism-lint                    shows them; fix them, or name files under 'allow'
              swift-determinism-lint init --ci github   prints a workflow; other services: 'help init'

        """)
    #expect(try bench.read(".swift-determinism-lint.yml") == configuration)
    #expect(try bench.lint().errors.contains("4 files against 5 rules: 7 errors, 0 warnings."))
  }

  @Test func settingsThatAreTakenHold() throws {
    let taken = configuration.replacing(/(?m)^#\w.*\n(#  .*\n)*/) { setting in
      setting.output.0.replacing(/(?m)^#/, with: "")
    }
    try bench.write(".swift-determinism-lint.yml", taken)
    let run = try bench.lint("--format", "short")
    #expect(
      run.errors.contains(
        "4 files against 5 rules: 5 errors, 2 warnings (1 allowed by path, 1 in source)."))
    // There is nothing yet that the examples are for.
    #expect(run.output.contains("nothing matches '**/Generated'; remove it from 'exclude'"))
    #expect(run.output.contains("no file that was linted matches '*Tests'; "))
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

  @Test func aSeamIsInTheSettingThatIsNamed() throws {
    let other = try Workbench()
    try other.write(
      "A.swift", "struct LiveClock {\n  func now() -> Date { Date() }\n}\n")
    let run = try other.lint("init", "--dry-run")
    #expect(run.output.contains("seam: LiveClock (1); see 'allow-inside' in the file.\n"))
    #expect(run.output.contains("#allow-inside:\n") && !run.output.contains("#allow:\n"))
  }

  /// What is said of a comment is said whatever packs are on.
  @Test func remarksOnCommentsAreNoFindingsOfAPack() throws {
    try bench.write("A.swift", "// determinism:allow date-init\nlet start = Date()\n")
    let run = try bench.lint("init", "--dry-run")
    #expect(run.output.contains("suppression-without-reason 1"))
    #expect(!run.output.contains("reducers"))
  }

  @Test func findingsAreCountedByWhatTheirCodeIsFor() throws {
    try writeKinds()
    let run = try bench.lint("init", "--dry-run")
    #expect(
      run.output.contains(
        "\n22 findings: 12 in product code, 5 in tests, 5 in previews and samples.\n"))
    #expect(run.output.contains("\n#  - samples  # 3 findings\n"))
    #expect(
      run.output.hasSuffix(
        """
        # Where findings are warnings.
        #overrides:
        #  - files:  # tests: 5 findings
        #      - "*Tests"
        #      - "*-tests"
        #      - "*Tests.swift"
        #    severity: { all: warning }
        #  - files:  # samples: 3 findings
        #      - "Preview Content"
        #      - "*.playground"
        #      - "*Examples/**"
        #    severity: { all: warning }
        # Previews and samples: '- samples' under 'packs' turns on a pack for them. It
        # reports there in place of core, too. This makes warnings of its findings.
        #severity: { samples: warning }

        """))
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

  @Test(arguments: [
    ("SystemClock", true), ("LiveEnvironment", true), ("DateProvider", true), ("UIClock", true),
    ("RealWorld", true), ("AsyncDispatcher", true), ("TimerScheduler", true),
    ("ClockViewController", false), ("Snowfall", false), ("LiveActivityStore", false),
    ("DateFormatting", false), ("LivestreamStore", false),
  ])
  func aSeamIsSeenByItsName(name: String, isSeam: Bool) throws {
    let bench = try Workbench()
    try bench.write("\(name).swift", "import Foundation\nlet start = Date()\n")
    try bench.write("Types.swift", "import Foundation\nclass \(name) { let start = Date() }\n")
    let run = try bench.lint("init", "--dry-run")
    #expect(run.output.contains("seam: \(name) (1), \(name).swift (1);") == isSeam)
    #expect(run.output.contains("#    - \"\(name)\"  # 1\n") == isSeam)
    #expect(run.output.contains("#    - \"\(name).swift\"  # 1\n") == isSeam)
  }

  /// What the project reads the clock by, as its code writes it.
  @Test(arguments: [
    ("struct World { var date = { Date() } }\nvar Current = World()", "Current.date()"),
    (
      "public class AppEnvironment {\n  public var date: () -> Date = Date.init\n}\n"
        + "public var Current: AppEnvironment { fatalError() }", "Current.date()"
    ),
    ("struct World {\n  var now: Date { Date() }\n}\nlet live: World = make()", "live.now"),
    ("enum SystemClock {\n  static func now() -> Date { Date() }\n}", "SystemClock.now()"),
    ("enum SystemClock { static var now: Date { Date() } }", "SystemClock.now"),
    ("extension Date { static var current: Date { Date() } }", "Date.current"),
    ("extension Date {\n  @TaskLocal static var current = { Date() }\n}", "Date.current()"),
    (
      "final class LiveClock {\n  class func time() -> Date {\n    return Date()\n  }\n}",
      "LiveClock.time()"
    ),
    ("struct World { let date = { Date() }() }\nlet world = World()", "world.date"),
    // Nobody could call these so.
    ("struct World {\n  func at(zone: Int) -> Date { Date() }\n}\nvar Current = World()", nil),
    ("struct World {\n  func at() async -> Date { Date() }\n}\nvar Current = World()", nil),
    ("struct World {\n  private var date = Date()\n}\nvar Current = World()", nil),
    ("struct World { var date = { Date() } }\nprivate var Current = World()", nil),
    ("struct World { var date = { Date() } }\n// var Current = World()", nil),
    ("struct World { var date = { Date() } }\nfunc f() {\n  let world = World()\n}", nil),
    ("struct Feed { var date = { Date() } }\nvar Current = Feed()", nil),
  ])
  func theSeamOfTheProjectIsProposed(code: String, clock: String?) throws {
    let bench = try Workbench()
    try bench.write("Code.swift", "import Foundation\n\(code)\n")
    let run = try bench.lint("init", "--dry-run")
    let words = clock == nil ? "'Date.current' stands for one of your own" : "a seam"
    #expect(
      run.output.contains(
        """
        # What '--fix' writes in place of a finding: \(words).
        #replace:
        #  date-init:
        #    Date(): \(clock ?? "Date.current")
        #    Date.now: \(clock ?? "Date.current")

        """), "\(run.output)")
  }

  @Test func noLineIsLong() throws {
    let folder = "An app with a long name/and folders in it/that have long names, too"
    let use = "import Foundation\nlet start = Date()\n"
    try bench.write("\(folder)/SystemClock.swift", use)
    try bench.write("\(String(repeating: "Very", count: 30))LongClock.swift", use)
    try bench.write("\(folder)/Generated/A.swift", use)
    try bench.write(".swiftlint.yml", "excluded:\n  - \(folder)/Generated\n  - Tests\n")
    try writeKinds()
    _ = try bench.lint("init")
    let written = try bench.read(".swift-determinism-lint.yml")
    #expect(written.hasPrefix("---\n#"))
    #expect(written.split(separator: "\n").filter { 80 < $0.count } == [])
    let taken = written.replacing(/(?m)^#\w.*\n(#  .*\n)*/) { setting in
      setting.output.0.replacing(/(?m)^#/, with: "")
    }
    try bench.write(".swift-determinism-lint.yml", taken)
    let run = try bench.lint("--format", "short")
    #expect(run.status < 2, "\(run.errors)")
    for end in ["LongClock.swift", "too/SystemClock.swift"] {
      #expect(!run.output.contains("\(end):2:"), "\(run.output)")
    }
  }

  @Test(arguments: [
    ("github", ".github/workflows/determinism.yml", "        fetch-depth: 0\n"),
    ("gitlab", ".gitlab-ci.yml", "    GIT_DEPTH: 0\n"),
    ("azure", "azure-pipelines.yml", "        fetchDepth: '0'\n"),
    ("circleci", ".circleci/config.yml", "          method: full\n"),
    ("bitrise", "bitrise.yml", "            - clone_depth: '-1'\n"),
    ("bitbucket", "bitbucket-pipelines.yml", "  depth: full\n"),
  ])
  func aWorkflowIsPrintedForItsPlace(service: String, place: String, line: String) throws {
    let before = try bench.shell("find . | sort").output
    let run = try bench.lint("init", "--ci", service)
    #expect(run.status == 0)
    #expect(run.output.contains("--since \"") && run.output.contains(line))
    #expect(run.output.contains(" --config-from "))
    for name in ["FETCH_TOOL", "vVERSION", "MAIN_BRANCH"] {
      #expect(!run.output.contains(name), "\(name)")
    }
    #expect(run.errors.hasPrefix("This belongs in '\(place)'; "))
    #expect(try bench.shell("find . | sort").output == before)
  }

  @Test func xcodeCloudIsToldToRunPlugins() throws {
    let run = try bench.shell(
      """
      defaults() { echo "defaults $*"; }
      eval "$($tool init --ci xcode-cloud)"
      """)
    #expect(run.status == 0)
    #expect(
      run.output == """
        defaults write com.apple.dt.Xcode IDESkipPackagePluginFingerprintValidatation -bool YES

        """)
    #expect(run.errors == "This belongs in 'ci_scripts/ci_post_clone.sh'; make it executable.\n")
  }

  @Test func theWorkflowIsForTheMainBranch() throws {
    let run = try bench.shell(
      """
      show() { "$tool" init --ci github 2>/dev/null | grep branches:; }
      export GIT_CEILING_DIRECTORIES=/
      show && git init -q && git symbolic-ref HEAD refs/heads/trunk && show
      git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/release/2 && show
      """)
    #expect(
      run
        == Run(
          status: 0,
          output: """
                branches: ["main"]
                branches: ["trunk"]
                branches: ["release/2"]

            """, errors: ""))
  }

  @Test func aConfigurationStaysAsItIs() throws {
    for name in [".swift-determinism-lint.yml", ".swift-determinism-lint.yaml"] {
      let bench = try Workbench()
      try bench.write(name, "packs: [core]\n")
      let run = try bench.lint("init")
      #expect(run.status == 0)
      #expect(run.output.hasPrefix("'\(name)' exists already and was not changed.\nNext: "))
      #expect(try bench.read(name) == "packs: [core]\n")
      #expect(try bench.shell("ls -A").output == name + "\n")
    }
  }

  @Test func dryRunWritesNothing() throws {
    let before = try bench.shell("find . | sort").output
    let run = try bench.lint("init", "--dry-run")
    #expect(run.status == 0)
    #expect(run.output.contains("\nWould write .swift-determinism-lint.yml.\n"))
    #expect(run.output.hasSuffix("\n\n" + configuration))
    #expect(try bench.shell("find . | sort").output == before)
  }

  @Test func theRootIsThatOfTheRepository() throws {
    try bench.write(".git/HEAD")
    try bench.write("App/App.xcodeproj/project.pbxproj")
    let run = try bench.lint("init", from: "App")
    #expect(run.output.contains("swift-determinism-lint init --hook        refuses a commit"))
    #expect(try bench.shell("ls -d .swift* App/.swift*").output == ".swift-determinism-lint.yml\n")
  }

  /// As a configuration is looked for: what lies further up could be anybody's.
  @Test func theRootIsNotAboveTheHomeFolder() throws {
    try bench.write("home/App/A.swift", "let a = 1\n")
    let run = try bench.shell("cd home/App && HOME=$PWD/.. $tool init")
    #expect(run.output.contains("\nWrote .swift-determinism-lint.yml.\n"))
    #expect(try bench.shell("ls -d .swift* home/App/.swift*").output.hasPrefix("home/App/.swift"))
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

  @Test func aProjectWithoutFindingsHasNothingToMend() throws {
    let bench = try Workbench()
    try bench.write("A.swift", "let a = 1\n")
    let run = try bench.lint("init")
    #expect(run.output.contains(/Read 1 Swift file in \d+ m?s: nothing to report\.\n/))
    #expect(run.output.contains("Next: swift-determinism-lint init --ci github "))
  }

  @Test(arguments: [
    ("ln -s nowhere .swift-determinism-lint.yml", "a link to a file that does not exist"),
    ("mkdir .swift-determinism-lint.yml", "(Is a directory)"),
    ("touch .swift-determinism-lint.yml .swift-determinism-lint.yaml", "remove one of them"),
  ])
  func aConfigurationThatCannotBeReadIsReportedAsByARun(script: String, words: String) throws {
    let run = try bench.shell("\(script); $tool init")
    #expect(run.status == 2 && run.output == "")
    #expect(run.errors.contains(words))
    #expect(try bench.lint() == run)
  }

  @Test(arguments: [
    (["Sources"], "'init' takes no path; it looks at the project around it"),
    (
      ["--hook", "--ci=github"],
      "'--hook' cannot be used with '--ci'; run 'init' once for each"
    ),
    (
      ["--ci=jenkins"],
      "'--ci' takes 'github', 'gitlab', 'azure', 'circleci', 'bitrise', 'bitbucket' or "
        + "'xcode-cloud', not 'jenkins'"
    ),
    (
      ["--editor=vim", "--hook"],
      "'--hook' cannot be used with '--editor'; run 'init' once for each"
    ),
    (
      ["--editor=ed"],
      "'--editor' takes 'vscode', 'neovim', 'vim', 'emacs', 'helix', 'xcode' or 'zed', not 'ed'; "
        + "did you mean 'zed'?"
    ),
    (["--editor=vim", "--editor=zed"], "'--editor' takes one name; run the command once for each"),
    (["--strict"], "'init' has no option '--strict'"),
  ])
  func mistakesEndTheRunWith64(arguments: [String], message: String) throws {
    let run = try bench.lint((["init"] + arguments).map { Array($0.utf8) })
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("error: \(message)\n"))
  }

  @Test func editorsAreKnownInAnyCase() throws {
    let run = try bench.lint("init", "--editor=VSCode")
    #expect(try run.status == 0 && run == bench.lint("init", "--editor=vscode"))
    #expect(try bench.lint("init", "--editor=nvim") == bench.lint("init", "--editor=neovim"))
  }
}
