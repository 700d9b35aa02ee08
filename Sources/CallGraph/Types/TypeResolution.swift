/// Resolves types as they are written.
extension Linker {
  /// The meaning of a written type.
  /// - Parameters:
  ///   - type: the type in `types`; -1 for none.
  ///   - declaration: the innermost declaration around it.
  /// - Returns: a term.
  func resolve(_ type: Int32, in declaration: Int32) -> Int32 {
    guard type != -1 else { return Terms.unknown }
    let known = resolvedTypes[Int(type)]
    if known != -1 { return known }
    guard enter() else { return Terms.unknown }
    defer { leave() }
    resolvedTypes[Int(type)] = Terms.unknown
    let term = resolveAnew(type, in: declaration)
    resolvedTypes[Int(type)] = term
    return term
  }

  private func resolveAnew(_ type: Int32, in declaration: Int32) -> Int32 {
    let written = files.types[Int(type)]
    func parts() -> [Int32] {
      files.typeLists[written.parts.range].map { resolve($0, in: declaration) }
    }
    switch written.kind {
    case .nominal: return resolveNominal(written, in: declaration, parts())
    case .array: return terms.nominal(array, parts())
    case .dictionary: return terms.nominal(dictionary, parts())
    case .function: return terms.term(Terms.Term(kind: .function, number: -1, parts: parts()))
    case .tuple:
      return terms.tuple(parts(), labels: Array(files.attributes[written.labels.range]))
    case .metatype: return terms.metatype(resolve(written.base, in: declaration))
    case .composition:
      return terms.term(Terms.Term(kind: .composition, number: -1, parts: parts()))
    case .selfType: return selfTerm(of: declaration)
    case .unknown: return Terms.unknown
    }
  }

  private func resolveNominal(
    _ written: WrittenType, in declaration: Int32, _ arguments: [Int32]
  ) -> Int32 {
    if written.base != -1 {
      let base = files.types[Int(written.base)]
      // A module may stand before the type.
      if base.base == -1, base.kind == .nominal, let module = moduleNumbers[base.name],
        let found = type(named: written.name, inModule: module, for: file(of: declaration))
      {
        return term(of: found, arguments)
      }
      let outer = resolve(written.base, in: declaration)
      return nestedType(written.name, in: outer, arguments, from: file(of: declaration))
    }
    return typeNamed(written.name, in: declaration, arguments) ?? Terms.unknown
  }

  /// A type inside another one.
  func nestedType(
    _ name: Int32, in outer: Int32, _ arguments: [Int32] = [], from file: Int32
  ) -> Int32 {
    let known = terms[outer]
    guard known.kind == .nominal else { return Terms.unknown }
    for source in lookup(in: known.number) {
      if let found = type(named: name, in: source.type, from: file) {
        return substitute(term(of: found, arguments), by: outer)
      }
    }
    if entities[Int(known.number)].isForeign {
      // `[Key: Value].Keys`
      let parts = known.number == dictionary && arguments.isEmpty ? known.parts : arguments
      return terms.nominal(foreignEntity(name, in: known.number), parts)
    }
    return Terms.unknown
  }

  /// The type that a name means in a place, from inside out. An unknown name is that of a foreign
  /// type.
  /// - Returns: a term; nil if several types have the name.
  func typeNamed(_ name: Int32, in declaration: Int32, _ arguments: [Int32] = []) -> Int32? {
    switch ownTypeNamed(name, in: declaration, arguments) {
    case .found(let term): return term
    case .ambiguous: return nil
    case .none: return terms.nominal(foreignEntity(name), arguments)
    }
  }

  enum FoundType {
    case found(Int32)
    case ambiguous, none
  }

  func ownTypeNamed(
    _ name: Int32, in declaration: Int32, _ arguments: [Int32] = []
  ) -> FoundType {
    var outer = declaration
    while outer != -1 {
      let known = files.declarations[Int(outer)]
      if let parameter = genericParameter(name, of: outer) { return .found(parameter) }
      if known.isTypeOrExtension {
        let entity = entityOf[Int(outer)]
        if entity != -1 {
          if !entities[Int(entity)].isForeign, known.kind == .extensionOfType,
            let parameter = genericParameter(name, of: entities[Int(entity)].declaration)
          {
            return .found(parameter)
          }
          if entities[Int(entity)].name == name, !entities[Int(entity)].isForeign {
            return .found(term(of: entity, arguments))
          }
          for source in lookup(in: entity) {
            if let found = type(named: name, in: source.type, from: file(of: declaration)) {
              return .found(term(of: found, arguments))
            }
          }
        }
      } else if let found = types[ScopedName(name, in: .function, outer)]?.first {
        return .found(term(of: found, arguments))
      }
      outer = known.parent
    }
    let file = file(of: declaration)
    if let found = type(named: name, inModule: modules[Int(file)], for: file) {
      return .found(term(of: found, arguments))
    }
    var imported: [Int32] = []
    for module in visibleModules(of: file) {
      if let found = type(named: name, inModule: module, for: file), !imported.contains(found) {
        imported.append(found)
      }
    }
    if imported.count == 1 { return .found(term(of: imported[0], arguments)) }
    return imported.isEmpty ? .none : .ambiguous
  }

  private func type(named name: Int32, inModule module: Int32, for file: Int32) -> Int32? {
    let scope = ScopedName(name, in: .module, module)
    let all = below(types[scope] ?? [], in: scope, near: file, declaration(of:))
    return nearest(
      all.filter { isVisible(declaration(of: $0), from: file) }, to: file, declaration(of:))
  }

