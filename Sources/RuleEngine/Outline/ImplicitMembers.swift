import Rules
import SwiftLexer

/// A member with nothing before its period, e.g. `.now` (SE-0287). Positions are indices of tokens.
struct ImplicitMember {
  /// The first token of the member's name: its module selector, if it has one.
  let head: Int
  /// The type that is written beside the member; `nil` if there is none, or if the type has no
  /// name.
  let path: TypePath?
  /// Whether a type is written beside the member, and is certain to be the type of the member.
  let hasWrittenType: Bool
  /// The places of the member if no type is written beside it.
  let places: [ValuePlace]
}

extension Outline {
  /// The implicit member at a token; `nil` if it has a receiver or is part of a pattern.
  mutating func implicitMember(at head: Int) -> ImplicitMember? {
    if let implicitMember, implicitMember.head == head { return implicitMember }
    guard tokens.isMember(head), top.casePattern == .none else { return nil }
    guard receiver(ofPeriod: head - 1) == nil, !file.isKeyPath(ofPeriod: head - 1) else {
      return nil
    }
    let end = file.endOfPostfix(from: head)
    let type =
      file.typeAfterAs(from: end + 1) ?? writtenType(at: head - 1) ?? typeMade(before: head - 1)
      ?? typeRepeated(at: head - 1)
    let names = type.flatMap { file.nominalPath(of: $0) }
    var path = names.map { typePath($0) }
    if let names, names.count == 1, tokens[names[0]].keyword == .Self {
      path = extendedType ?? path
    }
    // An operator may make a value of another type from its operands.
    let isOperand = tokens[end + 1].kind == .binaryOperator && !tokens.isCoalescing(at: end + 1)
    let isCertain = !isOperand || path.map { isBanned(member: head, of: $0) } == true
    let member = ImplicitMember(
      head: head, path: path, hasWrittenType: type != nil && isCertain,
      places: type == nil && !isOperand ? places(ofValueAt: head - 1) : [])
    implicitMember = member
    return member
  }

  /// The places of the last implicit member, if the token is its name; otherwise `nil`.
  func places(ofMember index: Int) -> [ValuePlace]? {
    guard let implicitMember, file.skipModuleSelector(before: index) == implicitMember.head
    else { return nil }
    return implicitMember.places
  }

  /// Whether a pattern starts with the type and the member.
  private func isBanned(member: Int, of type: TypePath) -> Bool {
    guard let name = tables.names.number(of: tokens.text(at: member)) else { return false }
    return tables.patternsByMember[name].contains { type.isType(of: tables.patterns[$0]) }
  }

  /// The type that is extended around the code; `nil` if the innermost type declaration is no
  /// extension.
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

  /// - Parameter path: the tokens of the names, as `nominalPath` returns them.
  func typePath(_ path: [Int]) -> TypePath {
    var type = TypePath(names: path.map { tables.names.number(of: tokens.text(at: $0)) })
    if let alias = aliasedTypes[path[0]] {
      type.expand(alias)
    } else if file.isQualified(path[0]) {
      type.isQualified = true
    } else {
      type.root = path[0]
    }
    return type
  }
}

/// The names of a written type. An alias is replaced by the type that it stands for.
struct TypePath: Equatable {
  /// The numbers of the patterns' names; `nil` for any other name.
  var names: [Int?]
  /// Whether a module is written before the names, here or in an alias.
  var isQualified = false
  /// The token of the first name, if the file may declare that name; otherwise `nil`.
  var root: Int?

  /// Replaces the first name, which is that of an alias, by the type that it stands for.
  mutating func expand(_ alias: TypePath) {
    names.replaceSubrange(0..<1, with: alias.names)
    isQualified = alias.isQualified
  }

  /// Whether the pattern is a member of the type.
  func isType(of pattern: CompiledPattern) -> Bool {
    names.count == pattern.typeLength
      && names.indices.allSatisfy { names[$0] == pattern.components[$0].name }
  }
}

