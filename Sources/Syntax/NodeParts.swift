import SwiftLexer

// The parts of nodes by what they are for: names, labels, types and values.

extension SyntaxTree {
  // MARK: - Declarations

  /// The name of a declaration, without the `<` that the lexer joins to an operator: `==` of
  /// `func ==<T>(`.
  package func name(of declaration: Int) -> UnsafeBufferPointer<UInt8> {
    let text = source.text(at: token(of: declaration))
    guard let clause = child(.genericParameterClause, of: declaration),
      start(of: clause) == token(of: declaration)
    else { return text }
    return UnsafeBufferPointer(rebasing: text.prefix(Int(self[clause].lead)))
  }

  /// Whether a declaration is a member of a type or of the file; else it stands in code.
  package func isMember(_ declaration: Int) -> Bool {
    var outer = parent(of: declaration)
    while let node = outer, kind(of: node) == .ifConfigDecl || kind(of: node) == .ifConfigClause {
      outer = parent(of: node)
    }
    return outer.map { kind(of: $0) == .memberBlock || kind(of: $0) == .sourceFile } ?? true
  }

  /// The attributes of a declaration.
  package func attributes(of declaration: Int) -> [Int] {
    Array(parts(of: declaration).prefix { kind(of: $0) == .attribute })
  }

  /// The tokens between the attributes and the name of a declaration: its modifiers, and most
  /// often its keyword.
  package func modifiers(of declaration: Int) -> Range<Int> {
    let start = attributes(of: declaration).last.map(end) ?? start(of: declaration)
    return start..<max(start, token(of: declaration))
  }

  /// The names of a declaration's generic parameters and primary associated types, as tokens, with
  /// the types that bound them: `<T: P>`, `where T == U`. There are bounds of single names alone.
  package func generics(of declaration: Int) -> [(name: Int, bound: Int?)] {
    var generics: [(name: Int, bound: Int?)] = []
    for clause in children(of: declaration) {
      if kind(of: clause) == .primaryAssociatedTypeClause {
        generics += self[clause].range.lazy.filter { self.source[$0].isWord }.map { ($0, nil) }
      }
      guard kind(of: clause) == .genericParameterClause || kind(of: clause) == .genericWhereClause
      else { continue }
      for part in parts(of: clause, entering: .genericWhereClause) {
        let first = firstType(in: part)
        if kind(of: part) == .genericParameter {
          generics.append((token(of: part), first))
        } else if let first, kind(of: first) == .identifierType, firstChild(of: first) == nil,
          let bound = nextSibling(of: first)
        {
          generics.append((token(of: first), bound))
        }
      }
    }
    return generics
  }

  /// The first type that is a child of the node.
  package func firstType(in node: Int) -> Int? { children(of: node).first { kind(of: $0).isType } }

  /// A type without `?`, attributes, specifiers, labels and parentheses around it.
  package func unwrapped(type: Int) -> Int {
    var type = type
    while true {
      var inner: Int?
      switch kind(of: type) {
      case .optionalType, .implicitlyUnwrappedOptionalType, .attributedType, .someOrAnyType,
        .suppressedType, .packElementType, .packExpansionType, .namedOpaqueReturnType,
        .tupleTypeElement, .returnClause:
        inner = firstType(in: type)
      case .tupleType:
        inner = firstChild(of: type).flatMap { nextSibling(of: $0) == nil ? $0 : nil }
      default: break
      }
      guard let inner else { return type }
      type = inner
    }
  }

  /// The parts of a `parameter`.
  package struct ParameterParts {
    /// The token of the name that calls use; nil for `_`.
    package fileprivate(set) var label: Int?
    /// The token of the name that code uses: the same one if there is only one.
    package fileprivate(set) var name: Int?
    package fileprivate(set) var type: Int?
    package fileprivate(set) var isVariadic = false
    package fileprivate(set) var defaultValue: Int?
  }

  package func parts(ofParameter node: Int) -> ParameterParts {
    var parts = ParameterParts()
    let (token, end) = (token(of: node), end(of: node))
    var first = start(of: node)
    for part in self.parts(of: node) {
      switch kind(of: part) {
      case .attribute: first = self.end(of: part)
      case .initializerClause: parts.defaultValue = firstChild(of: part)
      case let kind where kind.isType:
        parts.type = part
        let next = self.end(of: part)
        parts.isVariadic = next < end && source[next].kind.isOperator && source[next].length == 3
      default: break
      }
    }
    if source[token].isWord, token + 1 < end, source[token + 1].kind == .colon {
      let label = first < token ? token - 1 : token
      parts.label = source.isWord("_", at: label) ? nil : label
      parts.name = token
    }
    return parts
  }

  // MARK: - Accessors

  package enum AccessorRole { case getter, setter, observer }

  /// A part of an `accessorBlock`.
  package struct Accessor {
    package let role: AccessorRole
    /// An `accessorDecl`; the whole block if it is the code of a getter.
    package let node: Int
    /// The code, if it has any.
    package let code: Int?
    /// The token of `value` in `set(value)`.
    package let parameter: Int?
  }

  /// The accessors in an `accessorBlock`.
  package func accessors(in block: Int) -> [Accessor] {
    let accessors = parts(of: block).compactMap {
      kind(of: $0) == .accessorDecl ? accessor($0) : nil
    }
    guard accessors.isEmpty else { return accessors }
    return [Accessor(role: .getter, node: block, code: block, parameter: nil)]
  }

