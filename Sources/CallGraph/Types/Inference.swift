/// The types of expressions, as far as they are written somewhere.
extension Linker {
  /// The type of an expression.
  /// - Parameter index: the index in `expressions`; -1 for one that nothing is known of.
  /// - Returns: a term.
  func type(of index: Int32) -> Int32 {
    guard index != -1 else { return Terms.unknown }
    let known = expressionTypes[Int(index)]
    if known != -1 { return known }
    // A long chain is read from its inner end, so that it takes no depth.
    var chain: [Int32] = []
    var base = chainedBase(of: index)
    while base != -1, expressionTypes[Int(base)] == -1 {
      chain.append(base)
      base = chainedBase(of: base)
    }
    for inner in chain.reversed() { _ = type(of: inner) }
    guard enter() else { return Terms.unknown }
    defer { leave() }
    expressionTypes[Int(index)] = Terms.unknown
    let type = infer(index)
    expressionTypes[Int(index)] = type
    return type
  }

  /// The expression before the last period, parenthesis or bracket; -1 for none.
  private func chainedBase(of index: Int32) -> Int32 {
    let expression = files.expressions[Int(index)]
    switch expression.kind {
    case .member, .call, .subscripted, .element, .part, .associated: return expression.base
    default: return -1
    }
  }

  private func infer(_ index: Int32) -> Int32 {
    let expression = files.expressions[Int(index)]
    let context = files.nodes[Int(expression.owner)].declaration
    switch expression.kind {
    case .selfValue:
      let own = selfTerm(of: context)
      return isStaticContext(context, expression) ? terms.metatype(own) : own
    case .superValue:
      let own = terms[selfTerm(of: context)]
      guard own.kind == .nominal else { return Terms.unknown }
      let superclass = entities[Int(own.number)].superclass
      return superclass == -1
        ? Terms.unknown : superclassTerms[own.number] ?? terms.nominal(superclass)
    case .typed: return resolve(expression.base, in: context)
    case .cast: return resolve(expression.name, in: context)
    case .local:
      return typeOfLocal(expression, in: context)
    case .name, .member, .implicitMember, .localFunction, .selfType, .operation:
      return typeOfReference(expression, index)
    case .call: return typeOfCall(expression, index)
    case .subscripted: return typeOfSubscript(expression, index)
    case .either:
      let first = type(of: expression.base)
      return first != Terms.unknown ? first : type(of: expression.name)
    case .array: return typeOfArray(expression, index)
    case .dictionary: return typeOfDictionary(expression, index)
    case .tuple: return typeOfTuple(expression)
    case .element: return element(of: type(of: expression.base))
    case .part:
      let tuple = terms[type(of: expression.base)]
      let number = Int(expression.name)
      return tuple.kind == .tuple && tuple.parts.indices.contains(number)
        ? tuple.parts[number] : Terms.unknown
    case .associated: return typeOfAssociated(expression)
    case .closure, .nilValue, .unknown:
      return Terms.unknown
    }
  }

  private func typeOfTuple(_ expression: Expression) -> Int32 {
    let arguments = files.arguments[expression.arguments.range]
    let (parts, labels) = (arguments.map { type(of: $0.value) }, arguments.map(\.label))
    // `(id: Int, tags: Set<String>)` may be a type.
    guard arguments.contains(where: { isType($0.value) }) else {
      return terms.tuple(parts, labels: labels)
    }
    let types = parts.map { terms[$0].kind == .metatype ? terms[$0].parts[0] : Terms.unknown }
    return terms.metatype(terms.tuple(types, labels: labels))
  }

  /// Whether an expression is a type, and no value that is one, as `Int.self` is.
  private func isType(_ index: Int32) -> Bool {
    guard terms[type(of: index)].kind == .metatype else { return false }
    let expression = files.expressions[Int(index)]
    guard expression.flags.isDisjoint(with: [.isCalled, .isTypeValue]) else { return false }
    switch expression.kind {
    case .array, .dictionary, .tuple: return true
    case .name, .member: return resolution(of: index).type != Terms.unknown
    default: return false
    }
  }

