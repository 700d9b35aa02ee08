import Diagnostics
import Rules
import Testing

@Suite struct ConfigurationTests {
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
    #expect(own.sources.map(\.path.string) == ["own.yml", "base.yml"])
    #expect(own.source?.path.string == "own.yml")
    own.add("bad", at: own.exclude[0].place)
    #expect(own.fileMistakes.map(\.source.path.string) == ["base.yml"])
    #expect(!own.isUsable)
  }
}
