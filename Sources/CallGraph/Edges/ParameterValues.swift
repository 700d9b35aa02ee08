/// What is known of the values of parameters: which code they decide about, and what calls pass.
extension Linker {
  // MARK: - Keys

  /// A call that passes a parameter of its own on.
  private struct Passing {
    let owner, target: Int32
    let ownKey, key: Int32
  }

  /// Finds the parameter of each node that decides what runs in it, or in what it is passed to.
  func setKeys(of graph: inout Graph, _ variables: inout Variables) {
    let guards = Rows(rowCount: files.nodes.count, files.guards.map { Int($0.owner) })
    let yes = files.names.number(of: "true").map { Int32($0) }
    var queue: [Int] = []
    for node in files.nodes.indices {
      var counts: [Int32: Int] = [:]
      var own: [(key: Int32, condition: Graph.Condition)] = []
      for index in guards[node] {
        let guarded = files.guards[index]
        guard var condition = condition(index) else {
          own.append((-1, Graph.Condition(guarded.start..<guarded.end)))
          continue
        }
        let key = guarded.parameter == -1 ? 0 : key(of: guarded.parameter, in: Int32(node)) ?? -1
        condition.slot = variables.slot(ofGuard: guarded, &graph) ?? -1
        // Both branches of a condition on a Bool are guards.
        if key != -1 { counts[key, default: 0] += condition.values.first == yes ? 1 : 2 }
        own.append((key, condition))
      }
      let key = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? -1
      for index in own.indices { own[index].condition.isOfKey = own[index].key == key && key != -1 }
      graph.setConditions(own.map(\.condition), of: node)
      guard key != -1 else { continue }
      graph.keys[node] = key
      queue.append(node)
    }
    let selfCalls = selfCalls()
    let passings = passings() + selfCalls
    spreadKeys(from: queue, over: passings, in: &graph)
    // What parameters decide comes before what the type of `self` does.
    let members = Set(graph.implementations.map(\.member))
    let called = Set(selfCalls.map(\.target)).intersection(members).map { Int($0) }
      .filter { graph.keys[$0] == -1 }.sorted()
    for member in called { graph.keys[member] = 0 }
    spreadKeys(from: called, over: passings, in: &graph)
  }

  /// Gives the keys of nodes to those that pass a parameter on to them.
  private func spreadKeys(from nodes: [Int], over passings: [Passing], in graph: inout Graph) {
    var queue = nodes
    let incoming = Rows(rowCount: graph.nodeCount, passings.map { Int($0.target) })
    let implemented = Rows(
      rowCount: graph.nodeCount, graph.implementations.map { Int($0.node) })
    var index = 0
    while index < queue.count {
      let node = queue[index]
      index += 1
      for number in incoming[node] where passings[number].key == graph.keys[node] {
        let owner = Int(passings[number].owner)
        guard graph.keys[owner] == -1 else { continue }
        graph.keys[owner] = passings[number].ownKey
        queue.append(owner)
      }
      for number in implemented[node] {
        let member = Int(graph.implementations[number].member)
        guard graph.keys[member] == -1 else { continue }
        graph.keys[member] = graph.keys[node]
        queue.append(member)
      }
    }
  }

  /// The condition that a guard is; nil if it tells none, or a name that it has may be no case.
  private func condition(_ index: Int) -> Graph.Condition? {
    let guarded = files.guards[index]
    if guarded.parameter == -3 { return nil }
    let declaration = files.declarations[Int(files.nodes[Int(guarded.owner)].declaration)]
    // It may have set `self` before.
    if guarded.parameter == -1, declaration.flags.contains(.isMutating) { return nil }
    var condition = Graph.Condition(
      guarded.start..<guarded.end,
      values: files.attributes[guarded.values.range].map { $0 == -1 ? Graph.Value.nil : $0 },
      isRefused: guarded.isRefused)
    guard guarded.type != -1 else {
      return condition.values.allSatisfy { isCase($0, of: guarded) } ? condition : nil
    }
    let known = terms[resolve(guarded.type, in: files.nodes[Int(guarded.owner)].declaration)]
    guard known.kind == .nominal, known.parts.isEmpty else { return nil }
    let type = madeValue(of: terms.nominal(known.number))
    guard type <= Graph.Value.firstType else { return nil }
    condition.values = [type]
    return condition
  }

