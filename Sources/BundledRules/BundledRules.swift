// What the plugin EmbedFiles embeds, so that the tool is one file to copy anywhere.

/// The files of `Rules/` in byte order of their names.
package let bundledRuleFiles: [(name: String, bytes: [UInt8])] =
  embeddedFiles.filter { $0.name.hasSuffix(".yml") }.map { ($0.name, Array($0.text.utf8)) }

/// The text of `Fixtures/Rules/<rule-id>.swift`; nil for a rule that is not bundled.
package func bundledFixture(of ruleID: String) -> String? {
  embeddedFiles.first { $0.name == ruleID + ".swift" }?.text
}
