import SwiftLexer

// Implicit members whose type is the type of a parameter or variable that the file declares, as in
// `S(date: .now)` and `self.date = .now`.

/// A place and the name whose declaration tells the type there.
struct PlaceReference {
  let place: ValuePlace
  /// The variable, or the function, case or type that is called.
  let name: NameReference
}

/// The declared type of a member of the file.
struct MemberType {
  /// The token of the member's name.
  let token: Int
  let type: DeclaredType
}

/// A type that the file writes for a name.
struct DeclaredType {
  /// The names of the type; `nil` if it is the type of no pattern.
  let path: TypePath?
}

extension NamedUses {
  /// The places of the implicit member with the name at a token; empty if a type is written beside
  /// it.
  mutating func placesOfMember(at index: Int) -> [ValuePlace] {
    guard tokens.isMember(index), let head = file.skipModuleSelector(before: index) else {
      return []
    }
    let name = tables.start(tokens, at: index)
    guard let name, tables.roles[name].isMember || finder.outline.places(ofMember: index) != nil
    else { return [] }
    return outline.implicitMember(at: head)?.places ?? []
  }

  /// Adds the matches of patterns whose type no name beside the member tells.
  /// - Parameter count: how many matches there were before the member.
  mutating func matchPlacedMember(at index: Int, since count: Int) {
    guard let name = tables.start(tokens, at: index),
      let head = file.skipModuleSelector(before: index)
    else { return }
    let start = MatchStart(report: head - 1, expression: head - 1)
    let known = finder.found.matches[count...].map(\.pattern)
    let next = finder.next(after: index, isType: false)
    for number in tables.patternsByMember[name] {
      // A name that is not called may be a reference to a function.
      guard !next.isCall || tables.memberHeads[number].next.mayBe(next) else { continue }
      let component = tables.patterns[number].typeLength
      guard mentionsType(of: number),
        finder.isName(tables.patterns[number].components[component], at: index),
        !known.contains(number)
      else { continue }
      finder.addMatch(of: number, from: index, component: component, start: start)
    }
  }

  /// Whether the file has all names of the pattern's type. Without them it declares nothing with
  /// that type.
  private mutating func mentionsType(of pattern: Int) -> Bool {
    if mentionedNames.isEmpty {
      var isMentioned = Array(repeating: false, count: tables.names.count)
      let tokens = tokens
      for index in tokens.indices where tokens[index].isMarked {
        if let name = tables.start(tokens, at: index) { isMentioned[name] = true }
      }
      mentionedNames = isMentioned
    }
    let pattern = tables.patterns[pattern]
    return pattern.components[..<pattern.typeLength].allSatisfy { mentionedNames[$0.name] }
  }

  /// References to the names at the places that the file may declare.
  mutating func references(to places: [ValuePlace]) -> [PlaceReference] {
    places.compactMap { place in
      let name =
        switch place {
        case .variable(let name): reference(toOwn: name)
        case .argument(_, let open, _): reference(toCallee: open - 1)
        }
      return name.map { PlaceReference(place: place, name: $0) }
    }
  }

  private mutating func reference(toCallee name: Int) -> NameReference? {
    let isInitializer = tokens[name].keyword == .`init` && tokens.isMember(name)
    return reference(toOwn: isInitializer ? name - 2 : name)
  }

  /// A reference to a name, or to a member of the file's own types; `nil` for the member of
  /// anything else.
  private mutating func reference(toOwn name: Int) -> NameReference? {
    guard 0 <= name, file.isIdentifier(name) else { return nil }
    let head = file.headOfOwnMember(at: name)
    guard head != name || !file.isQualified(name) else { return nil }
    return reference(toConstantAt: name, head: head)
  }

  /// The type that the file writes for a place; `nil` if it writes none, or if several declarations
  /// have the name.
  mutating func declaredType(of reference: PlaceReference) -> DeclaredType? {
    guard let found = find(reference.name, at: reference.place.token) else { return nil }
    switch reference.place {
    case .variable:
      guard found.isAlone else { return nil }
      return declaredType(ofVariableAt: found.token, found.declaration)
    case .argument(let label, _, _):
      guard let label, let declaration = found.declaration else { return nil }
      return declaredType(ofArgument: label, for: declaration)
    }
  }

  /// Whether the file declares members of that name with a type, but no member with a type that the
  /// pattern may have.
  mutating func isOtherwiseDeclared(_ name: Int, than pattern: CompiledPattern) -> Bool {
    guard let number = declarations.table.number(of: tokens.text(at: name)) else { return false }
    let types = memberTypes[number] ?? typesOfMembers(named: number)
    memberTypes[number] = types
    let names = types.map { ConditionalName(token: $0.token, isOther: true) }
    let counted = counted(names, at: name)
    guard !counted.isEmpty else { return false }
    let paths = counted.compactMap { types[$0].type.path }
    if pattern.root == .name { return !paths.contains { $0.isType(of: pattern) } }
    return tables.patternsByMember[pattern.anchor].allSatisfy { [tables] possible in
      !paths.contains { $0.isType(of: tables.patterns[possible]) }
    }
  }

