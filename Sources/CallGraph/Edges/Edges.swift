import Diagnostics

/// Edges of the graph, from resolved references.
extension Linker {
  /// Adds a node to the graph for each node of the files and each implicit initializer, and all
  /// edges.
  func makeGraph() -> Graph {
    var graph = Graph()
    let members = memberDeclarations
    for node in files.nodes {
      let member = members[node.declaration]
      let entity = member == -1 ? -1 : entityOf[files.declarations[member].parent]
      let makes = member != -1 && makesType(member, node)
      let added = graph.addNode(type: Int(entity), makesType: makes)
      graph.takesValues[added] =
        !files.declarations[node.declaration].parameters.isEmpty || entity != -1 && !makes
    }
    for (number, entity) in entities.enumerated() where !entity.isForeign {
      guard kind(of: Int32(number)) != .protocolType else { continue }
      implicitInitializers[Int32(number)] = graph.addNode(type: number, makesType: true)
      implicitEntities.append(Int32(number))
    }
    for number in entities.indices where !entities[number].isForeign {
      addInitialValues(of: Int32(number), to: &graph)
    }
    addImplementations(to: &graph)
    addUnits(to: &graph)
    var variables = Variables(self)
    setKeys(of: &graph, &variables)
    let (notRun, kept) = argumentsKept(graph)
    var isMember = [Bool](repeating: false, count: graph.nodeCount)
    for implementation in graph.implementations { isMember[implementation.member] = true }
    for index in files.expressions.indices {
      if notRun.contains(Int32(index)) {
        let expression = files.expressions[index]
        graph.setNotRun(at: expression.offset, in: expression.owner)
      } else {
        let isKept = kept.contains(Int32(index))
        if isKept {
          graph.setKept(at: files.expressions[index].offset, in: files.expressions[index].owner)
        }
        addEdges(of: Int32(index), isKept: isKept, to: &graph) { node, base, graph in
          isMember[node] ? variables.slot(ofReceiver: base, &graph) : -1
        }
      }
    }
    variables.fillSlots(of: &graph)
    // A reference may name a foreign type that nothing has named before.
    graph.superclasses = entities.map(\.superclass)
    return graph
  }

  /// The member of a type that each declaration is or is in; -1 for none. A declaration comes after
  /// the one around it.
  private var memberDeclarations: [Int32] {
    var members: [Int32] = []
    for (number, declaration) in files.declarations.enumerated() {
      let parent = declaration.parent
      let isMember = parent != -1 && files.declarations[parent].isTypeOrExtension
      members.append(isMember ? Int32(number) : parent == -1 ? -1 : members[parent])
    }
    return members
  }

  private func makesType(_ member: Int32, _ node: CodeNode) -> Bool {
    let declaration = files.declarations[Int(member)]
    switch node.kind {
    case .initializer, .enumCase: return true
    case .defaultArgument, .storedClosure: return false
    default: return declaration.flags.contains(.isStatic) && givesOwnType(member, declaration)
    }
  }

  /// Whether a static member may have a value of the type that it is a member of.
  private func givesOwnType(_ member: Int32, _ declaration: Declaration) -> Bool {
    if declaration.type == -1 { return declaration.kind == .variable }
    let type = terms[resolve(declaration.type, in: member)]
    return type.kind != .nominal || type.number == entityOf[declaration.parent]
  }

  // MARK: - Initializers

  /// Adds the work of a type's initializers: they compute initial values, and call the superclass.
  private func addInitialValues(of entity: Int32, to graph: inout Graph) {
    var properties: [Int32] = []
    for declaration in entities[Int(entity)].declarations
    where files.declarations[Int(declaration)].isType {
      for child in children[Int(declaration)] {
        let property = files.declarations[child]
        guard property.kind == .variable, property.initialValue != -1,
          property.flags.isDisjoint(with: [.isStatic, .isLazy])
        else { continue }
        properties.append(Int32(child))
      }
    }
    let isStructure = kind(of: entity) == .structure
    if let implicit = implicitInitializers[entity] {
      let source = entities[Int(entity)].declaration
      for property in properties {
        let declaration = files.declarations[Int(property)]
        // A call of a structure's initializer that leaves a variable out computes its value.
        if isStructure, !declaration.flags.contains(.isConstant) { continue }
        addInitialValue(of: property, from: implicit, of: source, to: &graph)
      }
      addSuperInitializer(of: entity, from: implicit, of: source, to: &graph)
    }
    for member in members[ScopedName(initName, in: .type, entity)] ?? [] {
      let initializer = files.declarations[Int(member)]
      guard !initializer.flags.contains(.delegates), initializer.body != -1 else { continue }
      for property in properties {
        addInitialValue(of: property, from: Int(initializer.body), of: member, to: &graph)
      }
      if !initializer.flags.contains(.callsSuper) {
        addSuperInitializer(of: entity, from: Int(initializer.body), of: member, to: &graph)
      }
    }
  }

