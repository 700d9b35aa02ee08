import Diagnostics

/// The parameters and properties whose values decide what runs: each is a slot of the graph, and
/// code that passes or writes a value fills it. What is not asked about gets no slot.
struct Variables {
  /// A parameter, a property, an expression before a period, or all properties of one name.
  private enum Key: Hashable {
    case parameter(Int32)
    case property(Int32)
    case receiver(Int32)
    case written(Int32)
    /// `self` in a getter of an enum, and what the getter returns.
    case ownCase(Int32)
    case result(Int32)
  }

  /// A value that an expression may have: one that is written there, or that of a variable.
  private struct Source {
    var value = Graph.Value.unknown
    var variable: Key?
    /// The expression.
    var index: Int32
  }

  private unowned let linker: Linker
  private var slots: [Key: Int32] = [:]
  private var pending: [Key] = []
  /// The expressions that call or pass each declaration, make each structure, or write a variable.
  private let users: Rows
  private let userExpressions: [Int32]
  /// What each getter returns.
  private var returned: [Int32: [Int32]] = [:]
  private let typeStart: Int
  /// The expressions that write a member of something unknown, by name.
  private var unknownWrites: [Int32: [Int32]] = [:]
  /// The functions that are called together with many others.
  private var isShared: [Bool]
  private let isBase: [Bool]
  private let decoding: Set<Int32>

  init(_ linker: Linker) {
    self.linker = linker
    let count = linker.files.declarations.count
    typeStart = count
    isShared = Array(repeating: false, count: count)
    isBase = linker.haveSubclasses
    let names = ["Decodable", "Codable", "NSCoding", "NSSecureCoding", "NSManagedObject"]
    decoding = Set(names.compactMap { linker.files.names.number(of: $0).map(Int32.init) })
    var (rows, expressions): ([Int], [Int32]) = ([], [])
    var passed: Set<Int32> = []
    for index in linker.files.expressions.indices {
      let expression = linker.files.expressions[index]
      if expression.flags.contains(.isReturned),
        linker.files.nodes[expression.owner].kind == .getter
      {
        returned[expression.owner, default: []].append(Int32(index))
      }
      switch expression.kind {
      case .name, .member, .implicitMember, .localFunction, .selfType, .call, .operation: break
      default: continue
      }
      let resolution = linker.resolution(of: Int32(index))
      let isWritten = expression.flags.contains(.isWritten)
      let isOverloaded = resolution.overloads != -1 && Linker.many <= resolution.candidates.count
      if isOverloaded, !passed.insert(resolution.overloads).inserted { continue }
      for candidate in resolution.candidates {
        if candidate < 0 {
          rows.append(count + Int(-2 - candidate))
          expressions.append(Int32(index))
        } else if isOverloaded {
          isShared[candidate] = true
        } else if isWritten || linker.files.declarations[candidate].kind != .variable
          || linker.isGetterOfEnum(candidate)
        {
          for written in [candidate] + (isWritten ? linker.overridden(by: candidate) : []) {
            rows.append(Int(written))
            expressions.append(Int32(index))
          }
        }
      }
      guard expression.kind == .member, expression.base != -1 else { continue }
      let base = linker.files.expressions[expression.base]
      let isBinding =
        base.kind == .name && linker.files.names[base.name].first == UInt8(ascii: "$")
      if isBinding || isWritten && (isOverloaded || resolution.isUnknown) {
        unknownWrites[expression.name, default: []].append(Int32(index))
      }
      guard expression.flags.contains(.isCalled), base.kind == .name || base.kind == .member,
        linker.isValue(linker.type(of: expression.base)),
        linker.isMutating(expression, Int32(index))
      else { continue }
      for candidate in linker.resolution(of: expression.base).candidates where 0 <= candidate {
        rows.append(Int(candidate))
        expressions.append(expression.base)
      }
    }
    users = Rows(rowCount: count + linker.entities.count, rows)
    userExpressions = expressions
  }

  private func users(of row: Int) -> [Int32] { users[row].map { userExpressions[$0] } }

  // MARK: - Slots

  private mutating func slot(_ key: Key, _ graph: inout Graph) -> Int32 {
    if let known = slots[key] { return known }
    var isProperty = false
    if case .property = key { isProperty = true }
    slots[key] = graph.addSlot(isProperty: isProperty)
    pending.append(key)
    return slots[key]!
  }

