// How the value of a rule's `beside` is read.

private enum BesideKey: Int, FieldKey {
  case labels, members, functions

  static let names = NameTable(["labels", "members", "functions"])
}

extension NodeReader {
  /// The value of `beside`; what is wrong is left out of it.
  mutating func beside(_ node: YAMLNode?) -> Beside {
    let expectation = "'beside' has lists under 'labels', 'members' and 'functions'"
    guard let node,
      let fields = fields(
        of: node, as: BesideKey.self, required: [], subject: "mapping", expectation: expectation)
    else { return Beside() }
    let mistakeCount = diagnostics.count
    let beside = Beside(
      labels: names(fields[.labels], of: "labels", .label).map(\.value),
      members: names(fields[.members], of: "members", .member).map(\.value),
      functions: calls(fields[.functions], of: "functions"))
    if beside.isEmpty, mistakeCount == diagnostics.count {
      report("'beside' is empty; leave it out where only written types count", at: node.range)
    }
    return beside
  }
}