  private func accessor(_ node: Int) -> Accessor {
    let keyword = token(of: node)
    let getters: [StaticString] = ["get", "read", "_read", "unsafeAddress", "borrow"]
    let isGetter = getters.contains { source.isWord($0, at: keyword) }
    let isObserver = source.isWord("willSet", at: keyword) || source.isWord("didSet", at: keyword)
    let isNamed = source[keyword + 1].kind == .leftParen && source[keyword + 2].isWord
    return Accessor(
      role: isGetter ? .getter : isObserver ? .observer : .setter, node: node,
      code: child(.codeBlock, of: node), parameter: isNamed ? keyword + 2 : nil)
  }

  // MARK: - Bindings

  /// The parts of `pattern: Type = value { accessors }`: of a variable, a condition, a capture, or
  /// of a `for` with its sequence as the value.
  package struct BindingParts {
    package fileprivate(set) var pattern, type, value, accessors: Int?
    /// Whether `case` stands before the pattern.
    package fileprivate(set) var isMatching = false
  }

  package func parts(ofBinding node: Int) -> BindingParts {
    var parts = BindingParts()
    for part in children(of: node) {
      switch kind(of: part) {
      case .typeAnnotation: parts.type = firstChild(of: part)
      case .initializerClause: parts.value = firstChild(of: part)
      case .accessorBlock: parts.accessors = part
      case .whereClause, .codeBlock: break
      default: if parts.pattern == nil { parts.pattern = part } else { parts.value = part }
      }
    }
    if let pattern = parts.pattern, 0 < start(of: pattern) {
      parts.isMatching = source[start(of: pattern) - 1].keyword == .case
    }
    return parts
  }

  /// A pattern without the `let` and the label around it.
  package func unwrapped(pattern: Int) -> Int {
    var pattern = pattern
    while let inner = firstChild(of: pattern) {
      switch kind(of: pattern) {
      case .valueBindingPattern, .tuplePatternElement, .labeledExpr: pattern = inner
      default: return pattern
      }
    }
    return pattern
  }

  /// The nodes in a node that bind a name, itself included, in source order.
  package func boundNames(in pattern: Int) -> [Int] {
    var names: [Int] = []
    var next: Int? = pattern
    while let node = next {
      if kind(of: node) == .identifierPattern { names.append(node) }
      next = firstChild(of: node) ?? self.node(after: node, in: pattern)
    }
    return names
  }

  // MARK: - Operands

  /// The operand of a prefix, a suffix or a word such as `try`, and the base of a call or a member;
  /// nil for an operand itself.
  package func operand(of node: Int) -> Int? {
    switch kind(of: node) {
    case .functionCallExpr, .subscriptCallExpr, .memberAccessExpr, .genericSpecializationExpr,
      .forceUnwrapExpr, .optionalChainingExpr, .postfixOperatorExpr, .postfixIfConfigExpr,
      .awaitExpr, .tryExpr, .unsafeExpr, .consumeExpr, .copyExpr, .borrowExpr, .packElementExpr,
      .packExpansionExpr, .inOutExpr, .prefixOperatorExpr:
      firstChild(of: node).flatMap { kind(of: $0) == .ifConfigDecl ? nil : $0 }
    default: nil
    }
  }

  /// Whether an operator writes its left operand, as `=` and `+=` do.
  package func isAssignment(_ infix: Int) -> Bool {
    let text = source.text(at: token(of: infix))
    guard text.last == UInt8(ascii: "="), kind(of: infix) == .binaryOperatorExpr else {
      return kind(of: infix) == .assignmentExpr
    }
    let comparisons = ["==", "!=", "<=", ">=", "===", "!==", "~=", ".==", ".!="]
    return !comparisons.contains { text.elementsEqual($0.utf8) }
  }

  // MARK: - Calls

  /// The arguments of a call, a subscript or a macro, with its trailing closures; the parts of a
  /// tuple or an interpolation, the elements of an array, the keys and values of a dictionary.
  /// `label(of:)` and `value(of:)` take them apart.
  package func arguments(of node: Int) -> Parts {
    let isDictionary = kind(of: node) == .dictionaryExpr
    var parts = parts(of: node, entering: isDictionary ? .dictionaryElement : .arguments)
    if kind(of: node) == .functionCallExpr || kind(of: node) == .subscriptCallExpr {
      _ = parts.next()
    }
    return parts
  }

  /// The token of an argument's label; nil without one, and for `_`.
  package func label(of argument: Int) -> Int? {
    let kind = kind(of: argument)
    guard kind == .labeledExpr || kind == .multipleTrailingClosureElement else { return nil }
    let label = token(of: argument)
    return source[label].isWord && !source.isWord("_", at: label) ? label : nil
  }

  /// The value of an argument; nil where there is only a label.
  package func value(of argument: Int) -> Int? {
    let kind = kind(of: argument)
    return kind == .labeledExpr || kind == .multipleTrailingClosureElement
      ? firstChild(of: argument) : argument
  }

  /// The labels in a name such as `f(a:_:)`, as tokens; nil for a name without any.
  package func labels(ofName node: Int) -> [Int]? {
    let (open, end) = (token(of: node) + 1, end(of: node))
    guard open < end, source[open].kind == .leftParen else { return nil }
    return (open..<end).filter { source[$0].isWord }
  }
}
