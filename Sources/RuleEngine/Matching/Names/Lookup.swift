import Rules
import SwiftLexer

/// The declaration that a name means at some place.
struct FoundName {
  /// The token of its name.
  let token: Int
  let meaning: NameMeaning
}

extension Matcher {
  /// The declaration that a name means where the pass is; nil if there is none in the file.
  /// - Parameters:
  ///   - isType: whether it is looked for among types alone.
  ///   - use: what is matched; functions that it cannot be a use of are passed over.
  mutating func declaration(
    of name: Int, isType: Bool = false, use: CompiledComponent? = nil
  ) -> FoundName? {
    let slots = isType ? [NameSlot(name, isType: true)] : bothSlots(name)
    let local = innermostLocal(slots)
    var level = top.names.holder
    var budget = 64
    while names.isHoisted(name), local.map({ $0.level < level }) ?? true {
      if let member = member(slots, of: levels[level].names.region, use: use) { return member }
      if level == 0 { break }
      budget -= 1
      level = 0 < budget ? levels[levels[level].parent].names.holder : 0
    }
    return local.map { FoundName(token: $0.token, meaning: $0.meaning) }
  }

  /// The declarations that a name means to one that is visible before it is declared; it does not
  /// mean itself.
  /// - Parameter declaration: the one that asks, by index in `FileNames.hoisted`.
  func declarations(of name: Int, isType: Bool, for declaration: Int) -> [Int] {
    let slots = isType ? [NameSlot(name, isType: true)] : bothSlots(name)
    let region = names.hoisted[declaration].region
    return names.hoisted(slots, around: region, but: declaration)
  }

  /// The member of the type around a region.
  mutating func member(_ name: Int, ofTypeAround region: Int) -> FoundName? {
    guard let type = names.regions[region].type else { return nil }
    return member(bothSlots(name), of: type, use: nil)
  }

  /// The member of a type that is declared or extended in what is around the pass.
  mutating func member(_ name: Int, ofTypeNamed type: Int) -> FoundName? {
    names.typeNode(type, around: top.names.region).flatMap {
      member(bothSlots(name), ofNode: $0, use: nil)
    }
  }

  func bothSlots(_ name: Int) -> [NameSlot] {
    [NameSlot(name, isType: false), NameSlot(name, isType: true)]
  }

  private mutating func innermostLocal(_ slots: [NameSlot]) -> LocalName? {
    var innermost: (index: Int, name: LocalName)?
    for slot in slots {
      guard let found = names.locals.innermost(slot, in: levels) else { continue }
      let isInner = innermost.map { ($0.name.level, $0.index) < (found.name.level, found.index) }
      if isInner ?? true { innermost = found }
    }
    return innermost?.name
  }

  private mutating func member(
    _ slots: [NameSlot], of region: Int, use: CompiledComponent?
  ) -> FoundName? {
    member(slots, ofNode: names.regions[region].node, use: use)
  }

  private mutating func member(
    _ slots: [NameSlot], ofNode node: Int, use: CompiledComponent?
  ) -> FoundName? {
    for slot in slots {
      var found: [Int] = []
      for declaration in names.hoisted(slot, in: node)
      where isCandidate(declaration, for: use) {
        found.append(declaration)
      }
      guard let last = found.last else { continue }
      return FoundName(token: names.hoisted[last].token, meaning: names.meaning(of: found))
    }
    return nil
  }

  /// Whether the declaration hides what is used; a function hides only what it could be called as.
  private mutating func isCandidate(_ declaration: Int, for use: CompiledComponent?) -> Bool {
    guard names.hoisted[declaration].kind == .function, let labels = use?.labels else {
      return true
    }
    let call = FunctionCall(declaration: declaration, labels: labels)
    if let isPossible = names.callsKnown[call] { return isPossible }
    let isPossible = takesArguments(labels, functionNamedAt: names.hoisted[declaration].token)
    names.callsKnown[call] = isPossible
    return isPossible
  }

  /// Whether a function may be called with the labels; in doubt it may.
  private mutating func takesArguments(_ labels: [Int], functionNamedAt name: Int) -> Bool {
    let first = genericParameters(at: name + 1).end
    guard isArgumentList(at: first), let close = pairs.partner(of: first) else { return true }
    var rest = labels[...]
    var start = first + 1
    while start < close {
      let end = firstToken(.comma, in: start..<close) ?? close
      if rest.first == label(at: start) {
        rest.removeFirst()
      } else if firstToken(.equal, in: start..<end) == nil,
        firstToken(.postfixOperator, in: start..<end) == nil
      {
        // It has no default, nor does it take any number of values.
        return false
      }
      start = end + 1
    }
    return rest.isEmpty || firstToken(.postfixOperator, in: first + 1..<close) != nil
  }
}
