/// What gives away the type of an implicit member that no type is written for: the names that
/// stand beside `.current` in `f(locale: .current)` and `formatter.locale = .current`.
package struct Beside: Equatable, Sendable {
  /// Of an argument that has the type, in whatever call.
  package var labels: [String] = []
  /// Variables of the type, of whatever they are a member.
  package var members: [String] = []
  /// Each a name with the labels of the arguments that have the type, e.g. `dateComponents(in:)`.
  package var functions: [Pattern] = []

  package init(labels: [String] = [], members: [String] = [], functions: [Pattern] = []) {
    self.labels = labels
    self.members = members
    self.functions = functions
  }

  package var isEmpty: Bool { labels.isEmpty && members.isEmpty && functions.isEmpty }
}
