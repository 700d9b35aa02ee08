import SwiftLexer
import Syntax

extension SummaryReader {
  /// Reads the declarations of a file or type, and the code between those of a file.
  mutating func readMembers(of node: Int) {
    for member in tree.parts(of: node) {
      switch tree.kind(of: member) {
      case .macroExpansionExpr where !isExpressionMacro(member): readMacro(member)
      case let kind where kind.isDeclaration: _ = read(member)
      case .unexpected: break
      case _ where place.declaration == 0 && hasBodies:
        if place.owner == -1 {
          let bytes = tokens[0].start..<tokens[max(tokens.count - 2, 0)].end
          place.owner = addNode(.topLevel, of: 0, named: 0, bytes)
          summary.declarations[0].body = place.owner
        }
        _ = read(member)
      default: break
      }
    }
  }

  private func isExpressionMacro(_ node: Int) -> Bool {
    let words: [StaticString] = ["selector", "keyPath", "file", "line", "function", "fileID"]
    return words.contains { tokens.isWord($0, at: tree.token(of: node)) }
  }

  /// - Returns: -1, as a declaration has no value.
  mutating func readDeclaration(_ node: Int) -> Int32 {
    switch tree.kind(of: node) {
    case .importDecl: readImport(node)
    case .variableDecl: readVariables(node)
    case .enumCaseDecl: readCases(node)
    case .macroExpansionDecl where tree.isMember(node): readMacro(node)
    case .macroExpansionDecl: _ = readMacroUse(node)
    case .structDecl: readDeclaration(node, .structure)
    case .classDecl: readDeclaration(node, .classType)
    case .actorDecl: readDeclaration(node, .actor)
    case .enumDecl: readDeclaration(node, .enumeration)
    case .protocolDecl: readDeclaration(node, .protocolType)
    case .extensionDecl: readDeclaration(node, .extensionOfType)
    case .typeAliasDecl: readDeclaration(node, .alias)
    case .associatedTypeDecl: readDeclaration(node, .associatedType)
    case .functionDecl: readDeclaration(node, .function, .function)
    case .initializerDecl: readDeclaration(node, .initializer, .initializer)
    case .deinitializerDecl: readDeclaration(node, .deinitializer, .deinitializer)
    case .subscriptDecl: readDeclaration(node, .subscripts, .getter)
    default: break
    }
    return -1
  }

  /// Reads the attributes and modifiers before the keyword of a declaration.
  mutating func header(_ kind: Declaration.Kind, of node: Int) -> Declaration {
    var header = Declaration(kind, in: place.declaration)
    header.start = tokens[tree.start(of: node)].offset
    let count = summary.attributes.count
    for attribute in tree.attributes(of: node) {
      guard let type = tree.firstType(in: attribute) else { continue }
      summary.attributes.append(name(at: tree.token(of: type)))
      if isDisabled(attribute) { header.flags.insert(.isSkipped) }
    }
    header.attributes = Span(count..<summary.attributes.count)
    let words: [(StaticString, Declaration.Flags)] = [
      ("override", .isOverride), ("lazy", .isLazy), ("convenience", .isConvenience),
      ("async", .isAsync), ("mutating", .isMutating),
    ]
    for index in tree.modifiers(of: node) {
      switch tokens[index].keyword {
      case .static: header.flags.insert(.isStatic)
      case .class where kind != .classType: header.flags.insert(.isStatic)
      case .private, .fileprivate:
        // `private(set)`
        if !tokens.isWord("set", at: index + 2) { header.flags.insert(.isPrivate) }
      default:
        for (word, flag) in words where tokens.isWord(word, at: index) { header.flags.insert(flag) }
      }
    }
    return header
  }

  /// Adds a declaration that is named at a token, and ends with the node.
  mutating func add(_ header: Declaration, named token: Int, at node: Int) -> Int32 {
    var declaration = header
    declaration.nameOffset = tokens[token].offset
    declaration.end = UInt32(tree.bytes(of: node).upperBound)
    if header.kind == .function, !tokens[token].isWord {
      declaration.flags.insert(.isOperator)
      declaration.name = Int32(summary.names.insert(tree.name(of: node)))
    } else if header.kind != .extensionOfType, tokens[token].isWord {
      declaration.name = name(at: token)
    }
    summary.declarations.append(declaration)
    return Int32(summary.declarations.count - 1)
  }

