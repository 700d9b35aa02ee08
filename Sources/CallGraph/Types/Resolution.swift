/// The meaning of a reference.
struct Resolution {
  /// The declarations that it may mean; an implicit initializer is -2 minus its type.
  var candidates: [Int32] = []
  /// The index in `Linker.overloads` of many candidates; -1 for few.
  var overloads: Int32 = -1
  /// The type before the period, or of `self`; a term.
  var receiver: Int32 = Terms.unknown
  /// The metatype if the reference names a type; if it is called, the type that is made.
  var type: Int32 = Terms.unknown
  /// Whether the expression before the period is unknown.
  var isUnknown = false
  /// Whether it is a member of `super`.
  var isSuper = false

  init(
    _ found: Candidates = Candidates(), receiver: Int32 = Terms.unknown,
    type: Int32 = Terms.unknown, isUnknown: Bool = false
  ) {
    (candidates, overloads) = (found.all, found.number)
    (self.receiver, self.type, self.isUnknown) = (receiver, type, isUnknown)
  }

  init(candidates: [Int32], receiver: Int32 = Terms.unknown) {
    self.init(Candidates(all: candidates), receiver: receiver)
  }
}

extension Linker {
  func resolution(of index: Int32) -> Resolution {
    if let known = resolutions[Int(index)] { return known }
    guard enter() else { return Resolution(isUnknown: true) }
    defer { leave() }
    // A reference that depends on itself is unknown.
    resolutions[Int(index)] = Resolution(isUnknown: true)
    let resolution = resolve(index)
    resolutions[Int(index)] = resolution
    return resolution
  }

  private func resolve(_ index: Int32) -> Resolution {
    let expression = files.expressions[Int(index)]
    let context = files.nodes[Int(expression.owner)].declaration
    switch expression.kind {
    case .name:
      return resolveName(expression, index, in: context)
    case .member:
      return resolveMember(expression, index, in: context)
    case .implicitMember:
      let type = expectedType(of: index)
      guard type != Terms.unknown else { return Resolution(isUnknown: true) }
      return resolveStatic(expression, index, of: type, in: context)
    case .localFunction:
      let fits = !expression.flags.contains(.isCalled) || leftOut(by: index, expression.base) != nil
      return Resolution(candidates: fits ? [expression.base] : [])
    case .selfType:
      let type = selfTerm(of: context)
      guard expression.flags.contains(.isCalled) else {
        return Resolution(type: terms.metatype(type))
      }
      return resolveInitializer(of: type, index)
    case .call:
      let callee = terms[type(of: expression.base)]
      guard callee.kind == .metatype else { return Resolution(isUnknown: true) }
      return resolveInitializer(of: callee.parts[0], index)
    case .subscripted:
      return resolveSubscript(expression, index, in: context)
    case .operation:
      return resolveOperator(expression, index, in: context)
    default:
      return Resolution()
    }
  }

  // MARK: - Names

  private func resolveName(
    _ expression: Expression, _ index: Int32, in context: Int32
  ) -> Resolution {
    var isStatic = isStaticContext(context, expression)
    var outer = context
    var foreignClass = false
    while outer != -1 {
      let declaration = files.declarations[Int(outer)]
      if declaration.isTypeOrExtension {
        let entity = entityOf[Int(outer)]
        if entity != -1 {
          let found = members(
            named: expression.name, of: entity, isStatic: isStatic, index, context)
          if !found.isEmpty {
            return Resolution(found, receiver: terms.nominal(entity))
          }
          if hasForeignSuperclass(entity) { foreignClass = true }
        }
        isStatic = true
      }
      outer = declaration.parent
    }
    if let type = namedType(expression, in: context) {
      guard expression.flags.contains(.isCalled) else {
        return Resolution(type: terms.metatype(type))
      }
      return resolveInitializer(of: type, index)
    }
    let file = file(of: context)
    let own = fileLevel(expression.name, inModule: modules[Int(file)], index, file)
    if !own.isEmpty { return Resolution(own) }
    var imported = Candidates()
    for module in visibleModules(of: file) {
      let found = fileLevel(expression.name, inModule: module, index, file)
      imported = imported.isEmpty ? found : Candidates(all: imported.all + found.all)
    }
    if !imported.isEmpty { return Resolution(imported) }
    // A member of a foreign superclass may be one of an own extension.
    if foreignClass {
      let candidates = fitting(
        foreignMembers[expression.name] ?? [], index, isStatic: false, from: file)
      let types = candidates.map { entityOf[Int(files.declarations[Int($0)].parent)] }
      if let type = types.first, types.allSatisfy({ $0 == type }) {
        return Resolution(candidates: candidates, receiver: terms.nominal(type))
      }
    }
    return Resolution()
  }

