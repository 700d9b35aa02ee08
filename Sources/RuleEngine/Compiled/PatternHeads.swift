import Rules

/// The start of a pattern. Most names that patterns start with are no uses, and the tokens beside a
/// name show this before any path is followed.
///
/// For speed alone: the path of each pattern could be followed from each of its first names.
struct PatternHead: Sendable {
  /// The pattern, by index in `RuleTables.patterns`.
  let pattern: Int
  let root: PatternRoot
  /// Whether the first name is the word `init`.
  let isInitializer: Bool
  let next: Next

  /// The text that must follow the first name.
  enum Next {
    /// Anything: the name alone is a use.
    case anything
    case call(Arguments)
    /// A member, by the number of its name.
    case member(Int)
    /// A call, or the member `init`; `nil` if the arguments may be any.
    case initializer(Arguments?)
  }

  struct Arguments {
    /// The label of the first argument, as in `CompiledComponent.labels`; `nil` if there are no
    /// arguments.
    let first: Int?
    let count: Int

    init(_ labels: ArraySlice<Int>) {
      first = labels.first
      count = labels.count
    }

    /// Whether a call without parentheses, with only trailing closures, may have the arguments.
    func mayBeClosures(areSeveral: Bool) -> Bool { areSeveral ? 1 < count : count == 1 }
  }

  init(_ pattern: CompiledPattern, number: Int) {
    self.pattern = number
    root = pattern.root
    isInitializer = pattern.components[0].isInitializer
    next = Next(of: pattern, after: 0)
  }
}

extension PatternHead.Next {
  /// - Parameter component: the index of the name that comes before.
  init(of pattern: CompiledPattern, after component: Int) {
    let name = pattern.components[component]
    if let labels = name.labels {
      self = .call(PatternHead.Arguments(pattern.labels(labels)))
    } else if component + 1 < pattern.components.count {
      let next = pattern.components[component + 1]
      self =
        name.isType && next.isInitializer
        ? .initializer(next.labels.map { PatternHead.Arguments(pattern.labels($0)) })
        : .member(next.name)
    } else {
      self = .anything
    }
  }

  /// Whether the tokens after the name may be the rest of the pattern.
  func mayBe(_ found: FoundNext) -> Bool {
    switch (self, found) {
    case (.anything, _), (_, .unknown): true
    case (_, .end): false
    case (.call(let arguments), .call(let written)): arguments.first == written
    case (.call(let arguments), .closure(let areSeveral)):
      arguments.mayBeClosures(areSeveral: areSeveral)
    case (.call, .member): false
    case (.member(let name), .member(let written, _)): name == written
    case (.member, _): false
    case (.initializer(let arguments), .call(let written)):
      arguments.map { $0.first == written } ?? true
    case (.initializer(let arguments), .closure(let areSeveral)):
      arguments?.mayBeClosures(areSeveral: areSeveral) ?? true
    case (.initializer, .member(_, let isInitializer)): isInitializer
    }
  }
}

/// The part of a pattern after its type.
struct MemberHead: Sendable {
  /// The number of the type's last name.
  let type: Int
  /// Whether a name beside the member may tell the type.
  let isToldBeside: Bool
  let isInitializer: Bool
  /// The text that must follow the name of the member.
  let next: PatternHead.Next

  init(_ pattern: CompiledPattern) {
    type = pattern.components[max(pattern.typeLength - 1, 0)].name
    isToldBeside = pattern.beside != nil
    isInitializer = pattern.components[pattern.typeLength].isInitializer
    next = PatternHead.Next(of: pattern, after: pattern.typeLength)
  }
}

/// The text after a name in a file, as far as patterns differ in it.
enum FoundNext {
  /// Nothing that continues a path.
  case end
  /// The label of the first argument; `nil` if there are no arguments.
  case call(Int?)
  /// A trailing closure, or several.
  case closure(areSeveral: Bool)
  /// The number of the member's name; `nil` if no pattern has the name.
  case member(Int?, isInitializer: Bool)
  /// Unknown until a path is followed.
  case unknown

  /// Whether the name is certainly called.
  var isCall: Bool {
    switch self {
    case .call, .closure: true
    case .end, .member, .unknown: false
    }
  }
}

/// The roots that a name may be, given the token before the name.
struct PossibleRoots: OptionSet {
  let rawValue: UInt8

  /// Only the word `for` begins a loop, so that it may be one wherever a name may.
  static let name: PossibleRoots = [PossibleRoots(.name), PossibleRoots(.loop)]
  static let names: PossibleRoots = [name, PossibleRoots(.module)]
  static let any = PossibleRoots(rawValue: .max)
  static let members: PossibleRoots = [PossibleRoots(.anyReceiver), PossibleRoots(.implicitMember)]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  @inline(__always)
  init(_ root: PatternRoot) {
    rawValue = 1 &<< root.rawValue
  }
}

/// The role of a name in the patterns.
struct NameRole: Sendable {
  /// The heads of the patterns that start with the name, as a range in `RuleTables.heads`, in rule
  /// order.
  let heads: Range<Int>
  /// The roots of all these patterns together.
  let roots: PossibleRoots
  /// Whether the name is the first name of a type that patterns start with.
  let isType: Bool
  /// Whether the name follows the type in a pattern.
  let isMember: Bool
  /// Whether a constant may stand for the first part of a pattern that starts with the name.
  let mayBeBound: Bool
  /// Whether the header of a type may have the name because a rule's scope asks for it, and the
  /// scope also holds in the extensions of the type.
  let tellsType: Bool

  /// - Parameter all: `RuleTables.heads`, up to and including `heads`.
  init(
    heads: Range<Int>, of all: [PatternHead], _ patterns: CompiledPatterns, isMember: Bool,
    tellsType: Bool
  ) {
    self.heads = heads
    self.isMember = isMember
    self.tellsType = tellsType
    isType = heads.first.map { patterns[all[$0].pattern].components[0].isType } ?? false
    var roots = PossibleRoots()
    var mayBeBound = false
    for head in all[heads] {
      roots.insert(PossibleRoots(head.root))
      if patterns[head.pattern].mayStartWithConstant { mayBeBound = true }
    }
    self.roots = roots
    self.mayBeBound = mayBeBound
  }
}