  private func typeOfArray(_ expression: Expression, _ index: Int32) -> Int32 {
    for argument in files.arguments[expression.arguments.range] {
      let first = type(of: argument.value)
      // `[Store]` may be a type.
      if terms[first].kind == .metatype, expression.arguments.count == 1 {
        return terms.metatype(terms.nominal(array, [terms[first].parts[0]]))
      }
      if first != Terms.unknown { return terms.nominal(array, [first]) }
    }
    return expectedType(of: index)
  }

  private func typeOfDictionary(_ expression: Expression, _ index: Int32) -> Int32 {
    let expected = expectedType(of: index)
    guard expected == Terms.unknown, !expression.arguments.isEmpty else { return expected }
    let pair = files.arguments[expression.arguments.range].prefix(2).map { type(of: $0.value) }
    // `[String: Store]` as a type.
    if expression.arguments.count == 2, pair.contains(where: { terms[$0].kind == .metatype }) {
      return terms.metatype(
        terms.nominal(
          dictionary, pair.map { terms[$0].kind == .metatype ? terms[$0].parts[0] : $0 }))
    }
    return terms.nominal(dictionary, pair)
  }

  // MARK: - Names

  private func typeOfLocal(_ expression: Expression, in context: Int32) -> Int32 {
    let local = files.locals[Int(expression.base)]
    let type = typeOfLocal(local, in: context)
    guard expression.flags.contains(.isCalled) else { return type }
    // A local variable that is called is a function.
    let known = terms[type]
    if known.kind == .metatype { return known.parts[0] }
    return known.kind == .function ? known.parts.last! : Terms.unknown
  }

  private func typeOfLocal(_ local: Local, in context: Int32) -> Int32 {
    if local.type != -1 { return resolve(local.type, in: context) }
    return local.number == -1
      ? type(of: local.source) : typeOfParameter(Int(local.number), ofClosure: local.source)
  }

  /// The type of a closure's parameter, from the place where the closure is passed.
  private func typeOfParameter(_ number: Int, ofClosure closure: Int32) -> Int32 {
    let expected = terms[expectedType(of: closure)]
    if expected.kind == .function {
      let parameters = expected.parts.dropLast()
      if number < parameters.count { return parameters[number] }
      return Terms.unknown
    }
    return typeOfElement(number, ofClosure: closure)
  }

  /// The type of a reference: that of a variable, or the result of a call.
  private func typeOfReference(_ expression: Expression, _ index: Int32) -> Int32 {
    if let special = typeOfSpecialCall(expression) { return special }
    let resolution = resolution(of: index)
    if resolution.type != Terms.unknown {
      guard expression.flags.contains(.isCalled) else { return resolution.type }
      let made = made(resolution.type, of: expression.arguments)
      return resolution.candidates.count == 1
        ? generic(made, byInitializer: resolution.candidates[0], index) : made
    }
    if resolution.candidates.isEmpty {
      return typeOfForeignMember(expression, resolution)
    }
    let number = Int(resolution.overloads)
    guard number != -1, !overloads[number].isGeneric else {
      return typeOfUse(expression, index, resolution)
    }
    if overloads[number].type == -1 {
      overloads[number].type = typeOfUse(expression, index, resolution)
    }
    return overloads[number].type
  }

  /// The type that the uses of all candidates have.
  private func typeOfUse(
    _ expression: Expression, _ index: Int32, _ resolution: Resolution
  ) -> Int32 {
    var found = Terms.unknown
    for candidate in resolution.candidates where candidate >= 0 {
      var type = typeOfUse(candidate, expression, resolution.receiver)
      if !files.declarations[Int(candidate)].generics.isEmpty {
        type = typeOfGenericResult(type, candidate, index, of: candidate)
      }
      if found != Terms.unknown, type != found { return Terms.unknown }
      found = type
    }
    return found
  }

