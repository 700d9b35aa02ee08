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
      return components.count == 1 ? "every mention" : "every use, called or not"
    }
    if last.isInitializer { return meaning(of: labels) + ", called or not" }
    return components.count == 1 ? "the function, " + meaning(of: labels) : meaning(of: labels)
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
