import RuleEngine
import Rules
import SwiftLexer

/// Reads the tokens of a file into a summary: declarations here, code in `References`.
///
/// What a brace opens and where a statement starts it takes from the outline of the rule engine.
/// Brackets nest only so deep; what is deeper is counted and left out.
struct SummaryReader {
  let file: FileTokens
  let shape: CodeShape
  var summary = FileSummary()
  /// The node that the code being read is in, and the declaration around it.
  var owner: Int32 = -1
  var declaration: Int32 = 0
  /// What `return` gives its value to: a type, in `types`, or a closure, in `expressions`.
  var result = Result.type(-1)
  /// Whether the expression being read is kept by a stored property: closures are not run then.
  var isKept = false
  /// By name: the local variable or function that it stands for, by index in `locals` or, from -2
  /// downward, in `declarations`; -1 for none.
  var visible: [Int32] = []
  /// What has to be put back at the end of each block.
  var hidden: [(name: Int32, meaning: Int32)] = []
  /// Whether the block that was read last is a single expression, and that expression.
  var isOneExpression = false
  var lastExpression: Int32 = -1
  /// By name: the calls of local functions whose declaration has not come, in `expressions`.
  var earlyCalls: [Int32: [Int32]] = [:]
  private var depth = 0

  enum Result {
    case type(Int32)
    case closure(Int32)
  }

  var tokens: SourceTokens { file.tokens }
  var pairs: TokenPairs { file.pairs }

  init(_ file: FileTokens, _ shape: CodeShape) {
    self.file = file
    self.shape = shape
    summary.names = NameTable(count: file.tokens.count / 8)
    summary.declarations.append(Declaration(.file, in: -1))
    summary.declarations[0].end = UInt32(file.tokens[file.tokens.count - 1].end)
  }

  // MARK: - Depth

  /// How many brackets and types may be inside each other.
  private static let maximumDepth = 160

  mutating func enter() -> Bool {
    guard depth < Self.maximumDepth else {
      summary.notFollowed.deepCode += 1
      return false
    }
    depth += 1
    return true
  }

  mutating func leave() { depth -= 1 }

  // MARK: - Names

  mutating func name(at index: Int) -> Int32 {
    Int32(summary.names.insert(tokens.text(at: index)))
  }

  func isOperator(_ text: StaticString, at index: Int) -> Bool {
    let expected = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return Int(tokens[index].length) == expected.count
      && tokens.text(at: index).elementsEqual(expected)
  }

  /// Makes a local variable or function visible up to the end of the block.
  mutating func show(_ name: Int32, _ meaning: Int32) {
    if visible.count <= name {
      visible += repeatElement(-1, count: Int(name) + 64 - visible.count)
    }
    hidden.append((name, visible[Int(name)]))
    visible[Int(name)] = meaning
  }

  mutating func hide(to mark: Int) {
    while mark < hidden.count {
      let last = hidden.removeLast()
      visible[Int(last.name)] = last.meaning
    }
  }

  func meaning(of name: Int32) -> Int32 { name < visible.count ? visible[Int(name)] : -1 }

  mutating func addLocal(_ local: Local) -> Int32 {
    summary.locals.append(local)
    show(local.name, Int32(summary.locals.count - 1))
    return Int32(summary.locals.count - 1)
  }

  // MARK: - Nodes

  mutating func addNode(
    _ kind: NodeKind, of declaration: Int32, parameter: Int32 = -1, name: Int,
    from start: Int
  ) -> Int32 {
    summary.nodes.append(
      CodeNode(
        kind: kind, declaration: declaration, parameter: parameter,
        nameOffset: tokens[name].offset, start: tokens[start].offset, end: tokens[start].offset))
    return Int32(summary.nodes.count - 1)
  }

  /// - Parameter end: the token after the node's last one.
  mutating func endNode(_ node: Int32, before end: Int) {
    // Nothing may follow an `=`.
    summary.nodes[Int(node)].end = max(
      summary.nodes[Int(node)].start, UInt32(tokens[max(end - 1, 0)].end))
  }

  /// Reads a part of the file as the code of a node.
  mutating func inside<Value>(
    _ node: Int32, of declaration: Int32, _ read: (inout SummaryReader) -> Value
  ) -> Value {
    let outer = (owner, self.declaration, isKept, result)
    let mark = hidden.count
    (owner, self.declaration, isKept, result) = (node, declaration, false, .type(-1))
    let value = read(&self)
    (owner, self.declaration, isKept, result) = outer
    hide(to: mark)
    return value
  }

  // MARK: - Members

  mutating func readFile() {
    readMembers(from: 0, to: tokens.count - 1, in: 0)
  }