/// The written type of what a bracket holds.
struct ContentType {
  /// The tokens of the type; `nil` if it is not written.
  var type: Range<Int>?
  /// Whether this is the type of a dictionary's values.
  var isOfValues = false
  /// Whether this is the type of a tuple, each of whose elements has a type of its own.
  var isTuple = false
}

extension Outline {
  /// The tokens of the type that is written beside an operand; `nil` if there is none.
  /// - Parameter index: the operand's first token, in the innermost level.
  mutating func writtenType(at index: Int) -> Range<Int>? {
    writtenType(of: anchor(at: index, in: levels.innermost), in: levels.innermost, at: index)
  }

  /// What has the type of the operand that starts at the token. The operand may be a whole
  /// expression, an arm of it, or an element of a literal.
  /// - Parameter level: by index in `levels`.
  func anchor(at index: Int, in level: Int) -> TypeAnchor {
    let level = levels[level]
    let start = file.skipPrefixWords(before: index)
    let previous = start - 1
    if start == level.expression.statementStart { return .content }
    if previous == level.open { return previous < 0 ? .none : .content }
    switch tokens[previous].kind {
    case .equal:
      return level.expression.anchor == .annotation ? .annotation : .none
    case .keyword:
      return tokens[previous].keyword == .return ? .result : .none
    case .infixQuestionMark:
      return level.expression.anchor
    case .colon:
      return level.expression.anchor(afterColon: previous)
    case .comma:
      return level.role.isBracket ? .content : .none
    case .binaryOperator:
      let isArm = tokens.isCoalescing(at: previous) && !level.expression.isOperand
      return isArm ? level.expression.anchor : .none
    default:
      return .none
    }
  }

  /// - Parameter index: the operand's first token.
  private mutating func writtenType(
    of anchor: TypeAnchor, in level: Int, at index: Int
  ) -> Range<Int>? {
    switch anchor {
    case .none:
      return nil
    case .argument:
      let content = contentType(of: level)
      return content.isTuple ? element(at: index, ofTupleIn: level, content.type) : nil
    case .annotation:
      let annotation = levels[level].expression.annotation
      return annotation.isEmpty ? nil : annotation
    case .result:
      return levels[level].function.flatMap { contentType(of: $0).type }
    case .content:
      let content = contentType(of: level)
      if content.isTuple { return element(at: index, ofTupleIn: level, content.type) }
      return content.isOfValues && !levels[level].expression.isValue ? nil : content.type
    }
  }

  /// The type of one element of the tuple in a bracket, by the type of the tuple.
  private func element(
    at index: Int, ofTupleIn level: Int, _ tuple: Range<Int>?
  ) -> Range<Int>? {
    let open = levels[level].open
    guard let tuple, let close = pairs.partner(of: open), close - open < Limits.tuple else {
      return nil
    }
    let (values, types) = (file.entries(of: open + 1..<close), file.elementTypes(ofTuple: tuple))
    guard values.count == types.count else { return nil }
    return values.firstIndex { $0.contains(index) }.map { types[$0] }
  }

  /// Finds the type of what a bracket holds. Looks outward as long as this type depends on the
  /// bracket around it, and remembers the type of each bracket on the way.
  private mutating func contentType(of level: Int) -> ContentType {
    var pending: [Int] = []
    var outermost = level
    while levels[outermost].contentType == nil {
      pending.append(outermost)
      guard typeAfterBracket(outermost) == nil, let outer = levelWithType(of: outermost) else {
        break
      }
      outermost = outer
    }
    for level in pending.reversed() {
      let content = contentType(of: level, in: typeAround(level))
      levels[level].contentType = content
    }
    return levels[level].contentType!
  }

  /// The level whose contents have the type of a bracket in it; `nil` if the type is written
  /// elsewhere.
  private func levelWithType(of level: Int) -> Int? {
    let parent = levels[level].parent
    switch anchor(ofBracket: level) {
    case .content: return parent
    case .result: return levels[parent].function
    case .none, .argument, .annotation: return nil
    }
  }

