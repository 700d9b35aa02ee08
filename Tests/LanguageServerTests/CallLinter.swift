import Diagnostics
import LanguageServer

/// Finds each `Date()` of a text that has no comment above it.
final class CallLinter: DocumentLinter {
  var texts: [String] = []
  var forgotten: [DocumentName] = []
  var readCount = 0
  var hasChangedSettings = false
  var mistakes = SettingsMistakes()
  var settingsPaths: [SettingsPath] { [] }

  /// Whether other documents depend on a source.
  var sourcesMatter = false

  func setWorkspace(_ folders: [FilePath]) {}

  func noteChange(of source: FilePath) -> Bool { sourcesMatter }

  func lint(_ bytes: [UInt8], as document: DocumentName) -> [Diagnostic] {
    let text = String(decoding: bytes, as: UTF8.self)
    texts.append(text)
    let uses = text.ranges(of: "Date()").filter { range in
      let line = text[..<range.lowerBound].lastIndex(of: "\n") ?? text.startIndex
      let above = text[..<line].split(separator: "\n").last ?? ""
      return !above.contains("// determinism:allow date-init: tried")
    }
    let comment = /\/\/ determinism:\S+ [^:\r\n]*(: <#reason#>|:?$)/.anchorsMatchLineEndings()
    return uses.map { Self.finding("date-init", at: $0, of: text) }
      + text.matches(of: comment).map {
        Self.finding("suppression-without-reason", at: $0.range, of: text)
      }
  }

  private static func finding(
    _ rule: String, at range: Range<String.Index>, of text: String
  ) -> Diagnostic {
    let bytes = text.utf8
    let start = bytes.distance(from: bytes.startIndex, to: range.lowerBound)
    let offsets = start..<bytes.distance(from: bytes.startIndex, to: range.upperBound)
    let reference = RuleReference(
      id: rule, url: rule == "date-init" ? "https://example.org/date-init" : nil)
    var finding = Diagnostic(.error, at: offsets, "no", rule: reference)
    if rule == "date-init" { finding.key = FindingKey(scope: "-", tokens: "Date()") }
    return finding
  }

  func explanations(
    of findings: [Diagnostic], in bytes: [UInt8], as document: DocumentName
  ) -> [FindingExplanation?] { findings.map { _ in nil } }

  func forget(_ document: DocumentName) { forgotten.append(document) }

  func readSettings() {
    readCount += 1
    hasChangedSettings = false
  }
}