  private mutating func readImport(_ node: Int) {
    let token = tree.token(of: node)
    guard tokens[token].isWord else { return }
    summary.imports.append(name(at: token))
    let isExported = tree.attributes(of: node).contains {
      tokens.isWord("_exported", at: tree.token(of: $0))
    }
    if isExported { summary.exports.append(name(at: token)) }
  }

  /// Reads `#Preview { … }` among declarations: the macro decides who runs its code.
  private mutating func readMacro(_ node: Int) {
    let token = tree.token(of: node)
    let number = add(header(.macro, of: node), named: token, at: node)
    let pound = tokens[max(token - 1, 0)]
    summary.declarations[number].nameOffset = pound.offset
    summary.declarations[number].start = pound.offset
    let bytes = pound.start..<tree.bytes(of: node).upperBound
    let code = addNode(.macro, of: number, named: max(token - 1, 0), bytes)
    summary.declarations[number].body = code
    let outer = enter(code, of: number)
    _ = readMacroUse(node)
    leave(to: outer)
  }

  // MARK: - Types and functions

  /// Reads a declaration that has members, or code of that kind.
  private mutating func readDeclaration(
    _ node: Int, _ kind: Declaration.Kind, _ code: NodeKind? = nil
  ) {
    var header = header(kind, of: node)
    var token = tree.token(of: node)
    if kind == .extensionOfType {
      guard let extended = tree.firstType(in: node) else { return }
      token = tree.start(of: extended)
    }
    let isLocal = code != nil && !tree.isMember(node)
    if isLocal { header.flags.insert(.isLocal) }
    if kind == .subscripts { header.flags.insert(.isComputed) }
    if kind == .deinitializer { summary.notFollowed.deinitializers += 1 }
    if kind == .initializer, tokens.text(at: token + 1).first == UInt8(ascii: "?") {
      header.flags.insert(.isFailable)
    }
    let number = add(header, named: token, at: node)
    if isLocal, kind == .function {
      localFunctions[Int32(node)] = number
      show(summary.declarations[number].name, .function(Int32(node)))
    }
    readParts(of: node, number, code, named: token)
  }

  /// Reads the parts of a declaration, which all see its parameters.
  private mutating func readParts(
    of node: Int, _ number: Int32, _ code: NodeKind?, named token: Int
  ) {
    var body: Int32 = -1
    if let code {
      body = addNode(code, of: number, named: token, tree.bytes(of: node))
      summary.declarations[number].body = body
    }
    let outer = enter(body, of: number)
    let generics = tree.generics(of: node).map { parameter in
      GenericParameter(
        name: name(at: parameter.name), bound: parameter.bound.map { readType($0) } ?? -1)
    }
    let start = summary.generics.count
    summary.generics += generics
    summary.declarations[number].generics = Span(start..<summary.generics.count)
    for part in tree.parts(of: node, entering: .functionSignature) {
      switch tree.kind(of: part) {
      case .attribute where code != nil: readTestArguments(part)
      case .inheritanceClause: summary.declarations[number].inherited = readTypes(in: part)
      case .parameterClause: readParameters(part, of: number)
      case .effectSpecifiers:
        if tree[part].range.contains(where: { tokens.isWord("async", at: $0) }) {
          summary.declarations[number].flags.insert(.isAsync)
        }
      case .initializerClause where code == .enumCase:
        if let value = tree.firstChild(of: part) { _ = read(value) }
      case .returnClause, .initializerClause:
        summary.declarations[number].type = readFirstType(in: part)
      case .memberBlock: readMembers(of: part)
      case .codeBlock where hasBodies:
        place.resultType = summary.declarations[number].type
        giveResult(readStatements(of: part))
      case .accessorBlock: readAccessors(part, of: number, named: token)
      case let kind where kind.isType: summary.declarations[number].type = readType(part)
      default: break
      }
    }
    leave(to: outer)
  }

  private mutating func readCases(_ node: Int) {
    guard summary.declarations[place.declaration].kind == .enumeration else { return }
    var header = header(.enumCase, of: node)
    header.flags.insert(.isStatic)
    for element in tree.children(of: node) where tree.kind(of: element) == .enumCaseElement {
      let token = tree.token(of: element)
      readParts(of: element, add(header, named: token, at: element), .enumCase, named: token)
    }
  }
}

extension Declaration {
  var isTypeOrExtension: Bool { isType || kind == .extensionOfType }
}
