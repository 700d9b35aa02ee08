import Rules
import SwiftLexer

/// A member with nothing before its period, e.g. `.now` (SE-0287). Positions are indices of tokens.
struct ImplicitMember {
  /// The member's name, with its module selector.
  let head: Int
  /// The type that is written beside it; nil if none is, or if it has no name.
  let path: TypePath?
  /// Whether the type is written, and is certain to be the member's.
  let hasWrittenType: Bool
  /// Where it stands, if no type is written.
  let places: [ValuePlace]
}

extension Outline {
  /// What is known of the member there; nil if it has a receiver or is part of a pattern.
  mutating func implicitMember(at head: Int) -> ImplicitMember? {
    if let implicitMember, implicitMember.head == head { return implicitMember }
    guard tokens.isMember(head), top.casePattern == .none else { return nil }
    guard receiver(ofPeriod: head - 1) == nil, !file.isKeyPath(ofPeriod: head - 1) else {
      return nil
    }
    let end = file.endOfPostfix(from: head)
    let type =
      file.typeAfterAs(from: end + 1) ?? writtenType(at: head - 1) ?? typeMade(before: head - 1)
    let names = type.flatMap { file.nominalPath(of: $0) }
    var path = names.map { typePath($0) }
    if let names, names.count == 1, tokens[names[0]].keyword == .Self {
      path = extendedType ?? path
    }
    // What an operator makes of two values may have another type than these.
    let isOperand = tokens[end + 1].kind == .binaryOperator && !tokens.isCoalescing(at: end + 1)
    let isCertain = !isOperand || path.map { isBanned(member: head, of: $0) } == true
    let member = ImplicitMember(
      head: head, path: path, hasWrittenType: type != nil && isCertain,
      places: type == nil && !isOperand ? places(ofValueAt: head - 1) : [])
    implicitMember = member
    return member
  }

  /// Where the implicit member stands that was looked at last, if it is the one there.
  func places(ofMember index: Int) -> [ValuePlace]? {
    guard let implicitMember, file.skipModuleSelector(before: index) == implicitMember.head
    else { return nil }
    return implicitMember.places
  }

  /// Whether a pattern starts with that type and that member.
  private func isBanned(member: Int, of type: TypePath) -> Bool {
    guard let name = tables.names.number(of: tokens.text(at: member)) else { return false }
    return tables.patternsByMember[name].contains { type.isType(of: tables.patterns[$0]) }
  }

  /// The type whose extension is the innermost type declaration.
  var extendedType: TypePath? {
    extensionKeyword.map { typePath(file.declaredPath(at: $0)) }
  }

  /// Whether the innermost type declaration is an extension.
  var isInExtension: Bool { extensionKeyword != nil }

  private var extensionKeyword: Int? {
    guard let introducer = top.type.flatMap({ scopes[$0].introducer }),
      tokens[introducer].keyword == .extension
    else { return nil }
    return introducer
  }

  /// - Parameter path: the tokens of the names, as of `nominalPath`.
  func typePath(_ path: [Int]) -> TypePath {
    var type = TypePath(names: path.map { tables.names.number(of: tokens.text(at: $0)) })
    if let alias = aliasedTypes[path[0]] {
      type.names.replaceSubrange(0..<1, with: alias.names.map { $0 })
      type.isQualified = alias.isQualified
    } else if file.isQualified(path[0]) {
      type.isQualified = true
    } else {
      type.root = path[0]
    }
    return type
  }
}

/// The names of a type that is written somewhere, an alias replaced by what it stands for.
struct TypePath {
  /// Numbers of the patterns' names; nil for any other name.
  var names: [Int?]
  /// Whether a module is written before them, be it in an alias.
  var isQualified = false
  /// The token of the first name, if it may be one of the file's own.
  var root: Int?

  /// Whether it is the type whose member the pattern is.
  func isType(of pattern: CompiledPattern) -> Bool {
    names.count == pattern.typeLength
      && names.indices.allSatisfy { names[$0] == pattern.components[$0].name }
  }
}

/// What an alias stands for: the type of a pattern, or the one that it is nested in.
struct AliasedType: Equatable {
  /// The numbers of its names.
  let names: [Int]
  /// Whether a module is written before them.
  let isQualified: Bool
}
