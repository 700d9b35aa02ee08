/// Well-known types: collections, optionals, and a few of Foundation.
extension Linker {
  /// Whether an expression gives an optional. Its type is told without the `?`.
  func isOptional(_ index: Int32) -> Bool {
    guard index != -1, enter() else { return false }
    defer { leave() }
    let expression = files.expressions[Int(index)]
    if expression.flags.contains(.isUnwrapped) { return false }
    if expression.flags.contains(.isOptional) { return true }
    switch expression.kind {
    case .local:
      let local = files.locals[Int(expression.base)]
      if expression.flags.contains(.isCalled) || local.isUnwrapped { return false }
      if local.type != -1 { return files.types[Int(local.type)].isOptional }
      return local.number == -1 && isOptional(local.source)
    case .either: return isOptional(expression.name == -1 ? expression.base : expression.name)
    case .associated:
      guard let found = associated(expression), found.parameters.count == 1 else { return false }
      return found.parameters.contains { files.types[Int($0.type)].isOptional }
    case .part:
      let tuple = expression.base == -1 ? expression : files.expressions[Int(expression.base)]
      let parts = files.arguments[tuple.arguments.range].dropFirst(max(0, Int(expression.name)))
      return tuple.kind == .tuple && isOptional(parts.first?.value ?? -1)
    case .name, .member, .implicitMember, .localFunction, .subscripted:
      let candidates = resolution(of: index).candidates
      guard candidates.isEmpty else {
        return candidates.contains { $0 >= 0 && isOptional(use: expression, of: $0) }
      }
      return isForeignOptional(expression)
    default: return false
    }
  }

  private func isOptional(use: Expression, of candidate: Int32) -> Bool {
    let declaration = files.declarations[Int(candidate)]
    let isVariable = declaration.kind == .variable
    guard use.kind == .subscripted || use.flags.contains(.isCalled) != isVariable else {
      return false
    }
    if declaration.type != -1 { return files.types[Int(declaration.type)].isOptional }
    return isVariable && isOptional(declaration.value)
  }

  /// Whether a member that the program does not declare gives one, as `dictionary[key]` does.
  private func isForeignOptional(_ expression: Expression) -> Bool {
    let receiver = terms[type(of: expression.base)]
    if expression.kind == .subscripted {
      return receiver.number == dictionary && expression.arguments.count == 1
    }
    let name = String(decoding: files.names[expression.name], as: UTF8.self)
    if ["map", "flatMap"].contains(name) { return isOptional(expression.base) }
    return [
      "first", "last", "randomElement", "popLast", "min", "max", "popFirst", "removeValue",
      "updateValue", "userInfo", "allHTTPHeaderFields", "infoDictionary", "decodeIfPresent",
      "persistentDomain",
    ].contains(name)
  }

  // MARK: - Elements

  /// The element of a collection.
  func element(of collection: Int32) -> Int32 {
    let known = terms[collection]
    guard known.kind == .nominal else { return Terms.unknown }
    guard entities[Int(known.number)].isForeign else {
      return substitute(ownElement(of: known.number), by: collection)
    }
    if known.parts.count == 2 {
      switch known.number {
      case dictionary: return pair("key", "value", known.parts)
      case keys: return known.parts[0]
      case values: return known.parts[1]
      default: return Terms.unknown
      }
    }
    return known.parts.count == 1 && isCollection(known.number) ? known.parts[0] : Terms.unknown
  }

  private func pair(_ first: String, _ second: String, _ parts: [Int32]) -> Int32 {
    terms.tuple(parts, labels: [first, second].map { Int32(files.names.insert($0)) })
  }

  /// The elements of an own type that can be made of a literal.
  private func ownElement(of entity: Int32) -> Int32 {
    for member in members[ScopedName(initName, in: .type, entity)] ?? [] {
      let parameters = files.declarations[Int(member)].parameters
      guard parameters.count == 1 else { continue }
      let parameter = files.parameters[Int(parameters.start)]
      if parameter.label == arrayLiteralName { return resolve(parameter.type, in: member) }
    }
    return Terms.unknown
  }

  private func isCollection(_ entity: Int32) -> Bool {
    let name = String(decoding: files.names[Int(entities[Int(entity)].name)], as: UTF8.self)
    return [
      "Array", "Set", "ArraySlice", "ContiguousArray", "Sequence", "Collection", "AsyncStream",
      "AsyncSequence", "Slice", "LazySequence",
    ].contains(name)
  }

