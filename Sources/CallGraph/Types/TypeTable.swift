import Rules

/// A type that the program declares, or a foreign one that it names.
struct TypeEntity {
  var name: Int32
  /// The type around it; -1 for none.
  var parent: Int32 = -1
  /// The first declaration; -1 for a foreign type.
  var declaration: Int32 = -1
  /// All declarations and extensions.
  var declarations: [Int32] = []
  /// The superclass, or -1. It may be foreign.
  var superclass: Int32 = -1
  /// The protocols in its own headers; for a protocol those that it refines.
  var protocols: [Int32] = []
  /// The sources in which its members are looked up, in this order; empty until somebody asks.
  var lookup: [MemberSource] = []

  var isForeign: Bool { declaration == -1 }
}

/// Members of one type that are looked up together.
struct MemberSource {
  enum Part {
    case all
    /// The members that a protocol requires of conforming types.
    case requirements
    /// The members that extensions of a protocol have.
    case extensions
  }

  let type: Int32
  let part: Part
}

/// A name in a scope: a module, a type or a function.
struct ScopedName: Hashable {
  enum Scope: UInt8 { case module, type, function, foreign }

  private let bits: UInt64

  init(_ name: Int32, in scope: Scope, _ number: Int32) {
    bits =
      UInt64(scope.rawValue) << 62 | UInt64(UInt32(bitPattern: number)) << 31
      ^ UInt64(UInt32(bitPattern: name))
  }

}

// MARK: - Entities

extension Linker {
  /// Finds all types, and the declarations that belong to each.
  func collectTypes(_ added: Range<Int>) {
    entityOf += repeatElement(-1, count: added.count)
    var waiting: [Int32] = []
    for index in added {
      let declaration = files.declarations[index]
      if declaration.isType {
        addType(Int32(index), &waiting)
      } else if declaration.kind == .extensionOfType {
        waiting.append(Int32(index))
      } else if declaration.kind == .alias || declaration.kind == .associatedType {
        waiting.append(Int32(index))
      }
    }
    // A type in an extension is known only when the extended type is; that may be in an extension.
    while !waiting.isEmpty {
      let count = waiting.count
      var later: [Int32] = []
      for index in waiting where !settle(index) { later.append(index) }
      waiting = later
      if waiting.count == count { break }
    }
    for index in waiting where files.declarations[Int(index)].kind == .extensionOfType {
      entityOf[Int(index)] = foreignEntity(ofExtension: index)
      join(index)
    }
    for index in waiting where files.declarations[Int(index)].kind != .extensionOfType {
      _ = settle(index)
    }
  }

  /// The scope that a declaration's name is in; nil if it is not known yet.
  private func scope(of index: Int32, name: Int32) -> ScopedName? {
    let parent = files.declarations[Int(index)].parent
    let outer = files.declarations[Int(parent)]
    if outer.kind == .file { return fileScope(of: index, name: name) }
    guard outer.isTypeOrExtension else { return ScopedName(name, in: .function, parent) }
    let entity = entityOf[Int(parent)]
    return entity == -1 ? nil : ScopedName(name, in: .type, entity)
  }

  /// The scope of a declaration of the file level: its module, or its file alone if it is private,
  /// since many files may have private ones of one name.
  func fileScope(of index: Int32, name: Int32) -> ScopedName {
    let declaration = files.declarations[Int(index)]
    return declaration.flags.contains(.isPrivate)
      ? ScopedName(name, in: .function, declaration.parent)
      : ScopedName(name, in: .module, modules[Int(files.files[Int(index)])])
  }

  private func addType(_ index: Int32, _ waiting: inout [Int32]) {
    let declaration = files.declarations[Int(index)]
    guard let scope = scope(of: index, name: declaration.name) else {
      waiting.append(index)
      return
    }
    addType(index, in: scope)
  }

  private func addType(_ index: Int32, in scope: ScopedName) {
    let declaration = files.declarations[Int(index)]
    let file = files.files[Int(index)]
    // A type in both branches of an `#if` is one type. Private types of two files are two.
    let same = types[scope, default: []].first { other in
      guard other >= 0 else { return false }
      let known = entities[Int(other)].declaration
      let other = files.files[Int(known)]
      if other == file || other == original(of: file) { return true }
      if isAsked(other) { return false }
      let isPrivate =
        declaration.flags.contains(.isPrivate)
        || files.declarations[Int(known)].flags.contains(.isPrivate)
      // Files of no known module may be of several: then types of one name are several, too.
      return !isPrivate && (!isGuessed[Int(modules[Int(file)])] || isSameFolder(file, other))
    }
    if let same {
      entityOf[Int(index)] = same
      join(index)
      return
    }
    var entity = TypeEntity(name: declaration.name)
    entity.declaration = index
    entity.declarations = [index]
    let parent = declaration.parent
    if files.declarations[Int(parent)].isTypeOrExtension { entity.parent = entityOf[Int(parent)] }
    entities.append(entity)
    entityOf[Int(index)] = Int32(entities.count - 1)
    types[scope, default: []].append(Int32(entities.count - 1))
  }

