import CallGraph
import Diagnostics
import SwiftSyntax

/// The graph that the compiler's index and the text of the compiled files give: the index says what
/// each name means, the text which code it stands in and with which labels it is called.
struct IndexGraph {
  private(set) var graph = Graph()
  /// By node.
  private(set) var codes: [Code] = []
  let files: [CodeOfFile]
  /// By file: the parts that were not compiled.
  private(set) var inactive: [[Range<Int>]] = []

  /// By file and offset in it: the node of the innermost code; -1 for none.
  private var owners: [[Int32]] = []
  /// By file: the node of its first code.
  private var firstNodes: [Int] = []
  /// By identifier of the compiler: the file and the offset of the name.
  private var homes: [String: (file: Int, offset: Int)] = [:]
  private let types: TypeNumbers
  /// The member, the type and the node of each implementation.
  private var seenImplementations: Set<[Int]> = []
  /// By file: the offsets of names that are defined there.
  private var defined: [Set<Int>] = []

  init(_ files: [(source: Source, occurrences: [Occurrence])]) {
    self.files = files.enumerated().map { CodeOfFile($0.element.source, file: $0.offset) }
    types = TypeNumbers(files.map(\.occurrences))
    for (number, file) in files.enumerated() { addHomes(file.occurrences, in: number) }
    for (number, file) in files.enumerated() {
      inactive.append(inactiveParts(of: self.files[number], file.occurrences))
      let places = Dictionary(grouping: file.occurrences) {
        file.source.offset(of: $0.place) ?? -1
      }
      addStoredClosures(of: self.files[number], places)
      addNodes(of: self.files[number], places)
    }
    graph.superclasses = types.superclasses
    addInitializerEdges()
    for (number, file) in files.enumerated() {
      for occurrence in file.occurrences { add(occurrence, in: number) }
    }
  }

  /// The innermost code around a place.
  func node(at offset: Int, inFile file: Int) -> Int? {
    guard owners[file].indices.contains(offset), owners[file][offset] != -1 else { return nil }
    return Int(owners[file][offset])
  }

  /// Whether the node is a function that is written and was compiled.
  func isFunction(_ node: Int) -> Bool {
    let code = codes[node]
    return code.isFunction && defined[code.file].contains(code.nameOffset)
  }

  func isCompiled(_ offset: Int, inFile file: Int) -> Bool {
    !inactive[file].contains { $0.contains(offset) }
  }

  // MARK: - Nodes

  private mutating func addHomes(_ occurrences: [Occurrence], in file: Int) {
    let source = files[file].source
    defined.append([])
    for occurrence in occurrences where occurrence.isDefinition {
      guard let offset = source.offset(of: occurrence.place) else { continue }
      homes[occurrence.usr] = (file, offset)
      defined[file].insert(offset)
    }
  }

  private func addStoredClosures(of file: CodeOfFile, _ places: [Int: [Occurrence]]) {
    func isFunction(_ offset: Int) -> Bool {
      places[offset]?.contains { $0.isFunction && !$0.has(INDEXSTORE_SYMBOL_ROLE_CALL) } == true
    }
    for value in file.namedValues where isFunction(value.name) {
      file.addStoredClosure(value.range)
    }
    for (value, target) in file.assigned
    where places[target]?.contains(where: \.isKeptVariable) == true {
      if value.bare.is(ClosureExprSyntax.self)
        || value.nameToken.map({ isFunction($0.start) }) == true
      {
        file.addStoredClosure(value.start..<value.end)
      }
    }
  }

