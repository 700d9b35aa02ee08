import Diagnostics

/// What opens a way that an older state of the code does not have, as formats speak of it.
struct TraceNews: Hashable {
  /// Where it is.
  let place: TraceReport.Place
  /// How the hop leads on; nil for the use itself.
  let how: TraceHop.Kind?
  private let callee: String?
  private let detail: String?
  /// Of the hop in the way; nil for what is not in the way.
  private let index: Int?

  /// Nil where nothing is compared.
  init?(of reach: TraceReport.Reach, to cause: TraceReport.Cause) {
    guard let firstNew = reach.firstNew else { return nil }
    let hop: TraceHop?
    switch firstNew {
    case .hop(let index): (hop, self.index) = (reach.path[index], index)
    case .making(let making): (hop, index) = (making, nil)
    case .use: (hop, index) = (nil, nil)
    }
    place = hop?.place ?? cause.place
    (how, callee, detail) = (hop?.how, hop?.callee, hop?.detail)
  }

  /// Ways of several lengths lead over one hop.
  static func == (left: TraceNews, right: TraceNews) -> Bool {
    left.place == right.place && left.how == right.how && left.callee == right.callee
      && left.detail == right.detail
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    hasher.combine(how)
    hasher.combine(callee)
  }

  /// The finding at the new hop, the rest of the way to the use, and the way to the hop from its
  /// end back to the entry.
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
    guard let index else { return [header] + uses + way.reversed() }
    return [header] + way[(index + 1)...] + uses + way[..<index].reversed()
  }

  private func message(to cause: TraceReport.Cause, from entries: String) -> String {
    let use = "'\(cause.key.tokens)'"
    guard let how else { return "\(entries) can now reach this \(use)" }
    let message = "this \(noun(of: how)) lets \(entries) reach \(use)"
    guard how == .defaultArgument, let detail else { return message }
    return message + " through the default argument '\(detail):'"
  }

  /// What stands at the place.
  private func noun(of how: TraceHop.Kind) -> String {
    switch how {
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
