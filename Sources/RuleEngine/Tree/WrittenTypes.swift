import SwiftLexer
import Syntax

// Types as they are written: as types, or as expressions, as in `[Date]()`.

extension SyntaxTree {
  /// The type of a declaration: `: T`.
  func annotation(of node: Int) -> Int? {
    child(.typeAnnotation, of: node).flatMap { firstType(in: $0) }
  }

  /// The type after `->`.
  func resultType(in node: Int) -> Int? {
    child(.returnClause, of: node).flatMap { firstType(in: $0) }
  }

  /// The type without attributes, specifiers such as `inout`, `?`, `!`, and parentheses around it.
  func bareType(_ node: Int) -> Int {
    var node = node
    while true {
      let inner: Int?
      switch kind(of: node) {
      case .attributedType, .someOrAnyType, .tupleTypeElement, .namedOpaqueReturnType:
        inner = children(of: node).filter { kind(of: $0).isType }.last
      case .optionalType, .implicitlyUnwrappedOptionalType, .optionalChainingExpr,
        .forceUnwrapExpr:
        inner = firstChild(of: node)
      case .tupleType:
        let only = firstChild(of: node)
        let isOne = only.map { nextSibling(of: $0) == nil && kind(of: $0).isType } ?? false
        inner = isOne ? only : nil
      default:
        inner = content(ofParentheses: node)
      }
      guard let inner else { return node }
      node = inner
    }
  }

  func genericArguments(of node: Int) -> [Int] {
    child(.genericArgumentClause, of: node).map { Array(children(of: $0)) } ?? []
  }

  /// The result type of a function type.
  func resultType(ofFunction node: Int) -> Int? {
    let type = bareType(node)
    return kind(of: type) == .functionType ? resultType(in: type) : nil
  }

  /// The types of a tuple's elements.
  func elementTypes(ofTuple node: Int) -> [Int] {
    let type = bareType(node)
    guard kind(of: type) == .tupleType else { return [] }
    return children(of: type).prefix(Limits.elements + 1).compactMap {
      kind(of: $0) == .tupleTypeElement ? self.firstType(in: $0) : $0
    }
  }
}

/// A type as it is written: a type, or an expression that names one.
struct TypeRef {
  let node: Int
  /// The arguments for generic parameters in it, by the names' numbers in `DeclaredNames.table`.
  var arguments: [Int: Int] = [:]
}

extension FileSyntax {
  /// The type without attributes, marks and parentheses, an alias of the file replaced by what it
  /// stands for, and `Self` by the extended type.
  func resolved(_ type: TypeRef) -> TypeRef {
    var type = type
    for _ in 0..<Limits.few {
      type = TypeRef(node: tree.bareType(type.node), arguments: type.arguments)
      guard let next = replacement(of: type) else { return type }
      type = next
    }
    return type
  }

  private func replacement(of type: TypeRef) -> TypeRef? {
    let node = type.node
    switch tree.kind(of: node) {
    case .identifierType, .declReferenceExpr, .memberType, .memberAccessExpr,
      .genericSpecializationExpr:
      break
    default: return nil
    }
    if tokens[tree.start(of: node)].keyword == .Self, tree.start(of: node) + 1 == tree.end(of: node)
    {
      return tree.extensionNode(around: node).flatMap { tree.firstType(in: $0) }.map {
        TypeRef(node: $0)
      }
    }
    if name(ofGeneric: node) == "Optional", let wrapped = tree.genericArguments(of: node).first {
      return TypeRef(node: wrapped, arguments: type.arguments)
    }
    if !type.arguments.isEmpty, tree.start(of: node) + 1 == tree.end(of: node),
      let argument = names.number(at: tree.start(of: node), in: self).flatMap({ type.arguments[$0] }
      )
    {
      return TypeRef(node: argument)
    }
    guard hasAliases, mayBeCallable(tree.token(of: named(node))),
      let alias = declaration(ofType: node), names.all[alias].kind == .alias,
      let clause = tree.child(.initializerClause, of: names.all[alias].node),
      let aliased = tree.firstType(in: clause)
    else { return nil }
    return TypeRef(
      node: aliased, arguments: arguments(of: names.all[alias].node, writtenIn: type))
  }

  /// The type without its generic arguments.
  private func named(_ type: Int) -> Int {
    guard tree.kind(of: type) == .genericSpecializationExpr else { return type }
    return tree.firstChild(of: type) ?? type
  }

  /// The arguments for the generic parameters of a declaration.
  func arguments(of declaration: Int, writtenIn type: TypeRef) -> [Int: Int] {
    var arguments: [Int: Int] = [:]
    let parameters = tree.child(.genericParameterClause, of: declaration).map {
      tree.children(of: $0).filter { tree.kind(of: $0) == .genericParameter }
    }
    for (parameter, argument) in zip(parameters ?? [], tree.genericArguments(of: type.node)) {
      guard let name = names.number(at: tree.token(of: parameter), in: self) else { continue }
      let inner = names.number(at: tree.start(of: argument), in: self).flatMap {
        type.arguments[$0]
      }
      arguments[name] =
        tree.start(of: argument) + 1 == tree.end(of: argument) ? inner ?? argument : argument
    }
    return arguments
  }

