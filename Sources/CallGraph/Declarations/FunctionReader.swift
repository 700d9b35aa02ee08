import SwiftLexer

extension SummaryReader {
  mutating func readFunction(
    _ kind: Declaration.Kind, _ prefix: DeclarationPrefix, in parent: Int32
  ) -> Int? {
    let nameIndex = kind == .function ? prefix.keyword + 1 : prefix.keyword
    guard tokens[nameIndex].isWord || tokens[nameIndex].kind.isOperator else { return nil }
    let number = begin(kind, prefix, named: nameIndex, in: parent)
    var generics: [GenericParameter] = []
    var index = nameIndex + 1
    let isOperator = kind == .function && !tokens[nameIndex].isWord
    // In `func ==<T>(` the lexer joins the `<` to the name.
    let isGlued =
      isOperator && 1 < tokens[nameIndex].length && tokens[index].isWord
    if isOperator {
      summary.declarations[Int(number)].flags.insert(.isOperator)
      if isGlued {
        let text = tokens.text(at: nameIndex)
        summary.declarations[Int(number)].name = Int32(
          summary.names.insert(UnsafeBufferPointer(rebasing: text.dropLast())))
      }
    }
    while file.isMark(index) || tokens[index].kind == .infixQuestionMark { index += 1 }
    index = readGenericParameters(at: index, isOpen: isGlued, into: &generics)
    let node = addNode(
      kind == .function ? .function : .initializer, of: number, name: nameIndex, from: prefix.start)
    summary.declarations[Int(number)].body = node
    if owner != -1, summary.declarations[Int(parent)].kind != .file {
      summary.declarations[Int(number)].flags.insert(.isLocal)
      showFunction(number)
    }
    index = inside(node, of: number) { reader in
      var index = index
      reader.readTestArguments(prefix)
      if reader.tokens[index].kind == .leftParen {
        index = reader.readParameters(at: index, of: number)
      }
      index = reader.readEffects(from: index, of: number)
      if reader.tokens[index].kind == .arrow {
        let (type, end) = reader.readType(from: index + 1)
        reader.summary.declarations[Int(number)].type = type
        index = end
      }
      index = reader.readWhere(at: index, into: &generics)
      reader.setGenerics(generics, of: number)
      if reader.tokens[index].kind == .leftBrace, reader.shape.roles[index] == .function {
        index = reader.readFunctionBody(
          at: index, result: reader.summary.declarations[Int(number)].type)
      }
      return index
    }
    endNode(node, before: index)
    endDeclaration(number, before: index)
    return index
  }

  /// Reads what `@Test(.enabled(if: f()), arguments: g())` computes before the test is run.
  private mutating func readTestArguments(_ prefix: DeclarationPrefix) {
    var index = prefix.start
    while index < prefix.keyword {
      guard tokens[index].kind == .atSign else {
        index += 1
        continue
      }
      var open = index + 2
      while tokens[open].kind == .period, tokens[open + 1].isWord { open += 2 }
      if tokens.isWord("Test", at: open - 1), tokens[open].kind == .leftParen,
        let close = pairs.partner(of: open), open < close
      {
        _ = readArguments(from: open + 1, to: close)
      }
      index = max(file.skipAttribute(at: index), index + 1)
    }
  }

  /// Makes a local function visible, and tells the calls before it what they mean.
  private mutating func showFunction(_ number: Int32) {
    let name = summary.declarations[Int(number)].name
    guard name != -1 else { return }
    show(name, -2 - number)
    guard let calls = earlyCalls.removeValue(forKey: name) else { return }
    for call in calls {
      summary.expressions[Int(call)].kind = .localFunction
      summary.expressions[Int(call)].base = number
    }
  }

  /// Skips `async throws(Failure)`.
  private mutating func readEffects(from start: Int, of number: Int32) -> Int {
    var index = start
    if tokens.isWord("async", at: index) {
      summary.declarations[Int(number)].flags.insert(.isAsync)
    }
    while tokens.isWord("async", at: index) || tokens.isWord("reasync", at: index)
      || tokens[index].keyword == .throws || tokens[index].keyword == .rethrows
    {
      index += 1
      if tokens[index].kind == .leftParen, let close = pairs.partner(of: index) {
        index = close + 1
      }
    }
    return index
  }

  /// - Parameter result: in `types`; -1 for none.
  mutating func readFunctionBody(at open: Int, result: Int32) -> Int {
    guard let close = pairs.partner(of: open), open < close else { return open + 1 }
    let outer = self.result
    self.result = .type(result)
    readBody(from: open + 1, to: close)
    self.result = outer
    return close + 1
  }

