import Diagnostics
import RuleEngine
import Testing

@testable import Rules

@Suite("Declarations that fit scope headers")
struct ScopeFinderTests {
  @Test(arguments: UseFile.named("scopes"))
  func placesHoldWhatIsInside(in file: UseFile) throws {
    var scratch = LintScratch()
    for section in file.sections {
      var rule = try section.rule()
      let finder = ScopeFinder(rule.inside)
      rule.inside = []
      let rules = CompiledRules([rule])
      for (place, marked) in section.snippets {
        let source = sourceFile(unmarking: marked)
        let places = finder.places(in: source, relativePath: source.path, reusing: &scratch)
        let uses = lint(source, relativePath: source.path, with: rules).reported.map(\.range)
        let inside = uses.filter { use in places.contains { $0.range.contains(use.lowerBound) } }
        let outside = uses.filter { !inside.contains($0) }
        #expect(mark(inside, and: outside, in: source.bytes) == marked, "\(place): \(places)")
      }
    }
  }
}