  /// The declaration of a type that is named, by index in `DeclaredNames.all`.
  func declaration(ofType node: Int) -> Int? {
    switch tree.kind(of: node) {
    case .identifierType, .declReferenceExpr:
      let token = tree.token(of: node)
      return tree.start(of: node) == token ? find(nameAt: token, isType: true)?.declaration : nil
    case .genericSpecializationExpr:
      return tree.firstChild(of: node).flatMap(declaration(ofType:))
    case .memberType, .memberAccessExpr:
      guard let base = tree.firstChild(of: node), let container = container(ofType: base) else {
        return nil
      }
      return find(memberAt: tree.token(of: node), of: .container(container))?.declaration
    default: return nil
    }
  }

  /// The number of a type of the file that is named; `nil` for any other type.
  func container(ofType node: Int) -> Int? {
    switch tree.kind(of: node) {
    case .identifierType, .declReferenceExpr:
      let token = tree.token(of: node)
      guard tree.start(of: node) == token else { return nil }
      if tokens[token].keyword == .Self || tokens[token].keyword == .`self` {
        return container(around: token)
      }
      return names.number(at: token, in: self).flatMap { type($0, around: token) }
    case .genericSpecializationExpr:
      return tree.firstChild(of: node).flatMap(container(ofType:))
    case .memberType, .memberAccessExpr:
      guard let base = tree.firstChild(of: node), let outer = container(ofType: base),
        let name = names.number(at: tree.token(of: node), in: self)
      else { return nil }
      return names.type(name, in: outer)
    default: return nil
    }
  }

  /// The tokens of the names of a nominal type, without module, generic arguments, `?` and `!`.
  /// `nil` for any other type.
  func nominalPath(of type: Int) -> [Int]? {
    var type = tree.bareType(type)
    for _ in 0..<Limits.few {
      guard name(ofGeneric: type) == "Optional", let wrapped = tree.genericArguments(of: type).first
      else { break }
      type = tree.bareType(wrapped)
    }
    return path(of: type).map(withoutModule)
  }

  /// The tokens of the names of a type, with the module before them.
  private func path(of type: Int) -> [Int]? {
    var (names, node) = ([Int](), type)
    while true {
      switch tree.kind(of: node) {
      case .genericSpecializationExpr:
        guard let base = tree.firstChild(of: node) else { return nil }
        node = base
        continue
      case .identifierType, .declReferenceExpr:
        names.append(tree.token(of: node))
        // `Foundation::Date`
        if tree.start(of: node) + 2 == tree.token(of: node) { names.append(tree.start(of: node)) }
        return names.reversed()
      case .memberType, .memberAccessExpr:
        guard let base = tree.firstChild(of: node), tree.kind(of: base) != .genericArgumentClause
        else { return nil }
        names.append(tree.token(of: node))
        node = base
      default:
        return nil
      }
    }
  }

  /// The last name of a type with generic arguments; `nil` for any other type.
  func name(ofGeneric type: Int) -> String? {
    guard tree.child(.genericArgumentClause, of: type) != nil else { return nil }
    var name = type
    if tree.kind(of: type) == .genericSpecializationExpr {
      guard let base = tree.firstChild(of: type) else { return nil }
      name = base
    }
    let isMember = tree.kind(of: name) == .memberType || tree.kind(of: name) == .memberAccessExpr
    if isMember, let base = tree.firstChild(of: name), !isModule(at: tree.token(of: base)) {
      return nil
    }
    return String(decoding: tokens.text(at: tree.token(of: name)), as: UTF8.self)
  }

  /// The parts of a literal of a type.
  enum Part { case key, value, element }

  /// The type of the parts of a literal of the type, as the element of an array.
  func type(of part: Part, in whole: TypeRef) -> TypeRef? {
    let type = resolved(whole)
    return node(of: part, in: type.node).map { TypeRef(node: $0, arguments: type.arguments) }
  }

  private func node(of part: Part, in type: Int) -> Int? {
    let parts = Array(tree.children(of: type))
    switch tree.kind(of: type) {
    case .arrayType, .arrayExpr: return part == .element && parts.count == 1 ? parts[0] : nil
    case .inlineArrayType: return part == .element ? parts.last : nil
    case .dictionaryType, .dictionaryExpr:
      let pair = parts.count == 1 ? Array(tree.children(of: parts[0])) : parts
      guard part != .element, pair.count == 2 else { return nil }
      return pair[part == .key ? 0 : 1]
    default: break
    }
    let arguments = tree.genericArguments(of: type)
    switch name(ofGeneric: type) {
    case "Array", "Set", "ContiguousArray", "ArraySlice":
      return part == .element ? arguments.first : nil
    case "InlineArray": return part == .element ? arguments.last : nil
    case "Dictionary":
      guard part != .element, arguments.count == 2 else { return nil }
      return arguments[part == .key ? 0 : 1]
    default: return nil
    }
  }

  /// A type by the names that are written.
  /// - Parameter path: the tokens of the names, as `nominalPath` returns them.
  func typePath(_ path: [Int]) -> TypePath {
    var type = TypePath(names: path.map { tables.names.number(of: tokens.text(at: $0)) })
    if isQualified(path[0]) {
      type.isQualified = true
    } else if hasAlias, case .type(let alias) = find(nameAt: path[0], isType: true)?.meaning {
      type.expand(alias)
    } else {
      type.root = path[0]
    }
    return type
  }

  /// The names of a type, through aliases; `nil` for a tuple, a function and so on.
  func typePath(of type: TypeRef) -> TypePath? {
    nominalPath(of: resolved(type).node).map { typePath($0) }
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