  private func isHashed(_ entity: Int32) -> Bool {
    [set, dictionary, keys, values].contains(entity)
  }

  // MARK: - Members

  /// The type of `first`, `sorted()` and the like of collections.
  func typeOfForeignMember(_ expression: Expression, _ resolution: Resolution) -> Int32 {
    guard 0 <= expression.name else { return Terms.unknown }
    let name = String(decoding: files.names[Int(expression.name)], as: UTF8.self)
    let values = files.arguments[expression.arguments.range].map(\.value)
    var receiver = Terms.unknown
    switch expression.kind {
    case .member: receiver = type(of: expression.base)
    case .name: receiver = selfTerm(of: files.nodes[Int(expression.owner)].declaration)
    default: return Terms.unknown
    }
    let known = terms[receiver]
    switch known.kind {
    case .metatype: return typeOfSingleton(expression, known.parts[0])
    case .tuple:
      let labels = known.number == -1 ? [] : terms[known.number].parts
      return labels.firstIndex(of: expression.name).map { known.parts[$0] } ?? Terms.unknown
    case .nominal where entities[Int(known.number)].isForeign:
      let result = typeOfMember(name, of: known, receiver, expression, values)
      if result != Terms.unknown { return result }
    case .unknown where expression.kind == .member: break
    default: return Terms.unknown
    }
    switch name {
    case "withLock", "sync": return values.last.map(resultOfClosure) ?? Terms.unknown
    case "decode", "decodeIfPresent":
      let decoded = terms[values.first.map(type) ?? Terms.unknown]
      return decoded.kind == .metatype ? decoded.parts[0] : Terms.unknown
    default: return ownNames.contains(expression.name) ? Terms.unknown : typeInFoundation(name)
    }
  }

  /// The type of what a collection gives.
  private func typeOfMember(
    _ name: String, of known: Terms.Term, _ receiver: Int32, _ expression: Expression,
    _ arguments: [Int32]
  ) -> Int32 {
    let closure = arguments.last ?? -1
    if ["map", "flatMap"].contains(name), isOptional(expression.base) {
      return resultOfClosure(closure)
    }
    let element = element(of: receiver)
    let isHashed = isHashed(known.number)
    guard isHashed || element != Terms.unknown else { return Terms.unknown }
    if known.number == dictionary {
      switch name {
      case "values": return terms.nominal(values, known.parts)
      case "keys": return terms.nominal(keys, known.parts)
      case "removeValue", "updateValue": return known.parts.last ?? Terms.unknown
      case "mapValues", "compactMapValues":
        let key = known.parts.first ?? Terms.unknown
        return terms.nominal(dictionary, [key, resultOfClosure(closure)])
      default: break
      }
    }
    switch name {
    case "first", "last", "randomElement", "popLast", "removeFirst", "removeLast", "min", "max",
      "remove", "popFirst":
      return element
    case "filter" where known.number == set || known.number == dictionary,
      "union", "intersection", "subtracting", "symmetricDifference", "merging":
      return receiver
    case "lazy" where isHashed:
      return terms.nominal(foreignEntity("LazySequence"), [element])
    case "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "shuffled",
      "lazy":
      return isHashed ? terms.nominal(array, [element]) : receiver
    case "map", "compactMap", "flatMap":
      let result = resultOfClosure(closure)
      if name == "flatMap", self.element(of: result) != Terms.unknown {
        return terms.nominal(array, [self.element(of: result)])
      }
      return isHashed || result != Terms.unknown ? terms.nominal(array, [result]) : result
    case "reduce": return type(of: arguments.first ?? -1)
    case "enumerated":
      return terms.nominal(array, [pair("offset", "element", [Terms.unknown, element])])
    default:
      return Terms.unknown
    }
  }

  /// The type that a call makes, with the elements that its arguments tell: `Set(names)`,
  /// `Dictionary(grouping: rooms, by: { $0.name })`.
  func made(_ type: Int32, of arguments: Span) -> Int32 {
    let known = terms[type]
    guard known.kind == .nominal, known.parts.isEmpty, !arguments.isEmpty,
      entities[Int(known.number)].isForeign
    else { return type }
    let first = files.arguments[Int(arguments.start)]
    let element = element(of: self.type(of: first.value))
    if hasLabel("repeating", first) {
      return terms.nominal(known.number, [self.type(of: first.value)])
    }
    if hasLabel("grouping", first) {
      let last = files.arguments[arguments.range].last!.value
      return terms.nominal(known.number, [resultOfClosure(last), terms.nominal(array, [element])])
    }
    guard first.label == -1 || hasLabel("uniqueKeysWithValues", first) else { return type }
    if known.number == dictionary {
      return terms[element].parts.count == 2
        ? terms.nominal(dictionary, terms[element].parts) : type
    }
    return isCollection(known.number) ? terms.nominal(known.number, [element]) : type
  }

