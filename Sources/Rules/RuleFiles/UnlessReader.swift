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
    uses.argumentOf = values(fields[.argumentOf], of: "argument-of", .call) {
      text, document throws(PatternError) in
      try HarmlessUses.call(parsing: document.text(of: text))
    }
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

extension HarmlessUses {
  /// One name with argument labels.
  static func call(parsing text: String) throws(PatternError) -> Pattern {
    let pattern = try Pattern(parsing: text)
    guard pattern.root == .name, pattern.path.components.count == 1,
      pattern.path.components[0].labels != nil
    else {
      throw PatternError(
        message: "expected one name with argument labels, e.g. 'setAttributes(_:ofItemAtPath:)'",
        offset: 0)
    }
    return pattern
  }
}