  /// Adds a declaration to its type. A text that is asked about changes no type of others.
  private func join(_ index: Int32) {
    let entity = Int(entityOf[Int(index)])
    let file = files.files[Int(index)]
    let known = entities[entity].declaration
    guard !isAsked(file) || known != -1 && files.files[Int(known)] == file else { return }
    entities[entity].declarations.append(index)
  }

  /// Settles a declaration that had to wait.
  /// - Returns: false if it has to wait longer.
  private func settle(_ index: Int32) -> Bool {
    let declaration = files.declarations[Int(index)]
    switch declaration.kind {
    case .extensionOfType:
      guard let entity = ownEntity(ofExtension: index) else { return false }
      entityOf[Int(index)] = entity
      join(index)
      return true
    case .alias, .associatedType:
      guard let scope = scope(of: index, name: declaration.name) else { return false }
      types[scope, default: []].append(-2 - index)
      return true
    default:
      guard let scope = scope(of: index, name: declaration.name) else { return false }
      addType(index, in: scope)
      return true
    }
  }

  private func ownEntity(ofExtension index: Int32) -> Int32? {
    let type = files.declarations[Int(index)].type
    var path = files.path(ofType: type)
    guard let first = path.first, !files.types[type].isOptional else { return nil }
    let file = files.files[Int(index)]
    if 1 < path.count, let module = moduleNumbers[first],
      let entity = entity(named: path[1], inModule: module, for: file)
    {
      path.removeFirst()
      return nested(path.dropFirst(), in: entity)
    }
    let inFile = ScopedName(first, in: .function, Int32(files.declarationStarts[Int(file)]))
    if let entity = types[inFile]?.first(where: { $0 >= 0 }) {
      return nested(path.dropFirst(), in: entity)
    }
    for module in [modules[Int(file)]] + visibleModules(of: file) {
      if let entity = entity(named: first, inModule: module, for: file) {
        return nested(path.dropFirst(), in: entity)
      }
    }
    return nil
  }

  private func nested(_ path: ArraySlice<Int32>, in entity: Int32) -> Int32? {
    var entity = entity
    for name in path {
      let found = types[ScopedName(name, in: .type, entity), default: []].first { $0 >= 0 }
      guard let found else { return nil }
      entity = found
    }
    return entity
  }

  private func entity(named name: Int32, inModule module: Int32, for file: Int32) -> Int32? {
    let scope = ScopedName(name, in: .module, module)
    let all = below(types[scope] ?? [], in: scope, near: file, declaration(of:))
    return nearest(
      all.filter { $0 >= 0 && isVisible(declaration(of: $0), from: file) }, to: file,
      declaration(of:))
  }

  /// Whether a member can be named in a file: of a text and the file whose place it takes, the
  /// text alone has members.
  func isVisibleMember(_ declaration: Int32, from file: Int32) -> Bool {
    let own = files.files[Int(declaration)]
    return own == file || own != original(of: file) && isVisible(declaration, from: file)
  }

  /// Whether a declaration of a file can be named in another file of the module.
  func isVisible(_ declaration: Int32, from file: Int32) -> Bool {
    let own = files.files[Int(declaration)]
    if own == file || own == original(of: file) { return true }
    guard !isAsked(own), !files.declarations[Int(declaration)].flags.contains(.isPrivate) else {
      return false
    }
    let (module, other) = (modules[Int(file)], modules[Int(own)])
    return (module == other || reachable[Int(module)].contains(other))
      && !apps.areApart(apps[file], apps[own])
  }

  private func foreignEntity(ofExtension index: Int32) -> Int32 {
    let type = files.declarations[Int(index)].type
    let written = type == -1 ? nil : files.types[Int(type)]
    if written?.isOptional == true { return foreignEntity("Optional") }
    switch written?.kind {
    case .array: return foreignEntity("Array")
    case .dictionary: return foreignEntity("Dictionary")
    default: break
    }
    let path = files.path(ofType: type)
    guard let first = path.first else { return foreignEntity("") }
    return path.dropFirst().reduce(foreignEntity(first)) { foreignEntity($1, in: $0) }
  }

  func foreignEntity(_ name: String) -> Int32 { foreignEntity(Int32(files.names.insert(name))) }

  /// A type that the program does not declare.
  func foreignEntity(_ name: Int32, in parent: Int32 = -1) -> Int32 {
    let key = ScopedName(name, in: .foreign, parent)
    if let known = types[key]?.first { return known }
    var entity = TypeEntity(name: name)
    entity.parent = parent
    entities.append(entity)
    types[key] = [Int32(entities.count - 1)]
    return Int32(entities.count - 1)
  }

  // MARK: - Supertypes

  func collectSupertypes(of added: Range<Int>) {
    for number in added {
      for declaration in entities[number].declarations {
        let inherited = files.declarations[Int(declaration)].inherited
        for (position, type) in files.typeLists[inherited.range].enumerated() {
          addSupertypes(
            resolve(type, in: declaration), of: number,
            mayBeSuperclass: position == 0
              && files.declarations[Int(declaration)].kind == .classType)
        }
      }
    }
  }