  private func addInitialValue(
    of property: Int32, from node: Int, of source: Int32, to graph: inout Graph
  ) {
    let value = Int(files.declarations[Int(property)].initialValue)
    let place = place(of: property, for: source)
    graph.add(Graph.Edge(value, .initialValue, at: place), from: node)
  }

  /// The place of an edge in the file of its source, which may be an initializer in an extension:
  /// if the declaration is in another file, it is the place of the source itself.
  private func place(of declaration: Int32, for source: Int32) -> Int {
    let isInFile = file(of: declaration) == file(of: source)
    return Int(files.declarations[Int(isInFile ? declaration : source)].nameOffset)
  }

  /// An initializer of a class calls `super.init()` itself where that is not written.
  private func addSuperInitializer(
    of entity: Int32, from node: Int, of source: Int32, to graph: inout Graph
  ) {
    let superclass = entities[Int(entity)].superclass
    guard superclass != -1, !entities[Int(superclass)].isForeign, isClass(entity) else { return }
    let all = members[ScopedName(initName, in: .type, superclass)] ?? []
    let plain = all.first { member in
      files.parameters[files.declarations[Int(member)].parameters.range]
        .allSatisfy { $0.defaultNode != -1 }
    }
    let offset = place(of: entities[Int(entity)].declaration, for: source)
    if let plain {
      let body = Int(files.declarations[Int(plain)].body)
      graph.add(Graph.Edge(body, .calls, isDirect: true, at: offset), from: node)
    } else if all.isEmpty, let implicit = implicitInitializers[superclass] {
      graph.add(Graph.Edge(implicit, .calls, isDirect: true, at: offset), from: node)
    }
  }

  // MARK: - References

  /// - Parameters:
  ///   - isKept: whether it is in a closure that the callee only keeps.
  ///   - slot: the slot with the types of what stands before a member.
  private func addEdges(
    of index: Int32, isKept: Bool, to graph: inout Graph,
    _ slot: (_ node: Int32, _ base: Int32, inout Graph) -> Int32
  ) {
    let expression = files.expressions[Int(index)]
    switch expression.kind {
    case .name, .member, .implicitMember, .localFunction, .selfType, .call, .subscripted,
      .operation:
      break
    default: return
    }
    let resolution = resolution(of: index)
    if expression.kind == .member || expression.kind == .implicitMember || expression.kind == .name,
      ownNames.contains(expression.name)
    {
      files.notFollowed.uses += 1
      if resolution.isUnknown { files.notFollowed.unknownReceivers += 1 }
    }
    addWholeWrites(by: index, expression, to: &graph)
    addTypeValue(expression, resolution, to: &graph)
    let (owner, number) = (Int(expression.owner), Int(resolution.overloads))
    let unshared = Int32.min
    if number != -1, overloads[number].choice == -1 {
      let edges = edges(of: index, expression, resolution, graph)
      // What is passed for a parameter that decides what runs differs from call to call.
      let isShared = edges.allSatisfy { graph.keys[Int($0.target)] == -1 }
      overloads[number].choice = isShared ? Int32(graph.addChoice(edges)) : unshared
    }
    guard number != -1, overloads[number].choice != unshared else {
      for var edge in edges(of: index, expression, resolution, graph) {
        if expression.kind == .member, !edge.isDirect, edge.how != .defaultArgument {
          edge.receiver = slot(edge.target, expression.base, &graph)
        }
        if isKept { edge.isUncertain = true }
        graph.add(edge, from: owner)
      }
      return
    }
    var edge = Graph.Edge(
      Int(overloads[number].choice), .calls,
      isInClosure: expression.flags.contains(.isInClosure), at: Int(expression.offset))
    if isKept { edge.isUncertain = true }
    graph.add(edge, from: owner)
  }

  /// A type that is passed as a value, as in `decode(Room.self)`, counts as made.
  private func addTypeValue(
    _ expression: Expression, _ resolution: Resolution, to graph: inout Graph
  ) {
    guard expression.flags.contains(.isTypeValue), expression.contextKind == .argument else {
      return
    }
    let type = terms[terms[resolution.type].parts.first ?? Terms.unknown]
    guard type.kind == .nominal, !entities[Int(type.number)].isForeign else { return }
    let choice = typeChoices[type.number] ?? graph.addChoice([], making: type.number)
    typeChoices[type.number] = choice
    graph.add(Graph.Edge(choice, .passes, at: Int(expression.offset)), from: Int(expression.owner))
  }

