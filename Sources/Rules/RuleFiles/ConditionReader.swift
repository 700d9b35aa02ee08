// How the values of `when` and `unless` are read.

private enum ConditionsKey: Int, FieldKey {
  case arguments, closure, argumentOf, followedBy, members, called, text

  static let names = NameTable([
    "arguments", "closure", "argument-of", "followed-by", "members", "called", "text",
  ])
}

extension NodeReader {
  /// - Parameter ban: the patterns of the rule; empty if some of them are wrong.
  mutating func conditions(
    _ node: YAMLNode, whichMustHold isWhen: Bool, of ban: [Pattern]
  ) -> UseConditions? {
    let expectation =
      isWhen
      ? "'when' says which uses are reported, e.g. '{ arguments: [DispatchQueue.main] }'"
      : "'unless' says which uses are not reported, e.g. '{ arguments: [.distantFuture] }'"
    let mistakeCount = diagnostics.count
    let fields = fields(
      of: node, as: ConditionsKey.self, required: [], subject: "entry", expectation: expectation)
    guard let fields else { return nil }
    var conditions = UseConditions()
    requireEntries(fields[.arguments], emptyList)
    requireEntries(fields[.closure], emptyList)
    requireEntries(fields[.argumentOf], emptyList)
    requireEntries(fields[.followedBy], emptyList)
    requireEntries(fields[.text], emptyList)
    conditions.arguments = arguments(fields[.arguments], of: ban)
    for index in conditions.arguments.indices {
      conditions.arguments[index].mention.holdsForTypes = !isWhen
    }
    conditions.closures = values(fields[.closure], of: "closure", .attribute) {
      text, document throws(PatternError) in
      try Mention(attribute: document.text(of: text))
    }
    conditions.texts = texts(fields[.text], of: "text", .keyword).compactMap { text in
      if isChecked || isLabel(text.value) { return text.value.lowercased() }
      report("'\(text.value)' is not a word or the start of one", at: text.range)
      return nil
    }
    conditions.argumentOf = calls(fields[.argumentOf], of: "argument-of", orAnyLabels: true)
    conditions.followedBy = names(fields[.followedBy], of: "followed-by", .member).map(\.value)
    conditions.members = entries(
      of: fields[.members], "'members' maps names of members to the values they are set to"
    ).compactMap { entry in
      let name = document.text(of: entry.key)
      guard isChecked || isLabel(name) else {
        report("'\(name)' is not the name of a member", at: entry.key.range)
        return nil
      }
      let values = values(entry.value, of: name, .mention) { text, document throws(PatternError) in
        try Mention(name: document.text(of: text))
      }
      return UseConditions.Member(name: name, values: values)
    }
    conditions.isCalled = choice(fields[.called], of: "called", from: ["true"]) != nil
    if conditions.isEmpty, mistakeCount == diagnostics.count { report(expectation, at: node.range) }
    return conditions
  }

  /// Either a list for all arguments, or lists by label.
  private mutating func arguments(
    _ node: YAMLNode?, of ban: [Pattern]
  ) -> [UseConditions.Argument] {
    guard case .mapping(let mapping) = node else {
      return mentions(node, of: "arguments").map { UseConditions.Argument(label: nil, mention: $0) }
    }
    return document.entries(of: mapping).flatMap { entry -> [UseConditions.Argument] in
      let label = located(entry.key)
      guard isChecked || isLabel(label.value) else {
        report(
          "'\(label.value)' is not a label; write its name alone, or '_' for no label",
          at: label.range)
        return []
      }
      if !isChecked, !ban.isEmpty, !ban.contains(where: { $0.mayHaveArgument(label.value) }) {
        let argument =
          label.value == "_" ? "an argument without a label" : "the label '\(label.value)'"
        let labels = ban.flatMap { $0.components.last?.labels ?? [] }
        report(
          "no pattern under 'ban' has \(argument)"
            + didYouMean(closestMatch(to: label.value, in: labels)), at: label.range)
      }
      requireEntries(entry.value, emptyList)
      return mentions(entry.value, of: label.value).map {
        UseConditions.Argument(label: label.value, mention: $0)
      }
    }
  }

  private mutating func mentions(_ node: YAMLNode?, of key: String) -> [Mention] {
    values(node, of: key, .mention) { text, document throws(PatternError) in
      try Mention(parsing: document.text(of: text))
    }
  }

  /// Names with argument labels.
  /// - Parameter orAnyLabels: whether the name may also stand alone, and be that of a type, whose
  ///   initializer is called.
  mutating func calls(
    _ node: YAMLNode?, of key: String, orAnyLabels: Bool = false
  ) -> [Pattern] {
    values(node, of: key, .call) { [isChecked] text, document throws(PatternError) in
      let pattern = try Pattern(document.bytes(of: text), isChecked: isChecked)
      guard isChecked || pattern.isCall(orAnyLabels: orAnyLabels) else {
        throw PatternError(
          message: "expected one name with argument labels, e.g. 'setAttributes(_:ofItemAtPath:)'",
          offset: 0)
      }
      return pattern
    }
  }
}

private let emptyList = "this list is empty; leave it out"

private func isLabel(_ text: String) -> Bool {
  !text.isEmpty && text.utf8.first?.isDigit == false && text.utf8.allSatisfy(isWordByte)
}

extension Pattern {
  /// - Parameter label: `_` for none.
  fileprivate func mayHaveArgument(_ label: String) -> Bool {
    components.last?.labels?.contains(label) ?? true
  }

  /// Whether it is one name with argument labels.
  /// - Parameter orAnyLabels: whether one name without labels is, too, and an initializer.
  fileprivate func isCall(orAnyLabels: Bool) -> Bool {
    let components = path.components
    guard root == .name, orAnyLabels || components.last?.labels != nil else { return false }
    let isInitializer = components.count == 2 && components[1].name == nil
    return components.count == 1 || orAnyLabels && isInitializer
  }
}
