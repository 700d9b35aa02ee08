import Rules
import SwiftLexer
import Syntax

/// The declaration that a name means in some place.
struct FoundName {
  /// The index in `DeclaredNames.all`.
  let declaration: Int
  /// The token of the name in the declaration.
  let token: Int
  let meaning: NameMeaning
  /// Whether no other declaration that counts there has the name.
  let isAlone: Bool
}

/// The expression before a member of the file's own types.
enum OwnReceiver {
  /// The expression `self`, `Self` or `type(of: self)`.
  case own
  /// A name that may be that of a type, by its token.
  case type(Int)
  /// A type of the file, by its number.
  case container(Int)
}

extension FileSyntax {
  /// The declaration that a name means; `nil` if the file has none that counts.
  /// - Parameters:
  ///   - token: the name where it is used.
  ///   - isType: whether only types are looked up.
  ///   - use: the pattern that matches. A function that cannot be called as the pattern says is
  ///     skipped.
  func find(nameAt token: Int, isType: Bool = false, use: CompiledPattern? = nil) -> FoundName? {
    guard let name = names.number(at: token, in: self) else { return nil }
    return find(name, isType: isType, at: token, use: use)
  }

  /// - Parameters:
  ///   - name: the number of the name in `DeclaredNames.table`.
  ///   - place: a token.
  ///   - excluded: a declaration to skip.
  func find(
    _ name: Int, isType: Bool, at place: Int, use: CompiledPattern? = nil, but excluded: Int? = nil
  ) -> FoundName? {
    let slots = (isType ? [true] : [false, true]).map { DeclaredNames.slot(name, isType: $0) }
    var locals = slots.flatMap { names.locals($0, at: place) }
      .filter { $0 != excluded && isCandidate($0, for: use) }
    if slots.count == 2 {
      locals.sort {
        (names.all[$1].visible.lowerBound, names.all[$1].token)
          < (names.all[$0].visible.lowerBound, names.all[$0].token)
      }
    }
    var body: Int? = tree.node(ofToken: place)
    for _ in 0..<Limits.many {
      body = body.flatMap(innermostBody(from:))
      guard let found = body else { break }
      // A member that is declared farther in than the local name shadows it.
      if let local = locals.first, isInside(names.all[local], body: found),
        let local = counted(locals, at: place, use: use)
      {
        return local
      }
      if let member = member(
        slots, of: names.containers[found]!, at: place, in: found, use: use, but: excluded)
      {
        return member
      }
      body = tree.parent(of: found)
    }
    return counted(locals, at: place, use: use)
  }

  private func isInside(_ local: Declaration, body: Int) -> Bool {
    tree.kind(of: body) == .sourceFile || tree.start(of: body) < local.visible.lowerBound
  }

  /// The body of the innermost type around a node, or the file.
  private func innermostBody(from node: Int) -> Int? {
    sequence(first: node) { self.tree.parent(of: $0) }.first { names.containers[$0] != nil }
  }

  /// The number of the innermost type around a place; 0 for the file.
  func container(around place: Int) -> Int {
    innermostBody(from: tree.node(ofToken: place)).flatMap { names.containers[$0] } ?? 0
  }

  /// The declaration of a member of the file's own types.
  func find(
    memberAt token: Int, of receiver: OwnReceiver, use: CompiledPattern? = nil,
    but excluded: Int? = nil
  ) -> FoundName? {
    guard let name = names.number(at: token, in: self) else { return nil }
    let slots = [false, true].map { DeclaredNames.slot(name, isType: $0) }
    switch receiver {
    case .own:
      let container = container(around: token)
      return container == 0 ? nil : member(slots, of: container, at: token, use: use, but: excluded)
    case .type(let type):
      guard let type = names.number(at: type, in: self),
        let container = self.type(type, around: token)
      else { return nil }
      return member(slots, of: container, at: token, use: use, but: excluded)
    case .container(let container):
      return member(slots, of: container, at: token, use: use, but: excluded)
    }
  }

  /// The number of the innermost type with the name that is declared or extended around a place.
  func type(_ name: Int, around place: Int) -> Int? {
    var node: Int? = tree.node(ofToken: place)
    for _ in 0..<Limits.ancestors {
      guard let current = node else { break }
      if let type = names.type(name, in: names.containers[current] ?? -current) { return type }
      node = tree.parent(of: current)
    }
    return names.type(name, in: 0)
  }

  /// The expression before a member, if that may be of the file; `nil` for anything else.
  func ownReceiver(of member: Int) -> OwnReceiver? {
    guard tree.kind(of: member) == .memberAccessExpr, var base = tree.firstChild(of: member)
    else { return nil }
    if tree.kind(of: base) == .optionalChainingExpr || tree.kind(of: base) == .forceUnwrapExpr {
      base = tree.firstChild(of: base)!
    }
    switch tree.kind(of: base) {
    case .declReferenceExpr:
      let token = tree.token(of: base)
      guard token == tree.start(of: base), token + 1 == tree.end(of: base) else { return nil }
      let keyword = tokens[token].keyword
      if keyword == .`self` || keyword == .Self { return .own }
      return isIdentifier(token) ? .type(token) : nil
    case .functionCallExpr:
      return isOwnType(base) ? .own : nil
    default:
      return nil
    }
  }