  /// Whether a name that a pattern has is that of a case, and not of another static member.
  private func isCase(_ name: Int32, of guarded: Guard) -> Bool {
    guard staticNamesOfEnums.contains(name) else { return true }
    let context = files.nodes[Int(guarded.owner)].declaration
    var type = Terms.unknown
    switch guarded.parameter {
    case -1: type = selfTerm(of: context)
    case -2: type = guarded.subject == -1 ? type : self.type(of: guarded.subject)
    default: type = resolve(files.parameters[Int(guarded.parameter)].type, in: context)
    }
    guard terms[type].kind == .nominal else { return false }
    let members = members[ScopedName(name, in: .type, terms[type].number)] ?? []
    return members.count == 1 && files.declarations[Int(members[0])].kind == .enumCase
  }

  /// The number of a parameter, from 1; nil if it is none of the node's own.
  func key(of parameter: Int32, in owner: Int32) -> Int32? {
    let node = files.nodes[Int(owner)]
    let parameters = files.declarations[Int(node.declaration)].parameters
    guard node.kind != .storedClosure, node.kind != .defaultArgument,
      parameters.range.contains(Int(parameter))
    else { return nil }
    return parameter - parameters.start + 1
  }

  /// The calls of members of `self` in protocols' extensions and in classes with subclasses.
  private func selfCalls() -> [Passing] {
    let superclasses = Set(entities.map(\.superclass))
    let isGeneral = entities.indices.map {
      superclasses.contains(Int32($0)) || isProtocol(Int32($0))
    }
    var found: [Passing] = []
    for (index, expression) in files.expressions.enumerated()
    where expression.kind == .name || expression.kind == .member && ownKey(of: expression.base) == 0
    {
      let parent = files.declarations[Int(files.nodes[Int(expression.owner)].declaration)].parent
      let entity = parent == -1 ? -1 : entityOf[Int(parent)]
      guard entity != -1, isGeneral[Int(entity)] else { continue }
      for candidate in resolution(of: Int32(index)).candidates where 0 <= candidate {
        let called = files.declarations[Int(candidate)]
        guard called.body != -1, called.kind == .function || called.kind == .variable,
          !called.flags.contains(.isStatic),
          files.declarations[Int(called.parent)].isTypeOrExtension
        else { continue }
        found.append(Passing(owner: expression.owner, target: called.body, ownKey: 0, key: 0))
      }
    }
    return found
  }

  private func passings() -> [Passing] {
    var found: [Passing] = []
    for index in files.expressions.indices {
      let expression = files.expressions[index]
      let arguments = files.arguments[expression.arguments.range]
      guard expression.flags.contains(.isCalled),
        arguments.contains(where: { ownKey(of: $0.value) != nil })
      else { continue }
      // Of many candidates, nobody knows which one takes the parameter.
      let resolution = resolution(of: Int32(index))
      for candidate in resolution.overloads == -1 ? resolution.candidates : []
      where 0 <= candidate {
        let called = files.declarations[Int(candidate)]
        guard called.body != -1 else { continue }
        _ = matchArguments(of: Int32(index), called.parameters.range, in: candidate) {
          argument, parameter in
          let value = arguments[arguments.startIndex + argument].value
          guard let ownKey = ownKey(of: value) else { return }
          found.append(
            Passing(
              owner: expression.owner, target: called.body, ownKey: ownKey,
              key: Int32(parameter) - called.parameters.start + 1))
        }
      }
    }
    return found
  }

