import SwiftLexer

// What every reader of a tree asks: names, labels, types and values by what they are for.

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

  /// The first type that is a child of the node.
  package func firstType(in node: Int) -> Int? { children(of: node).first { kind(of: $0).isType } }

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

  // MARK: - Bindings

  /// The parts of `pattern: Type = value { accessors }`: of a variable, or of a condition.
  package struct BindingParts {
    package fileprivate(set) var pattern, type, value, accessors: Int?
  }

  package func parts(ofBinding node: Int) -> BindingParts {
    var parts = BindingParts()
    for part in children(of: node) {
      switch kind(of: part) {
      case .typeAnnotation: parts.type = firstChild(of: part)
      case .initializerClause: parts.value = firstChild(of: part)
      case .accessorBlock: parts.accessors = part
      default: parts.pattern = parts.pattern ?? part
      }
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

  // MARK: - Calls

  /// The arguments of a call, a subscript or a macro, with its trailing closures; the parts of a
  /// tuple or an interpolation. `label(of:)` and `value(of:)` take them apart.
  package func arguments(of node: Int) -> Parts {
    var parts = parts(of: node, entering: .arguments)
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

  /// What is passed; nil where there is only a label.
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
