import SwiftLexer
import Syntax

extension SyntaxKind {
  /// Whether it is a type or an extension.
  var isTypeDecl: Bool {
    switch self {
    case .actorDecl, .classDecl, .enumDecl, .extensionDecl, .protocolDecl, .structDecl: true
    default: false
    }
  }

  /// Whether keys and scope headers may name it: a declaration, or a macro with its arguments.
  var isScope: Bool {
    switch self {
    case .functionDecl, .initializerDecl, .deinitializerDecl, .subscriptDecl, .typeAliasDecl,
      .associatedTypeDecl, .variableDecl, .patternBinding, .enumCaseDecl, .enumCaseElement,
      .macroExpansionDecl, .macroExpansionExpr:
      true
    default: isTypeDecl
    }
  }
}

extension SyntaxTree {
  /// The declaration or macro around a node; `nil` at file level. Several variables or cases of
  /// one declaration are scopes of their own, apart from the first.
  func scope(around node: Int) -> Int? {
    var node = node
    let kind = kind(of: node)
    if kind == .patternBinding || kind == .enumCaseElement { node = parent(of: node) ?? node }
    while let parent = parent(of: node) {
      node = parent
      if isScope(node) { return node }
    }
    return nil
  }

  /// The last token of a scope. Each of several variables ends where the next one starts.
  func lastToken(ofScope node: Int) -> Int {
    let part: SyntaxKind =
      kind(of: node) == .variableDecl ? .patternBinding : .enumCaseElement
    guard kind(of: node) == .variableDecl || kind(of: node) == .enumCaseDecl,
      let first = child(part, of: node)
    else { return end(of: node) - 1 }
    return end(of: first) - 1
  }

  func isScope(_ node: Int) -> Bool {
    let kind = kind(of: node)
    guard kind.isScope else { return false }
    switch kind {
    case .patternBinding, .enumCaseElement:
      // The first one is that of the whole declaration.
      guard let parent = parent(of: node) else { return false }
      return child(kind, of: parent) != node
    case .macroExpansionDecl, .macroExpansionExpr:
      return children(of: node).contains {
        let part = self.kind(of: $0)
        return part == .arguments || part == .closureExpr || part == .genericArgumentClause
      }
    default:
      return true
    }
  }

  /// Whether a declaration is in code, rather than directly in the file or in a type.
  func isLocal(_ node: Int) -> Bool {
    for ancestor in ancestors(of: node) {
      switch kind(of: ancestor) {
      case .sourceFile, .memberBlock: return false
      case .ifConfigDecl, .ifConfigClause: break
      case .variableDecl, .enumCaseDecl: break
      default: return true
      }
    }
    return false
  }

  /// The keyword of a declaration.
  func introducer(of node: Int) -> Int {
    switch kind(of: node) {
    case .variableDecl, .initializerDecl, .deinitializerDecl, .subscriptDecl:
      return token(of: node)
    case .extensionDecl:
      return firstType(in: node).map { start(of: $0) - 1 } ?? token(of: node)
    case .enumCaseDecl:
      let end = child(.enumCaseElement, of: node).map { start(of: $0) } ?? self.end(of: node)
      return max(start(of: node), end - 1)
    case .macroExpansionDecl, .macroExpansionExpr:
      var index = token(of: node)
      while start(of: node) < index, source[index].kind != .pound { index -= 1 }
      return index
    default:
      return max(token(of: node) - 1, start(of: node))
    }
  }

  /// The tokens of the modifiers before the keyword. Those in parentheses, as in `private(set)`,
  /// are left out.
  func modifierWords(of node: Int) -> [Int] {
    var words: [Int] = []
    var index = modifiers(of: node).lowerBound
    let keyword = introducer(of: node)
    while index < keyword {
      if source[index].isWord { words.append(index) }
      index += 1
      if source[index].kind == .leftParen {
        while index < keyword, source[index].kind != .rightParen { index += 1 }
        index += 1
      }
    }
    return words
  }

  /// The innermost type or extension around a node.
  func typeDecl(around node: Int) -> Int? {
    ancestors(of: node).first { kind(of: $0) == .memberBlock }.flatMap { parent(of: $0) }
  }

  /// The extension around a node; `nil` if the innermost type declaration is no extension.
  func extensionNode(around node: Int) -> Int? {
    guard let type = typeDecl(around: node), kind(of: type) == .extensionDecl else { return nil }
    return type
  }

  /// Whether the member of the innermost type that the code is in is `static` or `class`. `nil` if
  /// the code is in no member.
  func isInStaticMember(_ node: Int) -> Bool? {
    var member = node
    for ancestor in ancestors(of: node) {
      if kind(of: ancestor) == .memberBlock { break }
      switch kind(of: ancestor) {
      case .ifConfigDecl, .ifConfigClause: break
      default: member = ancestor
      }
    }
    guard kind(of: member).isScope, typeDecl(around: member) != nil else { return nil }
    return modifierWords(of: member).contains {
      source[$0].keyword == .static || source[$0].keyword == .class
    }
  }
}

extension FileSyntax {
  private func name(at index: Int) -> Name { Name(tokens.text(at: index)) }