  /// The slot that a condition on a parameter, or on a member, is about; nil if it is unknown.
  mutating func slot(ofGuard guarded: Guard, _ graph: inout Graph) -> Int32? {
    if 0 <= guarded.parameter { return slot(.parameter(guarded.parameter), &graph) }
    if guarded.parameter == -1 {
      let getter = linker.files.nodes[guarded.owner].declaration
      return linker.isGetterOfEnum(getter) ? slot(.ownCase(getter), &graph) : nil
    }
    if guarded.subject == -1 { return nil }
    if let property = property(guarded.subject) {
      return isFixed(property) ? slot(.property(property), &graph) : nil
    }
    let candidates = linker.resolution(of: guarded.subject).candidates
    guard candidates.count == 1, 0 <= candidates[0], linker.isGetterOfEnum(candidates[0]) else {
      return nil
    }
    return slot(.result(candidates[0]), &graph)
  }

  /// The slot with the types that the value before a period may have; -1 if one is unknown.
  mutating func slot(ofReceiver index: Int32, _ graph: inout Graph) -> Int32 {
    if index == -1 || linker.files.expressions[index].kind == .selfValue { return -1 }
    let known = sources(of: index).filter { $0.value != Graph.Value.nil || $0.variable != nil }
    guard !known.isEmpty,
      known.allSatisfy({ $0.variable != nil || $0.value <= Graph.Value.firstType })
    else { return -1 }
    if known.count == 1, let only = known[0].variable { return slot(only, &graph) }
    return slot(.receiver(index), &graph)
  }

  /// The stored property or global variable that an expression is.
  private func property(_ index: Int32) -> Int32? {
    let expression = linker.files.expressions[index]
    guard expression.kind == .name || expression.kind == .member,
      !expression.flags.contains(.isCalled)
    else { return nil }
    let candidates = linker.resolution(of: index).candidates
    guard candidates.count == 1, 0 <= candidates[0] else { return nil }
    return isStored(candidates[0]) ? candidates[0] : nil
  }

  private func isStored(_ candidate: Int32) -> Bool {
    let declaration = linker.files.declarations[candidate]
    return declaration.kind == .variable
      && declaration.flags.isDisjoint(with: [.isComputed, .isLazy, .isLocal])
  }

  /// Whether all that gives a property its values is known: no wrapper, decoder or key path does.
  private func isKnown(_ property: Int32) -> Bool {
    let files = linker.files
    let declaration = files.declarations[property]
    let isConstant = declaration.flags.contains(.isConstant)
    let parent = files.declarations[declaration.parent]
    let isOfInstance = parent.isTypeOrExtension && !declaration.flags.contains(.isStatic)
    guard isConstant || isOfInstance, isConstant || !files.keyPaths.contains(declaration.name),
      !files.attributes[declaration.attributes.range].contains(where: {
        !files.names[$0].elementsEqual("MainActor".utf8)
      })
    else { return false }
    let entity = isOfInstance ? linker.entityOf[declaration.parent] : -1
    guard entity != -1 else { return true }
    return !linker.lookup(in: entity).contains {
      decoding.contains(linker.entities[$0.type].name)
    }
  }

  /// Whether initializers alone set a property.
  private func isFixed(_ property: Int32) -> Bool {
    let declaration = linker.files.declarations[property]
    if declaration.flags.contains(.isConstant) { return true }
    guard unknownWrites[declaration.name] == nil,
      requirements(of: property).allSatisfy({ users[Int($0)].isEmpty })
    else { return false }
    let entity = linker.entityOf[declaration.parent]
    return users(of: Int(property)).allSatisfy { index in
      let expression = linker.files.expressions[index]
      let owner = linker.files.nodes[expression.owner]
      return owner.kind == .initializer && expression.flags.contains(.isOnlyWritten)
        && linker.entityOf[linker.files.declarations[owner.declaration].parent] == entity
        && (expression.kind == .name
          || linker.files.expressions[expression.base].kind == .selfValue)
    }
  }

  /// The requirements that a property stands in for.
  private func requirements(of property: Int32) -> [Int32] {
    let declaration = linker.files.declarations[property]
    let entity = linker.entityOf[declaration.parent]
    guard entity != -1, !linker.isProtocol(entity) else { return [] }
    return linker.lookup(in: entity).filter { $0.part == .requirements }.flatMap { source in
      linker.members[ScopedName(declaration.name, in: .type, source.type)] ?? []
    }
  }