  mutating func readDeinitializer(_ prefix: DeclarationPrefix, in parent: Int32) -> Int {
    let number = begin(.deinitializer, prefix, named: prefix.keyword, in: parent)
    let node = addNode(.deinitializer, of: number, name: prefix.keyword, from: prefix.start)
    summary.declarations[Int(number)].body = node
    summary.notFollowed.deinitializers += 1
    var index = prefix.keyword + 1
    if tokens[index].kind == .leftBrace {
      index = inside(node, of: number) { $0.readFunctionBody(at: index, result: -1) }
    }
    endNode(node, before: index)
    endDeclaration(number, before: index)
    return index
  }

  /// Reads a parameter list, and the default arguments in it.
  /// - Parameters:
  ///   - open: the parenthesis that opens it.
  /// - Returns: the token after it.
  mutating func readParameters(
    at open: Int, of number: Int32
  ) -> Int {
    guard let close = pairs.partner(of: open), open < close else { return open + 1 }
    let isUnlabelled =
      summary.declarations[Int(number)].kind == .subscripts
      || summary.declarations[Int(number)].flags.contains(.isOperator)
    var read: [Parameter] = []
    var index = open + 1
    while index < close {
      if let body = endOfDirective(at: index) {
        index = body
        continue
      }
      let (parameter, end) = readParameter(
        at: index, to: close, of: number, isUnlabelled: isUnlabelled)
      read.append(parameter)
      index = end
      while index < close, tokens[index].kind != .comma { index = afterGroup(index) }
      index += 1
    }
    let start = summary.parameters.count
    summary.parameters += read
    summary.declarations[Int(number)].parameters = Span(start..<summary.parameters.count)
    for (offset, parameter) in read.enumerated() {
      if parameter.defaultNode != -1 {
        summary.nodes[Int(parameter.defaultNode)].parameter = Int32(start + offset)
      }
    }
    return close + 1
  }

  /// The token after a bracket, or after the token; nothing is after the end.
  func afterGroup(_ index: Int) -> Int {
    switch tokens[index].kind {
    case .endOfFile: index
    case .leftParen, .leftSquare, .leftBrace: (pairs.partner(of: index) ?? index) + 1
    default: index + 1
    }
  }

  private mutating func readParameter(
    at start: Int, to close: Int, of number: Int32, isUnlabelled: Bool
  ) -> (Parameter, end: Int) {
    var index = start
    while tokens[index].kind == .atSign { index = file.skipAttribute(at: index) }
    let first = index
    var parameter = Parameter(label: -1, name: -1)
    var nameIndex = index
    if tokens[index].isWord, tokens[index + 1].kind == .colon {
      parameter.name = name(at: index)
      parameter.label = isUnlabelled ? -1 : parameter.name
      index += 2
    } else if tokens[index].isWord, tokens[index + 1].isWord, tokens[index + 2].kind == .colon {
      nameIndex = index + 1
      parameter.name = name(at: index + 1)
      parameter.label = name(at: index)
      index += 3
    }
    if parameter.label != -1, tokens.isWord("_", at: first) { parameter.label = -1 }
    let (type, end) = readType(from: index)
    parameter.type = type
    parameter.isVariadic = isVariadicMark(end - 1)
    parameter.isFunction = summary.types[Int(type)].kind == .function
    index = end
    if tokens[index].kind == .equal {
      let node = addNode(.defaultArgument, of: number, name: nameIndex, from: index + 1)
      let value = inside(node, of: number) { $0.readExpression(from: index + 1) }
      setContext(.type, type, of: value.expression)
      endNode(node, before: value.end)
      parameter.defaultNode = node
      index = value.end
    }
    if parameter.name != -1, !tokens.isWord("_", at: nameIndex) {
      showParameter(parameter)
    }
    return (parameter, index)
  }

  /// Makes a parameter visible; in the function a variadic one is an array.
  private mutating func showParameter(_ parameter: Parameter) {
    var type = parameter.type
    if parameter.isVariadic { type = addType(WrittenType(kind: .array, parts: addList([type]))) }
    _ = addLocal(Local(name: parameter.name, type: type))
  }

  // MARK: - Subscripts