  private func edges(
    of index: Int32, _ expression: Expression, _ resolution: Resolution, _ graph: Graph
  ) -> [Graph.Edge] {
    let isInClosure = expression.flags.contains(.isInClosure)
    var edges: [Graph.Edge] = []
    func append(_ node: Int32, _ how: HopKind, of candidate: Int32, isDirect: Bool) {
      guard node != -1 else { return }
      var edge = Graph.Edge(
        Int(node), how, isDirect: isDirect, isInClosure: isInClosure, at: Int(expression.offset))
      if 0 <= candidate {
        edge.value = passed(by: index, to: candidate, key: graph.keys[Int(node)], graph)
      }
      edge.isUncertain = how == .reads && isShared(node, from: expression.owner)
      edges.append(edge)
    }
    for candidate in resolution.candidates {
      if 0 <= candidate {
        eachEdge(to: candidate, index, expression) {
          append($0, $1, of: candidate, isDirect: resolution.isSuper)
        }
      } else if let target = implicitInitializers[-2 - candidate] {
        append(Int32(target), .calls, of: candidate, isDirect: true)
        guard kind(of: -2 - candidate) == .structure else { continue }
        for property in memberwiseLeftOut(by: index, -2 - candidate) ?? [] {
          let value = files.declarations[Int(property)].initialValue
          append(value, .initialValue, of: candidate, isDirect: false)
        }
      }
    }
    return edges
  }

  /// Whether a node computes the value of a variable of the product once, and the product reads it.
  /// A value for tests is made by them.
  private func isShared(_ node: Int32, from owner: Int32) -> Bool {
    let (source, target) = (files.nodes[owner].declaration, files.nodes[node].declaration)
    let variable = files.declarations[target]
    guard files.nodes[node].kind == .initialValue, !variable.flags.contains(.isLazy) else {
      return false
    }
    return isProduct[file(of: source)] && isProduct[file(of: target)]
      && !Self.isForTests(String(decoding: files.names[variable.name], as: UTF8.self))
  }

  private func eachEdge(
    to candidate: Int32, _ index: Int32, _ expression: Expression, _ add: (Int32, HopKind) -> Void
  ) {
    let declaration = files.declarations[Int(candidate)]
    switch declaration.kind {
    case .variable:
      addVariable(candidate, declaration, expression, add)
    case .subscripts:
      if !expression.flags.contains(.isOnlyWritten) { add(declaration.body, .reads) }
      if expression.flags.contains(.isWritten) { add(declaration.setter, .writes) }
      addDefaults(of: index, candidate, add)
    case .function, .initializer, .enumCase:
      let isCalled = expression.flags.contains(.isCalled)
      guard isCalled || declaration.kind == .enumCase || !expression.flags.contains(.isKept) else {
        return
      }
      add(declaration.body, isCalled || declaration.kind == .enumCase ? .calls : .passes)
      if isCalled { addDefaults(of: index, candidate, add) }
    default:
      break
    }
  }

  private func addDefaults(of index: Int32, _ candidate: Int32, _ add: (Int32, HopKind) -> Void) {
    for parameter in leftOut(by: index, candidate) ?? [] {
      add(files.parameters[Int(parameter)].defaultNode, .defaultArgument)
    }
  }

  private func addVariable(
    _ candidate: Int32, _ declaration: Declaration, _ expression: Expression,
    _ add: (Int32, HopKind) -> Void
  ) {
    if !expression.flags.contains(.isOnlyWritten) {
      let isLocalToType =
        files.declarations[Int(declaration.parent)].isTypeOrExtension
        && !declaration.flags.contains(.isStatic) && !declaration.flags.contains(.isLazy)
      if declaration.flags.contains(.isComputed) {
        add(declaration.body, .reads)
      } else if !isLocalToType {
        add(declaration.initialValue, .reads)
      }
      if expression.flags.contains(.isCalled), !declaration.flags.contains(.isComputed),
        declaration.body != -1, !isReplaced(candidate, declaration)
      {
        add(declaration.body, .calls)
        if followed.insert(candidate).inserted { files.notFollowed.storedClosures -= 1 }
      }
    }
    if expression.flags.contains(.isWritten) { addWrite(declaration, expression, add) }
  }

  func addWrite(
    _ declaration: Declaration, _ expression: Expression, _ add: (Int32, HopKind) -> Void
  ) {
    guard declaration.kind == .variable || declaration.kind == .subscripts else { return }
    add(declaration.setter, .writes)
    if declaration.observer != -1 {
      // An initializer sets its own properties without their observers.
      let isOwn = isInInitializer(expression) && isOwnMember(expression)
      if !isOwn { add(declaration.observer, .writes) }
    }
  }