  /// The type of the bracket itself, or the result type of a body. If the type depends on the
  /// bracket around it, the type of the contents of that bracket must be known.
  private mutating func typeAround(_ level: Int) -> Range<Int>? {
    if levels[level].function == level {
      return resultType(of: level) ?? resultType(ofClosureIn: level)
    }
    return typeAfterBracket(level) ?? typeOfPlace(of: level)
  }

  private mutating func typeOfPlace(of level: Int) -> Range<Int>? {
    writtenType(
      of: anchor(ofBracket: level), in: levels[level].parent, at: levels[level].open)
  }

  /// The result type of a closure by the type that is written beside it, as in
  /// `let now: () -> Date = { .init() }`. If the closure is called, that is the type.
  private mutating func resultType(ofClosureIn level: Int) -> Range<Int>? {
    guard levels[level].role == .closure, let close = pairs.partner(of: levels[level].open)
    else { return nil }
    let end = file.endOfPostfix(from: close)
    let isCalled = end != close
    if isCalled, !file.isArgumentList(at: close + 1) || pairs.partner(of: close + 1) != end {
      return nil
    }
    if tokens[end + 1].kind == .binaryOperator, !tokens.isCoalescing(at: end + 1) { return nil }
    return isCalled
      ? file.typeAfterAs(from: end + 1) ?? typeOfPlace(of: level)
      : typeOfPlace(of: level).flatMap { file.resultType(ofFunction: $0) }
  }

  /// What, in the level around the bracket, has the type of the bracket.
  private func anchor(ofBracket level: Int) -> TypeAnchor {
    let (open, parent) = (levels[level].open, levels[level].parent)
    switch levels[level].role {
    case .statements:
      return levels[parent].expression.conditional
    case .parentheses, .brackets:
      return file.isGrouping(open) ? anchor(at: open, in: parent) : .none
    case .closure:
      return anchor(at: open, in: parent)
    case .file, .function, .variable, .accessor, .setter, .type, .enumeration:
      return .none
    }
  }

  /// The type after `as` behind a literal or an expression in parentheses; `nil` if there is none.
  private func typeAfterBracket(_ level: Int) -> Range<Int>? {
    let bracket = levels[level]
    guard bracket.role.isBracket, file.isGrouping(bracket.open) else { return nil }
    return pairs.partner(of: bracket.open).flatMap { file.typeAfterAs(from: $0 + 1) }
  }

  /// Whether the bracket holds a comma.
  private func isList(_ level: Int) -> Bool {
    let open = levels[level].open
    return pairs.partner(of: open).map { file.firstToken(.comma, in: open + 1..<$0) != nil }
      ?? true
  }

  /// The type of what the bracket holds, from the type of the bracket itself.
  private mutating func contentType(of level: Int, in type: Range<Int>?) -> ContentType {
    switch levels[level].role {
    case .brackets:
      return type.map { file.elementType(of: $0) } ?? ContentType()
    case .parentheses:
      guard let type, file.isTuple(type) == isList(level) else { return ContentType() }
      return ContentType(type: type, isTuple: file.isTuple(type))
    case .file, .closure, .statements, .function, .variable, .accessor, .setter, .type,
      .enumeration:
      return ContentType(type: type)
    }
  }

  /// The result type that a function, an accessor or a closure has in its own header; `nil` if none
  /// is written.
  /// - Parameter level: the level of the body.
  mutating func resultType(of level: Int) -> Range<Int>? {
    let body = levels[level]
    switch body.role {
    case .closure:
      return file.resultType(ofClosureAt: body.open)
    case .function:
      return scopes[body.base].introducer.flatMap { file.resultType(from: $0 + 1, to: body.open) }
    case .variable:
      let annotation = levels[body.parent].expression.annotation
      if !annotation.isEmpty { return annotation }
      guard let introducer = scopes[body.base].introducer,
        tokens[introducer].keyword == .subscript
      else { return nil }
      return file.resultType(from: introducer + 1, to: body.open)
    case .accessor:
      return resultType(of: body.parent)
    case .file, .parentheses, .brackets, .statements, .setter, .type, .enumeration:
      return nil
    }
  }
}