  /// Reads the declarations of a file or type, and the code between those of a file.
  mutating func readMembers(from start: Int, to end: Int, in parent: Int32) {
    guard enter() else { return }
    defer { leave() }
    var index = start
    while index < end {
      index = max(readMember(at: index, to: end, in: parent), index + 1)
    }
  }

  private mutating func readMember(at start: Int, to end: Int, in parent: Int32) -> Int {
    if let body = endOfDirective(at: start) { return body }
    let prefix = readPrefix(from: start)
    if let next = readDeclaration(prefix, in: parent) { return next }
    if tokens[start].kind == .pound, tokens[start + 1].isWord, !isExpressionMacro(at: start) {
      return readMacro(at: start, in: parent)
    }
    guard summary.declarations[Int(parent)].kind == .file else { return start + 1 }
    return readTopLevelCode(at: start, to: end)
  }

  /// The first token after a directive such as `#if`.
  func endOfDirective(at index: Int) -> Int? {
    switch tokens[index].kind {
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      pairs.directives[Int(pairs.partners[index])].body
    default:
      nil
    }
  }

  private mutating func readTopLevelCode(at start: Int, to end: Int) -> Int {
    if owner == -1 {
      owner = addNode(.topLevel, of: 0, name: 0, from: 0)
      summary.declarations[0].body = owner
      endNode(owner, before: end)
    }
    return readStatement(at: start, to: end)
  }

  private func isExpressionMacro(at index: Int) -> Bool {
    let words: [StaticString] = ["selector", "keyPath", "file", "line", "function", "fileID"]
    return words.contains { tokens.isWord($0, at: index + 1) }
  }

  /// `#Preview { … }` among declarations: its code is run by whoever the macro is for.
  private mutating func readMacro(at start: Int, in parent: Int32) -> Int {
    var macro = Declaration(.macro, in: parent)
    macro.name = name(at: start + 1)
    macro.nameOffset = tokens[start].offset
    macro.start = tokens[start].offset
    let number = add(macro)
    let node = addNode(.macro, of: number, name: start, from: start)
    summary.declarations[Int(number)].body = node
    let end = inside(node, of: number) { $0.readExpression(from: start).end }
    endNode(node, before: end)
    endDeclaration(number, before: end)
    return end
  }

  mutating func add(_ declaration: Declaration) -> Int32 {
    summary.declarations.append(declaration)
    return Int32(summary.declarations.count - 1)
  }

  mutating func endDeclaration(_ number: Int32, before end: Int) {
    summary.declarations[Int(number)].end = UInt32(tokens[max(end - 1, 0)].end)
  }
}

/// Attributes and modifiers before a declaration's keyword.
struct DeclarationPrefix {
  /// The first token.
  let start: Int
  /// The keyword.
  var keyword: Int
  var flags: Declaration.Flags = []
  /// As names.
  var attributes: [Int32] = []
}

extension SummaryReader {
  /// Reads attributes and modifiers.
  mutating func readPrefix(from start: Int) -> DeclarationPrefix {
    var prefix = DeclarationPrefix(start: start, keyword: start)
    while true {
      let index = prefix.keyword
      if tokens[index].kind == .atSign, tokens[index + 1].isWord {
        var last = index + 1
        while tokens[last + 1].kind == .period, tokens[last + 2].isWord { last += 2 }
        prefix.attributes.append(name(at: last))
        prefix.keyword = file.skipAttribute(at: index)
      } else if let body = endOfDirective(at: index), !prefix.attributes.isEmpty {
        // `#if` around attributes.
        prefix.keyword = body
      } else if tokens.isModifier(index), isFollowedByDeclaration(index) {
        readModifier(at: index, into: &prefix)
        prefix.keyword += 1
        // `private(set)`
        if tokens[prefix.keyword].kind == .leftParen, let close = pairs.partner(of: prefix.keyword)
        {
          prefix.keyword = close + 1
        }
      } else {
        return prefix
      }
    }
  }

  private func isFollowedByDeclaration(_ index: Int) -> Bool {
    if tokens[index].keyword == .class {
      let next = tokens[index + 1]
      return next.keyword == .func || next.keyword == .var || next.keyword == .let
        || next.keyword == .subscript || tokens.isModifier(index + 1)
    }
    var next = index + 1
    if tokens[next].kind == .leftParen, let close = pairs.partner(of: next) { next = close + 1 }
    return tokens[next].isWord || tokens[next].kind == .atSign
  }

  private func readModifier(at index: Int, into prefix: inout DeclarationPrefix) {
    let isOfSetter = tokens[index + 1].kind == .leftParen && tokens.isWord("set", at: index + 2)
    switch tokens[index].keyword {
    case .static, .class: prefix.flags.insert(.isStatic)
    case .private, .fileprivate: if !isOfSetter { prefix.flags.insert(.isPrivate) }
    default:
      if tokens.isWord("override", at: index) { prefix.flags.insert(.isOverride) }
      if tokens.isWord("lazy", at: index) { prefix.flags.insert(.isLazy) }
      if tokens.isWord("convenience", at: index) { prefix.flags.insert(.isConvenience) }
    }
  }