  /// Drops the superclass that makes a class its own superclass, so that every chain of them ends.
  func dropCircles() {
    var chainOf = [Int](repeating: -1, count: entities.count)
    for number in entities.indices where chainOf[number] == -1 {
      var next = number
      while chainOf[next] == -1 {
        chainOf[next] = number
        let superclass = Int(entities[next].superclass)
        guard superclass != -1 else { break }
        if chainOf[superclass] == number {
          entities[next].superclass = -1
          superclassTerms[Int32(next)] = nil
          break
        }
        next = superclass
      }
    }
  }

  private func addSupertypes(_ term: Int32, of number: Int, mayBeSuperclass: Bool) {
    let known = terms[term]
    switch known.kind {
    case .composition:
      for part in known.parts { addSupertypes(part, of: number, mayBeSuperclass: mayBeSuperclass) }
    case .nominal where Int(known.number) != number:
      let entity = entities[Int(known.number)]
      let isClass =
        !entity.isForeign && files.declarations[Int(entity.declaration)].kind == .classType
      if mayBeSuperclass, isClass || entity.isForeign, entities[number].superclass == -1 {
        entities[number].superclass = known.number
        superclassTerms[Int32(number)] = term
      } else {
        entities[number].protocols.append(known.number)
      }
    default:
      break
    }
  }

  /// Adds the supertypes of well-known types to which own extensions may give members.
  func addFoundation() {
    let sequences = ["Sequence", "Collection", "BidirectionalCollection"]
    let known: [(String, [String])] = [
      ("Array", sequences + ["RandomAccessCollection", "RangeReplaceableCollection"]),
      ("ArraySlice", sequences), ("Set", sequences), ("Dictionary", sequences),
      ("Substring", sequences + ["StringProtocol"]),
      ("String", sequences + ["StringProtocol", "RangeReplaceableCollection"]),
      ("Data", sequences + ["DataProtocol"]),
      ("Int", ["BinaryInteger", "FixedWidthInteger", "Numeric", "Comparable"]),
    ]
    for (type, protocols) in known {
      let entity = foreignEntity(type)
      for name in protocols { entities[Int(entity)].protocols.append(foreignEntity(name)) }
    }
    for view in [keys, values] {
      entities[Int(view)].protocols += [foreignEntity("Sequence"), foreignEntity("Collection")]
    }
    let classes = [
      ("XCTestCase", "XCTest"), ("XCTest", "NSObject"), ("UIViewController", "UIResponder"),
      ("UIView", "UIResponder"), ("UIResponder", "NSObject"), ("UIControl", "UIView"),
      ("UIButton", "UIControl"), ("UITableViewController", "UIViewController"),
      ("NSViewController", "NSResponder"), ("NSView", "NSResponder"), ("NSResponder", "NSObject"),
    ]
    for (type, superclass) in classes {
      entities[Int(foreignEntity(type))].superclass = foreignEntity(superclass)
    }
  }

  /// The limits let chains of classes and protocols take linear time.
  static let maximumSuperclasses = 64
  private static let maximumProtocols = 128

  /// The sources of members of a type, in the order in which they are looked up; until all
  /// supertypes are known, the type alone.
  func lookup(in entity: Int32) -> [MemberSource] {
    guard isCollected else { return [MemberSource(type: entity, part: .all)] }
    let known = entities[Int(entity)].lookup
    if !known.isEmpty { return known }
    var classes: [Int32] = []
    var next = entity
    while next != -1, classes.count < Self.maximumSuperclasses {
      classes.append(next)
      next = entities[Int(next)].superclass
    }
    let isProtocol = isProtocol(entity)
    var protocols: [Int32] = isProtocol ? [entity] : []
    var queue = isProtocol ? [entity] : classes
    var index = 0
    while index < queue.count {
      for name in entities[Int(queue[index])].protocols
      where protocols.count < Self.maximumProtocols && !protocols.contains(name) {
        protocols.append(name)
        queue.append(name)
      }
      index += 1
    }
    var sources: [MemberSource] = []
    if isProtocol {
      sources = protocols.map { MemberSource(type: $0, part: .requirements) }
      if let superclass = protocols.first(where: { isClass($0) }) {
        sources.append(MemberSource(type: superclass, part: .all))
      }
      sources += protocols.map { MemberSource(type: $0, part: .extensions) }
    } else {
      sources = classes.map { MemberSource(type: $0, part: .all) }
      sources += protocols.map { MemberSource(type: $0, part: .extensions) }
      sources += protocols.map { MemberSource(type: $0, part: .requirements) }
    }
    entities[Int(entity)].lookup = sources
    return sources
  }

  func isProtocol(_ entity: Int32) -> Bool { kind(of: entity) == .protocolType }
  func isClass(_ entity: Int32) -> Bool { kind(of: entity) == .classType }

  /// The kind of a type; nil for a foreign one.
  func kind(of entity: Int32) -> Declaration.Kind? {
    let declaration = entities[Int(entity)].declaration
    return declaration == -1 ? nil : files.declarations[Int(declaration)].kind
  }
}
