import SwiftLexer
import Syntax

extension SummaryReader {
  // MARK: - Parameters

  /// Reads the code in `@Test(.enabled(if: f()), arguments: g())`, which is run before the test.
  mutating func readTestArguments(_ attribute: Int) {
    guard let type = tree.firstType(in: attribute), tokens.isWord("Test", at: tree.token(of: type))
    else { return }
    if let list = tree.child(.arguments, of: attribute) { _ = readArguments(of: list) }
  }

  /// Whether an attribute is `@Test(.disabled("…"))`, without a condition.
  func isDisabled(_ attribute: Int) -> Bool {
    guard let list = tree.child(.arguments, of: attribute) else { return false }
    return tree.arguments(of: list).contains { argument in
      guard let trait = tree.value(of: argument),
        tokens.isWord("disabled", at: tree.start(of: trait) + 1)
      else { return false }
      return tree.kind(of: trait) != .functionCallExpr
        || tree.child(.closureExpr, of: trait) == nil
          && tree.arguments(of: trait).allSatisfy { tree.label(of: $0) == nil }
    }
  }

  /// Reads a parameter list, and the default arguments in it.
  mutating func readParameters(_ clause: Int, of number: Int32) {
    let nodes = tree.parts(of: clause).filter { tree.kind(of: $0) == .parameter }
    let start = summary.parameters.count
    summary.parameters += nodes.map { _ in Parameter(label: -1, name: -1) }
    summary.declarations[number].parameters = Span(start..<summary.parameters.count)
    for (index, node) in zip(start..., nodes) {
      summary.parameters[index] = readParameter(node, Int32(index), of: number)
    }
  }

  private mutating func readParameter(
    _ node: Int, _ index: Int32, of number: Int32
  ) -> Parameter {
    var parameter = Parameter(label: -1, name: -1)
    let parts = tree.parts(ofParameter: node)
    parameter.type = parts.type.map { readType($0) } ?? addType(.unknown)
    parameter.isVariadic = parts.isVariadic
    if let value = parts.defaultValue {
      let token = tree.token(of: node)
      let code = addNode(.defaultArgument, of: number, named: token, tree.bytes(of: value))
      summary.nodes[code].parameter = index
      let outer = enter(code, of: number)
      parameter.defaultValue = read(value)
      setContext(.type, parameter.type, of: parameter.defaultValue)
      leave(to: outer)
      parameter.defaultNode = code
    }
    guard let name = parts.name else { return parameter }
    parameter.name = self.name(at: name)
    let declaration = summary.declarations[number]
    let isUnlabelled = declaration.kind == .subscripts || declaration.flags.contains(.isOperator)
    if let label = parts.label, label < name || !isUnlabelled {
      parameter.label = self.name(at: label)
    }
    // A variadic parameter is an array in the function.
    let type = parameter.type
    let list = parts.isVariadic ? addType(.array, parts: addList([type])) : type
    var local = Local(type: list, isConstant: true)
    // An `inout` parameter may be written.
    let words = parts.type.map { tree.kind(of: $0) == .attributedType ? tree[$0].range : 0..<0 }
    let isInOut = words?.contains { tokens[$0].keyword == .inout } == true
    parameter.isAutoclosure = words?.contains { tokens.isWord("autoclosure", at: $0) } == true
    if !isInOut, !parts.isVariadic { local.parameter = index }
    addLocal(parameter.name, local)
    return parameter
  }

  // MARK: - Accessors

  /// Reads the accessors between the braces of a variable or subscript.
  mutating func readAccessors(_ block: Int, of number: Int32, named token: Int) {
    for accessor in tree.accessors(in: block)
    where accessor.role != .observer || accessor.code != nil {
      switch accessor.role {
      case .getter: readAccessor(accessor, .getter, \.body, of: number, named: token)
      case .setter: readAccessor(accessor, .setter, \.setter, of: number, named: token)
      case .observer: readAccessor(accessor, .observer, \.observer, of: number, named: token)
      }
    }
  }

