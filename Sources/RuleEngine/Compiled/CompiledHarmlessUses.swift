import Rules

/// A rule's `unless`, with names as bytes.
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
    /// What it is set to; anything if empty.
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
  /// Whether a period stands before it.
  let isMember: Bool

  init(_ mention: Mention) {
    name = Name(mention.name.utf8)
    isMember = mention.isMember
  }
}
