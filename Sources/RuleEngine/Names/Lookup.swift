import SwiftLexer

/// The declaration that a name means in some place.
struct FoundName {
  /// The token of the name in the declaration.
  let token: Int
  let meaning: NameMeaning
  /// The declaration, by index in `Declarations.hoisted`; `nil` for a local name.
  var declaration: Int?
  /// Whether no other declaration in that place has the name.
  var isAlone = true
}

extension NamedUses {
  /// The declaration that a name means; `nil` if the file has none.
  /// - Parameter use: the pattern that matches. A function that cannot be called as the pattern
  ///   says is skipped.
  mutating func find(_ reference: NameReference, use: CompiledPattern? = nil) -> FoundName? {
    switch reference {
    case .name(let name):
      return find(name, use: use)
    case .member(let name, let region):
      return declarations.regions[region].type.flatMap {
        member(bothSlots(name), of: declarations.regions[$0].node, use: nil)
      }
    case .memberOfType(let name, let type, let region):
      return declarations.typeNode(type, around: region).flatMap {
        member(bothSlots(name), of: $0, use: nil)
      }
    }
  }

  private mutating func find(_ name: VisibleName, use: CompiledPattern?) -> FoundName? {
    let slots = name.isType ? [NameSlot(name.number, isType: true)] : bothSlots(name.number)
    let local = name.local.map { declarations.locals.all[$0] }
    var region = name.region
    var budget = Limits.declarations
    // A declaration that is farther in than the local name shadows the local name.
    while declarations.isHoisted(name.number), local.map({ $0.region < region }) ?? true {
      let node = declarations.regions[region].node
      if let member = member(slots, of: node, use: use) { return member }
      if region == 0 { break }
      budget -= 1
      region = 0 < budget ? declarations.regions[region].parent : 0
    }
    return name.local.map { FoundName(token: local!.token, meaning: meaning(ofLocal: $0)) }
  }

  /// The declarations that a name means in a hoisted declaration, without that declaration itself.
  /// - Parameter declaration: the declaration whose value or type has the name, by index in
  ///   `Declarations.hoisted`.
  func declarations(of name: Int, isType: Bool, for declaration: Int) -> [Int] {
    let slots = isType ? [NameSlot(name, isType: true)] : bothSlots(name)
    let region = declarations.hoisted[declaration].region
    return declarations.hoisted(slots, around: region, but: declaration)
  }

  func bothSlots(_ name: Int) -> [NameSlot] {
    [NameSlot(name, isType: false), NameSlot(name, isType: true)]
  }

  private mutating func member(
    _ slots: [NameSlot], of node: Int, use: CompiledPattern?
  ) -> FoundName? {
    for slot in slots {
      var found: [Int] = []
      for declaration in declarations.hoisted(slot, in: node)
      where isCandidate(declaration, for: use) {
        found.append(declaration)
      }
      guard let last = found.last else { continue }
      for declaration in found { findMeaning(of: declaration) }
      let token = declarations.hoisted[last].token
      return FoundName(
        token: token, meaning: declarations.meaning(of: found),
        declaration: last, isAlone: found.count == 1)
    }
    return nil
  }

  /// Whether the declaration shadows the banned API. A function shadows it only if the function may
  /// be called with the labels of the pattern.
  private mutating func isCandidate(_ declaration: Int, for use: CompiledPattern?) -> Bool {
    guard declarations.hoisted[declaration].kind == .function, let use,
      let range = use.components[0].labels
    else { return true }
    let labels = Array(use.labels(range))
    let call = FunctionCall(declaration: declaration, labels: labels)
    if let isPossible = callsKnown[call] { return isPossible }
    let isPossible = takesArguments(
      labels, functionNamedAt: declarations.hoisted[declaration].token)
    callsKnown[call] = isPossible
    return isPossible
  }

  /// Whether a function may be called with the labels; true in doubt.
  private mutating func takesArguments(_ labels: [Int], functionNamedAt name: Int) -> Bool {
    let first = file.genericParameters(at: name + 1).end
    guard file.isArgumentList(at: first), let close = pairs.partner(of: first) else {
      return true
    }
    var rest = labels[...]
    var start = first + 1
    while start < close {
      let end = file.firstToken(.comma, in: start..<close) ?? close
      if rest.first == finder.label(at: start) {
        rest.removeFirst()
      } else if file.firstToken(.equal, in: start..<end) == nil,
        file.firstToken(.postfixOperator, in: start..<end) == nil
      {
        // The parameter has no default, and it takes exactly one value.
        return false
      }
      start = end + 1
    }
    return rest.isEmpty || file.firstToken(.postfixOperator, in: first + 1..<close) != nil
  }
}
