import SwiftLexer
import Syntax

extension SummaryReader {
  /// Reads a function, an initializer, a deinitializer or a subscript, whose accessors see its
  /// parameters.
  mutating func readFunction(
    _ kind: Declaration.Kind, _ nodeKind: NodeKind, _ header: DeclarationHeader
  ) {
    let token = Int(tree[header.node].token)
    let number = begin(kind, header, named: token, at: header.node)
    let node = addNode(nodeKind, of: number, named: token, tree.bytes(of: header.node))
    summary.declarations[Int(number)].body = node
    switch kind {
    case .deinitializer: summary.notFollowed.deinitializers += 1
    case .subscripts: summary.declarations[Int(number)].flags.insert(.isComputed)
    default: if !tokens[token].isWord { readOperatorName(header, of: number) }
    }
    if header.isLocal {
      summary.declarations[Int(number)].flags.insert(.isLocal)
      showFunction(number)
    }
    inside(node, of: number) { reader in
      var generics: [GenericParameter] = []
      for part in reader.tree.parts(of: header.node) {
        reader.readPart(part, ofFunction: number, &generics)
      }
      reader.setGenerics(generics, of: number)
    }
  }

  /// In `func ==<T>(` the lexer joins the `<` to the name.
  private mutating func readOperatorName(_ header: DeclarationHeader, of number: Int32) {
    summary.declarations[Int(number)].flags.insert(.isOperator)
    guard let clause = tree.child(.genericParameterClause, of: header.node),
      tree[clause].start == tree[header.node].token
    else { return }
    let text = tokens.text(at: Int(tree[clause].start)).prefix(Int(tree[clause].lead))
    summary.declarations[Int(number)].name = Int32(
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
        summary.declarations[Int(number)].flags.insert(.isAsync)
      }
    case .returnClause:
      if let type = tree.firstChild(of: part) {
        summary.declarations[Int(number)].type = readType(type)
      }
    case .codeBlock:
      place.result = .type(summary.declarations[Int(number)].type)
      readStatements(of: part, isBody: true)
    case .accessorBlock:
      readAccessors(part, of: number, named: Int(tree[tree.parent(of: part)!].token))
    default: break
    }
  }

  /// Reads what `@Test(.enabled(if: f()), arguments: g())` computes before the test is run.
  private mutating func readTestArguments(_ attribute: Int) {
    guard tokens.isWord("Test", at: Int(tree[attribute].token)),
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
    summary.declarations[Int(number)].parameters = Span(start..<summary.parameters.count)
    for (offset, parameter) in read.enumerated() where parameter.defaultNode != -1 {
      summary.nodes[Int(parameter.defaultNode)].parameter = Int32(start + offset)
    }
  }

  private mutating func readParameter(_ node: Int, of number: Int32) -> Parameter {
    var parameter = Parameter(label: -1, name: -1)
    let token = Int(tree[node].token)
    var value: Int?
    var first = Int(tree[node].start)
    for part in tree.parts(of: node) {
      switch tree.kind(of: part) {
      case .attribute: first = Int(tree[part].end)
      case .initializerClause: value = tree.firstChild(of: part)
      case let kind where kind.isType:
        parameter.type = readType(part)
        let end = Int(tree[part].end)
        parameter.isVariadic = end < tree[node].end && isOperator("...", at: end)
        parameter.isFunction = summary.types[Int(parameter.type)].kind == .function
      default: break
      }
    }
    if tokens[token].isWord, token + 1 < tree[node].end, tokens[token + 1].kind == .colon {
      parameter.name = name(at: token)
      let declaration = summary.declarations[Int(number)]
      let isUnlabelled = declaration.kind == .subscripts || declaration.flags.contains(.isOperator)
      let label = first < token ? token - 1 : token
      if !tokens.isWord("_", at: label), first < token || !isUnlabelled {
        parameter.label = name(at: label)
      }
    }
    if parameter.type == -1 { parameter.type = addType(WrittenType(kind: .unknown)) }
    if let value {
      let node = addNode(.defaultArgument, of: number, named: token, tree.bytes(of: value))
      let expression = inside(node, of: number) { $0.readExpression(value) }
      setContext(.type, parameter.type, of: expression)
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
    let type = summary.declarations[Int(number)].type
    var hasAccessor = false
    for part in tree.children(of: block) where tree.kind(of: part) == .accessorDecl {
      hasAccessor = true
      readAccessor(part, of: number, type, named: token)
    }
    if hasAccessor { return }
    summary.declarations[Int(number)].flags.insert(.isComputed)
    let node = accessorNode(.getter, of: number, named: token, tree.bytes(of: block))
    inside(node, of: number) { reader in
      reader.place.result = .type(type)
      reader.readStatements(of: block, isBody: true)
    }
  }

  private func accessorKind(at token: Int) -> NodeKind {
    let getters: [StaticString] = ["get", "read", "_read", "unsafeAddress", "borrow"]
    let observers: [StaticString] = ["willSet", "didSet"]
    if getters.contains(where: { tokens.isWord($0, at: token) }) { return .getter }
    return observers.contains { tokens.isWord($0, at: token) } ? .observer : .setter
  }

  private mutating func readAccessor(
    _ accessor: Int, of number: Int32, _ type: Int32, named name: Int
  ) {
    let token = Int(tree[accessor].token)
    let kind = accessorKind(at: token)
    let block = tree.child(.codeBlock, of: accessor)
    if kind == .observer, block == nil { return }
    if kind != .observer { summary.declarations[Int(number)].flags.insert(.isComputed) }
    let start = tokens[token].start
    let end = block == nil ? start : tree.bytes(of: accessor).upperBound
    let node = accessorNode(kind, of: number, named: name, start..<end)
    guard let block else { return }
    inside(node, of: number) { reader in
      if reader.tokens[token + 1].kind == .leftParen, reader.tokens[token + 2].isWord {
        reader.addLocal(Local(name: reader.name(at: token + 2), type: type))
      }
      for name in kind == .getter ? [] : ["newValue", "oldValue"] {
        reader.addLocal(Local(name: Int32(reader.summary.names.insert(name)), type: type))
      }
      if kind == .getter { reader.place.result = .type(type) }
      reader.readStatements(of: block, isBody: true)
    }
  }

  /// The node of an accessor; a variable with both observers has one for both.
  private mutating func accessorNode(
    _ kind: NodeKind, of number: Int32, named token: Int, _ bytes: Range<Int>
  ) -> Int32 {
    let part: WritableKeyPath<Declaration, Int32> =
      kind == .setter ? \.setter : kind == .observer ? \.observer : \.body
    let known = summary.declarations[Int(number)][keyPath: part]
    if known != -1 {
      let end = max(summary.nodes[Int(known)].end, UInt32(bytes.upperBound))
      summary.nodes[Int(known)].end = end
      return known
    }
    let node = addNode(kind, of: number, named: token, bytes)
    summary.declarations[Int(number)][keyPath: part] = node
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
    if tokens[Int(tree[header.node].token)].keyword == .let { header.flags.insert(.isConstant) }
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
    let names = isTuple ? namesOfTuple(pattern) : [Int(tree[pattern].token)]
    let numbers = names.map { begin(.variable, header, named: $0, at: node) }
    guard let number = numbers.first else { return }
    if let type = binding.type, !isTuple {
      summary.declarations[Int(number)].type = readType(type)
    }
    if let value = binding.value { readInitialValue(value, of: number, named: names[0]) }
    if isTuple {
      let initialValue = summary.declarations[Int(number)].initialValue
      for number in numbers { summary.declarations[Int(number)].initialValue = initialValue }
      summary.declarations[Int(number)].value = -1
    }
    if let accessors = binding.accessors { readAccessors(accessors, of: number, named: names[0]) }
    if summary.declarations[Int(header.parent)].kind == .protocolType {
      summary.declarations[Int(number)].flags.insert(.isComputed)
    }
  }

  private func namesOfTuple(_ pattern: Int) -> [Int] {
    var names: [Int] = []
    var next = tree.firstChild(of: pattern)
    while let node = next {
      let kind = tree.kind(of: node)
      if kind == .identifierPattern || kind == .wildcardPattern {
        names.append(Int(tree[node].token))
      }
      next = tree.firstChild(of: node) ?? tree.node(after: node, in: pattern)
    }
    return names
  }

  private func isWrapper(_ name: Int32) -> Bool {
    let text = summary.names[Int(name)]
    guard let first = text.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first else {
      return false
    }
    let others = ["MainActor", "IBOutlet", "IBInspectable", "NSManaged", "Test", "GKInspectable"]
    return !others.contains { text.elementsEqual($0.utf8) }
  }

  private mutating func readInitialValue(_ value: Int, of number: Int32, named token: Int) {
    let node = addNode(.initialValue, of: number, named: token, tree.bytes(of: value))
    let type = summary.declarations[Int(number)].type
    let isFunction = type != -1 && summary.types[Int(type)].kind == .function
    let expression = inside(node, of: number) { reader in
      reader.place.isKept = true
      let expression = reader.readExpression(value)
      if isFunction, !reader.endsWithInit(value) { reader.keepReference(expression, value) }
      return expression
    }
    summary.declarations[Int(number)].initialValue = node
    summary.declarations[Int(number)].value = expression
    if type != -1 { setContext(.type, type, of: expression) }
  }

  func endsWithInit(_ node: Int) -> Bool {
    tokens[max(Int(tree[node].end) - 1, 0)].keyword == .`init`
  }

  /// At a function that a stored property keeps, as in `var now = Date.init`: nothing leads there.
  mutating func keepReference(_ expression: Int32, _ node: Int) {
    guard expression != -1, summary.expressions[Int(expression)].flags.contains(.isKept) else {
      return
    }
    summary.notFollowed.storedClosures += 1
    let token = Int(tree[node].start)
    _ = addNode(.storedClosure, of: place.declaration, named: token, tree.bytes(of: node))
  }
}