  /// Whether it is `type(of: self)`.
  private func isOwnType(_ call: Int) -> Bool {
    let start = tree.start(of: call)
    return tree.end(of: call) == start + 6 && tokens.isWord("type", at: start)
      && tokens.isWord("of", at: start + 2) && tokens[start + 4].keyword == .`self`
  }

  /// The declaration that an expression means: a name, or a member of the file's own types.
  func find(_ expression: Int, but excluded: Int? = nil) -> FoundName? {
    let token = tree.token(of: expression)
    switch tree.kind(of: expression) {
    case .declReferenceExpr:
      guard isIdentifier(token), !isQualified(token),
        let name = names.number(at: token, in: self)
      else { return nil }
      return find(name, isType: false, at: token, but: excluded)
    case .memberAccessExpr:
      return ownReceiver(of: expression).flatMap {
        find(memberAt: token, of: $0, but: excluded)
      }
    default:
      return nil
    }
  }

  // MARK: - Declarations of one name

  /// The innermost of some local declarations that counts at a place.
  private func counted(_ locals: [Int], at place: Int, use: CompiledPattern?) -> FoundName? {
    var rest = locals[...]
    while let first = rest.first {
      guard !pairs.directives.isEmpty else { return found([first]) }
      let end = names.all[first].visible.upperBound
      let beside = Array(rest.prefix { names.all[$0].visible.upperBound == end })
      rest = rest.dropFirst(beside.count)
      let known = beside.map {
        ConditionalName(
          token: names.all[$0].token, isOther: isOther(meaning(of: $0), than: use))
      }
      let brace = tree.start(of: names.all[first].holder)
      let counted = conditions.counted(known, at: place, in: brace)
      // A value that a test puts in place of a constant is not local.
      if let index = counted.first ?? known.firstIndex(where: { !$0.isOther }) {
        return found([beside[index]])
      }
    }
    return nil
  }

  private func member(
    _ slots: [Int], of container: Int, at place: Int, in body: Int? = nil,
    use: CompiledPattern? = nil, but excluded: Int? = nil
  ) -> FoundName? {
    for slot in slots {
      var found = names.members(slot, of: container).filter {
        $0 != excluded && isCandidate($0, for: use)
      }
      if found.isEmpty { continue }
      if !pairs.directives.isEmpty {
        let known = found.map {
          ConditionalName(token: names.all[$0].token, isOther: isOther(meaning(of: $0), than: use))
        }
        let brace = body.flatMap { tree.kind(of: $0) == .sourceFile ? nil : tree.start(of: $0) }
        found = conditions.counted(known, at: place, in: brace).map { found[$0] }
      }
      if let result = self.found(found) { return result }
    }
    return nil
  }

  /// The meaning of some declarations of one name. If they differ, as clauses of an `#if` may, one
  /// that means something banned counts.
  private func found(_ declarations: [Int]) -> FoundName? {
    guard var first = declarations.first else { return nil }
    var common = meaning(of: first)
    for declaration in declarations.dropFirst() {
      let other = meaning(of: declaration)
      if case .value(let value) = common, case .value(let more) = other {
        common = .value(value.joined(with: more))
      } else if common == .other, other != .other {
        (first, common) = (declaration, other)
      }
    }
    return FoundName(
      declaration: first, token: names.all[first].token, meaning: common,
      isAlone: declarations.count == 1)
  }

  /// Whether the meaning is nothing banned; if a pattern is given, whether it is anything but the
  /// type of this pattern.
  func isOther(_ meaning: NameMeaning, than use: CompiledPattern?) -> Bool {
    guard let use else { return meaning == .other }
    if case .type(let type) = meaning { return !startsWith(type.names, use) }
    return true
  }

  /// Whether the declaration shadows the banned API. A function shadows it only if the function may
  /// be called with the labels of the pattern.
  private func isCandidate(_ declaration: Int, for use: CompiledPattern?) -> Bool {
    guard names.all[declaration].kind == .function, let use,
      let range = use.components[0].labels
    else { return true }
    return takes(Array(use.labels(range)), function: names.all[declaration].node)
  }

  /// Whether a function may be called with the labels; true in doubt.
  private func takes(_ labels: [Int], function: Int) -> Bool {
    guard let signature = tree.child(.functionSignature, of: function),
      let clause = tree.child(.parameterClause, of: signature)
    else { return true }
    var rest = labels[...]
    var isVariadic = false
    for parameter in tree.children(of: clause) {
      let parts = tree.parts(ofParameter: parameter)
      if parts.isVariadic { isVariadic = true }
      let label = parts.label.map { tables.label(tokens, at: $0) } ?? CompiledComponent.noLabel
      if rest.first == label {
        rest.removeFirst()
      } else if parts.defaultValue == nil, !parts.isVariadic {
        // The parameter has no default, and it takes exactly one value.
        return false
      }
    }
    return rest.isEmpty || isVariadic
  }
}
