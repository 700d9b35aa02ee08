/// What stands at a use, as far as text tells: the keys of a rule's `when` and of its `unless`. One
/// entry of any of them is enough.
package struct UseConditions: Equatable, Sendable {
  /// What the arguments of the use hold.
  package internal(set) var arguments: [Argument] = []
  /// What a closure among its arguments begins with: attributes.
  package internal(set) var closures: [Mention] = []
  /// Calls that it is in the arguments of, each one name with its labels; of a type, a call of its
  /// initializer.
  package internal(set) var argumentOf: [Pattern] = []
  /// Members of which one is asked of it, or of what the members and calls after it give.
  package internal(set) var followedBy: [String] = []
  /// What a member of the constant or variable that keeps it is set to, by the member's name;
  /// anything if empty.
  package internal(set) var members: [Member] = []
  /// Whether a pattern without parentheses is a property, a call of which is another function's.
  package internal(set) var isCalled = false

  package struct Argument: Equatable, Sendable {
    /// That of the argument which holds it, `_` for one without a label; nil for any argument.
    package let label: String?
    package internal(set) var mention: Mention

    /// e.g. `scheduler: DispatchQueue.main`
    package var text: String { (label.map { "\($0): " } ?? "") + mention.text }
  }

  package struct Member: Equatable, Sendable {
    package let name: String
    package let values: [Mention]
  }

  var isEmpty: Bool { self == UseConditions() }

  /// What is found as uses of patterns are.
  package var paths: [Mention] {
    (arguments.map(\.mention) + closures).filter { $0.pattern != nil }
  }
}

/// What code has: a name or a literal, e.g. `.sortedKeys`, `nil` or `0`, a path such as
/// `DispatchQueue.main`, or an attribute.
package struct Mention: Equatable, Sendable {
  package let text: String
  /// The bytes of a name or a literal, without the period; empty for others.
  package let name: [UInt8]
  /// Whether it is a name that begins with a period.
  package let isMember: Bool
  /// That of a path or an attribute, which code may spell in several ways.
  package let pattern: Pattern?

  /// A name, a literal or a path.
  init(parsing text: String) throws(PatternError) {
    let start = text.utf8.first == UInt8(ascii: ".") ? 1 : 0
    if text.utf8.dropFirst(start).contains(where: { $0 == UInt8(ascii: ".") || isBracket($0) }) {
      try self.init(path: text)
    } else {
      try self.init(name: text)
    }
  }

  init(name text: String) throws(PatternError) {
    isMember = text.utf8.first == UInt8(ascii: ".")
    name = Array(text.utf8.dropFirst(isMember ? 1 : 0))
    guard !name.isEmpty, name.allSatisfy(isWordByte) else {
      throw PatternError(
        message: "expected a name or a literal such as '.distantFuture' or 'nil'", offset: 0)
    }
    self.text = text
    pattern = nil
  }

  private init(path text: String) throws(PatternError) {
    let pattern = try Pattern(parsing: text)
    guard pattern.root == .name else {
      throw PatternError(
        message: "expected a name, a literal or a path such as 'DispatchQueue.main'", offset: 0)
    }
    self.init(text, pattern)
  }

  init(attribute text: String) throws(PatternError) {
    let pattern = try? Pattern(parsing: text)
    guard let pattern, pattern.root == .attribute else {
      let isName = pattern?.root == .name && pattern?.path.components.last?.labels == nil
      throw PatternError(
        message: isName
          ? "an attribute begins with '@'; write '@\(text)'"
          : "expected an attribute such as '@MainActor'", offset: 0)
    }
    self.init(text, pattern)
  }

  init(_ text: String, _ pattern: Pattern) {
    (self.text, self.pattern) = (text, pattern)
    (name, isMember) = ([], false)
  }
}

private func isBracket(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "(") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "[")
}

/// Whether it is a letter, a digit, an underscore or beyond ASCII.
private func isWordByte(_ byte: UInt8) -> Bool {
  byte.isNameByte && byte != UInt8(ascii: "$") || 0x80 <= byte
}

// How the values of `when` and `unless` are read.

/// The keys of a rule that have conditions.
enum ConditionKey: String {
  case when, unless

  fileprivate var expectation: String {
    switch self {
    case .when:
      "'when' says what stands at a use that is reported, e.g. '{ arguments: [DispatchQueue.main] }'"
    case .unless:
      "'unless' says what makes a use harmless, e.g. '{ arguments: [.distantFuture] }'"
    }
  }
}

private enum ConditionsKey: Int, FieldKey {
  case arguments, closure, argumentOf, followedBy, members, called

  static let names = NameTable([
    "arguments", "closure", "argument-of", "followed-by", "members", "called",
  ])
}

extension NodeReader {
  mutating func conditions(_ node: YAMLNode?, under key: ConditionKey) -> UseConditions? {
    guard let node else { return nil }
    let expectation = key.expectation
    let fields = fields(
      of: node, as: ConditionsKey.self, required: [], subject: "entry", expectation: expectation)
    guard let fields else { return nil }
    let mistakeCount = diagnostics.count
    var conditions = UseConditions()
    for list in [fields[.arguments], fields[.closure], fields[.argumentOf], fields[.followedBy]] {
      requireEntries(list, "an empty list holds for no use; leave it out")
    }
    conditions.arguments = arguments(fields[.arguments])
    conditions.closures = values(fields[.closure], of: "closure", .attribute) {
      text, document throws(PatternError) in
      try Mention(attribute: document.text(of: text))
    }
    conditions.argumentOf = calls(fields[.argumentOf], of: "argument-of", orTypes: true)
    conditions.followedBy = names(fields[.followedBy], of: "followed-by", .member).map(\.value)
    conditions.members = entries(
      of: fields[.members], "'members' maps names of members to what they are set to"
    ).map { entry in
      let name = document.text(of: entry.key)
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
  private mutating func arguments(_ node: YAMLNode?) -> [UseConditions.Argument] {
    guard case .mapping(let mapping) = node else {
      return mentions(node, of: "arguments").map { UseConditions.Argument(label: nil, mention: $0) }
    }
    return document.entries(of: mapping).flatMap { entry -> [UseConditions.Argument] in
      let label = located(entry.key)
      guard isChecked || isLabel(label.value) else {
        report("'\(label.value)' is no label; write its name alone, '_' for none", at: label.range)
        return []
      }
      requireEntries(entry.value, "an empty list holds for no use; leave it out")
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
  /// - Parameter orTypes: whether the name may be that of a type, whose initializer is called.
  mutating func calls(
    _ node: YAMLNode?, of key: String, orTypes: Bool = false
  ) -> [Pattern] {
    values(node, of: key, .call) { [isChecked] text, document throws(PatternError) in
      let pattern = try Pattern(document.bytes(of: text), isChecked: isChecked)
      guard isChecked || pattern.isCall(orInitializer: orTypes) else {
        throw PatternError(
          message: "expected one name with argument labels, e.g. 'setAttributes(_:ofItemAtPath:)'",
          offset: 0)
      }
      return pattern
    }
  }
}

private func isLabel(_ text: String) -> Bool {
  !text.isEmpty && text.utf8.first?.isDigit == false && text.utf8.allSatisfy(isWordByte)
}

extension Pattern {
  /// Whether it is one name with argument labels.
  fileprivate func isCall(orInitializer: Bool) -> Bool {
    let components = path.components
    guard root == .name, components.last?.labels != nil else { return false }
    let isInitializer = components.count == 2 && components[1].name == nil
    return components.count == 1 || orInitializer && isInitializer
  }
}