  /// - Parameter part: the node of the accessor; a variable with both observers has one for both.
  private mutating func readAccessor(
    _ accessor: SyntaxTree.Accessor, _ kind: NodeKind, _ part: WritableKeyPath<Declaration, Int32>,
    of number: Int32, named token: Int
  ) {
    if kind != .observer { summary.declarations[number].flags.insert(.isComputed) }
    let start = tokens[tree.token(of: accessor.node)].start
    let end = accessor.code == nil ? start : tree.bytes(of: accessor.node).upperBound
    var node = summary.declarations[number][keyPath: part]
    if node == -1 { node = addNode(kind, of: number, named: token, start..<end) }
    summary.declarations[number][keyPath: part] = node
    summary.nodes[node].end = max(summary.nodes[node].end, UInt32(end))
    guard hasBodies, let code = accessor.code else { return }
    let type = summary.declarations[number].type
    let outer = enter(node, of: number)
    if let parameter = accessor.parameter { addLocal(name(at: parameter), Local(type: type)) }
    for name in kind == .getter ? [] : ["newValue", "oldValue"] {
      addLocal(Int32(summary.names.insert(name)), Local(type: type))
    }
    if kind == .getter { place.resultType = type }
    giveResult(readStatements(of: code))
    leave(to: outer)
  }

  // MARK: - Variables

  /// Reads the variables after one `let` or `var`, among members or in code.
  mutating func readVariables(_ node: Int) {
    var header = header(.variable, of: node)
    if tokens[tree.token(of: node)].keyword == .let { header.flags.insert(.isConstant) }
    let isMember = tree.isMember(node)
    let outer = place.isAwaited
    // `async let`
    if !isMember { place.isAwaited = header.flags.contains(.isAsync) }
    for binding in tree.children(of: node) where tree.kind(of: binding) == .patternBinding {
      if isMember {
        readMember(binding, header)
      } else {
        readLocal(binding, isConstant: header.flags.contains(.isConstant))
      }
    }
    place.isAwaited = outer
  }

  /// In `let (a, b) = f()` each name is a variable of unknown type with the same initial value.
  private mutating func readMember(_ node: Int, _ header: Declaration) {
    let binding = tree.parts(ofBinding: node)
    guard let pattern = binding.pattern else { return }
    // Attributes of property wrappers begin with a capital letter.
    if summary.attributes[header.attributes.range].contains(where: isWrapper) {
      summary.notFollowed.propertyWrappers += 1
    }
    let isTuple = tree.kind(of: pattern) == .tuplePattern
    let bound = isTuple ? tree.boundNames(in: pattern) : [pattern]
    let names = (bound.isEmpty ? [pattern] : bound).map { tree.token(of: $0) }
    let numbers = names.map { add(header, named: $0, at: node) }
    let number = numbers[0]
    if let type = binding.type, !isTuple { summary.declarations[number].type = readType(type) }
    if let value = binding.value {
      readInitialValue(value, of: number, named: names[0])
      if isTuple { summary.declarations[number].value = -1 }
      for other in numbers.dropFirst() {
        summary.declarations[other].initialValue = summary.declarations[number].initialValue
      }
    }
    if let accessors = binding.accessors { readAccessors(accessors, of: number, named: names[0]) }
    if summary.declarations[header.parent].kind == .protocolType {
      summary.declarations[number].flags.insert(.isComputed)
    }
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
    let outer = enter(node, of: number)
    place.isKept = true
    let expression = read(value)
    if type != -1, summary.types[type].kind == .function, !endsWithInit(value) {
      keepReference(expression, value)
    }
    leave(to: outer)
    // A closure, or a reference to a function, is the first node in the value.
    let (value, kept) = (summary.nodes[node], node + 1)
    if kept < summary.nodes.count, summary.nodes[kept].kind == .storedClosure,
      summary.nodes[kept].start == value.start, summary.nodes[kept].end == value.end
    {
      summary.declarations[number].body = kept
    }
    summary.declarations[number].initialValue = node
    summary.declarations[number].value = expression
    setContext(.type, type, of: type == -1 ? -1 : expression)
  }

  func endsWithInit(_ node: Int) -> Bool {
    tokens[max(tree.end(of: node) - 1, 0)].keyword == .`init`
  }

  /// Adds a function kept by a stored property, as in `var now = Date.init`: nothing leads there.
  mutating func keepReference(_ expression: Int32, _ node: Int) {
    guard expression != -1, summary.expressions[expression].flags.contains(.isKept) else { return }
    summary.notFollowed.storedClosures += 1
    let token = tree.start(of: node)
    _ = addNode(.storedClosure, of: place.declaration, named: token, tree.bytes(of: node))
  }
}