  /// The result of a generic function, as far as arguments tell its parameters: by their own types,
  /// and by the results of closures.
  /// - Parameter owner: the declaration that has the generic parameters.
  private func typeOfGenericResult(
    _ result: Int32, _ candidate: Int32, _ index: Int32, of owner: Int32
  ) -> Int32 {
    guard terms[result].kind == .parameter || !terms[result].parts.isEmpty else { return result }
    let declaration = files.declarations[Int(candidate)]
    let first = Int(files.expressions[Int(index)].arguments.start)
    var names: [Int32] = []
    var types: [Int32] = []
    func bind(_ parameter: Int32, _ type: Int32) {
      let known = terms[parameter]
      guard known.kind == .parameter, known.number == owner, type != Terms.unknown,
        !names.contains(known.parts[0])
      else { return }
      names.append(known.parts[0])
      types.append(type)
    }
    _ = matchArguments(of: index, declaration.parameters.range, in: candidate) {
      argument, parameter in
      let value = files.arguments[first + argument].value
      guard value != -1 else { return }
      let type = resolve(files.parameters[parameter].type, in: candidate)
      if terms[type].kind == .parameter {
        bind(type, self.type(of: value))
      } else if terms[type].kind == .function, let last = terms[type].parts.last {
        bind(last, resultOfClosure(value))
      } else if terms[type].kind == .metatype {
        let passed = terms[self.type(of: value)]
        if passed.kind == .metatype { bind(terms[type].parts[0], passed.parts[0]) }
      }
    }
    return names.isEmpty
      ? result : substitute(result, names, of: owner, by: types)
  }

  /// An own generic type with the arguments that its initializer is called with, as `Box(1)`.
  private func generic(_ type: Int32, byInitializer candidate: Int32, _ index: Int32) -> Int32 {
    let known = terms[type]
    guard candidate >= 0, known.kind == .nominal, known.parts.isEmpty else { return type }
    let owner = entities[Int(known.number)].declaration
    guard owner != -1, !files.declarations[Int(owner)].generics.isEmpty else { return type }
    let whole = terms.nominal(known.number, parameters(of: owner))
    let found = typeOfGenericResult(whole, candidate, index, of: owner)
    return found == whole ? type : found
  }

  func resultOfClosure(_ value: Int32) -> Int32 {
    guard value != -1 else { return Terms.unknown }
    let expression = files.expressions[Int(value)]
    guard expression.kind == .closure else { return Terms.unknown }
    if expression.name != -1 {
      return resolve(expression.name, in: files.nodes[Int(expression.owner)].declaration)
    }
    return type(of: expression.base)
  }

  /// The type of `type(of: x)` or `XCTUnwrap(x)`.
  private func typeOfSpecialCall(_ expression: Expression) -> Int32? {
    guard expression.kind == .name, expression.flags.contains(.isCalled),
      !expression.arguments.isEmpty
    else { return nil }
    let argument = files.arguments[Int(expression.arguments.start)]
    let context = files.nodes[Int(expression.owner)].declaration
    if expression.name == unwrapName, !ownNames.contains(unwrapName),
      case .none = ownTypeNamed(unwrapName, in: context, [])
    {
      return type(of: argument.value)
    }
    guard expression.name == typeName, expression.arguments.count == 1 else { return nil }
    return argument.label == ofName ? terms.metatype(type(of: argument.value)) : nil
  }

  /// The type of a use of a declaration.
  func typeOfUse(_ candidate: Int32, _ expression: Expression, _ receiver: Int32) -> Int32 {
    let declaration = files.declarations[Int(candidate)]
    let isCalled = expression.flags.contains(.isCalled)
    switch declaration.kind {
    case .variable:
      let type = typeOfVariable(candidate, receiver)
      guard isCalled, expression.kind != .subscripted else { return type }
      let known = terms[type]
      if known.kind == .metatype { return known.parts[0] }
      return known.kind == .function ? known.parts.last! : Terms.unknown
    case .enumCase: return enumType(of: candidate, receiver)
    case .initializer: return receiver
    case .function, .subscripts:
      let result = self.result(of: candidate, receiver)
      guard !isCalled else { return result }
      let parameters = files.parameters[declaration.parameters.range].map {
        substitute(resolve($0.type, in: candidate), by: receiver)
      }
      return terms.term(Terms.Term(kind: .function, number: -1, parts: parameters + [result]))
    default: return Terms.unknown
    }
  }

  private func enumType(of candidate: Int32, _ receiver: Int32) -> Int32 {
    let known = terms[receiver]
    return known.kind == .nominal ? receiver : selfTerm(of: candidate)
  }

  private func typeOfVariable(_ variable: Int32, _ receiver: Int32) -> Int32 {
    let declaration = files.declarations[Int(variable)]
    if declaration.type != -1 { return result(of: variable, receiver) }
    return type(of: declaration.value)
  }