  /// The number of the parameter that an expression is; nil for any other one.
  private func ownKey(of index: Int32) -> Int32? {
    guard index != -1 else { return nil }
    let expression = files.expressions[Int(index)]
    switch expression.kind {
    case .selfValue: return 0
    case .cast where !expression.flags.contains(.isOptional): return ownKey(of: expression.base)
    case .local where !expression.flags.contains(.isCalled):
      let parameter = files.locals[Int(expression.base)].parameter
      return parameter == -1 ? nil : key(of: parameter, in: expression.owner)
    default: return nil
    }
  }

  // MARK: - Passed values

  /// What a reference passes for a parameter of a candidate.
  func passed(
    by index: Int32, to candidate: Int32, key: Int32, _ graph: Graph
  ) -> Int32 {
    if key == -1 { return Graph.Value.unknown }
    let expression = files.expressions[Int(index)]
    let called = files.declarations[Int(candidate)]
    if key == 0 {
      return called.flags.contains(.isStatic)
        ? Graph.Value.unknown : receiver(of: index, expression, called, graph)
    }
    guard expression.flags.contains(.isCalled) else { return Graph.Value.unknown }
    let parameter = Int(called.parameters.start + key - 1)
    guard called.parameters.range.contains(parameter) else { return Graph.Value.unknown }
    var passed = files.parameters[parameter].defaultValue
    let leftOut = matchArguments(of: index, called.parameters.range, in: candidate) {
      if $1 == parameter { passed = files.arguments[Int(expression.arguments.start) + $0].value }
    }
    return leftOut == nil ? Graph.Value.unknown : value(of: passed, in: expression.owner, graph)
  }

  /// What is known of a value that a node passes: `own` for that of its key.
  private func value(of index: Int32, in owner: Int32, _ graph: Graph) -> Int32 {
    guard index != -1, files.expressions[Int(index)].owner == owner, let key = ownKey(of: index),
      graph.keys[Int(owner)] == key
    else { return value(of: index) }
    return Graph.Value.own
  }

  /// What is known of the value before the period: a case, or its type.
  private func receiver(
    of index: Int32, _ expression: Expression, _ called: Declaration, _ graph: Graph
  ) -> Int32 {
    let base = expression.kind == .member ? expression.base : -1
    let isOfSuper = base != -1 && files.expressions[Int(base)].kind == .superValue
    if called.kind == .initializer, !isOfSuper, base == -1 || ownKey(of: base) != 0 {
      return type(ofValue: resolution(of: index).type)
    }
    if base != -1, !isOfSuper {
      let known = value(of: base, in: expression.owner, graph)
      return known == Graph.Value.own || 0 <= known ? known : type(ofValue: type(of: base))
    }
    guard isOfSuper || expression.kind == .name else { return Graph.Value.unknown }
    return graph.keys[Int(expression.owner)] == 0
      ? Graph.Value.own
      : type(ofValue: selfTerm(of: files.nodes[Int(expression.owner)].declaration))
  }

  private func type(ofValue term: Int32) -> Int32 {
    let type = madeValue(of: term)
    return type == Graph.Value.given ? Graph.Value.unknown : type
  }

  /// What is known of a value that was made: its type, or that it is no `nil`.
  func madeValue(of term: Int32) -> Int32 {
    let known = terms[term]
    guard known.kind == .nominal, !entities[Int(known.number)].isForeign,
      !isProtocol(known.number)
    else { return Graph.Value.given }
    return Graph.Value.firstType - known.number
  }

  /// Whether each type has own subclasses.
  var haveSubclasses: [Bool] {
    var haveSubclasses = [Bool](repeating: false, count: entities.count)
    for entity in entities where entity.superclass != -1 && !entity.isForeign {
      haveSubclasses[entity.superclass] = true
    }
    return haveSubclasses
  }