  mutating func readSubscript(_ prefix: DeclarationPrefix, in parent: Int32) -> Int {
    let number = begin(.subscripts, prefix, named: prefix.keyword, in: parent)
    summary.declarations[Int(number)].flags.insert(.isComputed)
    var generics: [GenericParameter] = []
    var index = readGenericParameters(at: prefix.keyword + 1, into: &generics)
    let mark = hidden.count
    let getter = addNode(.getter, of: number, name: prefix.keyword, from: prefix.start)
    summary.declarations[Int(number)].body = getter
    index = inside(getter, of: number) { reader in
      guard reader.tokens[index].kind == .leftParen else { return index }
      return reader.readParameters(at: index, of: number)
    }
    if tokens[index].kind == .arrow {
      let (type, end) = readType(from: index + 1)
      summary.declarations[Int(number)].type = type
      index = end
    }
    index = readWhere(at: index, into: &generics)
    setGenerics(generics, of: number)
    // The parameters are visible in the accessors.
    for parameter in summary.declarations[Int(number)].parameters.range {
      let known = summary.parameters[parameter]
      if known.name != -1 { showParameter(known) }
    }
    if tokens[index].kind == .leftBrace {
      index = readAccessors(at: index, of: number, name: prefix.keyword)
    }
    endNode(getter, before: index)
    hide(to: mark)
    endDeclaration(number, before: index)
    return index
  }

  // MARK: - Accessors

  /// Reads what is between the braces of a variable or subscript.
  /// - Returns: the token after them.
  mutating func readAccessors(at open: Int, of number: Int32, name nameIndex: Int) -> Int {
    guard let close = pairs.partner(of: open), open < close else { return open + 1 }
    let type = summary.declarations[Int(number)].type
    var hasAccessor = false
    var index = open + 1
    while index < close {
      if let body = endOfDirective(at: index) {
        index = body
        continue
      }
      guard let kind = accessorKind(at: index, before: close) else {
        index = afterGroup(index)
        continue
      }
      hasAccessor = true
      index = readAccessor(kind, at: index, of: number, type, name: nameIndex)
    }
    if hasAccessor { return close + 1 }
    summary.declarations[Int(number)].flags.insert(.isComputed)
    let node = accessorNode(.getter, of: number, name: nameIndex, from: open)
    _ = inside(node, of: number) { $0.readFunctionBody(at: open, result: type) }
    endNode(node, before: close + 1)
    return close + 1
  }

  private enum AccessorKind { case getter, setter, observer }

  private func accessorKind(at index: Int, before close: Int) -> AccessorKind? {
    guard tokens[index].kind == .identifier, !tokens.isMember(index) else { return nil }
    var end = index + 1
    if tokens[end].kind == .leftParen, let partner = pairs.partner(of: end) { end = partner + 1 }
    while tokens.isWord("async", at: end) || tokens[end].keyword == .throws { end += 1 }
    let isRequirement =
      end == close || tokens.isWord("get", at: end) || tokens.isWord("set", at: end)
      || tokens.isModifier(end)
    let hasBody =
      tokens[end].kind == .leftBrace
      && (shape.roles[end] == .accessor || shape.roles[end] == .setter)
    guard isRequirement || hasBody else { return nil }
    let getters: [StaticString] = ["get", "read", "_read", "unsafeAddress"]
    let setters: [StaticString] = ["set", "modify", "_modify", "init", "unsafeMutableAddress"]
    let observers: [StaticString] = ["willSet", "didSet"]
    if getters.contains(where: { tokens.isWord($0, at: index) }) { return .getter }
    if setters.contains(where: { tokens.isWord($0, at: index) }) { return .setter }
    return hasBody && observers.contains { tokens.isWord($0, at: index) } ? .observer : nil
  }

  private mutating func readAccessor(
    _ kind: AccessorKind, at index: Int, of number: Int32, _ type: Int32, name nameIndex: Int
  ) -> Int {
    let nodeKind: NodeKind =
      switch kind {
      case .getter: .getter
      case .setter: .setter
      case .observer: .observer
      }
    if kind != .observer { summary.declarations[Int(number)].flags.insert(.isComputed) }
    let node = accessorNode(nodeKind, of: number, name: nameIndex, from: index)
    var end = index + 1
    var parameter: Int?
    if tokens[end].kind == .leftParen, let close = pairs.partner(of: end) {
      parameter = end + 1
      end = close + 1
    }
    while tokens.isWord("async", at: end) || tokens[end].keyword == .throws { end += 1 }
    guard tokens[end].kind == .leftBrace else { return end }
    let implicit = kind == .getter ? [] : ["newValue", "oldValue"]
    end = inside(node, of: number) { reader in
      if let parameter, reader.tokens[parameter].isWord {
        _ = reader.addLocal(Local(name: reader.name(at: parameter), type: type))
      }
      for name in implicit {
        _ = reader.addLocal(Local(name: Int32(reader.summary.names.insert(name)), type: type))
      }
      return reader.readFunctionBody(at: end, result: kind == .getter ? type : -1)
    }
    endNode(node, before: end)
    return end
  }

