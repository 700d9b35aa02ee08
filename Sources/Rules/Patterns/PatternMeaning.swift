extension Pattern {
  /// Which uses of its names it matches, in a few words, e.g. `without arguments, called or not`.
  package var meaning: String {
    let last = components[components.count - 1]
    guard let meaning = root.meaning else { return meaningOfName(last) }
    return meaning + (last.labels.map { ", " + self.meaning(of: $0) } ?? "")
  }

  private func meaningOfName(_ last: PatternComponent) -> String {
    guard let labels = last.labels else {
      if last.isInitializer { return "every initializer" }
      guard components.count == 1 else { return "every use, called or not" }
      return last.isType ? "every mention" : "every mention but as a member"
    }
    if last.isInitializer { return meaning(of: labels) + ", called or not" }
    guard components.count == 1 else { return meaning(of: labels) }
    return "the free function, " + meaning(of: labels)
  }

  private func meaning(of labels: [String]) -> String {
    switch labels {
    case []: "without arguments"
    case ["_"]: "with one argument"
    case _ where labels.allSatisfy { $0 == "_" }: "with \(labels.count) arguments"
    default: "exactly these labels"
    }
  }
}

extension Pattern {
  /// What matches the members of that name on any receiver, where this pattern leaves them alone:
  /// `_.sink` for `sink`, a free function, and for `Publisher.sink(receiveValue:)`, a member of the
  /// type itself. Nil for others: a type's member without labels is often the very API.
  package var asMember: Pattern? {
    let components = components
    guard root == .name, let last = components.last, !last.isType, !last.isInitializer,
      components.dropLast().allSatisfy({ $0.isType && $0.labels == nil }),
      components.count == 1 || last.labels?.contains(where: { $0 != "_" }) == true
    else { return nil }
    let call = last.labels.map { "(" + $0.map { $0 + ":" }.joined() + ")" } ?? ""
    return try? Pattern(parsing: "_." + last.name + call)
  }
}