  private func hasLabel(_ label: String, _ argument: Argument) -> Bool {
    argument.label != -1 && files.names[argument.label].elementsEqual(label.utf8)
  }

  /// The type of a member that a few types of Foundation and UIKit have alone.
  private func typeInFoundation(_ name: String) -> Int32 {
    let known: [String: (kind: Int32, parts: [String])] = [
      "allHTTPHeaderFields": (dictionary, ["String", "String"]),
      "allHeaderFields": (dictionary, ["AnyHashable", "Any"]),
      "attributesOfItem": (dictionary, ["FileAttributeKey", "Any"]),
      "connectedScenes": (set, ["UIScene"]), "environment": (dictionary, ["String", "String"]),
      "dictionaryRepresentation": (dictionary, ["String", "Any"]),
      "infoDictionary": (dictionary, ["String", "Any"]),
      "persistentDomain": (dictionary, ["String", "Any"]),
      "userInfo": (dictionary, ["AnyHashable", "Any"]),
    ]
    guard let (kind, parts) = known[name] else { return Terms.unknown }
    return terms.nominal(kind, parts.map { $0 == "Any" ? 0 : terms.nominal(foreignEntity($0)) })
  }

  /// The type of `FileManager.default` and the like.
  private func typeOfSingleton(_ expression: Expression, _ type: Int32) -> Int32 {
    guard terms[type].kind == .nominal, entities[Int(terms[type].number)].isForeign,
      !expression.flags.contains(.isCalled)
    else { return Terms.unknown }
    let name = String(decoding: files.names[Int(expression.name)], as: UTF8.self)
    let singletons: Set<String> = [
      "default", "shared", "standard", "current", "main", "processInfo",
    ]
    return singletons.contains(name) ? type : Terms.unknown
  }

  /// The type of a closure's parameter where a method of a collection calls it with the elements.
  func typeOfElement(_ number: Int, ofClosure closure: Int32) -> Int32 {
    let expression = files.expressions[Int(closure)]
    guard expression.contextKind == .argument else { return Terms.unknown }
    let call = files.expressions[Int(expression.context)]
    guard resolution(of: expression.context).candidates.isEmpty else { return Terms.unknown }
    if call.kind == .name {
      // `Dictionary(grouping: rooms, by: { $0.name })`
      let first = files.arguments[Int(call.arguments.start)]
      return hasLabel("grouping", first) ? element(of: type(of: first.value)) : Terms.unknown
    }
    guard call.kind == .member, call.base != -1 else { return Terms.unknown }
    let name = String(decoding: files.names[Int(call.name)], as: UTF8.self)
    let takesElement: Set<String> = [
      "map", "compactMap", "flatMap", "forEach", "filter", "first", "last", "contains",
      "allSatisfy", "firstIndex", "removeAll", "drop", "prefix", "sorted", "min", "max", "sort",
      "partition", "mapValues", "compactMapValues",
    ]
    let receiver = type(of: call.base)
    let known = terms[receiver]
    if ["map", "flatMap"].contains(name), isOptional(call.base) { return receiver }
    if name == "withLock", known.kind == .nominal { return known.parts.first ?? Terms.unknown }
    if name == "reduce" { return number == 1 ? element(of: receiver) : Terms.unknown }
    guard takesElement.contains(name) else { return Terms.unknown }
    if name.hasSuffix("Values") {
      let isDictionary = known.kind == .nominal && known.number == dictionary
      return isDictionary ? known.parts.last ?? Terms.unknown : Terms.unknown
    }
    let element = element(of: receiver)
    // A closure with two parameters takes the parts of a pair, or two elements to compare.
    guard closuresOfTwo.contains(closure), !["sorted", "sort", "min", "max"].contains(name),
      terms[element].kind == .tuple, number < terms[element].parts.count
    else { return element }
    return terms[element].parts[number]
  }
}