/// A place of a value: an argument or a variable, whose name may tell the type of the value.
/// Positions are indices of tokens.
enum ValuePlace: Equatable {
  /// A whole argument, or an arm of it.
  /// - Parameters:
  ///   - label: the label; `nil` if there is none.
  ///   - open: the parenthesis that opens the arguments.
  ///   - value: a token of the argument.
  case argument(label: Int?, open: Int, value: Int)
  /// A variable or member. The value is assigned to it, or replaces it after a `??`.
  case variable(Int)

  /// The token of the label or the variable; `nil` for an argument without a label.
  var name: Int? {
    switch self {
    case .argument(let label, _, _): label
    case .variable(let name): name
    }
  }

  /// A token of the place.
  var token: Int {
    switch self {
    case .argument(_, let open, _): open
    case .variable(let name): name
    }
  }
}

extension Outline {
  /// The places of an operand whose type is not written. The place of the whole expression is the
  /// first.
  /// - Parameter index: the operand's first token, in the innermost level.
  func places(ofValueAt index: Int) -> [ValuePlace] {
    var places: [ValuePlace] = []
    let previous = file.skipPrefixWords(before: index) - 1
    switch anchor(at: index, in: levels.innermost) {
    case .annotation:
      if let name = file.variable(before: top.expression.mark) { places = [.variable(name)] }
    case .argument:
      if isCall(top.open) {
        places = [.argument(label: top.expression.mark - 1, open: top.open, value: index)]
      }
    case .content, .none:
      let isWhole = anchor(at: index, in: levels.innermost) == .content
      if 0 < previous, isWhole || tokens[previous].kind == .comma, top.role == .parentheses,
        isCall(top.open)
      {
        places = [.argument(label: nil, open: top.open, value: index)]
      }
    case .result:
      break
    }
    if 0 < previous, tokens[previous].kind == .binaryOperator, tokens.isCoalescing(at: previous),
      let name = file.variable(before: previous)
    {
      places.append(.variable(name))
    }
    return places
  }

  private func isCall(_ open: Int) -> Bool {
    tokens[open].kind == .leftParen && !file.isGrouping(open)
  }

  /// Whether a name beside the value is one of the rule's names that tell the type.
  func tells(_ beside: CompiledBeside, _ place: ValuePlace) -> Bool {
    switch place {
    case .variable(let name):
      return beside.members.contains(tables.label(tokens, at: name))
    case .argument(let label, let open, let value):
      if let label, beside.labels.contains(tables.label(tokens, at: label)) { return true }
      guard !beside.functions.isEmpty, tokens[open - 1].isWord else { return false }
      let name = tables.label(tokens, at: open - 1)
      for function in beside.functions
      where function.name == name && isAmong(function.labels, value, from: open) {
        return true
      }
      return false
    }
  }

  /// Whether the first arguments of a call have the labels, and the value is in one of these
  /// arguments.
  private func isAmong(_ labels: [Int], _ value: Int, from open: Int) -> Bool {
    guard let close = pairs.partner(of: open) else { return false }
    var start = open + 1
    var isFound = false
    for wanted in labels {
      guard start < close else { return false }
      let isLabelled = file.isLabel(at: start)
      let label = isLabelled ? tables.label(tokens, at: start) : CompiledComponent.noLabel
      guard label == wanted else { return false }
      let end = file.endOfArgument(from: start, to: close)
      if value < end, start <= value { isFound = true }
      start = end + 1
    }
    return isFound
  }