  /// The own type, or the foreign one with a name like a type's, that a name means.
  private func namedType(_ expression: Expression, in context: Int32) -> Int32? {
    let arguments = files.typeLists[expression.generics.range].map { resolve($0, in: context) }
    switch ownTypeNamed(expression.name, in: context, arguments) {
    case .found(let term): return term
    case .ambiguous: return nil
    case .none:
      let text = files.names[Int(expression.name)]
      guard let first = text.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first else {
        return nil
      }
      let type = foreignEntity(expression.name)
      let isKnown = [array, set, dictionary].contains(type)
      return isKnown || !ownNames.contains(expression.name) ? terms.nominal(type, arguments) : nil
    }
  }

  /// Whether code of a declaration has no `self` of its type.
  func isStaticContext(_ context: Int32, _ expression: Expression) -> Bool {
    var member = context
    while member != -1 {
      let declaration = files.declarations[Int(member)]
      let parent = declaration.parent
      if declaration.isTypeOrExtension { return true }
      if parent != -1, files.declarations[Int(parent)].isTypeOrExtension {
        if declaration.flags.contains(.isStatic) || declaration.kind == .enumCase { return true }
        let node = files.nodes[Int(expression.owner)]
        return node.kind == .defaultArgument && declaration.kind != .function
      }
      member = parent
    }
    return true
  }

  private func hasForeignSuperclass(_ entity: Int32) -> Bool {
    var next = entity
    for _ in 0..<64 where next != -1 && !entities[Int(next)].isForeign {
      next = entities[Int(next)].superclass
    }
    return next != -1 && entities[Int(next)].isForeign && isClass(entity)
  }

  private func fileLevel(
    _ name: Int32, inModule module: Int32, _ index: Int32, _ file: Int32
  ) -> Candidates {
    let scope = ScopedName(name, in: .module, module)
    guard manyNames.contains(name), !isAsked(file), !isGuessed[Int(modules[Int(file)])],
      Self.many <= members[scope]?.count ?? 0
    else { return Candidates(all: fileLevel(name, inModule: module, index, file, types: true)) }
    return candidates(
      of: index, named: name, in: scope, receiver: Terms.unknown, isStatic: nil, types: true,
      from: file
    ) { fileLevel(name, inModule: module, index, file, types: false) }
  }

  private func fileLevel(
    _ name: Int32, inModule module: Int32, _ index: Int32, _ file: Int32, types: Bool
  ) -> [Int32] {
    let scope = ScopedName(name, in: .module, module)
    let all = members[scope] ?? []
    let inFile = ScopedName(name, in: .function, Int32(files.declarationStarts[Int(file)]))
    let own = module == modules[Int(file)] ? members[inFile] ?? [] : []
    func fitting(_ all: [Int32]) -> [Int32] {
      self.fitting(
        (all + own).filter { isVisibleAtFileLevel($0, from: file) }, index, isStatic: nil,
        from: file, types: types)
    }
    let near = below(all, in: scope, near: file) { $0 }
    let found = fitting(near)
    return found.isEmpty && near.count < all.count ? fitting(all) : found
  }

  // MARK: - Members