  /// Reads the header of a scope.
  func header(of scope: Int) -> WrittenDeclaration {
    let kind = tree.kind(of: scope)
    let isPart = kind == .patternBinding || kind == .enumCaseElement
    let whole = isPart ? tree.parent(of: scope)! : scope
    var header = WrittenDeclaration()
    header.attributes = tree.attributes(of: whole).map { attribute in
      let type = tree.firstType(in: attribute)
      return (type.map(names(ofType:)) ?? [tree.token(of: attribute)]).map(name)
    }
    header.modifiers = tree.modifierWords(of: whole).filter { !isOfSetter($0) }.map(name)
    header.keyword = name(at: tree.introducer(of: whole))
    switch kind {
    case .initializerDecl, .deinitializerDecl, .subscriptDecl: break
    case .functionDecl: header.names = [[functionName(at: tree.token(of: scope))]]
    case .extensionDecl:
      guard let type = tree.firstType(in: scope) else { break }
      header.names = names(ofWritten: type).map { [$0] } ?? []
    case .variableDecl, .patternBinding:
      let binding = isPart ? scope : tree.child(.patternBinding, of: scope)
      guard let binding, let pattern = tree.firstChild(of: binding) else { break }
      header.names = tree.boundNames(in: pattern).map { [name(at: tree.token(of: $0))] }
      header.types = tree.annotation(of: binding).map(types(in:)) ?? []
    default:
      header.names = [[name(at: tree.token(of: scope))]]
    }
    if let clause = tree.child(.inheritanceClause, of: scope) {
      header.types = tree.children(of: clause).flatMap(types(in:))
    }
    return header
  }

  private func isOfSetter(_ modifier: Int) -> Bool {
    tokens[modifier + 1].kind == .leftParen && tokens.isWord("set", at: modifier + 2)
  }

  /// The types of a composition, or the type itself, as names.
  private func types(in node: Int) -> [[Name]] {
    var node = node
    while true {
      switch tree.kind(of: node) {
      case .attributedType, .someOrAnyType, .suppressedType:
        guard let inner = tree.children(of: node).filter({ tree.kind(of: $0).isType }).last else {
          return []
        }
        node = inner
      case .optionalType, .implicitlyUnwrappedOptionalType:
        guard let inner = tree.firstChild(of: node) else { return [] }
        node = inner
      case .compositionType:
        return tree.children(of: node).compactMap(names(ofWritten:))
      default:
        return names(ofWritten: node).map { [$0] } ?? []
      }
    }
  }

  /// The names of a type; `nil` for a tuple, a function and so on.
  private func names(ofWritten type: Int) -> [Name]? {
    switch tree.kind(of: type) {
    case .arrayType: [Name("Array".utf8)]
    case .dictionaryType: [Name("Dictionary".utf8)]
    case .optionalType: [Name("Optional".utf8)]
    case .suppressedType, .attributedType: tree.firstType(in: type).flatMap(names(ofWritten:))
    case .identifierType, .memberType: names(ofType: type).map(name)
    default: nil
    }
  }

  /// The tokens of the names of a type, with the module.
  func names(ofType type: Int) -> [Int] {
    var (names, node) = ([Int](), type)
    while true {
      if tree.kind(of: node) == .memberType, let base = tree.firstChild(of: node) {
        names.append(tree.token(of: node))
        node = base
      } else {
        names.append(tree.token(of: node))
        if tree.start(of: node) + 2 == tree.token(of: node) { names.append(tree.start(of: node)) }
        return names.reversed()
      }
    }
  }

  /// The name of a function. In `func ==<T>(` the lexer joins the `<` to the name.
  func functionName(at index: Int) -> Name {
    let name = name(at: index)
    let isGlued = tokens[index].kind.isOperator && 1 < name.count && tokens[index + 1].isWord
    return isGlued && name.last == UInt8(ascii: "<") ? name.dropLast() : name
  }

  /// The tokens of the names of an extended type, without a module.
  func extendedPath(of node: Int) -> [Int]? {
    tree.firstType(in: node).flatMap { type in
      switch tree.kind(of: type) {
      case .identifierType, .memberType: withoutModule(names(ofType: type))
      default: nil
      }
    }
  }

  /// The type that is extended around a node; `nil` if the innermost type declaration is no
  /// extension.
  func extendedType(around node: Int) -> TypePath? {
    tree.extensionNode(around: node).flatMap(extendedPath(of:)).map(typePath)
  }

  /// Whether the `var` is private to the file and has no attribute that may change its nature.
  func isPrivateVariable(_ node: Int) -> Bool {
    let isHarmless = tree.attributes(of: node).allSatisfy { attribute in
      harmlessAttributes.contains(where: tokens.text(at: tree.token(of: attribute)).elementsEqual)
    }
    return isHarmless
      && tree.modifierWords(of: node).contains {
        let keyword = tokens[$0].keyword
        return (keyword == .private || keyword == .fileprivate) && !isOfSetter($0)
      }
  }
}

/// Attributes that do not change the nature of a variable.
private let harmlessAttributes = [
  "MainActor", "ObservationIgnored", "available", "nonobjc", "objc", "usableFromInline",
].map { Array($0.utf8) }