  /// The written result of a function or the written type of a variable.
  private func result(of candidate: Int32, _ receiver: Int32) -> Int32 {
    let declaration = files.declarations[Int(candidate)]
    guard declaration.type != -1 else { return Terms.unknown }
    // `Self` is the type before the member.
    if files.types[Int(declaration.type)].kind == .selfType, receiver != Terms.unknown {
      return receiver
    }
    return substitute(resolve(declaration.type, in: candidate), by: receiver)
  }

  private func typeOfCall(_ expression: Expression, _ index: Int32) -> Int32 {
    let callee = terms[type(of: expression.base)]
    switch callee.kind {
    case .function: return callee.parts.last!
    case .metatype: return callee.parts[0]
    default:
      // A closure may be called on the spot.
      guard expression.base != -1 else { return Terms.unknown }
      let base = files.expressions[Int(expression.base)]
      guard base.kind == .closure else { return Terms.unknown }
      let expected = expectedType(of: index)
      return expected != Terms.unknown ? expected : type(of: base.base)
    }
  }

  private func typeOfSubscript(_ expression: Expression, _ index: Int32) -> Int32 {
    let resolution = resolution(of: index)
    if let candidate = resolution.candidates.first {
      guard resolution.candidates.count == 1, candidate >= 0 else { return Terms.unknown }
      return typeOfUse(candidate, expression, resolution.receiver)
    }
    let receiver = terms[type(of: expression.base)]
    guard receiver.kind == .nominal else { return Terms.unknown }
    if receiver.number == dictionary, receiver.parts.count == 2 { return receiver.parts[1] }
    return receiver.number == array && receiver.parts.count == 1
      ? receiver.parts[0] : Terms.unknown
  }

  // MARK: - Associated values

  /// What a pattern takes from a case: the case, and the parameters that are taken; nil if the
  /// program does not declare it.
  func associated(
    _ expression: Expression
  ) -> (declaration: Int32, parameters: ArraySlice<Parameter>)? {
    let known = terms[type(of: expression.base)]
    guard known.kind == .nominal else { return nil }
    let file = file(of: files.nodes[Int(expression.owner)].declaration)
    let cases = (members[ScopedName(expression.name, in: .type, known.number)] ?? []).filter {
      files.declarations[Int($0)].kind == .enumCase && isVisibleMember($0, from: file)
    }
    guard cases.count == 1 else { return nil }
    let all = files.parameters[files.declarations[Int(cases[0])].parameters.range]
    let number = Int(expression.contextNumber)
    return (cases[0], number == -1 ? all : all.dropFirst(number).prefix(1))
  }

  /// The type of what a pattern takes from a case: a tuple if it takes several values at once.
  private func typeOfAssociated(_ expression: Expression) -> Int32 {
    let receiver = type(of: expression.base)
    if let (declaration, parameters) = associated(expression) {
      let types = parameters.map { substitute(resolve($0.type, in: declaration), by: receiver) }
      return types.count == 1 ? types[0] : terms.tuple(types, labels: parameters.map(\.label))
    }
    let known = terms[receiver]
    let isResult = known.parts.count == 2 && known.number == foreignEntity("Result")
    switch String(decoding: files.names[expression.name], as: UTF8.self) {
    case "some": return receiver
    case "success" where isResult: return known.parts[0]
    case "failure" where isResult: return known.parts[1]
    default: return Terms.unknown
    }
  }

  // MARK: - Expected types

  /// The type that the code around an expression asks for.
  func expectedType(of index: Int32) -> Int32 {
    guard index != -1, enter() else { return Terms.unknown }
    defer { leave() }
    let expression = files.expressions[Int(index)]
    let context = files.nodes[Int(expression.owner)].declaration
    switch expression.contextKind {
    case .none: return Terms.unknown
    case .type: return resolve(expression.context, in: context)
    case .expression:
      guard expression.context != -1 else { return Terms.unknown }
      let other = files.expressions[Int(expression.context)]
      if other.kind == .either {
        let expected = expectedType(of: expression.context)
        if expected != Terms.unknown { return expected }
        let sibling = other.base == index ? other.name : other.base
        return sibling == -1 ? Terms.unknown : type(of: sibling)
      }
      return type(of: expression.context)
    case .closureResult:
      let function = terms[expectedType(of: expression.context)]
      return function.kind == .function ? function.parts.last! : Terms.unknown
    case .elementOf:
      let collection = expectedType(of: expression.context)
      guard files.expressions[Int(expression.context)].kind == .dictionary else {
        return element(of: collection)
      }
      let known = terms[collection]
      return known.kind == .nominal && known.parts.count == 2
        ? known.parts[Int(expression.contextNumber)] : Terms.unknown
    case .operand:
      return expectedOperand(index, of: expression.context)
    case .argument:
      return expectedArgument(Int(expression.contextNumber), of: expression.context)
    }
  }