  /// The type of a name in another one. Where a text takes the place of a file, both may have an
  /// alias of that name.
  private func type(named name: Int32, in outer: Int32, from file: Int32) -> Int32? {
    let all = types[ScopedName(name, in: .type, outer)] ?? []
    guard 1 < all.count else { return all.first }
    return all.first { isVisibleMember(self.declaration(of: $0), from: file) } ?? all[0]
  }

  /// The declaration of an entity, or of an alias that is -2 minus it.
  func declaration(of found: Int32) -> Int32 {
    found >= 0 ? entities[Int(found)].declaration : -2 - found
  }

  /// - Parameter found: an entity, or an alias as -2 minus its declaration.
  private func term(of found: Int32, _ arguments: [Int32]) -> Int32 {
    guard found < 0 else { return terms.nominal(found, arguments) }
    let alias = -2 - found
    let declaration = files.declarations[Int(alias)]
    if declaration.type != -1 { return resolve(declaration.type, in: alias) }
    // An associated type is as good as its bounds.
    let bounds = files.typeLists[declaration.inherited.range].map { resolve($0, in: alias) }
    if bounds.isEmpty { return Terms.unknown }
    if bounds.count == 1 { return bounds[0] }
    return terms.term(Terms.Term(kind: .composition, number: -1, parts: bounds))
  }

  private func genericParameter(_ name: Int32, of declaration: Int32) -> Int32? {
    let generics = files.declarations[Int(declaration)].generics
    guard !generics.isEmpty else { return nil }
    guard files.generics[generics.range].contains(where: { $0.name == name }) else { return nil }
    // A text that is asked about has the parameters of the type that it declares anew.
    let isAnew = isAsked(file(of: declaration)) && files.declarations[Int(declaration)].isType
    let entity = isAnew ? entityOf[Int(declaration)] : -1
    let declaration = entity == -1 ? declaration : entities[Int(entity)].declaration
    return terms.term(Terms.Term(kind: .parameter, number: declaration, parts: [name]))
  }

  /// The types that a generic parameter is known to be of.
  func bounds(of parameter: Terms.Term) -> [Int32] {
    files.generics[files.declarations[Int(parameter.number)].generics.range]
      .filter { $0.name == parameter.parts[0] && $0.bound != -1 }
      .map { resolve($0.bound, in: parameter.number) }
  }

  /// `Self` in a declaration: the innermost type around it.
  func selfTerm(of declaration: Int32) -> Int32 {
    var outer = declaration
    while outer != -1 {
      if files.declarations[Int(outer)].isTypeOrExtension {
        let entity = entityOf[Int(outer)]
        return entity == -1 ? Terms.unknown : terms.nominal(entity, arguments(of: outer, entity))
      }
      outer = files.declarations[Int(outer)].parent
    }
    return Terms.unknown
  }

  /// The generic arguments that an extension of a foreign collection is for: `extension [Room]`,
  /// `extension Set where Element == Room`.
  private func arguments(of outer: Int32, _ entity: Int32) -> [Int32] {
    let declaration = files.declarations[Int(outer)]
    guard isCollected, entities[Int(entity)].isForeign, declaration.type != -1 else { return [] }
    let written = files.typeLists[files.types[Int(declaration.type)].parts.range]
    if !written.isEmpty { return written.map { resolve($0, in: outer) } }
    let names = entity == dictionary ? ["Key", "Value"] : ["Element"]
    let bounds = names.compactMap { name in
      files.generics[declaration.generics.range].first {
        files.names[$0.name].elementsEqual(name.utf8)
      }.map { resolve($0.bound, in: outer) }
    }
    return bounds.count == names.count ? bounds : []
  }

  /// The type with the generic arguments of a receiver in place of the receiver's parameters.
  func substitute(_ term: Int32, by receiver: Int32) -> Int32 {
    let known = terms[receiver]
    guard known.kind == .nominal, !known.parts.isEmpty else { return term }
    let declaration = entities[Int(known.number)].declaration
    guard declaration != -1 else { return term }
    let names = parameters(of: declaration).map { terms[$0].parts[0] }
    return substitute(term, names, of: declaration, by: known.parts)
  }

  /// The generic parameters of a declaration.
  func parameters(of declaration: Int32) -> [Int32] {
    var parameters: [Int32] = []
    for generic in files.generics[files.declarations[Int(declaration)].generics.range] {
      let parts = [generic.name]
      let parameter = terms.term(Terms.Term(kind: .parameter, number: declaration, parts: parts))
      if !parameters.contains(parameter) { parameters.append(parameter) }
    }
    return parameters
  }

  /// The type with other types in place of generic parameters of a declaration.
  func substitute(
    _ term: Int32, _ names: [Int32], of declaration: Int32, by arguments: [Int32]
  ) -> Int32 {
    var done: [Int32: Int32] = [:]
    return substitute(term, names, of: declaration, by: arguments, &done)
  }

  /// Puts types in place of generic parameters in a part of a type.
  /// - Parameter done: the result for each part, which may be there many times.
  private func substitute(
    _ term: Int32, _ names: [Int32], of declaration: Int32, by arguments: [Int32],
    _ done: inout [Int32: Int32]
  ) -> Int32 {
    if let found = done[term] { return found }
    var known = terms[term]
    if known.kind == .parameter {
      guard known.number == declaration, let index = names.firstIndex(of: known.parts[0]),
        index < arguments.count
      else { return term }
      return arguments[index]
    }
    guard !known.parts.isEmpty, enter() else { return term }
    defer { leave() }
    for index in known.parts.indices {
      known.parts[index] = substitute(
        known.parts[index], names, of: declaration, by: arguments, &done)
    }
    done[term] = terms.term(known)
    return done[term]!
  }

  func file(of declaration: Int32) -> Int32 { files.files[Int(declaration)] }
}