  /// The function whose parameter it is; nil for other declarations.
  func function(ofParameter parameter: Int32) -> Int32? {
    parameterOwners[Int(parameter)] == -1 ? nil : parameterOwners[Int(parameter)]
  }

  /// Whether a declaration is a property of an enum's values with a getter.
  func isGetterOfEnum(_ declaration: Int32) -> Bool {
    let own = files.declarations[Int(declaration)]
    guard own.kind == .variable, own.flags.contains(.isComputed), own.body != -1,
      !own.flags.contains(.isStatic)
    else { return false }
    let entity = entityOf[Int(own.parent)]
    return entity != -1 && kind(of: entity) == .enumeration
  }

  /// What is known of the value of an expression, whatever parameters and properties hold.
  func value(of index: Int32, depth: Int = 0) -> Int32 {
    guard index != -1, depth < 8 else { return Graph.Value.unknown }
    let expression = files.expressions[Int(index)]
    if expression.flags.contains(.isOptional) { return Graph.Value.unknown }
    switch expression.kind {
    case .nilValue: return Graph.Value.nil
    case .typed: return expression.name == -1 ? Graph.Value.given : expression.name
    case .closure, .array, .dictionary, .tuple, .selfValue: return Graph.Value.given
    case .cast: return value(of: expression.base, depth: depth + 1)
    case .local where !expression.flags.contains(.isCalled):
      let local = files.locals[Int(expression.base)]
      if local.isConstant, local.number == -1, local.parameter == -1, local.source != -1 {
        let known = value(of: local.source, depth: depth + 1)
        if known != Graph.Value.unknown { return known }
      }
      let context = files.nodes[Int(expression.owner)].declaration
      return local.isUnwrapped || isGiven(local.type, in: context)
        ? Graph.Value.given : Graph.Value.unknown
    case .name, .member, .implicitMember, .call, .selfType:
      return value(ofReference: index, expression, depth)
    default: return Graph.Value.unknown
    }
  }

  private func value(
    ofReference index: Int32, _ expression: Expression, _ depth: Int
  ) -> Int32 {
    let resolution = resolution(of: index)
    // The type of a generic parameter may be unknown, as in `context.send(.load)`.
    if resolution.candidates.isEmpty, expression.kind == .implicitMember,
      namesOfCases.contains(expression.name),
      !files.names[Int(expression.name)].elementsEqual("none".utf8)
    {
      return expression.name
    }
    let isMade = expression.flags.contains(.isCalled) && resolution.type != Terms.unknown
    guard let candidate = resolution.candidates.first, isMade || resolution.candidates.count == 1
    else { return Graph.Value.unknown }
    if isMade {
      let isFailable = resolution.candidates.contains {
        0 <= $0 && files.declarations[Int($0)].flags.contains(.isFailable)
      }
      return isFailable ? Graph.Value.unknown : madeValue(of: resolution.type)
    }
    guard 0 <= candidate else { return Graph.Value.unknown }
    let declaration = files.declarations[Int(candidate)]
    switch declaration.kind {
    case .enumCase:
      let isNone = files.names[Int(declaration.name)].elementsEqual("none".utf8)
      return isNone ? Graph.Value.unknown : declaration.name
    case .variable where !expression.flags.contains(.isCalled):
      if declaration.flags.contains(.isConstant), declaration.value != -1 {
        return value(of: declaration.value, depth: depth + 1)
      }
      return isGiven(declaration.type, in: candidate) ? Graph.Value.given : Graph.Value.unknown
    case .function where expression.flags.contains(.isCalled):
      return isGiven(declaration.type, in: candidate) ? Graph.Value.given : Graph.Value.unknown
    default: return Graph.Value.unknown
    }
  }

  /// Whether a written type is that of a value that cannot be `nil`, as far as its name tells.
  private func isGiven(_ type: Int32, in context: Int32) -> Bool {
    guard type != -1, !files.types[Int(type)].isOptional else { return false }
    return files.types[Int(type)].kind == .nominal
      && terms[resolve(type, in: context)].kind == .nominal
  }