  // MARK: - What fills slots

  /// Adds what fills each slot, and the slots that this needs.
  mutating func fillSlots(of graph: inout Graph) {
    let implemented = Rows(
      rowCount: graph.nodeCount, graph.implementations.map { Int($0.node) })
    while let key = pending.popLast() {
      let slot = slots[key]!
      switch key {
      case .parameter(let parameter): fill(slot, parameter, implemented, &graph)
      case .property(let property): fill(slot, property, &graph)
      case .receiver(let index):
        add(index, to: slot, from: linker.files.expressions[index], &graph)
      case .ownCase(let getter):
        graph.add(slot, ofParameterOf: linker.files.declarations[getter].body)
        for index in users(of: Int(getter)) {
          let use = linker.files.expressions[index]
          add(use.kind == .member ? use.base : -1, to: slot, from: use, &graph)
        }
      case .result(let getter):
        let body = linker.files.declarations[getter].body
        for index in returned[body] ?? [] {
          add(index, to: slot, from: linker.files.expressions[index], &graph)
        }
      case .written(let name):
        for index in unknownWrites[name] ?? [] {
          let expression = linker.files.expressions[index]
          graph.add(.init(slot: slot), to: expression.owner, at: expression.offset)
        }
      }
    }
  }

  /// Fills the slot of a parameter with what calls pass.
  private mutating func fill(
    _ slot: Int32, _ parameter: Int32, _ implemented: Rows, _ graph: inout Graph
  ) {
    guard let owner = linker.function(ofParameter: parameter), !isShared[owner] else {
      return graph.lose(slot)
    }
    let function = linker.files.declarations[owner]
    let number = parameter - function.parameters.start
    guard function.kind == .function || function.kind == .initializer, function.body != -1,
      function.parameters.count <= 64
    else { return graph.lose(slot) }
    graph.add(slot, ofParameterOf: function.body)
    for index in implemented[Int(function.body)] {
      let member = graph.implementations[index].member
      guard member < linker.files.nodes.count else { continue }
      let required = linker.files.declarations[linker.files.nodes[member].declaration]
      guard number < required.parameters.count else { return graph.lose(slot) }
      graph.copy(from: self.slot(.parameter(required.parameters.start + number), &graph), to: slot)
    }
    // A subclass may call an initializer without a word.
    let entity = function.kind == .initializer ? linker.entityOf[function.parent] : -1
    if entity != -1, isBase[entity],
      linker.files.parameters[function.parameters.range].allSatisfy({ $0.defaultNode != -1 })
    {
      return graph.lose(slot)
    }
    for index in users(of: Int(owner)) {
      let call = linker.files.expressions[index]
      var passed = linker.files.parameters[parameter].defaultValue
      var isMatched = false
      if call.flags.contains(.isCalled) {
        isMatched =
          linker.matchArguments(of: index, function.parameters.range, in: owner) {
            if $1 == parameter {
              passed = linker.files.arguments[Int(call.arguments.start) + $0].value
            }
          } != nil
      }
      add(isMatched ? passed : -1, to: slot, from: call, &graph)
    }
  }

  /// Fills the slot of a property with its initial value, and with what is written.
  private mutating func fill(_ slot: Int32, _ property: Int32, _ graph: inout Graph) {
    guard isKnown(property) else { return graph.lose(slot) }
    let declaration = linker.files.declarations[property]
    if declaration.initialValue != -1 {
      let node = linker.files.nodes[declaration.initialValue]
      let place =
        linker.files.expressions.indices.contains(Int(declaration.value))
        ? linker.files.expressions[declaration.value].offset : node.start
      add(
        declaration.value, to: slot, in: declaration.initialValue, at: max(place, node.start),
        &graph)
    } else if declaration.flags.isDisjoint(with: [.isConstant, .isComputed]),
      declaration.type == -1 || linker.files.types[declaration.type].isOptional
    {
      graph.setNil(slot)
    }
    for requirement in requirements(of: property) {
      graph.copy(from: self.slot(.property(requirement), &graph), to: slot)
    }
    for index in users(of: Int(property)) {
      let target = linker.files.expressions[index]
      let isSimple = target.flags.contains(.isOnlyWritten)
      add(isSimple ? linker.written[index] ?? -1 : -1, to: slot, from: target, &graph)
    }
    if unknownWrites[declaration.name] != nil {
      graph.copy(from: self.slot(.written(declaration.name), &graph), to: slot)
    }
    let entity = linker.entityOf[declaration.parent]
    guard entity != -1, !declaration.flags.contains(.isStatic) else { return }
    for index in users(of: typeStart + Int(entity)) {
      let call = linker.files.expressions[index]
      let arguments = linker.files.arguments[call.arguments.range]
      let own = arguments.filter { $0.label == declaration.name }
      if own.count == 1 {
        add(own[0].value, to: slot, from: call, &graph)
      } else if 0 < call.trailingCount || !call.flags.contains(.isCalled) {
        add(-1, to: slot, from: call, &graph)
      }
    }
  }

