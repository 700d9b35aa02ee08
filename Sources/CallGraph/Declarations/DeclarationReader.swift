import SwiftLexer
import Syntax

/// What stands before the keyword of a declaration.
struct DeclarationHeader {
  let node: Int
  let kind: SyntaxKind
  /// In `declarations`.
  let parent: Int32
  /// Whether it stands in code.
  let isLocal: Bool
  var flags: Declaration.Flags = []
  var attributes = Span()
}

extension SummaryReader {
  /// Reads the declarations of a file or type, and the code between those of a file.
  mutating func readMembers(of node: Int, in parent: Int32) {
    if isDeep { return readLater(node, .members(of: parent)) }
    depth += 1
    for member in tree.parts(of: node) { readMember(member, in: parent) }
    depth -= 1
  }

  private mutating func readMember(_ node: Int, in parent: Int32) {
    let kind = tree.kind(of: node)
    if kind.isDeclaration { return readDeclaration(node, in: parent, isLocal: false) }
    if kind == .unexpected { return readMembers(of: node, in: parent) }
    if kind == .macroExpansionExpr, !isExpressionMacro(node) { return readMacro(node, in: parent) }
    guard parent == 0 else { return }
    if place.owner == -1 {
      let bytes = tokens[0].start..<tokens[max(tokens.count - 2, 0)].end
      place.owner = addNode(.topLevel, of: 0, named: 0, bytes)
      summary.declarations[0].body = place.owner
    }
    _ = readStatement(node)
  }

  private func isExpressionMacro(_ node: Int) -> Bool {
    let words: [StaticString] = ["selector", "keyPath", "file", "line", "function", "fileID"]
    return words.contains { tokens.isWord($0, at: tree.token(of: node)) }
  }

  /// `#Preview { … }` among declarations: its code is run by whoever the macro is for.
  private mutating func readMacro(_ node: Int, in parent: Int32) {
    let header = DeclarationHeader(
      node: node, kind: .macroExpansionDecl, parent: parent, isLocal: false)
    let token = tree.token(of: node)
    let number = begin(.macro, header, named: token, at: node)
    let pound = tokens[max(token - 1, 0)]
    let bytes = pound.start..<tree.bytes(of: node).upperBound
    summary.declarations[number].nameOffset = pound.offset
    summary.declarations[number].start = pound.offset
    let code = addNode(.macro, of: number, named: max(token - 1, 0), bytes)
    summary.declarations[number].body = code
    let outer = enter(code, of: number)
    _ = readExpression(node)
    leave(to: outer)
  }

  /// Reads a declaration among members or in code.
  mutating func readDeclaration(_ node: Int, in parent: Int32, isLocal: Bool) {
    let header = header(of: node, in: parent, isLocal: isLocal)
    switch header.kind {
    case .importDecl: readImport(header)
    case .structDecl: readTypeDeclaration(.structure, header)
    case .classDecl: readTypeDeclaration(.classType, header)
    case .actorDecl: readTypeDeclaration(.actor, header)
    case .enumDecl: readTypeDeclaration(.enumeration, header)
    case .protocolDecl: readTypeDeclaration(.protocolType, header)
    case .extensionDecl: readTypeDeclaration(.extensionOfType, header)
    case .typeAliasDecl: readTypeDeclaration(.alias, header)
    case .associatedTypeDecl: readTypeDeclaration(.associatedType, header)
    case .functionDecl: readFunction(.function, .function, header)
    case .initializerDecl: readFunction(.initializer, .initializer, header)
    case .deinitializerDecl: readFunction(.deinitializer, .deinitializer, header)
    case .subscriptDecl: readFunction(.subscripts, .getter, header)
    case .variableDecl: readVariables(header)
    case .enumCaseDecl: readCases(header)
    case .macroExpansionDecl:
      if isLocal { _ = readExpression(node) } else { readMacro(node, in: parent) }
    default: break
    }
  }

  /// Reads attributes and modifiers.
  private mutating func header(of node: Int, in parent: Int32, isLocal: Bool) -> DeclarationHeader {
    let declaration = tree[node]
    var header = DeclarationHeader(
      node: node, kind: declaration.kind, parent: parent, isLocal: isLocal)
    let count = summary.attributes.count
    var index = Int(declaration.start)
    if tokens[index].kind == .atSign || tokens[index].kind == .poundIf {
      for part in tree.parts(of: node) {
        guard tree.kind(of: part) == .attribute else { break }
        if let type = firstType(in: part) {
          summary.attributes.append(name(at: tree.token(of: type)))
        }
        index = tree.end(of: part)
      }
    }
    header.attributes = Span(count..<summary.attributes.count)
    while index < declaration.token {
      readModifier(at: index, into: &header)
      index += 1
    }
    return header
  }

