import Rules

/// Puts the summaries of all files together: resolves types and references, and makes the graph.
///
/// Nothing is guessed: a reference whose receiver is unknown leads nowhere.
///
/// One thread uses it, and no variable is passed on while it is written. Checking that while the
/// tool runs took a fifth of a trace.
final class Linker {
  @exclusivity(unchecked) var files: MergedFiles
  /// The number of the module of each file.
  let modules: [Int32]
  /// The numbers of the modules of the program, by name.
  @exclusivity(unchecked) var moduleNumbers: [Int32: Int32] = [:]
  /// The modules that the files of each module export.
  @exclusivity(unchecked) private var exports: [Set<Int32>] = []
  @exclusivity(unchecked) private var visible: [[Int32]?]
  @exclusivity(unchecked) private(set) var reachable: [Set<Int32>] = []

  @exclusivity(unchecked) var entities: [TypeEntity] = []
  /// The type that each declaration declares or extends; -1 for none.
  @exclusivity(unchecked) var entityOf: [Int32] = []
  /// The types by scope and name, and aliases as -2 minus their declaration.
  @exclusivity(unchecked) var types: [ScopedName: [Int32]] = [:]
  /// The superclasses with their generic arguments, by class.
  @exclusivity(unchecked) var superclassTerms: [Int32: Int32] = [:]
  /// Whether all types and supertypes are known.
  @exclusivity(unchecked) var isCollected = false
  /// The functions, variables, cases, initializers and subscripts, by scope and name.
  @exclusivity(unchecked) var members: [ScopedName: [Int32]] = [:]
  /// The members of own extensions of foreign types, and the operators, by name.
  @exclusivity(unchecked) var foreignMembers: [Int32: [Int32]] = [:]
  @exclusivity(unchecked) var operators: [Int32: [Int32]] = [:]
  /// The declarations directly in each declaration.
  @exclusivity(unchecked) var children = Rows(rowCount: 0, [])
  /// The properties that implicit initializers take, by structure.
  @exclusivity(unchecked) var memberwise: [Int32: [Int32]] = [:]
  /// The nodes of implicit initializers, by type; and these types in the order of the nodes.
  @exclusivity(unchecked) var implicitInitializers: [Int32: Int] = [:]
  @exclusivity(unchecked) var implicitEntities: [Int32] = []
  /// Names of functions, variables and the like that the program declares.
  @exclusivity(unchecked) var ownNames: Set<Int32> = []

  /// The closures with more than one parameter.
  private(set) lazy var closuresOfTwo = Set(
    files.locals.lazy.filter { $0.number == 1 }.map(\.source))

  let terms = Terms()
  /// The terms of written types; -1 until one is asked for.
  @exclusivity(unchecked) var resolvedTypes: [Int32]
  /// The types of expressions, as terms; -1 until one is asked for.
  @exclusivity(unchecked) var expressionTypes: [Int32]
  /// The resolutions of expressions; nil until one is asked for.
  @exclusivity(unchecked) var resolutions: [Resolution?]
  @exclusivity(unchecked) private var depth = 0

  @exclusivity(unchecked) private(set) var array: Int32 = 0
  @exclusivity(unchecked) private(set) var dictionary: Int32 = 0
  let initName: Int32
  let subscriptName: Int32
  let selfTypeName: Int32
  let arrayLiteralName: Int32
  let typeName: Int32
  let ofName: Int32

  /// - Parameter moduleNames: the name of the module of each file.
  init(
    _ summaries: [FileSummary], moduleNames: [String], paths: [String]
  ) {
    files = MergedFiles(summaries)
    initName = Int32(files.names.insert("init"))
    selfTypeName = Int32(files.names.insert("Self"))
    arrayLiteralName = Int32(files.names.insert("arrayLiteral"))
    subscriptName = Int32(files.names.insert("subscript"))
    typeName = Int32(files.names.insert("type"))
    ofName = Int32(files.names.insert("of"))
    var numbers: [Int32: Int32] = [:]
    var modules: [Int32] = []
    for name in moduleNames {
      let name = Int32(files.names.insert(name))
      let next = Int32(numbers.count)
      modules.append(numbers[name, default: next])
      if numbers[name] == nil { numbers[name] = next }
    }
    self.modules = modules
    moduleNumbers = numbers
    isGuessed = Array(repeating: false, count: numbers.count)
    for (file, name) in moduleNames.enumerated() where name.isEmpty || name.hasSuffix("/") {
      isGuessed[Int(modules[file])] = true
    }
    isMain = paths.map { $0.hasSuffix("/main.swift") || $0 == "main.swift" }
    folders = paths.map { $0.split(separator: "/").dropLast().map(String.init) }
    visible = Array(repeating: nil, count: summaries.count)
    resolvedTypes = Array(repeating: -1, count: files.types.count)
    expressionTypes = Array(repeating: -1, count: files.expressions.count)
    resolutions = Array(repeating: nil, count: files.expressions.count)
    collectExports()
    collectReachableModules()
    collectTypes()
    array = foreignEntity("Array")
    dictionary = foreignEntity("Dictionary")
    collectSupertypes()
    // Names of types may mean more now that supertypes are known.
    resolvedTypes = Array(repeating: -1, count: files.types.count)
    isCollected = true
    collectMembers(paths)
  }