  /// Reads the declaration whose keyword follows the prefix.
  /// - Returns: the token after it; nil if there is none.
  mutating func readDeclaration(_ prefix: DeclarationPrefix, in parent: Int32) -> Int? {
    let keyword = prefix.keyword
    switch tokens[keyword].keyword {
    case .import:
      return readImport(at: keyword, prefix)
    case .struct: return readType(.structure, prefix, in: parent)
    case .class: return readType(.classType, prefix, in: parent)
    case .enum: return readType(.enumeration, prefix, in: parent)
    case .protocol: return readType(.protocolType, prefix, in: parent)
    case .extension: return readExtension(prefix, in: parent)
    case .func: return readFunction(.function, prefix, in: parent)
    case .`init`:
      let isMember =
        !tokens.isMember(keyword) && summary.declarations[Int(parent)].isTypeOrExtension
      return isMember ? readFunction(.initializer, prefix, in: parent) : nil
    case .deinit: return readDeinitializer(prefix, in: parent)
    case .subscript: return readSubscript(prefix, in: parent)
    case .let, .var: return readVariables(prefix, in: parent)
    case .case:
      let isMember = summary.declarations[Int(parent)].kind == .enumeration
      return isMember ? readCases(prefix, in: parent) : nil
    case .typealias: return readAlias(.alias, prefix, in: parent)
    case .associatedtype: return readAlias(.associatedType, prefix, in: parent)
    case .operator, .precedencegroup:
      var index = keyword + 1
      while index < tokens.count - 1, !shape.isStart[index] { index += 1 }
      return index
    default:
      let isActor =
        tokens.isWord("actor", at: keyword) && file.isIdentifier(keyword + 1)
        && !tokens[keyword + 1].isAtLineStart && !tokens.isMember(keyword)
      return isActor ? readType(.actor, prefix, in: parent) : nil
    }
  }

  private mutating func readImport(at keyword: Int, _ prefix: DeclarationPrefix) -> Int {
    var index = keyword + 1
    // `import struct Foundation.Date`
    if tokens[index].isWord, tokens[index + 1].isWord, !tokens[index + 1].isAtLineStart {
      index += 1
    }
    guard tokens[index].isWord else { return index }
    let module = name(at: index)
    summary.imports.append(module)
    let isExported = prefix.attributes.contains {
      summary.names[Int($0)].elementsEqual("_exported".utf8)
    }
    if isExported { summary.exports.append(module) }
    index += 1
    while tokens[index].kind == .period, tokens[index + 1].isWord { index += 2 }
    return index
  }

  /// Starts a declaration that is named at a token.
  mutating func begin(
    _ kind: Declaration.Kind, _ prefix: DeclarationPrefix, named index: Int, in parent: Int32
  ) -> Int32 {
    var declaration = Declaration(kind, in: parent)
    declaration.flags = prefix.flags
    declaration.nameOffset = tokens[index].offset
    declaration.start = tokens[prefix.start].offset
    let start = summary.attributes.count
    summary.attributes += prefix.attributes
    declaration.attributes = Span(start..<summary.attributes.count)
    if tokens[index].isWord || tokens[index].kind.isOperator {
      declaration.name = name(at: index)
    }
    return add(declaration)
  }

  // MARK: - Types

  private mutating func readType(
    _ kind: Declaration.Kind, _ prefix: DeclarationPrefix, in parent: Int32
  ) -> Int? {
    let nameIndex = prefix.keyword + 1
    guard tokens[nameIndex].isWord else { return nil }
    let number = begin(kind, prefix, named: nameIndex, in: parent)
    return readBody(ofType: number, from: nameIndex + 1)
  }

  private mutating func readExtension(_ prefix: DeclarationPrefix, in parent: Int32) -> Int? {
    let number = begin(.extensionOfType, prefix, named: prefix.keyword + 1, in: parent)
    summary.declarations[Int(number)].name = -1
    let (type, end) = readType(from: prefix.keyword + 1)
    summary.declarations[Int(number)].type = type
    return readBody(ofType: number, from: end)
  }