  // MARK: - Closures that are kept

  /// The expressions in arguments that the callee only keeps: those of an `@autoclosure`, which
  /// nothing runs, and those of closures, which somebody may call later.
  func argumentsKept(_ graph: Graph) -> (notRun: Set<Int32>, kept: Set<Int32>) {
    let unimplemented = files.names.number(of: "unimplemented").map(Int32.init)
    // They take code to run for each value or event.
    let subscriptions = Set(
      ["sink", "observe", "addObserver", "subscribe", "onReceive", "onChange"].compactMap {
        files.names.number(of: $0).map(Int32.init)
      })
    var isKept = areKept(graph)
    let implemented = Set(graph.implementations.map(\.member))
    for declaration in files.declarations
    where declaration.body == -1 || implemented.contains(declaration.body) {
      for parameter in declaration.parameters.range { isKept[parameter] = false }
    }
    var (notRun, kept): (Set<Int32>, Set<Int32>) = ([], [])
    for (index, expression) in files.expressions.enumerated()
    where expression.flags.contains(.isCalled) && !expression.arguments.isEmpty {
      let candidates = resolution(of: Int32(index)).candidates
      if candidates.isEmpty, subscriptions.contains(expression.name) {
        for number in expression.arguments.range where isClosure(files.arguments[number].value) {
          addExpressions(ofArgument: number, of: index, to: &kept)
        }
      }
      if candidates.isEmpty, expression.kind == .name, expression.name == unimplemented {
        // The closure that Point-Free's function returns asks for the placeholder.
        for number in expression.arguments.range.dropFirst() {
          addExpressions(ofArgument: number, of: index, to: &notRun)
          files.notFollowed.storedClosures += 1
        }
      }
      for candidate in candidates where 0 <= candidate && candidates.count == 1 {
        let parameters = files.declarations[Int(candidate)].parameters.range
        guard isKept[parameters].contains(true) else { continue }
        _ = matchArguments(of: Int32(index), parameters, in: candidate) { argument, parameter in
          let number = Int(expression.arguments.start) + argument
          if !isKept[parameter] { return }
          if files.parameters[parameter].isAutoclosure {
            addExpressions(ofArgument: number, of: index, to: &notRun)
            files.notFollowed.storedClosures += 1
          } else if isClosure(files.arguments[number].value) {
            addExpressions(ofArgument: number, of: index, to: &kept)
          }
        }
      }
    }
    return (notRun, kept)
  }

  /// Whether the code of its function only keeps each parameter, or uses it once, in a branch.
  private func areKept(_ graph: Graph) -> [Bool] {
    var counts = [(all: Int, inBranches: Int)](repeating: (0, 0), count: files.parameters.count)
    for expression in files.expressions where expression.kind == .local {
      let parameter = files.locals[expression.base].parameter
      if parameter == -1 { continue }
      counts[parameter].all += 1
      if graph.isInBranch(expression.offset, of: Int(expression.owner)) {
        counts[parameter].inBranches += 1
      }
    }
    return files.parameters.indices.map {
      !files.parameters[$0].isUsed || counts[$0] == (1, 1) && !files.parameters[$0].isAutoclosure
    }
  }

  private func isClosure(_ value: Int32) -> Bool {
    value != -1 && files.expressions[value].kind == .closure
  }

  /// The expressions of an argument come after those of the one before it.
  private func addExpressions(ofArgument number: Int, of call: Int, to found: inout Set<Int32>) {
    let expression = files.expressions[call]
    let isFirst = number == Int(expression.arguments.start)
    let start = isFirst ? Int32(call) + 1 : files.arguments[number - 1].end
    guard start < files.arguments[number].end else { return }
    for index in start..<files.arguments[number].end
    where files.expressions[Int(index)].owner == expression.owner {
      found.insert(index)
    }
  }
}