  private mutating func addNodes(of file: CodeOfFile, _ places: [Int: [Occurrence]]) {
    let first = codes.count
    firstNodes.append(first)
    var typeOfName: [Int: Int] = [:]
    for (offset, occurrences) in places {
      let own = occurrences.filter { $0.isDefinition && $0.isType && !$0.isAlias }.first
      let members = occurrences.filter(\.isDefinition).compactMap { types.home[$0.usr] }
      typeOfName[offset] = own.flatMap { types.number(of: $0.usr) } ?? members.first
    }
    for code in file.all {
      let isStatic = file.declared[code.nameOffset]?.isStatic == true
      let makesType: Bool
      switch code.kind {
      case .initializer, .implicitInitializer, .enumCase: makesType = true
      case .function, .getter, .setter, .initialValue: makesType = isStatic
      case _: makesType = false
      }
      _ = graph.addNode(type: typeOfName[code.nameOffset] ?? -1, makesType: makesType)
      codes.append(code)
    }
    owners.append(innermost(file.all, first: first, byteCount: file.source.bytes.count))
  }

  private func innermost(_ codes: [Code], first: Int, byteCount: Int) -> [Int32] {
    var owners = [Int32](repeating: -1, count: byteCount)
    let order = codes.indices.sorted {
      let (left, right) = (codes[$0].range, codes[$1].range)
      return (left.lowerBound, -left.upperBound, $0) < (right.lowerBound, -right.upperBound, $1)
    }
    for index in order {
      for offset in codes[index].range { owners[offset] = Int32(first + index) }
    }
    return owners
  }

  // MARK: - Edges

  private func node(_ number: Int?, inFile file: Int) -> Int? {
    number.map { firstNodes[file] + $0 }
  }

  /// What the text alone tells: an initializer computes the initial values of its type, and calls
  /// the superclass's one without arguments where it calls none.
  private mutating func addInitializerEdges() {
    var values: [Int32: [Int]] = [:]
    var initializers: [Int32: [(node: Int, declared: Declared)]] = [:]
    for file in files {
      for own in file.declared.values {
        if own.isInstanceStored, let value = node(own.initialValue, inFile: file.file) {
          values[graph.types[value], default: []].append(value)
        }
        if let body = node(own.body ?? own.implicitInitializer, inFile: file.file),
          [.initializer, .implicitInitializer].contains(codes[body].kind)
        {
          initializers[graph.types[body], default: []].append((body, own))
        }
      }
    }
    for (type, all) in initializers where type != -1 {
      let superclass = graph.superclasses[Int(type)]
      let inherited = (initializers[superclass] ?? []).filter {
        $0.declared.parameters.allSatisfy { $0.defaultValue != nil }
      }
      for (source, own) in all {
        let offset = codes[source].nameOffset
        for value in (values[type] ?? []).sorted() {
          graph.add(Graph.Edge(value, .initialValue, isDirect: true, at: offset), from: source)
        }
        guard codes[source].kind == .initializer, !own.delegates, superclass != -1 else { continue }
        for base in inherited.map(\.node).sorted() {
          graph.add(Graph.Edge(base, .calls, isDirect: true, at: offset), from: source)
        }
      }
    }
  }

  private mutating func add(_ occurrence: Occurrence, in file: Int) {
    if occurrence.has(INDEXSTORE_SYMBOL_ROLE_REL_OVERRIDEOF) {
      addImplementations(occurrence, file)
    }
    guard !occurrence.isImplicit, !occurrence.isDefinition,
      let offset = files[file].source.offset(of: occurrence.place),
      let source = node(at: offset, inFile: file),
      !files[file].keyPaths.contains(where: { $0.contains(offset) }),
      let home = homes[occurrence.usr],
      let own = files[home.file].declared[home.offset]
    else { return }
    let isInitializing = isInInitializer(source, ofTypeOf: home)
    for (number, how) in targets(of: occurrence, own, isInitializing: isInitializing) {
      let isDirect = files[file].superNames.contains(offset)
      let target = firstNodes[home.file] + number
      graph.add(Graph.Edge(target, how, isDirect: isDirect, at: offset), from: source)
    }
    guard occurrence.isFunction || occurrence.isVariable else { return }
    addDefaults(of: occurrence.usr, calledAt: offset, in: file, from: source)
  }

