import Diagnostics
import RuleEngine
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

    let bytes = Array(text.utf8)
    func written(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    #expect(file.packs.map { written($0.range) } == "[core, random]")
    #expect(file.rules.map { written($0.range) } == ["Rules", "\"../Shared/rules.yml\""])
    #expect(file.allow.map { written($0.id.range) } == ["date-init"])
    #expect(file.allow[0].value.map { written($0.range) } == ["Clock/SystemClock.swift"])
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

  private func configuration(_ text: String) -> Configuration {
    Configuration(parsing: SourceFile(path: FilePath("x.yml"), bytes: Array(text.utf8)))
  }
}