  /// Adds the values of an expression to a slot, in the node of a call or write.
  private mutating func add(
    _ value: Int32, to slot: Int32, from user: Expression, _ graph: inout Graph
  ) {
    add(value, to: slot, in: user.owner, at: user.offset, &graph)
  }

  private mutating func add(
    _ value: Int32, to slot: Int32, in owner: Int32, at offset: UInt32, _ graph: inout Graph
  ) {
    for source in sources(of: value) {
      var assignment = Graph.Assignment(slot: slot)
      assignment.value = source.value
      if let variable = source.variable {
        assignment.source = self.slot(variable, &graph)
        if case .parameter(let parameter) = variable, graph.keys[owner] != -1,
          linker.key(of: parameter, in: owner) == graph.keys[owner]
        {
          assignment.value = Graph.Value.own
        }
      }
      var place = offset
      if source.index != -1 {
        let expression = linker.files.expressions[source.index]
        if expression.owner == owner, expression.offset != 0 { place = expression.offset }
      }
      graph.add(assignment, to: owner, at: place)
    }
  }

  // MARK: - Values

  private func sources(of index: Int32) -> [Source] {
    var found: [Source] = []
    addSources(of: index, to: &found, depth: 0)
    return found
  }

  private func addSources(of index: Int32, to found: inout [Source], depth: Int) {
    func add(_ value: Int32) { found.append(Source(value: value, index: index)) }
    guard index != -1, depth < 8, found.count < 16 else { return add(Graph.Value.unknown) }
    let expression = linker.files.expressions[index]
    // The value of `try? f()` may be any.
    if expression.flags.contains(.isOptional) { add(Graph.Value.nil) }
    switch expression.kind {
    case .cast: return addSources(of: expression.base, to: &found, depth: depth + 1)
    case .either:
      addSources(of: expression.base, to: &found, depth: depth + 1)
      return addSources(of: expression.name, to: &found, depth: depth + 1)
    case .local where !expression.flags.contains(.isCalled):
      let local = linker.files.locals[expression.base]
      if local.parameter != -1 {
        found.append(Source(variable: .parameter(local.parameter), index: index))
        return
      }
      if local.isConstant, local.number == -1, local.source != -1 {
        return addSources(of: local.source, to: &found, depth: depth + 1)
      }
    default: break
    }
    if let property = property(index) {
      found.append(Source(variable: .property(property), index: index))
      return
    }
    let known = linker.value(of: index)
    let exact = hasKnownType(index, expression) ? exactType(linker.type(of: index)) : known
    add(exact == Graph.Value.unknown ? known : exact)
  }

  /// Whether a value has the type that is known of its expression, and is no `nil`.
  private func hasKnownType(_ index: Int32, _ expression: Expression) -> Bool {
    if linker.isOptional(index) { return false }
    switch expression.kind {
    case .selfValue, .local: return true
    case .name, .member, .implicitMember, .call:
      let resolution = linker.resolution(of: index)
      guard resolution.candidates.count == 1, 0 <= resolution.candidates[0] else { return false }
      let kind = linker.files.declarations[resolution.candidates[0]].kind
      return kind == .variable || kind == .function
    default: return false
    }
  }

  /// The type of a value if no subclass has values of that type, too.
  private func exactType(_ term: Int32) -> Int32 {
    let type = linker.madeValue(of: term)
    guard type <= Graph.Value.firstType else { return Graph.Value.unknown }
    return isBase[Graph.Value.firstType - type] ? Graph.Value.unknown : type
  }
}
