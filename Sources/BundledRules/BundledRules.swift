// What `make embed` embeds, so that the tool is one file to copy anywhere.

/// A file of `Rules/`, which holds a pack.
package struct BundledRuleFile: Sendable {
  /// e.g. `core.yml`
  package let name: String
  /// The pack in it.
  package let pack: String
  /// The ids of its rules in file order, known without parsing it.
  package let ruleIDs: [String]
  private let text: String

  init(name: String, text: String, ruleIDs: [String]) {
    self.name = name
    pack = String(name.dropLast(".yml".count))
    (self.text, self.ruleIDs) = (text, ruleIDs)
  }

  package var bytes: [UInt8] { Array(text.utf8) }
}

/// The text of `Fixtures/Rules/<rule-id>.swift`; nil for a rule that is not bundled.
package func bundledFixture(of ruleID: String) -> String? {
  embeddedFixtures.first { $0.name == ruleID + ".swift" }?.text
}

/// The text of `Fixtures/Editors/<editor>.*` or `Fixtures/CI/<service>.*`, which the user pastes,
/// or of a hook there; nil for a name without one.
package func bundledSetup(of name: String) -> String? {
  embeddedSetups.first { $0.name.prefix { $0 != "." } == name }?.text
}
