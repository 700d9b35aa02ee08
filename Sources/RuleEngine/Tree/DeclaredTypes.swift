import Rules
import SwiftLexer
import Syntax

// Types that the file declares: of variables, of parameters, of functions and the like.

extension FileSyntax {
  /// The type that a name, a member of the file's own types, or `self` is declared with.
  func declaredType(ofValue value: Int) -> TypeRef? {
    let node = tree.unwrapped(value)
    let token = tree.end(of: node) - 1
    if tokens[token].keyword == .`self`, tree.start(of: node) == token {
      return tree.extensionNode(around: node).flatMap { tree.firstType(in: $0) }
        .map { TypeRef(node: $0) }
    }
    guard isIdentifier(token), mayBeTyped(token), let found = find(node), found.isAlone else {
      return nil
    }
    return declaredType(ofVariable: found.declaration)
  }

  /// The declared type of the variable or member before an `=`.
  func declaredType(ofTargetBefore equal: Int) -> TypeRef? {
    var node = tree.node(ofToken: equal - 1)
    while let outer = tree.parent(of: node), tree.end(of: outer) == equal { node = outer }
    return declaredType(ofValue: node)
  }

  /// The written type of a variable, constant or parameter.
  /// - Parameter declaration: the index in `DeclaredNames.all`.
  func declaredType(ofVariable declaration: Int) -> TypeRef? {
    let node = names.all[declaration].node
    switch tree.kind(of: node) {
    case .patternBinding: return annotation(ofBinding: node).map { TypeRef(node: $0) }
    case .optionalBindingCondition: return tree.annotation(of: node).map { TypeRef(node: $0) }
    case .parameter: return type(ofParameter: node)
    default: return nil
    }
  }

  /// The type of a variable: `a` has that of `b` in `let a, b: Date`.
  func annotation(ofBinding binding: Int) -> Int? {
    var next: Int? = binding
    while let node = next {
      if let type = tree.annotation(of: node) { return type }
      guard tree.child(.initializerClause, of: node) == nil,
        tree.child(.accessorBlock, of: node) == nil
      else { return nil }
      next = tree.nextSibling(of: node)
    }
    return nil
  }

  // MARK: - Arguments

  /// The type of the parameter that an argument is passed for.
  func parameterType(ofArgument argument: Int, in list: Int) -> TypeRef? {
    guard let call = tree.parent(of: list), tree.kind(of: call) == .functionCallExpr,
      let callee = tree.firstChild(of: call)
    else { return nil }
    if let type = typeOfPart(passedAs: argument, in: list, to: callee) { return type }
    guard mayBeDeclared(callee: callee) else { return nil }
    let (functions, type) = functions(calledBy: callee)
    var found: Int?
    if functions.count == 1, let label = tree.label(of: argument) {
      found = parameter(labelled: label, of: functions[0])
    } else {
      let accepting = functions.compactMap { parameter(for: argument, in: list, of: $0) }
      found = accepting.count == 1 ? accepting[0] : onlyParameter(for: argument, among: functions)
    }
    if let found {
      return self.type(ofParameter: found).map { TypeRef(node: $0.node, arguments: type.arguments) }
    }
    guard functions.isEmpty else { return nil }
    return memberwiseType(of: argument, for: type)
  }

  /// Whether the file may declare the callee, as far as tokens tell.
  private func mayBeDeclared(callee: Int) -> Bool {
    let token = tree.token(of: callee)
    if tokens[token].keyword == .`init`
      || tree.firstChild(of: callee) == nil
        && tree.kind(of: callee) == .memberAccessExpr
    {
      return true
    }
    let name = tree.kind(of: callee) == .genericSpecializationExpr ? tree.start(of: callee) : token
    return isIdentifier(name) && mayBeCallable(name)
  }

  /// The functions, cases or initializers that a callee may mean, as nodes, and the type that is
  /// made.
  private func functions(calledBy callee: Int) -> (nodes: [Int], type: TypeRef) {
    var callee = callee
    var type = TypeRef(node: callee)
    if tree.kind(of: callee) == .memberAccessExpr, tree.firstChild(of: callee) == nil {
      // The member `.at(.now)` is one of the type that is expected.
      guard let expected = expectedType(of: tree.chain(from: callee)) else { return ([], type) }
      type = resolved(expected)
      guard let container = container(ofType: type.node) else { return ([], type) }
      return (functions(at: tree.token(of: callee), of: container), type)
    }
    if tokens[tree.token(of: callee)].keyword == .`init`, let base = tree.firstChild(of: callee) {
      callee = base
      type = TypeRef(node: base)
    }
    var name = callee
    if tree.kind(of: callee) == .genericSpecializationExpr, let base = tree.firstChild(of: callee) {
      name = base
    }
    if let found = find(name), !tree.kind(of: names.all[found.declaration].node).isTypeDecl {
      let declaration = names.all[found.declaration]
      guard let container = declaration.container else { return ([declaration.node], type) }
      return (functions(at: declaration.token, of: container), type)
    }
    type = resolved(type)
    guard let made = declaration(ofType: type.node), let container = container(ofType: type.node)
    else { return ([], type) }
    type.arguments = arguments(of: names.all[made].node, writtenIn: type)
    return (members(named: "init", of: container), type)
  }

