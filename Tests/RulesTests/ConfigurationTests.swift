import Diagnostics
import Rules
import Testing

@Suite struct ConfigurationTests {
  @Test func everyKeyIsReadWithItsPlace() throws {
    let text = """
      packs: [core, random]
      rules: [Rules, "../Shared/rules.yml"]
      exclude: ["**/Generated"]
      severity: { implicit-now: off }
      allow: { date-init: [Clock/SystemClock.swift] }
      allow-inside: { timer-scheduled: ["extension Timer"] }
      replace: { date-init: { "Date()": Date.current } }
      own-types: { Timer: ["Sources/Metrics/**"], Clock: ["**"] }
      modules: [MyOverlay]
      enable: [uuid-init]
      include: [Sources]
      overrides:
        - { files: [Tests], severity: { date-init: warning }, allow-inside: { date-init: [func f] } }
      through: { all: [protocol Loader] }
      seams: { core: [struct Live, func now] }
      through-allowed: { date-init: true, all: false }
      baseline: debt
      extends: ../base.yml
      required-version: ">=0.1, <0.3"
      """
    let file = configuration(text)
    #expect(file.isUsable)
    #expect(file.packs?.value.map(\.value) == ["core", "random"])
    #expect(file.rules.map(\.value.string) == ["Rules", "../Shared/rules.yml"])
    #expect(file.exclude.map(\.value.text) == ["**/Generated"])
    #expect(file.severity.map(\.id.value) == ["implicit-now"])
    #expect(file.severity.map(\.value) == [.off])
    #expect(file.allow.map(\.id.value) == ["date-init"])
    #expect(file.allow[0].value.map(\.value.text) == ["Clock/SystemClock.swift"])
    #expect(file.allowInside[0].value.map(\.value.text) == ["extension Timer"])
    #expect(file.replace[0].value.map(\.pattern.value) == ["Date()"])
    #expect(file.replace[0].value.map(\.text.value) == ["Date.current"])
    #expect(file.ownTypes.map(\.name.value) == ["Timer", "Clock"])
    #expect(file.ownTypes.map { $0.files.map(\.value.text) } == [["Sources/Metrics/**"], ["**"]])
    #expect(file.modules.map(\.value) == ["MyOverlay"])
    #expect(file.enable.map(\.value) == ["uuid-init"])
    #expect(file.include.map(\.value.text) == ["Sources"])
    #expect(file.overrides.map { $0.files.map(\.value.text) } == [["Tests"]])
    #expect(file.overrides[0].severity.map(\.value) == [.warning])
    #expect(file.overrides[0].allowInside[0].value.map(\.value.text) == ["func f"])
    #expect(file.through.map(\.id.value) == ["all"])
    #expect(file.through[0].value.map(\.value.text) == ["protocol Loader"])
    #expect(file.seams[0].value.map(\.value.text) == ["struct Live", "func now"])
    #expect(file.throughAllowed.map(\.value) == [true, false])
    #expect(file.baseline?.value.string == "debt")
    #expect(file.extends?.value.string == "../base.yml")
    #expect(file.requiredVersion?.value.text == ">=0.1, <0.3")

    let bytes = Array(text.utf8)
    func written(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    #expect(file.packs.map { written($0.range) } == "[core, random]")
    #expect(file.rules.map { written($0.range) } == ["Rules", "\"../Shared/rules.yml\""])
    #expect(file.allow.map { written($0.id.range) } == ["date-init"])
    #expect(file.allow[0].value.map { written($0.range) } == ["Clock/SystemClock.swift"])
    #expect(file.seams[0].value.map { written($0.range) } == ["struct Live", "func now"])
    #expect(file.replace[0].value.map { written($0.pattern.range) } == ["\"Date()\""])
    #expect(file.ownTypes.map { written($0.name.range) } == ["Timer", "Clock"])
  }

  @Test(arguments: ["", "# Nothing yet.\n", "packs: [core]", "{}"])
  func fewSettingsAreFine(_ text: String) {
    #expect(configuration(text).isUsable)
  }

  @Test func emptyListsAreFineAndSetNothing() {
    let file = configuration(
      "packs: []\nrules: []\nexclude: []\nallow: {}\nown-types: []\nmodules: []\nseverity: {}")
    #expect(file.isUsable)
    #expect(file.packs?.value.isEmpty == true)
    #expect(Configuration().packs == nil)
  }

  @Test func ownTypesCanBeAList() {
    let types = configuration("own-types: [Timer, Überuhr, _T1]").ownTypes
    #expect(types.map(\.name.value) == ["Timer", "Überuhr", "_T1"])
    #expect(types.allSatisfy { $0.files.isEmpty })
  }

  @Test func ownQueuesAreAListOrStandForSomething() {
    let list = configuration("own-queues: [Queues.main, DispatchQueue.sharedConcurrent, queue]")
    #expect(list.isUsable)
    #expect(
      list.ownQueues.map(\.name.value) == [
        "Queues.main", "DispatchQueue.sharedConcurrent", "queue",
      ])
    #expect(list.ownQueues.allSatisfy { $0.meaning == "DispatchQueue(label:)" })
    let mapping = configuration(
      "own-queues: { Queues.main: DispatchQueue.main, Queues.all: DispatchQueue.global() }")
    #expect(mapping.isUsable)
    #expect(mapping.ownQueues.map(\.meaning) == ["DispatchQueue.main", "DispatchQueue.global()"])
    #expect(configuration("own-queues: []").isUsable)
  }

