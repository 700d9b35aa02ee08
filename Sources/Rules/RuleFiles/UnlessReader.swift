// How the value of a rule's `unless` is read.

private enum UnlessKey: Int, FieldKey {
  case arguments, argumentOf, followedBy, members, called

  static let names = NameTable(["arguments", "argument-of", "followed-by", "members", "called"])
}

extension NodeReader {
  mutating func harmlessUses(_ node: YAMLNode?) -> HarmlessUses? {
    guard let node else { return nil }
    let expectation =
      "'unless' says what makes a use harmless, e.g. '{ arguments: [.distantFuture] }'"
    let fields = fields(
      of: node, as: UnlessKey.self, required: [], subject: "entry", expectation: expectation)
    guard let fields else { return nil }
    let mistakeCount = diagnostics.count
    var uses = HarmlessUses()
    uses.arguments = mentions(fields[.arguments], of: "arguments")
    uses.argumentOf = calls(fields[.argumentOf], of: "argument-of")
    uses.followedBy = names(fields[.followedBy], of: "followed-by", .member).map(\.value)
    uses.members = entries(
      of: fields[.members], "'members' maps names of members to what they are set to"
    ).map { entry in
      let name = document.text(of: entry.key)
      return HarmlessUses.Member(name: name, values: mentions(entry.value, of: name))
    }
    uses.isCalled = choice(fields[.called], of: "called", from: ["true"]) != nil
    if uses.isEmpty, mistakeCount == diagnostics.count { report(expectation, at: node.range) }
    return uses
  }

  private mutating func mentions(_ node: YAMLNode?, of key: String) -> [Mention] {
    values(node, of: key, .mention) { text, document throws(PatternError) in
      try Mention(parsing: document.text(of: text))
    }
  }
}

extension NodeReader {
  /// Names with argument labels.
  mutating func calls(_ node: YAMLNode?, of key: String) -> [Pattern] {
    values(node, of: key, .call) { [isChecked] text, document throws(PatternError) in
      let pattern = try Pattern(document.bytes(of: text), isChecked: isChecked)
      guard isChecked || pattern.isCall else {
        throw PatternError(
          message: "expected one name with argument labels, e.g. 'setAttributes(_:ofItemAtPath:)'",
          offset: 0)
      }
      return pattern
    }
  }
}

extension Pattern {
  /// Whether it is one name with argument labels.
  fileprivate var isCall: Bool {
    let components = path.components
    return root == .name && components.count == 1 && components[0].labels != nil
  }
}
