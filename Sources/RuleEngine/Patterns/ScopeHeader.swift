/// A declaration header that `inside` and `allow-inside` name, e.g. `static func sample`.
package struct ScopeHeader: Sendable {
  /// As written in the rule file.
  package let text: String

  package init(parsing text: String) throws(PatternError) {
    self.text = text
  }
}