  private func functions(at token: Int, of container: Int) -> [Int] {
    members(named: String(decoding: tokens.text(at: token), as: UTF8.self), of: container)
  }

  /// The nodes of the functions and cases with a name.
  private func members(named name: String, of container: Int) -> [Int] {
    let found = names.table.number(of: name).map {
      names.members(DeclaredNames.slot($0, isType: false), of: container)
    }
    return (found ?? []).map { names.all[$0].node }
  }

  private func parameters(of function: Int) -> [Int] {
    let owner = tree.child(.functionSignature, of: function) ?? function
    let clause = tree.child(.parameterClause, of: owner)
    return clause.map { tree.children(of: $0).filter { tree.kind(of: $0) == .parameter } } ?? []
  }

  /// The parameter that an argument is passed for; `nil` if the function does not take the
  /// arguments.
  private func parameter(for argument: Int, in list: Int, of function: Int) -> Int? {
    var rest = Array(tree.children(of: list).prefix(Limits.elements))[...]
    var found: Int?
    for parameter in parameters(of: function).prefix(Limits.elements) {
      let parts = tree.parts(ofParameter: parameter)
      guard let next = rest.first, isSameLabel(tree.label(of: next), parts.label) else { continue }
      repeat {
        if rest.removeFirst() == argument { found = parameter }
      } while parts.isVariadic && rest.first.map { tree.label(of: $0) == nil } == true
    }
    return rest.isEmpty ? found : nil
  }

  private func isSameLabel(_ label: Int?, _ other: Int?) -> Bool {
    guard let label, let other else { return label == nil && other == nil }
    return tokens.isSameText(at: label, and: other)
  }

  /// The parameter with the label of an argument, if just one of the functions has one.
  private func onlyParameter(for argument: Int, among functions: [Int]) -> Int? {
    guard let label = tree.label(of: argument) else { return nil }
    let found = functions.compactMap { parameter(labelled: label, of: $0) }
    return found.count == 1 ? found[0] : nil
  }

  private func parameter(labelled label: Int, of function: Int) -> Int? {
    if parametersByLabel[function] == nil {
      var byLabel: [Name: Int] = [:]
      for parameter in parameters(of: function) {
        guard let label = tree.parts(ofParameter: parameter).label else { continue }
        let name = Name(tokens.text(at: label))
        if byLabel[name] == nil { byLabel[name] = parameter }
      }
      parametersByLabel[function] = byLabel
    }
    return parametersByLabel[function]![Name(tokens.text(at: label))]
  }

  /// The type of a property that the initializer of a structure takes without being declared.
  private func memberwiseType(of argument: Int, for type: TypeRef) -> TypeRef? {
    guard let label = tree.label(of: argument), let made = declaration(ofType: type.node),
      tree.kind(of: names.all[made].node) == .structDecl,
      let container = container(ofType: type.node),
      let name = names.number(at: label, in: self)
    else { return nil }
    let properties = names.members(DeclaredNames.slot(name, isType: false), of: container)
    guard properties.count == 1 else { return nil }
    return declaredType(ofVariable: properties[0]).map {
      TypeRef(node: $0.node, arguments: type.arguments)
    }
  }

  /// The type of a closure behind a call: of the last parameter that is a function.
  func parameterType(ofTrailingClosure closure: Int) -> TypeRef? {
    guard let call = tree.parent(of: closure), tree.kind(of: call) == .functionCallExpr,
      let callee = tree.firstChild(of: call), callee != closure, mayBeDeclared(callee: callee)
    else { return nil }
    let (functions, _) = functions(calledBy: callee)
    guard functions.count == 1 else { return nil }
    return parameters(of: functions[0]).reversed().lazy.compactMap { self.tree.firstType(in: $0) }
      .map { TypeRef(node: $0) }.first { tree.kind(of: resolved($0).node) == .functionType }
  }