  /// One member for each type in each clause of an `#if`, whatever number of members there is.
  private mutating func typesOfMembers(named number: Int) -> [MemberType] {
    let hoisted = declarations.hoisted
    let members = membersBySlot ?? Dictionary(grouping: hoisted.indices) { hoisted[$0].key.slot }
    membersBySlot = members
    let conditions = knownConditions()
    var known: Set<[Int?]> = []
    var types: [MemberType] = []
    for index in (members[NameSlot(number, isType: false)] ?? []).reversed()
    where types.count < Limits.declarations {
      let token = hoisted[index].token
      guard let type = declaredType(ofVariableAt: token, index) else { continue }
      let clause = conditions.clause(around: token)
      if known.insert([clause, type.path?.names.count] + (type.path?.names ?? [])).inserted {
        types.append(MemberType(token: token, type: type))
      }
    }
    return types
  }

  private mutating func declaredType(ofVariableAt name: Int, _ declaration: Int?) -> DeclaredType? {
    guard tokens[name + 1].kind == .colon, let type = file.type(from: name + 2) else { return nil }
    return declaredType(type, by: declaration)
  }

  /// - Parameter declaration: the declaration that has the type; `nil` for a local name.
  private mutating func declaredType(_ type: Range<Int>, by declaration: Int?) -> DeclaredType {
    guard let declaration else {
      return DeclaredType(path: file.nominalPath(of: type).map { outline.typePath($0) })
    }
    if let name = file.nominalPath(of: type)?.first {
      for alias in declarations(at: name, isType: true, for: declaration) { findMeaning(of: alias) }
    }
    let initializer = Initializer(start: type.upperBound, annotation: type)
    return DeclaredType(path: writtenType(of: initializer, for: .hoisted(declaration)))
  }

  /// - Parameter callee: the declaration of the function, case or type that is called.
  private mutating func declaredType(ofArgument label: Int, for callee: Int) -> DeclaredType? {
    let name = declarations.hoisted[callee]
    guard let introducer = introducer(ofTypeAt: name.token) else {
      return onlyType(ofParameter: label, of: name.key).type
    }
    guard let node = declarations.typeNodes[name.key] else { return nil }
    let initializer = NameSlot(declarations.table.insert("init"), isType: false)
    let key = NameKey(node: node, slot: initializer)
    let (count, type) = onlyType(ofParameter: label, of: key)
    guard count == 0, introducer == .struct else { return type }
    let properties = declarations.table.number(of: tokens.text(at: label)).map {
      declarations.hoisted(NameSlot($0, isType: false), in: node)
    }
    guard let properties, properties.count == 1 else { return nil }
    return declaredType(ofVariableAt: declarations.hoisted[properties[0]].token, properties[0])
  }

  /// How many functions with the name have a parameter with the label, and the type of that
  /// parameter if there is exactly one such function.
  private mutating func onlyType(
    ofParameter label: Int, of key: NameKey
  ) -> (count: Int, type: DeclaredType?) {
    var (count, type) = (0, DeclaredType?.none)
    for declaration in declarations.hoisted(key.slot, in: key.node) {
      guard let found = parameterType(label, of: declaration) else { continue }
      count += 1
      type = count == 1 ? found : nil
    }
    return (count, type)
  }

  /// The keyword of the declaration of a type; `nil` if the name is not that of a type.
  private func introducer(ofTypeAt name: Int) -> Keyword? {
    guard 0 < name else { return nil }
    switch tokens[name - 1].keyword {
    case .struct, .class, .enum: return tokens[name - 1].keyword
    default: return tokens.isWord("actor", at: name - 1) ? .class : nil
    }
  }

  /// The type of the parameter with a label; `nil` if the declaration has no such parameter.
  private mutating func parameterType(_ label: Int, of declaration: Int) -> DeclaredType? {
    let known = parameters[declaration] ?? typesOfParameters(of: declaration)
    parameters[declaration] = known
    // In `let a, f(timeZone: .current)`, which is no Swift, the call is read as a declaration of
    // `f`. A call declares nothing, so its own label does not count.
    guard let type = known[Name(tokens.text(at: label))], type.lowerBound != label + 2 else {
      return nil
    }
    return declaredType(type, by: declaration)
  }

  private func typesOfParameters(of declaration: Int) -> [Name: Range<Int>] {
    let open = file.genericParameters(at: declarations.hoisted[declaration].token + 1).end
    guard file.isArgumentList(at: open), let close = pairs.partner(of: open) else { return [:] }
    var types: [Name: Range<Int>] = [:]
    for parameter in file.entries(of: open + 1..<close) {
      let (start, end) = (parameter.lowerBound, parameter.upperBound)
      let name = Name(tokens.text(at: start))
      guard types[name] == nil, let colon = colon(ofParameterAt: start), colon < end else {
        continue
      }
      types[name] = colon + 1..<(file.firstToken(.equal, in: colon + 1..<end) ?? end)
    }
    return types
  }

  /// The colon of a parameter. It stands after the label or, if there is a name too, after the
  /// name.
  private func colon(ofParameterAt label: Int) -> Int? {
    if tokens[label + 1].kind == .colon { return label + 1 }
    return tokens[label + 1].isWord && tokens[label + 2].kind == .colon ? label + 2 : nil
  }
}