  @Test(arguments: [
    ("[Queues]", 12..<18, "an own queue must be a Swift name, e.g. 'Queues.main'"),
    ("[main()]", 12..<18, "an own queue must be a Swift name, e.g. 'Queues.main'"),
    ("[_.main]", 12..<18, "an own queue must be a Swift name, e.g. 'Queues.main'"),
    ("[a-b]", 12..<15, "an own queue must be a Swift name, e.g. 'Queues.main'"),
    (
      "{ Queues.main: .main }", 27..<32,
      "'Queues.main' must stand for the start of patterns, e.g. 'DispatchQueue.main'"
    ),
    ("{ Queues.main: [a] }", 27..<30, "'Queues.main' must be text, not a list"),
  ])
  func mistakesInOwnQueues(value: String, range: Range<Int>, message: String) {
    let mistakes = configuration("own-queues: \(value)").mistakes[0]
    #expect(mistakes.map(\.message).first == message)
    #expect(mistakes.map { $0.range.lowerBound } == [value.hasPrefix("[") ? 13 : range.lowerBound])
  }

  @Test func ownQueuesAreNamedOnce() {
    let mistakes = configuration("own-queues: [a.b, c, a.b]").mistakes[0]
    #expect(mistakes.map(\.message) == ["duplicate queue 'a.b'"])
    #expect(mistakes.map { $0.range.lowerBound } == [21])
  }

  @Test func whatIsExtendedComesFirst() {
    func file(_ name: String, _ text: String, _ number: Int, base: GlobBase? = nil) -> Configuration
    {
      Configuration(
        parsing: SourceFile(path: FilePath(name), bytes: Array(text.utf8)), number: number,
        globBase: base)
    }
    var own = file(
      "own.yml", "packs: [random]\nexclude: [a]\nseverity: {x: off}\nextends: base.yml", 0)
    #expect(own.requiredVersion == nil)
    let base = file(
      "base.yml",
      "packs: [core]\nexclude: [b/*]\nseverity: {x: error}\nbaseline: debt\nmodules: [M]\nrequired-version: 0.1.0",
      1,
      base: GlobBase(FilePath("/r/base"), relativeTo: FilePath("/r/app")))
    own.extend(base)
    #expect(own.extends?.value.string == "base.yml")
    #expect(own.packNames == ["core", "random"])
    #expect(own.exclude.map(\.value.text) == ["b/*", "a"])
    #expect(own.exclude.map(\.file) == [1, 0])
    #expect(own.exclude[0].value.matches(FilePath("a/b/c")) == false)
    #expect(own.severity.map(\.value) == [.error, .off])
    #expect(own.baseline?.value.string == "debt")
    #expect(own.baseline?.file == 1)
    #expect(own.requiredVersion?.value.text == "0.1.0" && own.requiredVersion?.file == 1)
    var newer = file("newer.yml", "extends: base.yml\nrequired-version: 0.2.0", 0)
    newer.extend(base)
    #expect(newer.requiredVersion?.value.text == "0.2.0" && newer.requiredVersion?.file == 0)
    #expect(own.files.map(\.path.string) == ["own.yml", "base.yml"])
    #expect(own.source?.path.string == "own.yml")
    own.add("bad", at: own.exclude[0].place)
    #expect(own.fileMistakes.map(\.source.path.string) == ["base.yml"])
    #expect(!own.isUsable)
  }

  @Test(arguments: [
    // Root, folder of the glob, glob, path from the root, whether it matches.
    ("/r", "/r/a", "b/*.swift", "a/b/x.swift", true),
    ("/r", "/r/a", "b/*.swift", "b/x.swift", false),
    ("/r", "/r/a", "x.swift", "c/x.swift", true),
    ("/r", "/r/a", "**/b/**", "c/b/x.swift", true),
    ("/r/a", "/r", "a/b/**", "b/x.swift", true),
    ("/r/a", "/r", "b/**", "b/x.swift", false),
    ("/r/a", "/r/b", "a/**", "x.swift", false),
    ("/r/a", "/r/b", "*/a/**", "x.swift", true),
    ("/r/a", "/r/a", "x.swift", "x.swift", true),
  ])
  func globsStartFromTheirFolder(
    _ root: String, _ folder: String, _ text: String, _ path: String, _ matches: Bool
  ) throws {
    let base = GlobBase(FilePath(folder), relativeTo: FilePath(root))
    #expect((base == nil) == (root == folder))
    let glob = try Glob(parsing: text).starting(from: base)
    #expect(glob.matches(FilePath(path)) == matches)
  }

  private func configuration(_ text: String) -> Configuration {
    Configuration(parsing: SourceFile(path: FilePath("x.yml"), bytes: Array(text.utf8)))
  }
}