  /// The type of a value that an array is filled with, as in
  /// `[Date](repeating: .init(), count: 2)`; `nil` if there is no such array.
  private func typeRepeated(at index: Int) -> Range<Int>? {
    guard anchor(at: index, in: levels.innermost) == .argument, file.isArgumentList(at: top.open),
      tokens.isWord("repeating", at: top.expression.mark - 1)
    else { return nil }
    let isExplicit = tokens[top.open - 1].keyword == .`init` && tokens.isMember(top.open - 1)
    let end = isExplicit ? top.open - 3 : top.open - 1
    guard 0 <= end, let array = file.arrayType(endingAt: end) else { return nil }
    let element = file.elementType(of: array)
    return element.isOfValues ? nil : element.type
  }

  /// The names of the type that a value before a `??` is made of, as in
  /// `TimeZone(…) ?? .current`; `nil` if there is no such value.
  /// - Parameter index: the first token after the `??`.
  func typeMade(before index: Int) -> Range<Int>? {
    let mark = file.skipPrefixWords(before: index) - 1
    guard 0 < mark, tokens[mark].kind == .binaryOperator, tokens.isCoalescing(at: mark),
      tokens[mark - 1].kind == .rightParen, let open = pairs.partner(of: mark - 1), 0 < open,
      !tokens[open].isAtLineStart
    else { return nil }
    let isExplicit = tokens[open - 1].keyword == .`init` && tokens.isMember(open - 1)
    let last = isExplicit ? open - 3 : open - 1
    guard 0 <= last, file.isIdentifier(last), isTypeName(tokens.text(at: last)) else { return nil }
    var first = last
    while 1 < first, tokens.isMember(first) {
      guard file.isIdentifier(first - 2) else { return nil }
      first -= 2
    }
    return first..<last + 1
  }
}

extension FileTokens {
  /// The last name of the expression before an `=` or `??`; `nil` if the expression does not end
  /// with a name.
  func variable(before mark: Int) -> Int? {
    var last = mark - 1
    while 0 < last, isMark(last) { last -= 1 }
    return 0 <= last && isIdentifier(last) ? last : nil
  }

  /// Whether the file may declare a variable or a parameter that has one of the names and a type.
  /// - Parameters:
  ///   - names: the tokens of the names.
  ///   - ofPattern: whether a declaration counts only if its type may be that of a pattern.
  func mayDeclare(_ names: [Int], ofPattern: Bool) -> Bool {
    if names.isEmpty { return false }
    let table = tokens.table(of: names)
    let isOne = { (index: Int) in
      0 <= index && tokens[index].isWord && table.number(of: tokens.text(at: index)) != nil
    }
    return tokens.indices.contains { colon in
      guard tokens[colon].kind == .colon, 0 < colon, tokens[colon - 1].isWord,
        isOne(colon - 1) || isOne(colon - 2), mayBeDeclaration(namedBefore: colon)
      else { return false }
      return !ofPattern || mayBeTypeOfPattern(after: colon)
    }
  }

  private func mayBeTypeOfPattern(after colon: Int) -> Bool {
    guard let type = type(from: colon + 1) else { return true }
    // A specifier such as `inout` stands before the type.
    if tokens[type.upperBound].isWord, !tokens[type.upperBound].isAtLineStart { return true }
    return type.contains(where: isTypeOfPattern)
  }

  /// Whether the token is the name of a type that patterns start with.
  func isTypeOfPattern(_ index: Int) -> Bool {
    tables.start(tokens, at: index).map { tables.roles[$0].isType } ?? false
  }

  /// Whether the colon may belong to a declaration. The name before the bracket tells calls apart.
  private func mayBeDeclaration(namedBefore colon: Int) -> Bool {
    if isDeclaration(namedBefore: colon) { return true }
    guard let open = opening(around: colon) else { return true }
    guard tokens[open].kind == .leftParen, 0 < open else { return tokens[open].kind == .leftBrace }
    let callee = open - 1
    switch tokens[callee].keyword {
    case .`init`: return !tokens.isMember(callee)
    case .subscript: return true
    default: break
    }
    // The parameters of a closure stand after no name.
    guard tokens[callee].isWord, 0 < callee else { return true }
    let introducer = tokens[callee - 1]
    return introducer.kind == .comma || introducer.keyword == .func || introducer.keyword == .case
  }
}
