import SwiftLexer
import Syntax

extension SummaryReader {
  /// Reads a function, an initializer, a deinitializer or a subscript, whose accessors see its
  /// parameters.
  mutating func readFunction(
    _ kind: Declaration.Kind, _ nodeKind: NodeKind, _ header: DeclarationHeader
  ) {
    let token = tree.token(of: header.node)
    let number = begin(kind, header, named: token, at: header.node)
    let node = addNode(nodeKind, of: number, named: token, tree.bytes(of: header.node))
    summary.declarations[number].body = node
    switch kind {
    case .deinitializer: summary.notFollowed.deinitializers += 1
    case .subscripts: summary.declarations[number].flags.insert(.isComputed)
    default: if !tokens[token].isWord { readOperatorName(header, of: number) }
    }
    if header.isLocal {
      summary.declarations[number].flags.insert(.isLocal)
      showFunction(number)
    }
    let outer = enter(node, of: number)
    var generics: [GenericParameter] = []
    for part in tree.parts(of: header.node) { readPart(part, ofFunction: number, &generics) }
    setGenerics(generics, of: number)
    leave(to: outer)
  }

  /// In `func ==<T>(` the lexer joins the `<` to the name.
  private mutating func readOperatorName(_ header: DeclarationHeader, of number: Int32) {
    summary.declarations[number].flags.insert(.isOperator)
    guard let clause = tree.child(.genericParameterClause, of: header.node),
      tree[clause].start == tree[header.node].token
    else { return }
    let text = tokens.text(at: tree.start(of: clause)).prefix(Int(tree[clause].lead))
    summary.declarations[number].name = Int32(
      summary.names.insert(UnsafeBufferPointer(rebasing: text)))
  }

  private mutating func readPart(
    _ part: Int, ofFunction number: Int32, _ generics: inout [GenericParameter]
  ) {
    switch tree.kind(of: part) {
    case .attribute: readTestArguments(part)
    case .genericParameterClause, .genericWhereClause: readGenerics(part, into: &generics)
    case .functionSignature:
      for inner in tree.children(of: part) { readPart(inner, ofFunction: number, &generics) }
    case .parameterClause: readParameters(part, of: number)
    case .effectSpecifiers:
      if tree[part].range.contains(where: { tokens.isWord("async", at: $0) }) {
        summary.declarations[number].flags.insert(.isAsync)
      }
    case .returnClause: summary.declarations[number].type = readFirstType(in: part)
    case .codeBlock:
      place.result = .type(summary.declarations[number].type)
      readStatements(of: part, isBody: true)
    case .accessorBlock:
      readAccessors(part, of: number, named: tree.token(of: tree.parent(of: part)!))
    default: break
    }
  }

  /// Reads what `@Test(.enabled(if: f()), arguments: g())` computes before the test is run.
  private mutating func readTestArguments(_ attribute: Int) {
    guard let type = firstType(in: attribute), tokens.isWord("Test", at: tree.token(of: type)),
      let list = tree.child(.arguments, of: attribute)
    else { return }
    _ = readArguments(of: list)
  }

  // MARK: - Parameters

  /// Reads a parameter list, and the default arguments in it.
  mutating func readParameters(_ clause: Int, of number: Int32) {
    var read: [Parameter] = []
    for part in tree.parts(of: clause) where tree.kind(of: part) == .parameter {
      read.append(readParameter(part, of: number))
    }
    let start = summary.parameters.count
    summary.parameters += read
    summary.declarations[number].parameters = Span(start..<summary.parameters.count)
    for (offset, parameter) in read.enumerated() where parameter.defaultNode != -1 {
      summary.nodes[parameter.defaultNode].parameter = Int32(start + offset)
    }
  }