  /// What a use of a declaration leads to: its code, by number in the file.
  private func targets(
    of occurrence: Occurrence, _ own: Declared, isInitializing: Bool
  ) -> [(Int, HopKind)] {
    if occurrence.isFunction {
      let isCall = occurrence.has(INDEXSTORE_SYMBOL_ROLE_CALL)
      return (own.body ?? own.implicitInitializer).map { [($0, isCall ? .calls : .passes)] } ?? []
    }
    // The name of a type is no call of its initializer.
    guard occurrence.isVariable else { return [] }
    var targets: [(Int, HopKind)] = []
    if occurrence.has(INDEXSTORE_SYMBOL_ROLE_READ),
      let code = own.getter ?? (own.isLazy ? own.initialValue : nil)
    {
      targets.append((code, .reads))
    }
    if occurrence.has(INDEXSTORE_SYMBOL_ROLE_WRITE) {
      if let setter = own.setter { targets.append((setter, .writes)) }
      if !isInitializing { targets += own.observers.map { ($0, .writes) } }
    }
    return targets
  }

  /// The default arguments that a call leaves out, of the initializer that is inherited, too.
  private mutating func addDefaults(
    of usr: String, calledAt offset: Int, in file: Int, from source: Int
  ) {
    var usr = usr
    while let base = types.inherited[usr] {
      if let home = homes[base], let own = files[home.file].declared[home.offset],
        let body = node(own.body ?? own.implicitInitializer, inFile: home.file)
      {
        graph.add(Graph.Edge(body, .calls, isDirect: true, at: offset), from: source)
      }
      usr = base
    }
    guard let call = files[file].calls[offset], let home = homes[usr],
      let own = files[home.file].declared[home.offset]
    else { return }
    for number in omitted(own.parameters, in: call) {
      if let value = node(own.parameters[number].defaultValue, inFile: home.file) {
        graph.add(Graph.Edge(value, .defaultArgument, at: offset), from: source)
      }
    }
  }

  private func isInInitializer(_ source: Int, ofTypeOf home: (file: Int, offset: Int)) -> Bool {
    guard codes[source].kind == .initializer else { return false }
    return files[home.file].declared[home.offset]?.observers.contains {
      graph.types[firstNodes[home.file] + $0] == graph.types[source]
    } == true
  }

  private mutating func addImplementations(_ occurrence: Occurrence, _ file: Int) {
    guard let place = homes[occurrence.usr], let own = files[place.file].declared[place.offset]
    else { return }
    let home = types.home[occurrence.usr]
    let type: Int
    if let home, types.isProtocol(home) {
      // In an extension of the protocol.
      type = -1
    } else if occurrence.isDefinition {
      type = home ?? -1
    } else {
      // A conformance that a superclass meets.
      guard let conforming = occurrence.related(by: INDEXSTORE_SYMBOL_ROLE_REL_CONTAINEDBY).first,
        let number = types.number(of: conforming)
      else { return }
      type = number
    }
    if types.requirements.contains(occurrence.usr) { return }
    for member in occurrence.related(by: INDEXSTORE_SYMBOL_ROLE_REL_OVERRIDEOF) {
      guard let base = homes[member], let its = files[base.file].declared[base.offset] else {
        continue
      }
      let how: HopKind = types.requirements.contains(member) ? .implements : .overrides
      let pairs = [
        (its.body, own.body), (its.getter, own.getter ?? (own.isLazy ? own.initialValue : nil)),
        (its.setter, own.setter),
      ]
      for case (let from?, let to?) in pairs {
        let (from, to) = (firstNodes[base.file] + from, firstNodes[place.file] + to)
        // Each conformance names what a protocol's extension has.
        if seenImplementations.insert([from, type, to]).inserted {
          graph.implementations.append(Graph.Implementation(of: from, in: type, by: to, how))
        }
      }
    }
  }
}