  private func resolveMember(
    _ expression: Expression, _ index: Int32, in context: Int32
  ) -> Resolution {
    guard expression.base != -1 else { return Resolution(isUnknown: true) }
    let base = files.expressions[Int(expression.base)]
    if base.kind == .superValue { return resolveSuper(expression, index, in: context) }
    if base.kind == .name, base.flags.isDisjoint(with: [.isCalled, .isCompound]),
      let module = moduleNumbers[base.name]
    {
      let found = inModule(module, expression, index, in: context)
      if !found.candidates.isEmpty || found.type != Terms.unknown { return found }
    }
    let receiver = type(of: expression.base)
    let known = terms[receiver]
    switch known.kind {
    case .unknown, .function, .tuple, .labels: return Resolution(isUnknown: true)
    case .metatype: return resolveStatic(expression, index, of: known.parts[0], in: context)
    case .nominal, .composition, .parameter:
      if expression.name == initName, base.kind == .selfValue {
        return resolveInitializer(of: receiver, index)
      }
      var found = members(named: expression.name, ofTerm: receiver, isStatic: false, index, context)
      if found.isEmpty, isOptional(expression.base) {
        found = members(
          named: expression.name, of: foreignEntity("Optional"), isStatic: false, index, context)
      }
      return Resolution(found, receiver: receiver)
    }
  }

  /// Resolves `Module.name`.
  private func inModule(
    _ module: Int32, _ expression: Expression, _ index: Int32, in context: Int32
  ) -> Resolution {
    let file = file(of: context)
    let found = fileLevel(expression.name, inModule: module, index, file)
    if !found.isEmpty { return Resolution(found) }
    let type = types[ScopedName(expression.name, in: .module, module)]?.first { $0 >= 0 }
    guard let type else { return Resolution() }
    guard expression.flags.contains(.isCalled) else {
      return Resolution(type: terms.metatype(terms.nominal(type)))
    }
    return resolveInitializer(of: terms.nominal(type), index)
  }

  private func resolveSuper(
    _ expression: Expression, _ index: Int32, in context: Int32
  ) -> Resolution {
    let own = terms[selfTerm(of: context)]
    guard own.kind == .nominal else { return Resolution(isUnknown: true) }
    let superclass = entities[Int(own.number)].superclass
    guard superclass != -1 else { return Resolution() }
    let receiver = superclassTerms[own.number] ?? terms.nominal(superclass)
    var resolution: Resolution
    if expression.name == initName {
      resolution = resolveInitializer(of: receiver, index)
    } else {
      let isStatic = isStaticContext(context, expression)
      resolution = Resolution(
        members(named: expression.name, of: superclass, isStatic: isStatic, index, context),
        receiver: receiver)
    }
    resolution.isSuper = true
    return resolution
  }