  private mutating func readBody(ofType number: Int32, from start: Int) -> Int {
    var generics: [GenericParameter] = []
    var index = readGenericParameters(at: start, into: &generics)
    if tokens[index].kind == .colon {
      let (types, end) = readInherited(from: index + 1)
      summary.declarations[Int(number)].inherited = addList(types)
      index = end
    }
    index = readWhere(at: index, into: &generics)
    setGenerics(generics, of: number)
    guard tokens[index].kind == .leftBrace, let close = pairs.partner(of: index), index < close
    else {
      endDeclaration(number, before: index)
      return index
    }
    let outer = (owner, declaration, isKept, hidden)
    // Local variables are not visible in a local type.
    let outerVisible = visible
    (owner, declaration, isKept, hidden) = (-1, number, false, [])
    if !outerVisible.isEmpty { visible = [] }
    readMembers(from: index + 1, to: close, in: number)
    (owner, declaration, isKept, hidden) = outer
    visible = outerVisible
    endDeclaration(number, before: close + 1)
    return close + 1
  }

  private mutating func readInherited(from start: Int) -> (types: [Int32], end: Int) {
    var types: [Int32] = []
    var index = start
    while true {
      let (type, end) = readType(from: index)
      types.append(type)
      index = end
      guard tokens[index].kind == .comma else { return (types, index) }
      index += 1
    }
  }

  mutating func setGenerics(_ generics: [GenericParameter], of number: Int32) {
    let start = summary.generics.count
    summary.generics += generics
    summary.declarations[Int(number)].generics = Span(start..<summary.generics.count)
  }

  /// Reads `<T: P, U>`.
  /// - Returns: the token after the `>`.
  mutating func readGenericParameters(
    at start: Int, isOpen: Bool = false, into generics: inout [GenericParameter]
  ) -> Int {
    let (found, end) = file.genericParameters(at: start, isOpen: isOpen)
    for index in found {
      var bound: Int32 = -1
      if tokens[index + 1].kind == .colon { bound = readType(from: index + 2).type }
      generics.append(GenericParameter(name: name(at: index), bound: bound))
    }
    return end
  }

  /// Reads `where T: P, T.Element == U`. Only bounds of single names are of use.
  mutating func readWhere(at start: Int, into generics: inout [GenericParameter]) -> Int {
    guard tokens[start].keyword == .where else { return start }
    var index = start + 1
    while index < tokens.count - 1 {
      switch tokens[index].kind {
      case .leftBrace, .rightBrace, .semicolon: return index
      case .colon:
        if tokens[index - 1].isWord, !tokens.isMember(index - 1) {
          let (bound, end) = readType(from: index + 1)
          generics.append(GenericParameter(name: name(at: index - 1), bound: bound))
          index = max(end, index + 1)
          continue
        }
      case .binaryOperator:
        if isOperator("==", at: index), tokens[index - 1].isWord, !tokens.isMember(index - 1) {
          let (bound, end) = readType(from: index + 1)
          generics.append(GenericParameter(name: name(at: index - 1), bound: bound))
          index = max(end, index + 1)
          continue
        }
      default:
        if index != start + 1, shape.isStart[index] { return index }
      }
      index += 1
    }
    return index
  }

  private mutating func readAlias(
    _ kind: Declaration.Kind, _ prefix: DeclarationPrefix, in parent: Int32
  ) -> Int? {
    let nameIndex = prefix.keyword + 1
    guard tokens[nameIndex].isWord else { return nil }
    let number = begin(kind, prefix, named: nameIndex, in: parent)
    var generics: [GenericParameter] = []
    var index = readGenericParameters(at: nameIndex + 1, into: &generics)
    if tokens[index].kind == .colon {
      let (types, end) = readInherited(from: index + 1)
      summary.declarations[Int(number)].inherited = addList(types)
      index = end
    }
    if tokens[index].kind == .equal {
      let (type, end) = readType(from: index + 1)
      summary.declarations[Int(number)].type = type
      index = end
    }
    index = readWhere(at: index, into: &generics)
    setGenerics(generics, of: number)
    endDeclaration(number, before: index)
    return index
  }

  private mutating func readCases(_ prefix: DeclarationPrefix, in parent: Int32) -> Int {
    var index = prefix.keyword + 1
    while tokens[index].isWord {
      var prefix = prefix
      prefix.flags.insert(.isStatic)
      let number = begin(.enumCase, prefix, named: index, in: parent)
      let nameIndex = index
      let node = addNode(.enumCase, of: number, name: nameIndex, from: nameIndex)
      summary.declarations[Int(number)].body = node
      index += 1
      if tokens[index].kind == .leftParen {
        index = readParameters(at: index, of: number, labelsAreNames: true)
      }
      if tokens[index].kind == .equal {
        index = inside(node, of: number) { $0.readExpression(from: index + 1).end }
      }
      endNode(node, before: index)
      endDeclaration(number, before: index)
      guard tokens[index].kind == .comma else { break }
      index += 1
    }
    return index
  }
}

extension Declaration {
  var isTypeOrExtension: Bool { isType || kind == .extensionOfType }
}
