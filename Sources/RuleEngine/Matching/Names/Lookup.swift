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
    while local.map({ $0.level < level }) ?? true {
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
  func member(_ name: Int, ofTypeAround region: Int) -> FoundName? {
    names.regions[region].type.flatMap { member(bothSlots(name), of: $0, use: nil) }
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

  private func member(
    _ slots: [NameSlot], of region: Int, use: CompiledComponent?
  ) -> FoundName? {
    for slot in slots {
      let found = names.hoisted(slot, in: names.regions[region].node).filter {
        isCandidate($0, for: use)
      }
      guard let last = found.last else { continue }
      return FoundName(token: names.hoisted[last].token, meaning: names.meaning(of: found))
    }
    return nil
  }

  /// Whether the declaration hides what is used; an overload of a function hides no other.
  private func isCandidate(_ declaration: Int, for use: CompiledComponent?) -> Bool {
    guard names.hoisted[declaration].kind == .function, let labels = use?.labels else {
      return true
    }
    return takesArguments(labels, functionNamedAt: names.hoisted[declaration].token)
  }

  /// Whether a function may be called with the labels.
  private func takesArguments(_ labels: [Int], functionNamedAt name: Int) -> Bool {
    var index = name + 1
    while tokens[index].kind != .leftParen {
      guard tokens[index].kind != .endOfFile, index < name + 64 else { return true }
      index += 1
    }
    guard let close = pairs.partner(of: index) else { return true }
    var rest = labels[...]
    var isStart = true
    index += 1
    while index < close {
      switch tokens[index].kind {
      case .leftParen, .leftSquare, .leftBrace:
        index = pairs.partner(of: index) ?? index
      case .comma:
        isStart = true
      case .equal, .postfixOperator:
        // What has a default, or any number of values, may be left out.
        return true
      case .identifier, .rawIdentifier, .keyword:
        guard isStart else { break }
        isStart = false
        guard rest.popFirst() == label(at: index) else { return false }
      default:
        break
      }
      index += 1
    }
    return rest.isEmpty
  }
}