  /// Resolves `Type.name` and `.name`.
  private func resolveStatic(
    _ expression: Expression, _ index: Int32, of type: Int32, in context: Int32
  ) -> Resolution {
    if expression.name == initName { return resolveInitializer(of: type, index) }
    let found = members(named: expression.name, ofTerm: type, isStatic: true, index, context)
    if !found.isEmpty { return Resolution(found, receiver: type) }
    guard expression.kind == .member else { return Resolution(receiver: type) }
    let arguments = files.typeLists[expression.generics.range].map { resolve($0, in: context) }
    let text = files.names[Int(expression.name)]
    let isTypeName = text.first.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 } ?? false
    let nested =
      isTypeName
      ? nestedType(expression.name, in: type, arguments, from: file(of: context)) : Terms.unknown
    guard nested != Terms.unknown else { return Resolution(receiver: type) }
    guard expression.flags.contains(.isCalled) else {
      return Resolution(type: terms.metatype(nested))
    }
    return resolveInitializer(of: nested, index)
  }

  /// The members of a type that fit a reference.
  private func members(
    named name: Int32, ofTerm term: Int32, isStatic: Bool, _ index: Int32, _ context: Int32
  ) -> Candidates {
    let known = terms[term]
    switch known.kind {
    case .nominal:
      return members(
        named: name, of: known.number, receiver: term, isStatic: isStatic, index, context)
    case .composition, .parameter:
      let bounds = known.kind == .parameter ? bounds(of: known) : known.parts
      for bound in bounds where bound != term {
        guard enter() else { return Candidates() }
        defer { leave() }
        let found = members(named: name, ofTerm: bound, isStatic: isStatic, index, context)
        if !found.isEmpty { return found }
      }
      return Candidates()
    default:
      return Candidates()
    }
  }

  /// The members of a type that fit a reference.
  /// - Parameter receiver: the type with its generic arguments, if they are known.
  func members(
    named name: Int32, of entity: Int32, receiver: Int32 = Terms.unknown, isStatic: Bool,
    _ index: Int32, _ context: Int32
  ) -> Candidates {
    let file = file(of: context)
    func find(types: Bool) -> [Int32] {
      members(named: name, of: entity, receiver, isStatic: isStatic, index, file, types: types)
    }
    guard manyNames.contains(name), !isAsked(file) else {
      return Candidates(all: find(types: true))
    }
    return candidates(
      of: index, named: name, in: ScopedName(name, in: .type, entity), receiver: receiver,
      isStatic: isStatic, types: true, from: file
    ) { find(types: false) }
  }

  private func members(
    named name: Int32, of entity: Int32, _ receiver: Int32, isStatic: Bool, _ index: Int32,
    _ file: Int32, types: Bool
  ) -> [Int32] {
    var functions: [Int32] = []
    let isCalled = !files.expressions[Int(index)].flags.isDisjoint(with: [.isCalled, .isCompound])
    for source in lookup(in: entity) {
      guard let all = members[ScopedName(name, in: .type, source.type)] else { continue }
      let part = all.filter {
        belongs($0, to: source.part) && applies($0, to: entity) && fits($0, receiver)
      }
      let found = fitting(part, index, isStatic: isStatic, from: file, types: types)
      guard let first = found.first else { continue }
      // A variable of a superclass comes before a function of the class.
      if isCalled || files.declarations[Int(first)].kind == .variable { return found }
      if functions.isEmpty { functions = found }
    }
    return functions
  }

  /// Whether the member of a protocol's extension is one of a type: `extension P where Self: Q`.
  func applies(_ member: Int32, to entity: Int32) -> Bool {
    let parent = files.declarations[Int(member)].parent
    let outer = files.declarations[Int(parent)]
    guard outer.kind == .extensionOfType, !outer.generics.isEmpty else { return true }
    for generic in files.generics[outer.generics.range] where generic.name == selfTypeName {
      let bound = terms[resolve(generic.bound, in: parent)]
      guard bound.kind == .nominal, !entities[Int(bound.number)].isForeign else { continue }
      // Where a `P` is expected, a member of `extension P where Self == S` may be written
      // (SE-0299).
      if isProtocol(entity), !isProtocol(bound.number) { continue }
      if !lookup(in: entity).contains(where: { $0.type == bound.number }) { return false }
    }
    return true
  }

  /// Whether the generic arguments of a receiver may be those that the member's extension is for,
  /// as in `extension [Room]` or `extension Array where Element == Room`; true where they are
  /// unknown.
  private func fits(_ member: Int32, _ receiver: Int32) -> Bool {
    let known = terms[receiver]
    guard known.kind == .nominal, !known.parts.isEmpty else { return true }
    let parent = files.declarations[Int(member)].parent
    let outer = files.declarations[Int(parent)]
    guard outer.kind == .extensionOfType, outer.type != -1 else { return true }
    let written = files.typeLists[files.types[Int(outer.type)].parts.range]
    for (type, argument) in zip(written, known.parts) {
      if !mayBe(argument, resolve(type, in: parent)) { return false }
    }
    let element = element(of: receiver)
    for generic in files.generics[outer.generics.range]
    where files.names[Int(generic.name)].elementsEqual("Element".utf8) {
      if !mayBe(element, resolve(generic.bound, in: parent)) { return false }
    }
    return true
  }

  /// Whether a type may be the other one, or conform to it.
  func mayBe(_ type: Int32, _ wanted: Int32) -> Bool {
    let (known, other) = (terms[type], terms[wanted])
    guard known.kind == .nominal, other.kind == .nominal, known.number != other.number else {
      return true
    }
    // The protocols of a foreign type are not known.
    if entities[Int(other.number)].isForeign { return entities[Int(known.number)].isForeign }
    return lookup(in: known.number).contains { $0.type == other.number }
  }

  private func belongs(_ member: Int32, to part: MemberSource.Part) -> Bool {
    switch part {
    case .all: true
    case .requirements: isRequirement(member)
    case .extensions: !isRequirement(member)
    }
  }

  func isRequirement(_ member: Int32) -> Bool {
    files.declarations[Int(files.declarations[Int(member)].parent)].kind == .protocolType
  }

  /// The declarations that fit a reference: a name that is not called means a variable before a
  /// function; the labels of a call have to fit.
  /// - Parameters:
  ///   - isStatic: nil for declarations of a file.
  ///   - types: whether the types of arguments choose among functions, too.
  private func fitting(
    _ all: [Int32], _ index: Int32, isStatic: Bool?, from file: Int32, types: Bool = true
  ) -> [Int32] {
    if all.isEmpty { return [] }
    let expression = files.expressions[Int(index)]
    let candidates = all.filter { member in
      let declaration = files.declarations[Int(member)]
      if let isStatic, declaration.flags.contains(.isStatic) != isStatic { return false }
      return isVisibleMember(member, from: file)
    }
    func variables() -> [Int32] {
      candidates.filter { files.declarations[Int($0)].kind == .variable }
    }
    if expression.flags.contains(.isCalled) {
      let called = candidates.filter {
        files.declarations[Int($0)].kind != .variable && leftOut(by: index, $0) != nil
      }
      if !called.isEmpty { return matchingBest(called, index, from: file, types: types) }
      let hasLabel = files.arguments[expression.arguments.range].contains { $0.label != -1 }
      return hasLabel ? [] : variables()
    }
    if expression.flags.contains(.isCompound) {
      let labels = files.arguments[expression.arguments.range].map(\.label)
      return candidates.filter { labels == self.labels(of: $0) }
    }
    let found = variables()
    if !found.isEmpty { return found }
    return candidates.filter { files.declarations[Int($0)].kind != .variable }
  }

  /// The functions, among several whose labels fit, whose parameters have the very types of
  /// arguments that are known, if others have different ones.
  private func matchingBest(
    _ candidates: [Int32], _ index: Int32, from file: Int32, types: Bool
  ) -> [Int32] {
    guard 1 < candidates.count else { return candidates }
    let candidates = withoutDefaults(
      nearestOfEqual(awaited(candidates, index), to: file), index)
    guard types, 1 < candidates.count else { return candidates }
    let matches = candidates.map { exactMatches($0, index) }
    let best = matches.max() ?? 0
    return best == 0 ? candidates : zip(candidates, matches).filter { $1 == best }.map(\.0)
  }

  /// The `async` functions if `await` stands before a call, else the others; all if there are none.
  private func awaited(_ candidates: [Int32], _ index: Int32) -> [Int32] {
    let isAwaited = files.expressions[Int(index)].flags.contains(.isAwaited)
    let found = candidates.filter {
      files.declarations[Int($0)].flags.contains(.isAsync) == isAwaited
    }
    return found.isEmpty ? candidates : found
  }

  /// The nearest of functions with the same labels, in files that may be of several modules.
  private func nearestOfEqual(_ candidates: [Int32], to file: Int32) -> [Int32] {
    guard isGuessed[Int(modules[Int(file)])],
      files.declarations[Int(files.declarations[Int(candidates[0])].parent)].kind == .file,
      let first = candidates.first, candidates.allSatisfy({ labels(of: $0) == labels(of: first) }),
      let nearest = nearest(candidates, to: file, { $0 })
    else { return candidates }
    return [nearest]
  }

  /// The functions without those that differ from another one only in unneeded default arguments.
  private func withoutDefaults(_ candidates: [Int32], _ index: Int32) -> [Int32] {
    let bound = candidates.map { candidate -> (isWhole: Bool, types: [Int32]) in
      var types: [Int32] = []
      let leftOut = matchArguments(
        of: index, files.declarations[Int(candidate)].parameters.range, in: candidate
      ) { types.append(resolve(files.parameters[$1].type, in: candidate)) }
      return (leftOut?.isEmpty == true, types)
    }
    let whole = Set(bound.filter(\.isWhole).map(\.types))
    if whole.isEmpty { return candidates }
    return zip(candidates, bound).filter { $1.isWhole || !whole.contains($1.types) }.map(\.0)
  }

  func labels(of declaration: Int32) -> [Int32] {
    files.parameters[files.declarations[Int(declaration)].parameters.range].map(\.label)
  }

  // MARK: - Initializers

  /// Resolves a call or use of an initializer.
  /// - Parameter type: the type that is made.
  func resolveInitializer(of type: Int32, _ index: Int32) -> Resolution {
    let known = terms[type]
    let isReference = !files.expressions[Int(index)].flags.contains(.isCalled)
    var resolution = Resolution(receiver: type, type: isReference ? Terms.unknown : type)
    if known.kind == .nominal {
      let found = initializers(of: known.number, index)
      (resolution.candidates, resolution.overloads) = (found.all, found.number)
    } else if known.kind == .parameter {
      // The type that `T()` makes is known to the caller alone.
      files.notFollowed.generics += 1
    }
    return resolution
  }

  private func initializers(of entity: Int32, _ index: Int32) -> Candidates {
    let scope = ScopedName(initName, in: .type, entity)
    let file = file(of: files.nodes[Int(files.expressions[Int(index)].owner)].declaration)
    guard Self.many <= members[scope]?.count ?? 0, !isAsked(file) else {
      return Candidates(all: allInitializers(of: entity, index))
    }
    return candidates(
      of: index, named: initName, in: scope, receiver: Terms.unknown, isStatic: nil, types: false,
      from: file
    ) { allInitializers(of: entity, index) }
  }

  private func allInitializers(of entity: Int32, _ index: Int32) -> [Int32] {
    // A class may have many superclasses.
    guard enter() else { return [] }
    defer { leave() }
    let expression = files.expressions[Int(index)]
    let file = file(of: files.nodes[Int(expression.owner)].declaration)
    func fits(_ all: [Int32]) -> [Int32] {
      let all = all.filter { isVisibleMember($0, from: file) }
      if expression.flags.contains(.isCompound) {
        let labels = files.arguments[expression.arguments.range].map(\.label)
        return all.filter { labels == self.labels(of: $0) }
      }
      guard expression.flags.contains(.isCalled) else { return all.count == 1 ? all : [] }
      return all.filter { leftOut(by: index, $0) != nil }
    }
    let own = members[ScopedName(initName, in: .type, entity)] ?? []
    let found = fits(own)
    if !found.isEmpty { return found }
    guard !entities[Int(entity)].isForeign else { return inherited(initName, of: entity, fits) }
    let hasOwn = own.contains {
      files.declarations[Int(files.declarations[Int($0)].parent)].isType
        && !files.declarations[Int($0)].flags.contains(.isConvenience)
    }
    switch kind(of: entity) {
    case .structure where !hasOwn && memberwiseLeftOut(by: index, entity) != nil,
      .enumeration:
      return [-2 - entity]
    case .classType, .actor:
      let superclass = entities[Int(entity)].superclass
      if !hasOwn, superclass == -1 {
        return expression.arguments.isEmpty || !own.isEmpty ? [-2 - entity] : []
      }
      if superclass == -1 { break }
      if entities[Int(superclass)].isForeign { return hasOwn ? [] : [-2 - entity] }
      let inherited = allInitializers(of: superclass, index)
      return inherited.isEmpty ? [] : [-2 - entity] + inherited
    default:
      break
    }
    return inherited(initName, of: entity, fits)
  }

  private func inherited(
    _ name: Int32, of entity: Int32, _ fits: ([Int32]) -> [Int32]
  ) -> [Int32] {
    for source in lookup(in: entity) where source.type != entity && source.part != .all {
      let all = members[ScopedName(name, in: .type, source.type)] ?? []
      let found = fits(all.filter { belongs($0, to: source.part) })
      if !found.isEmpty { return found }
    }
    return []
  }

  // MARK: - Subscripts

  private func resolveSubscript(
    _ expression: Expression, _ index: Int32, in context: Int32
  ) -> Resolution {
    guard expression.base != -1 else { return Resolution(isUnknown: true) }
    let receiver = type(of: expression.base)
    let known = terms[receiver]
    if known.kind == .unknown { return Resolution(isUnknown: true) }
    let isStatic = known.kind == .metatype
    let found = members(
      named: subscriptName, ofTerm: isStatic ? known.parts[0] : receiver, isStatic: isStatic, index,
      context)
    return Resolution(found, receiver: receiver)
  }
}