  private mutating func readParameter(_ node: Int, of number: Int32) -> Parameter {
    var parameter = Parameter(label: -1, name: -1)
    let token = tree.token(of: node)
    var value: Int?
    var first = tree.start(of: node)
    for part in tree.parts(of: node) {
      switch tree.kind(of: part) {
      case .attribute: first = tree.end(of: part)
      case .initializerClause: value = tree.firstChild(of: part)
      case let kind where kind.isType:
        parameter.type = readType(part)
        let end = tree.end(of: part)
        parameter.isVariadic = end < tree[node].end && isOperator("...", at: end)
        parameter.isFunction = summary.types[parameter.type].kind == .function
      default: break
      }
    }
    if tokens[token].isWord, token + 1 < tree[node].end, tokens[token + 1].kind == .colon {
      parameter.name = name(at: token)
      let declaration = summary.declarations[number]
      let isUnlabelled = declaration.kind == .subscripts || declaration.flags.contains(.isOperator)
      let label = first < token ? token - 1 : token
      if !tokens.isWord("_", at: label), first < token || !isUnlabelled {
        parameter.label = name(at: label)
      }
    }
    if parameter.type == -1 { parameter.type = addType(WrittenType(kind: .unknown)) }
    if let value {
      let node = addNode(.defaultArgument, of: number, named: token, tree.bytes(of: value))
      let outer = enter(node, of: number)
      setContext(.type, parameter.type, of: readExpression(value))
      leave(to: outer)
      parameter.defaultNode = node
    }
    if parameter.name != -1, !tokens.isWord("_", at: token) { showParameter(parameter) }
    return parameter
  }

  /// Makes a parameter visible; in the function a variadic one is an array.
  private mutating func showParameter(_ parameter: Parameter) {
    var type = parameter.type
    if parameter.isVariadic { type = addType(WrittenType(kind: .array, parts: addList([type]))) }
    addLocal(Local(name: parameter.name, type: type))
  }

  // MARK: - Accessors

  /// Reads what is between the braces of a variable or subscript.
  mutating func readAccessors(_ block: Int, of number: Int32, named token: Int) {
    guard tree.firstChild(of: block).map(tree.kind) == .accessorDecl else {
      return readAccessor(.getter, of: number, named: token, tree.bytes(of: block), code: block)
    }
    for accessor in tree.children(of: block) where tree.kind(of: accessor) == .accessorDecl {
      let keyword = tree.token(of: accessor)
      let code = tree.child(.codeBlock, of: accessor)
      let kind = accessorKind(at: keyword)
      if kind == .observer, code == nil { continue }
      let start = tokens[keyword].start
      let bytes = start..<(code == nil ? start : tree.bytes(of: accessor).upperBound)
      readAccessor(kind, of: number, named: token, bytes, code: code, keyword)
    }
  }

  private func accessorKind(at token: Int) -> NodeKind {
    let getters: [StaticString] = ["get", "read", "_read", "unsafeAddress", "borrow"]
    let observers: [StaticString] = ["willSet", "didSet"]
    if getters.contains(where: { tokens.isWord($0, at: token) }) { return .getter }
    return observers.contains { tokens.isWord($0, at: token) } ? .observer : .setter
  }

  /// - Parameter keyword: `get`, `set` …, where it is written.
  private mutating func readAccessor(
    _ kind: NodeKind, of number: Int32, named name: Int, _ bytes: Range<Int>, code: Int?,
    _ keyword: Int? = nil
  ) {
    if kind != .observer { summary.declarations[number].flags.insert(.isComputed) }
    let node = accessorNode(kind, of: number, named: name, bytes)
    guard let code else { return }
    let type = summary.declarations[number].type
    let outer = enter(node, of: number)
    if let keyword, tokens[keyword + 1].kind == .leftParen, tokens[keyword + 2].isWord {
      addLocal(Local(name: self.name(at: keyword + 2), type: type))
    }
    for name in kind == .getter ? [] : ["newValue", "oldValue"] {
      addLocal(Local(name: Int32(summary.names.insert(name)), type: type))
    }
    if kind == .getter { place.result = .type(type) }
    readStatements(of: code, isBody: true)
    leave(to: outer)
  }

  /// The node of an accessor; a variable with both observers has one for both.
  private mutating func accessorNode(
    _ kind: NodeKind, of number: Int32, named token: Int, _ bytes: Range<Int>
  ) -> Int32 {
    let part: WritableKeyPath<Declaration, Int32> =
      kind == .setter ? \.setter : kind == .observer ? \.observer : \.body
    let known = summary.declarations[number][keyPath: part]
    if known != -1 {
      summary.nodes[known].end = max(summary.nodes[known].end, UInt32(bytes.upperBound))
      return known
    }
    let node = addNode(kind, of: number, named: token, bytes)
    summary.declarations[number][keyPath: part] = node
    return node
  }

  // MARK: - Variables

  /// The parts of a variable or a condition that binds one.
  struct Binding {
    var pattern: Int?
    var type: Int?
    var value: Int?
    var accessors: Int?
  }