  // MARK: - Depth

  /// The depth to which one type may depend on others. A type beyond it is unknown.
  private static let maximumDepth = 64

  func enter() -> Bool {
    guard depth < Self.maximumDepth else { return false }
    depth += 1
    return true
  }

  func leave() { depth -= 1 }

  // MARK: - Modules

  private func collectExports() {
    exports = Array(repeating: [], count: moduleNumbers.count)
    for file in files.exports.indices {
      for name in files.exports[file] {
        guard let module = moduleNumbers[name] else { continue }
        exports[Int(modules[file])].insert(module)
      }
    }
  }

  /// The modules that a file imports, with those that they export.
  func visibleModules(of file: Int32) -> [Int32] {
    if let known = visible[Int(file)] { return known }
    var found: [Int32] = []
    var queue = files.imports[Int(file)].compactMap { moduleNumbers[$0] }
    var index = 0
    while index < queue.count {
      let module = queue[index]
      index += 1
      guard module != modules[Int(file)], !found.contains(module) else { continue }
      found.append(module)
      queue += exports[Int(module)].sorted()
    }
    visible[Int(file)] = found
    return found
  }

  /// Collects the modules whose members each module can see, since one of its files or of theirs
  /// imports them.
  private func collectReachableModules() {
    var imported = [Set<Int32>](repeating: [], count: moduleNumbers.count)
    for file in files.imports.indices {
      imported[Int(modules[file])].formUnion(files.imports[file].compactMap { moduleNumbers[$0] })
    }
    reachable = imported.indices.map { module in
      var found: Set<Int32> = [Int32(module)]
      var queue = [Int32(module)]
      while let next = queue.popLast() {
        for other in imported[Int(next)] where found.insert(other).inserted { queue.append(other) }
      }
      return found
    }
  }

  // MARK: - Members

  private func collectMembers(_ paths: [String]) {
    children = Rows(
      rowCount: files.declarations.count, files.declarations.map { Int($0.parent) })
    for number in files.declarations.indices {
      let declaration = files.declarations[number]
      switch declaration.kind {
      case .function, .variable, .enumCase, .initializer, .subscripts: break
      default: continue
      }
      let parent = files.declarations[Int(declaration.parent)]
      guard declaration.name != -1, !declaration.flags.contains(.isLocal) else { continue }
      ownNames.insert(declaration.name)
      // The members of a private extension are private.
      if parent.kind == .extensionOfType, parent.flags.contains(.isPrivate) {
        files.declarations[number].flags.insert(.isPrivate)
      }
      if declaration.flags.contains(.isOperator) {
        operators[declaration.name, default: []].append(Int32(number))
      }
      if parent.kind == .file {
        let scope = fileScope(of: Int32(number), name: declaration.name)
        members[scope, default: []].append(Int32(number))
      } else if parent.isTypeOrExtension {
        let entity = entityOf[Int(declaration.parent)]
        guard entity != -1 else { continue }
        members[ScopedName(declaration.name, in: .type, entity), default: []].append(Int32(number))
        if entities[Int(entity)].isForeign {
          foreignMembers[declaration.name, default: []].append(Int32(number))
        }
      }
    }
  }

  /// Whether each file is a `main.swift`, and its folder.
  private let isMain: [Bool]
  private let folders: [[String]]
  /// Whether the files of each module may be of several modules, since nothing says which they
  /// belong to.
  @exclusivity(unchecked) private(set) var isGuessed: [Bool]

  func isSameFolder(_ first: Int32, _ second: Int32) -> Bool {
    folders[Int(first)] == folders[Int(second)]
  }

  /// The declaration, among several with one name, that shares the most folders with a file; nil if
  /// several do.
  func nearest(
    _ all: [Int32], to file: Int32, _ declaration: (Int32) -> Int32
  ) -> Int32? {
    guard 1 < all.count else { return all.first }
    let shared = all.map { one in
      let own = self.file(of: declaration(one))
      return own == file
        ? Int.max : zip(folders[Int(own)], folders[Int(file)]).prefix { $0 == $1 }.count
    }
    let most = shared.max()!
    let found = zip(all, shared).filter { $1 == most }.map(\.0)
    return found.count == 1 || !isGuessed[Int(modules[Int(file)])] ? found[0] : nil
  }

  /// Whether a declaration of the file level can be named in a file. Variables of a `main.swift`
  /// belong to its folder.
  func isVisibleAtFileLevel(_ declaration: Int32, from file: Int32) -> Bool {
    let own = files.files[Int(declaration)]
    if own == file { return true }
    if files.declarations[Int(declaration)].flags.contains(.isPrivate) { return false }
    return !isMain[Int(own)] || files.declarations[Int(declaration)].kind != .variable
      || isSameFolder(own, file)
  }
}