  /// The node of an accessor; a variable with both observers has one for both.
  private mutating func accessorNode(
    _ kind: NodeKind, of number: Int32, name nameIndex: Int, from start: Int
  ) -> Int32 {
    let declaration = summary.declarations[Int(number)]
    let known =
      switch kind {
      case .setter: declaration.setter
      case .observer: declaration.observer
      default: declaration.body
      }
    if known != -1 { return known }
    let node = addNode(kind, of: number, name: nameIndex, from: start)
    switch kind {
    case .setter: summary.declarations[Int(number)].setter = node
    case .observer: summary.declarations[Int(number)].observer = node
    default: summary.declarations[Int(number)].body = node
    }
    return node
  }

  // MARK: - Variables

  /// Reads the variables after one `let` or `var`, among members or in code.
  mutating func readVariables(_ prefix: DeclarationPrefix, in parent: Int32) -> Int {
    var prefix = prefix
    let isLocal = owner != -1 && summary.declarations[Int(parent)].kind != .file
    if tokens[prefix.keyword].keyword == .let { prefix.flags.insert(.isConstant) }
    var index = prefix.keyword + 1
    while true {
      if isLocal {
        index = readLocalVariable(at: index)
      } else {
        index = readMemberVariable(prefix, at: index, in: parent)
      }
      guard tokens[index].kind == .comma else { return index }
      index += 1
    }
  }

  private mutating func readMemberVariable(
    _ prefix: DeclarationPrefix, at start: Int, in parent: Int32
  ) -> Int {
    guard tokens[start].isWord else { return readTuplePattern(prefix, at: start, in: parent) }
    // Attributes of property wrappers begin with a capital letter.
    if prefix.attributes.contains(where: { isWrapper($0) }) {
      summary.notFollowed.propertyWrappers += 1
    }
    let number = begin(.variable, prefix, named: start, in: parent)
    var index = start + 1
    if tokens[index].kind == .colon {
      let (type, end) = readType(from: index + 1)
      summary.declarations[Int(number)].type = type
      index = end
    }
    if tokens[index].kind == .equal {
      index = readInitialValue(at: index + 1, of: number, name: start)
    }
    if tokens[index].kind == .leftBrace, shape.roles[index] == .variable {
      index = readAccessors(at: index, of: number, name: start)
    }
    if summary.declarations[Int(parent)].kind == .protocolType {
      summary.declarations[Int(number)].flags.insert(.isComputed)
    }
    endDeclaration(number, before: index)
    return index
  }

  private func isWrapper(_ name: Int32) -> Bool {
    let text = summary.names[Int(name)]
    guard let first = text.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first else {
      return false
    }
    let others = ["MainActor", "IBOutlet", "IBInspectable", "NSManaged", "Test", "GKInspectable"]
    return !others.contains { text.elementsEqual($0.utf8) }
  }

  private mutating func readInitialValue(at start: Int, of number: Int32, name nameIndex: Int)
    -> Int
  {
    let node = addNode(.initialValue, of: number, name: nameIndex, from: start)
    let type = summary.declarations[Int(number)].type
    let isFunction = type != -1 && summary.types[Int(type)].kind == .function
    let value = inside(node, of: number) { reader in
      reader.isKept = true
      let value = reader.readExpression(from: start)
      if isFunction, reader.tokens[value.end - 1].keyword != .`init` {
        reader.keepReference(value.expression, from: start, before: value.end)
      }
      return value
    }
    endNode(node, before: value.end)
    summary.declarations[Int(number)].initialValue = node
    summary.declarations[Int(number)].value = value.expression
    if type != -1 { setContext(.type, type, of: value.expression) }
    return value.end
  }

  /// `let (a, b) = f()`: each name is a variable of unknown type with the same initial value.
  private mutating func readTuplePattern(
    _ prefix: DeclarationPrefix, at start: Int, in parent: Int32
  ) -> Int {
    guard tokens[start].kind == .leftParen, let close = pairs.partner(of: start), start < close
    else { return afterGroup(start) }
    var numbers: [Int32] = []
    for index in start + 1..<close where tokens[index].isWord && tokens[index + 1].kind != .colon {
      numbers.append(begin(.variable, prefix, named: index, in: parent))
    }
    var index = close + 1
    if tokens[index].kind == .colon { index = readType(from: index + 1).end }
    if tokens[index].kind == .equal, let first = numbers.first {
      index = readInitialValue(at: index + 1, of: first, name: start + 1)
      for number in numbers.dropFirst() {
        summary.declarations[Int(number)].initialValue =
          summary.declarations[Int(first)].initialValue
      }
      summary.declarations[Int(first)].value = -1
    }
    for number in numbers { endDeclaration(number, before: index) }
    return index
  }
}