  /// The type of the parts of the standard library's types: `[Date]([.now])`,
  /// `Optional<Date>(.init())`, `Result<Date, Never>.success(.now)`.
  private func typeOfPart(passedAs argument: Int, in list: Int, to callee: Int) -> TypeRef? {
    let label = tree.label(of: argument)
    var type = callee
    var name: String?
    if tree.kind(of: callee) == .memberAccessExpr {
      name = String(decoding: tokens.text(at: tree.token(of: callee)), as: UTF8.self)
      guard let base = tree.firstChild(of: callee) else {
        return expectedType(of: tree.chain(from: callee)).flatMap {
          payload(of: name, in: resolved($0))
        }
      }
      type = base
    }
    switch tree.kind(of: type) {
    case .arrayExpr, .dictionaryExpr, .inlineArrayType, .genericSpecializationExpr,
      .declReferenceExpr:
      break
    default: return nil
    }
    guard name == nil || name == "init" else { return payload(of: name, in: TypeRef(node: type)) }
    if label == nil, self.name(ofGeneric: type) == "Optional" {
      return tree.genericArguments(of: type).first.map { TypeRef(node: $0) }
    }
    let isSole = tree.nextSibling(of: argument) == nil && tree.firstChild(of: list) == argument
    if let label, tokens.isWord("repeating", at: label) {
      return self.type(of: .element, in: TypeRef(node: type))
    }
    guard label == nil, isSole, tree.kind(of: type) != .declReferenceExpr,
      self.type(of: .element, in: TypeRef(node: type)) != nil
    else { return nil }
    return TypeRef(node: type)
  }

  /// The type of the value that a case of `Optional` or `Result` holds.
  private func payload(of name: String?, in type: TypeRef) -> TypeRef? {
    let arguments = tree.genericArguments(of: type.node)
    let found: Int?
    switch (self.name(ofGeneric: type.node), name) {
    case ("Optional", "some"), ("Result", "success"): found = arguments.first
    case ("Result", "failure"): found = arguments.last
    default: found = nil
    }
    return found.map { TypeRef(node: $0, arguments: type.arguments) }
  }

  // MARK: - Names among the tokens

  /// Whether the file may declare a parameter or a variable with the name and a type.
  func mayBeTyped(_ name: Int) -> Bool {
    if typedNames == nil { typedNames = readTypedNames() }
    return typedNames!.number(of: tokens.text(at: name)) != nil
  }

  /// The names before colons that are no labels in calls, and those that share a type.
  private func readTypedNames() -> NameTable {
    var found = NameTable()
    for colon in tokens.indices.dropFirst() where tokens[colon].kind == .colon {
      guard tokens[colon - 1].isWord,
        tree.kind(of: tree.node(ofToken: colon - 1)) != .labeledExpr
      else { continue }
      var name = colon - 1
      _ = found.insert(tokens.text(at: name))
      while 1 < name, tokens[name - 1].isWord || tokens[name - 1].kind == .comma,
        tokens[name].isWord || tokens[name].kind == .comma, colon - name < Limits.few
      {
        name -= 1
        _ = found.insert(tokens.text(at: name))
      }
    }
    return found
  }

  /// Whether the file may declare a constant with the name.
  func mayBeConstant(_ name: Int) -> Bool {
    if constantNames == nil {
      var found = NameTable()
      for index in tokens.indices.dropFirst()
      where tokens[index - 1].keyword == .let || tokens[index - 1].kind == .comma {
        if isIdentifier(index) { _ = found.insert(tokens.text(at: index)) }
      }
      constantNames = found
    }
    return constantNames!.number(of: tokens.text(at: name)) != nil
  }

  /// Whether the file may declare something with the name that is called.
  func mayBeCallable(_ name: Int) -> Bool {
    if callableNames == nil {
      var found = NameTable()
      for index in tokens.indices.dropFirst() where tokens[index].isWord {
        let previous = tokens[index - 1]
        let isDeclared =
          previous.keyword.introducesCallable || previous.kind == .comma
          || previous.kind == .identifier && tokens.isWord("actor", at: index - 1)
        if isDeclared { _ = found.insert(tokens.text(at: index)) }
      }
      callableNames = found
    }
    return callableNames!.number(of: tokens.text(at: name)) != nil
  }
}

extension Keyword {
  fileprivate var introducesCallable: Bool {
    switch self {
    case .func, .struct, .class, .enum, .case, .typealias: true
    default: false
    }
  }
}

extension FileSyntax {
  /// The declared type of a member of the file.
  struct MemberType {
    /// The token of the member's name.
    let token: Int
    let path: TypePath?
  }

  /// The types of the members with a name: one for each type in each clause of an `#if`.
  func memberTypes(named number: Int) -> [MemberType] {
    if let known = memberTypes[number] { return known }
    var known: Set<[Int?]> = []
    var types: [MemberType] = []
    for declaration in names.members(named: number) where types.count < Limits.many {
      let name = names.all[declaration]
      guard let type = declaredType(ofVariable: declaration) else { continue }
      let path = writtenType(type.node, but: declaration)
      let clause = conditions.clause(around: name.token)
      if known.insert([clause, path?.names.count] + (path?.names ?? [])).inserted {
        types.append(MemberType(token: name.token, path: path))
      }
    }
    memberTypes[number] = types
    return types
  }
}