  private func readModifier(at index: Int, into header: inout DeclarationHeader) {
    switch tokens[index].keyword {
    case .static: header.flags.insert(.isStatic)
    case .class: if header.kind != .classDecl { header.flags.insert(.isStatic) }
    case .private, .fileprivate:
      let isOfSetter = tokens[index + 1].kind == .leftParen && tokens.isWord("set", at: index + 2)
      if !isOfSetter { header.flags.insert(.isPrivate) }
    case .none:
      if tokens.isWord("override", at: index) { header.flags.insert(.isOverride) }
      if tokens.isWord("lazy", at: index) { header.flags.insert(.isLazy) }
      if tokens.isWord("convenience", at: index) { header.flags.insert(.isConvenience) }
      if tokens.isWord("async", at: index) { header.flags.insert(.isAsync) }
    default: break
    }
  }

  /// Starts a declaration that is named at a token.
  /// - Parameter node: where it ends.
  mutating func begin(
    _ kind: Declaration.Kind, _ header: DeclarationHeader, named token: Int, at node: Int
  ) -> Int32 {
    var declaration = Declaration(kind, in: header.parent)
    declaration.flags = header.flags
    declaration.attributes = header.attributes
    declaration.nameOffset = tokens[token].offset
    declaration.start = tokens[tree.start(of: header.node)].offset
    declaration.end = UInt32(tree.bytes(of: node).upperBound)
    if kind != .extensionOfType, tokens[token].isWord || tokens[token].kind.isOperator {
      declaration.name = name(at: token)
    }
    return add(declaration)
  }

  private mutating func readImport(_ header: DeclarationHeader) {
    let token = tree.token(of: header.node)
    guard tokens[token].isWord else { return }
    let module = name(at: token)
    summary.imports.append(module)
    let isExported = summary.attributes[header.attributes.range].contains {
      summary.names[$0].elementsEqual("_exported".utf8)
    }
    if isExported { summary.exports.append(module) }
  }

  // MARK: - Types

  /// Reads a type, an extension or an alias.
  private mutating func readTypeDeclaration(_ kind: Declaration.Kind, _ header: DeclarationHeader) {
    var token = tree.token(of: header.node)
    if kind == .extensionOfType {
      guard let extended = firstType(in: header.node) else { return }
      token = tree.start(of: extended)
    }
    let number = begin(kind, header, named: token, at: header.node)
    var generics: [GenericParameter] = []
    for part in tree.parts(of: header.node) {
      switch tree.kind(of: part) {
      case .genericParameterClause, .genericWhereClause: readGenerics(part, into: &generics)
      case .primaryAssociatedTypeClause:
        for index in tree[part].range where tokens[index].isWord {
          generics.append(GenericParameter(name: name(at: index), bound: -1))
        }
      case .inheritanceClause: summary.declarations[number].inherited = readTypes(in: part)
      case .initializerClause: summary.declarations[number].type = readFirstType(in: part)
      case .memberBlock:
        setGenerics(generics, of: number)
        let outer = enterType(number)
        readMembers(of: part, in: number)
        return leave(to: outer)
      case let kind where kind.isType: summary.declarations[number].type = readType(part)
      default: break
      }
    }
    setGenerics(generics, of: number)
  }

  mutating func setGenerics(_ generics: [GenericParameter], of number: Int32) {
    let start = summary.generics.count
    summary.generics += generics
    summary.declarations[number].generics = Span(start..<summary.generics.count)
  }

  /// Reads `<T: P, U>` or `where T: P, T.Element == U`. Only bounds of single names are of use.
  mutating func readGenerics(_ clause: Int, into generics: inout [GenericParameter]) {
    for part in tree.children(of: clause) {
      if tree.kind(of: part) == .genericParameter {
        let bound = readFirstType(in: part)
        generics.append(GenericParameter(name: name(at: tree.token(of: part)), bound: bound))
      } else if let first = tree.firstChild(of: part), tree.kind(of: first) == .identifierType,
        tree.firstChild(of: first) == nil, let bound = tree.nextSibling(of: first)
      {
        let name = name(at: tree.token(of: first))
        generics.append(GenericParameter(name: name, bound: readType(bound)))
      }
    }
  }

  private mutating func readCases(_ header: DeclarationHeader) {
    guard summary.declarations[header.parent].kind == .enumeration else { return }
    var header = header
    header.flags.insert(.isStatic)
    for element in tree.children(of: header.node)
    where tree.kind(of: element) == .enumCaseElement {
      let token = tree.token(of: element)
      let number = begin(.enumCase, header, named: token, at: element)
      let node = addNode(.enumCase, of: number, named: token, tree.bytes(of: element))
      summary.declarations[number].body = node
      let outer = enter(node, of: number)
      for part in tree.children(of: element) {
        if tree.kind(of: part) == .parameterClause {
          readParameters(part, of: number)
        } else if let value = tree.firstChild(of: part) {
          _ = readExpression(value)
        }
      }
      leave(to: outer)
    }
  }
}

extension Declaration {
  var isTypeOrExtension: Bool { isType || kind == .extensionOfType }
}

extension SyntaxKind {
  var isDeclaration: Bool {
    Self.actorDecl.rawValue <= rawValue && rawValue <= Self.variableDecl.rawValue
  }
}
