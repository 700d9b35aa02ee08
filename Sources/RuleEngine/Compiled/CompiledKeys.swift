import Rules

/// A rule's `unless`. Names are bytes.
struct CompiledHarmlessUses: Sendable {
  let arguments: [CompiledMention]
  let argumentOf: [Call]
  let followedBy: [Name]
  let members: [Member]
  let isCalled: Bool

  /// A call of a function.
  struct Call: Sendable {
    let name: Name
    let labels: [Name]
  }

  struct Member: Sendable {
    let name: Name
    /// The values that the member may be set to; if empty, any value.
    let values: [CompiledMention]
  }

  init(_ uses: HarmlessUses) {
    arguments = uses.arguments.map(CompiledMention.init)
    argumentOf = uses.argumentOf.map { pattern in
      let component = pattern.components[0]
      return Call(
        name: Name(component.name.utf8),
        labels: (component.labels ?? []).map { Name($0.utf8) })
    }
    followedBy = uses.followedBy.map { Name($0.utf8) }
    members = uses.members.map { member in
      Member(name: Name(member.name.utf8), values: member.values.map(CompiledMention.init))
    }
    isCalled = uses.isCalled
  }
}

/// A name or a literal in code.
struct CompiledMention: Sendable {
  let name: Name
  /// Whether a period stands before the name.
  let isMember: Bool

  init(_ mention: Mention) {
    name = Name(mention.name.utf8)
    isMember = mention.isMember
  }
}

/// A rule's `beside`, as far as it tells the type of one pattern. Names are numbers.
struct CompiledBeside: Equatable, Sendable {
  fileprivate(set) var labels: [Int] = []
  fileprivate(set) var members: [Int] = []
  fileprivate(set) var functions: [Function] = []

  struct Function: Equatable, Sendable {
    let name: Int
    /// The labels of the arguments that have the type, as in `CompiledComponent`.
    let labels: [Int]

    /// - Parameter call: a pattern of one name with labels.
    fileprivate init(_ call: Pattern, names: inout NameTable) {
      let path = call.path
      (name, labels) = call.bytes.withUnsafeBufferPointer { text in
        (
          names.insert(UnsafeBufferPointer(rebasing: text[path.components[0].name!])),
          path.labels.map { names.insert(label: $0.range, in: text) }
        )
      }
    }
  }

  fileprivate var isEmpty: Bool { labels.isEmpty && members.isEmpty && functions.isEmpty }
}

extension [CompiledBeside] {
  /// Adds a rule's `beside`. Patterns for which it says the same share one element.
  ///
  /// A name that is spelled like the type of a pattern tells that type. Any other name tells the
  /// type of the rule's first pattern.
  /// - Returns: by index in the rule's `ban`, the index of the element that tells the pattern's
  ///   type; `nil` if nothing does. Empty for a rule without `beside`.
  mutating func add(_ beside: Beside, for ban: [Pattern], names: inout NameTable) -> [Int?] {
    guard !beside.isEmpty else { return [] }
    let types = ban.map { $0.typeText }
    let isOfFirst = types.map { $0.elementsEqual(types[0]) }
    func isTold(by name: String) -> [Bool] {
      let name = [UInt8](name.utf8)
      // Upper and lower case do not matter.
      let isSpelled = types.map { type in
        type.count == name.count && type.elementsEqual(name) { $0 | 0x20 == $1 | 0x20 }
      }
      return isSpelled.contains(true) ? isSpelled : isOfFirst
    }
    let functions = beside.functions.map { CompiledBeside.Function($0, names: &names) }
    var besides = isOfFirst.map { CompiledBeside(functions: $0 ? functions : []) }
    for name in beside.labels {
      let number = names.insert(name)
      for (index, isTold) in isTold(by: name).enumerated() where isTold {
        besides[index].labels.append(number)
      }
    }
    for name in beside.members {
      let number = names.insert(name)
      for (index, isTold) in isTold(by: name).enumerated() where isTold {
        besides[index].members.append(number)
      }
    }
    let start = count
    return besides.map { beside in
      if beside.isEmpty { return nil }
      if let known = self[start...].firstIndex(of: beside) { return known }
      append(beside)
      return count - 1
    }
  }
}

extension Pattern {
  fileprivate var typeText: ArraySlice<UInt8> {
    bytes.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "(") }
  }
}

/// What replaces the uses of one pattern.
struct CompiledReplacements: Sendable {
  /// For a use that no template in `exact` is for; `nil` if such a use stays as it is.
  private(set) var template: ReplacementTemplate?
  /// For calls with certain labels, if the pattern matches calls with any labels.
  private(set) var exact: [Exact] = []

  struct Exact: Sendable {
    /// Numbers of labels, as in `CompiledComponent`.
    let labels: [Int]
    let template: ReplacementTemplate
  }

  /// The replacements of a rule by the uses that their patterns match, the last replacement first.
  static func byUses(_ replacements: [Replacement]) -> [PatternUses: [Replacement]] {
    var byUses: [PatternUses: [Replacement]] = [:]
    for replacement in replacements.reversed() {
      let uses = replacement.pattern.uses
      for uses in Set([uses, uses.withAnyLabels]) { byUses[uses, default: []].append(replacement) }
    }
    return byUses
  }

  /// `nil` if none of the rule's replacements is for the pattern.
  init?(
    of pattern: Pattern, among replacements: [PatternUses: [Replacement]], names: inout NameTable
  ) {
    for replacement in replacements[pattern.uses] ?? [] {
      if pattern == replacement.pattern {
        if template == nil { template = replacement.template }
      } else if let labels = replacement.pattern.components.last?.labels {
        let numbers = labels.map { $0 == "_" ? CompiledComponent.noLabel : names.insert($0) }
        exact.append(Exact(labels: numbers, template: replacement.template))
      }
    }
    if template == nil, exact.isEmpty { return nil }
  }
}