  func binding(_ node: Int) -> Binding {
    var binding = Binding()
    for part in tree.children(of: node) {
      switch tree.kind(of: part) {
      case .typeAnnotation: binding.type = tree.firstChild(of: part)
      case .initializerClause: binding.value = tree.firstChild(of: part)
      case .accessorBlock: binding.accessors = part
      default: if binding.pattern == nil { binding.pattern = part }
      }
    }
    return binding
  }

  /// Reads the variables after one `let` or `var`, among members or in code.
  mutating func readVariables(_ header: DeclarationHeader) {
    var header = header
    if tokens[tree.token(of: header.node)].keyword == .let { header.flags.insert(.isConstant) }
    let outer = place.isAwaited
    // `async let`
    if header.isLocal { place.isAwaited = header.flags.contains(.isAsync) }
    for node in tree.children(of: header.node) where tree.kind(of: node) == .patternBinding {
      if header.isLocal {
        readLocalVariable(binding(node))
      } else {
        readMemberVariable(binding(node), header, node)
      }
    }
    place.isAwaited = outer
  }

  /// In `let (a, b) = f()` each name is a variable of unknown type with the same initial value.
  private mutating func readMemberVariable(
    _ binding: Binding, _ header: DeclarationHeader, _ node: Int
  ) {
    guard let pattern = binding.pattern else { return }
    // Attributes of property wrappers begin with a capital letter.
    if summary.attributes[header.attributes.range].contains(where: isWrapper) {
      summary.notFollowed.propertyWrappers += 1
    }
    let isTuple = tree.kind(of: pattern) == .tuplePattern
    let names = isTuple ? namesOfTuple(pattern) : [tree.token(of: pattern)]
    let numbers = names.map { begin(.variable, header, named: $0, at: node) }
    guard let number = numbers.first else { return }
    if let type = binding.type, !isTuple {
      summary.declarations[number].type = readType(type)
    }
    if let value = binding.value { readInitialValue(value, of: number, named: names[0]) }
    if isTuple {
      let initialValue = summary.declarations[number].initialValue
      for number in numbers { summary.declarations[number].initialValue = initialValue }
      summary.declarations[number].value = -1
    }
    if let accessors = binding.accessors { readAccessors(accessors, of: number, named: names[0]) }
    if summary.declarations[header.parent].kind == .protocolType {
      summary.declarations[number].flags.insert(.isComputed)
    }
  }

  private func namesOfTuple(_ pattern: Int) -> [Int] {
    var names: [Int] = []
    var next = tree.firstChild(of: pattern)
    while let node = next {
      let kind = tree.kind(of: node)
      if kind == .identifierPattern || kind == .wildcardPattern {
        names.append(tree.token(of: node))
      }
      next = tree.firstChild(of: node) ?? tree.node(after: node, in: pattern)
    }
    return names
  }

  private func isWrapper(_ name: Int32) -> Bool {
    let text = summary.names[name]
    guard let first = text.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first else {
      return false
    }
    let others = ["MainActor", "IBOutlet", "IBInspectable", "NSManaged", "Test", "GKInspectable"]
    return !others.contains { text.elementsEqual($0.utf8) }
  }

  private mutating func readInitialValue(_ value: Int, of number: Int32, named token: Int) {
    let node = addNode(.initialValue, of: number, named: token, tree.bytes(of: value))
    let type = summary.declarations[number].type
    let isFunction = type != -1 && summary.types[type].kind == .function
    let outer = enter(node, of: number)
    place.isKept = true
    let expression = readExpression(value)
    if isFunction, !endsWithInit(value) { keepReference(expression, value) }
    leave(to: outer)
    summary.declarations[number].initialValue = node
    summary.declarations[number].value = expression
    if type != -1 { setContext(.type, type, of: expression) }
  }

  func endsWithInit(_ node: Int) -> Bool {
    tokens[max(tree.end(of: node) - 1, 0)].keyword == .`init`
  }

  /// At a function that a stored property keeps, as in `var now = Date.init`: nothing leads there.
  mutating func keepReference(_ expression: Int32, _ node: Int) {
    guard expression != -1, summary.expressions[expression].flags.contains(.isKept) else {
      return
    }
    summary.notFollowed.storedClosures += 1
    let token = tree.start(of: node)
    _ = addNode(.storedClosure, of: place.declaration, named: token, tree.bytes(of: node))
  }
}