  /// Both operands of a comparison have one type; those of another operation that of its result.
  private func expectedOperand(_ index: Int32, of operation: Int32) -> Int32 {
    let expression = files.expressions[Int(operation)]
    let name = files.names[Int(expression.name)]
    let isComparison = ["==", "!=", "<", ">", "<=", ">=", "~=", "===", "!=="].contains {
      name.elementsEqual($0.utf8)
    }
    if !isComparison {
      let expected = expectedType(of: operation)
      if expected != Terms.unknown { return expected }
    }
    let sibling = files.arguments[expression.arguments.range].first { $0.value != index }
    return sibling.map { type(of: $0.value) } ?? Terms.unknown
  }

  /// The type of the parameter that an argument is for.
  private func expectedArgument(_ number: Int, of call: Int32) -> Int32 {
    let expression = files.expressions[Int(call)]
    if expression.kind == .local {
      let function = terms[
        typeOfLocal(
          files.locals[Int(expression.base)], in: files.nodes[Int(expression.owner)].declaration)]
      return function.kind == .function && number < function.parts.count - 1
        ? function.parts[number] : Terms.unknown
    }
    let resolution = resolution(of: call)
    if resolution.candidates.isEmpty, number == 0, expression.kind == .member {
      let name = String(decoding: files.names[Int(expression.name)], as: UTF8.self)
      let taking: Set<String> = ["append", "insert", "contains", "remove", "firstIndex"]
      if taking.contains(name) { return element(of: type(of: expression.base)) }
    }
    guard resolution.overloads != -1 else { return expectedArgument(number, of: call, resolution) }
    let key = Int(resolution.overloads)
    if let known = overloads[key].expected[Int32(number)] { return known }
    let expected = expectedArgument(number, of: call, resolution)
    overloads[key].expected[Int32(number)] = expected
    return expected
  }

  /// The type of the parameters of all candidates.
  private func expectedArgument(
    _ number: Int, of call: Int32, _ resolution: Resolution
  ) -> Int32 {
    var found = Terms.unknown
    for candidate in resolution.candidates {
      let type = expectedArgument(number, of: call, candidate, resolution.receiver)
      guard type != Terms.unknown else { continue }
      if found == Terms.unknown || found == type {
        found = type
      } else {
        guard let common = commonFunction(found, type) else { return Terms.unknown }
        found = common
      }
    }
    return found
  }

  /// The type of functions with the same parameters, whatever they return; nil if these differ.
  private func commonFunction(_ first: Int32, _ second: Int32) -> Int32? {
    let (first, second) = (terms[first], terms[second])
    guard first.kind == .function, second.kind == .function,
      first.parts.dropLast() == second.parts.dropLast()
    else { return nil }
    let parts = first.parts.dropLast() + [Terms.unknown]
    return terms.term(Terms.Term(kind: .function, number: -1, parts: Array(parts)))
  }

  private func expectedArgument(
    _ number: Int, of call: Int32, _ candidate: Int32, _ receiver: Int32
  ) -> Int32 {
    guard candidate >= 0 else {
      let argument = files.arguments[Int(files.expressions[Int(call)].arguments.start) + number]
      let property = memberwiseProperties(of: -2 - candidate).first {
        files.declarations[Int($0)].name == argument.label
      }
      return property.map { typeOfVariable($0, receiver) } ?? Terms.unknown
    }
    let declaration = files.declarations[Int(candidate)]
    if declaration.kind == .variable {
      let function = terms[typeOfVariable(candidate, receiver)]
      return function.kind == .function && number < function.parts.count - 1
        ? function.parts[number] : Terms.unknown
    }
    var found = Terms.unknown
    _ = matchArguments(of: call, declaration.parameters.range, in: candidate) {
      argument, parameter in
      guard argument == number else { return }
      found = substitute(resolve(files.parameters[parameter].type, in: candidate), by: receiver)
    }
    return found
  }
}
