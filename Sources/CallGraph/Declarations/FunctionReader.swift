import SwiftLexer
import Syntax

extension SummaryReader {
  // MARK: - Parameters

  /// Reads what `@Test(.enabled(if: f()), arguments: g())` computes before the test is run.
  mutating func readTestArguments(_ attribute: Int) {
    guard let type = tree.firstType(in: attribute), tokens.isWord("Test", at: tree.token(of: type))
    else { return }
    if let list = tree.child(.arguments, of: attribute) { _ = readArguments(of: list) }
  }

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
    let parts = tree.parts(ofParameter: node)
    parameter.type = parts.type.map { readType($0) } ?? addType(WrittenType(kind: .unknown))
    parameter.isVariadic = parts.isVariadic
    parameter.isFunction = summary.types[parameter.type].kind == .function
    let token = tree.token(of: node)
    if let name = parts.name {
      parameter.name = self.name(at: name)
      let declaration = summary.declarations[number]
      let isUnlabelled = declaration.kind == .subscripts || declaration.flags.contains(.isOperator)
      if let label = parts.label, label < name || !isUnlabelled {
        parameter.label = self.name(at: label)
      }
    }
    if let value = parts.defaultValue {
      let node = addNode(.defaultArgument, of: number, named: token, tree.bytes(of: value))
      let outer = enter(node, of: number)
      setContext(.type, parameter.type, of: read(value))
      leave(to: outer)
      parameter.defaultNode = node
    }
    if parameter.name != -1 {
      // In the function a variadic one is an array.
      let type =
        parameter.isVariadic
        ? addType(WrittenType(kind: .array, parts: addList([parameter.type]))) : parameter.type
      addLocal(Local(name: parameter.name, type: type))
    }
    return parameter
  }

  // MARK: - Accessors

  /// Reads what is between the braces of a variable or subscript.
  mutating func readAccessors(_ block: Int, of number: Int32, named token: Int) {
    var isGetter = true
    for accessor in tree.parts(of: block) where tree.kind(of: accessor) == .accessorDecl {
      isGetter = false
      let keyword = tree.token(of: accessor)
      let code = tree.child(.codeBlock, of: accessor)
      let kind = accessorKind(at: keyword)
      if kind == .observer, code == nil { continue }
      let start = tokens[keyword].start
      let bytes = start..<(code == nil ? start : tree.bytes(of: accessor).upperBound)
      readAccessor(kind, of: number, named: token, bytes, code: code, keyword)
    }
    if isGetter {
      readAccessor(.getter, of: number, named: token, tree.bytes(of: block), code: block)
    }
  }

  private func accessorKind(at token: Int) -> NodeKind {
    let getters: [StaticString] = ["get", "read", "_read", "unsafeAddress", "borrow"]
    if getters.contains(where: { tokens.isWord($0, at: token) }) { return .getter }
    return tokens.isWord("willSet", at: token) || tokens.isWord("didSet", at: token)
      ? .observer : .setter
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
    if kind == .getter { place.resultType = type }
    giveResult(readStatements(of: code))
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
        readLocal(tree.parts(ofBinding: binding))
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