  private func isOwnMember(_ expression: Expression) -> Bool {
    guard expression.kind == .member, expression.base != -1 else {
      return expression.kind == .name
    }
    return files.expressions[Int(expression.base)].kind == .selfValue
  }

  // MARK: - Requirements and overridden members

  private func addImplementations(to graph: inout Graph) {
    for number in entities.indices { addImplementations(of: Int32(number), to: &graph) }
    for number in files.declarations.indices
    where files.declarations[number].flags.contains(.isOverride) {
      addOverride(by: Int32(number), to: &graph)
    }
  }

  /// Adds the members that a type, or an extension of its protocols, has for their requirements.
  private func addImplementations(of entity: Int32, to graph: inout Graph) {
    let isProtocol = isProtocol(entity)
    let sources = lookup(in: entity)
    for source in sources where source.part == .requirements {
      guard !entities[Int(source.type)].isForeign, !isProtocol || source.type == entity else {
        continue
      }
      for declaration in entities[Int(source.type)].declarations
      where files.declarations[Int(declaration)].kind == .protocolType {
        for child in children[Int(declaration)] {
          addImplementation(
            of: Int32(child), in: isProtocol ? -1 : entity,
            among: isProtocol ? defaults(of: entity) : sources, to: &graph)
        }
      }
    }
  }

  /// The extensions of a protocol and of those it refines.
  private func defaults(of entity: Int32) -> [MemberSource] {
    lookup(in: entity).filter { $0.part == .extensions }
  }

  private func addImplementation(
    of requirement: Int32, in entity: Int32, among sources: [MemberSource],
    to graph: inout Graph
  ) {
    let required = files.declarations[Int(requirement)]
    guard required.body != -1 || required.kind == .variable else { return }
    for source in sources where source.part != .requirements {
      let all = members[ScopedName(required.name, in: .type, source.type)] ?? []
      let found = all.filter {
        !isRequirement($0) && implements($0, requirement)
          && (entity == -1 ? isUnconditional($0) : applies($0, to: entity))
      }
      guard !found.isEmpty else { continue }
      for member in found { add(member, for: requirement, entity, .implements, to: &graph) }
      return
    }
  }

  private func isUnconditional(_ member: Int32) -> Bool {
    files.declarations[Int(files.declarations[Int(member)].parent)].generics.isEmpty
  }

  private func implements(_ member: Int32, _ requirement: Int32) -> Bool {
    let own = files.declarations[Int(member)]
    let required = files.declarations[Int(requirement)]
    if own.kind == .enumCase {
      return required.flags.contains(.isStatic) && labels(of: member) == labels(of: requirement)
    }
    return own.kind == required.kind
      && own.flags.contains(.isStatic) == required.flags.contains(.isStatic)
      && labels(of: member) == labels(of: requirement)
  }

  private func addOverride(by member: Int32, to graph: inout Graph) {
    let entity = entityOf[Int(files.declarations[Int(member)].parent)]
    for overridden in overridden(by: member) {
      add(member, for: overridden, entity, .overrides, to: &graph)
    }
  }

  /// The members of the nearest superclass that a member overrides.
  func overridden(by member: Int32) -> [Int32] {
    let own = files.declarations[Int(member)]
    let entity = own.flags.contains(.isOverride) ? entityOf[Int(own.parent)] : -1
    if entity == -1 { return [] }
    for source in lookup(in: entity).dropFirst() where source.part == .all {
      let all = members[ScopedName(own.name, in: .type, source.type)] ?? []
      let found = all.filter { implements(member, $0) }
      if !found.isEmpty { return found }
    }
    return []
  }

  private func add(
    _ member: Int32, for requirement: Int32, _ entity: Int32, _ how: HopKind, to graph: inout Graph
  ) {
    let own = files.declarations[Int(member)]
    let required = files.declarations[Int(requirement)]
    func add(_ from: Int32, _ to: Int32) {
      guard from != -1, to != -1 else { return }
      graph.implementations.append(
        Graph.Implementation(of: Int(from), in: Int(entity), by: Int(to), how))
    }
    let isStored =
      own.kind == .variable && !own.flags.contains(.isComputed)
    let isLazy = own.flags.contains(.isLazy) || own.flags.contains(.isStatic)
    add(required.body, isStored ? (isLazy ? own.initialValue : -1) : own.body)
    add(required.setter, own.setter != -1 ? own.setter : own.observer)
    add(required.observer, own.observer)
  }
}
