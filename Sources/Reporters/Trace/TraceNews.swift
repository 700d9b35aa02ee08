import Diagnostics

/// What opens a way that an older state of the code does not have, as formats speak of it.
struct TraceNews: Hashable {
  /// Where it is.
  let place: TraceReport.Place
  /// How the hop leads on; nil for the use itself.
  let how: TraceHop.Kind?
  private let callee: String?
  private let detail: String?
  /// Whether it is what the hop leads to.
  private let isDeclaration: Bool

  /// Nil where nothing is compared.
  init?(of reach: TraceReport.Reach, to cause: TraceReport.Cause) {
    guard let firstNew = reach.firstNew else { return nil }
    let hop: TraceHop?
    switch firstNew {
    case .hop(let index): (hop, isDeclaration) = (reach.path[index], false)
    case .making(let making): (hop, isDeclaration) = (making, false)
    case .declaration(let leading): (hop, isDeclaration) = (leading, true)
    case .use: (hop, isDeclaration) = (nil, false)
    }
    place = hop?.place ?? cause.place
    (how, callee, detail) = (hop?.how, hop?.callee, hop?.detail)
  }

  /// The finding at what is new, the use, and the way from there back to the entry.
  /// - Parameters:
  ///   - uses: where it is used, that of the cause first.
  ///   - way: a note for each hop from the entry to the use; one for a way without any.
  ///   - entries: how many there are, e.g. `14 tests`.
  func lines(
    to cause: TraceReport.Cause, _ uses: [TraceLine], along way: [TraceLine], from entries: String
  ) -> [TraceLine] {
    let header = TraceLine(
      label: AnnotationLabel(cause.severity), place: place,
      message: message(to: cause, from: entries), rule: cause.rule)
    let uses = uses.map { TraceLine(label: .note, place: $0.place, message: $0.message, rule: nil) }
    return [header] + uses + way.reversed()
  }

  private func message(to cause: TraceReport.Cause, from entries: String) -> String {
    let use = "'\(cause.key.tokens)'"
    guard let how else { return "\(entries) can now reach this \(use)" }
    let message = "this \(noun(of: how)) lets \(entries) reach \(use)"
    guard how == .defaultArgument, !isDeclaration, let detail else { return message }
    return message + " through the default argument '\(detail):'"
  }

  /// What stands at the place.
  private func noun(of how: TraceHop.Kind) -> String {
    switch how {
    case .defaultArgument where isDeclaration: "default argument"
    case .calls where isDeclaration, .reads where isDeclaration, .writes where isDeclaration,
      .passes where isDeclaration:
      "declaration"
    case .calls, .defaultArgument: "call"
    case .reads: "read"
    case .writes: "write"
    case .passes: "reference"
    case .initialValue: "initial value"
    case .implements: "implementation"
    case .overrides: "override"
    case .runsAround: detail == nil ? "function" : "initial value"
    }
  }
}
