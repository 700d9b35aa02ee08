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
  @exclusivity(unchecked) private(set) var modules: [Int32]
  /// The numbers of the modules of the program, by name.
  @exclusivity(unchecked) var moduleNumbers: [Int32: Int32] = [:]
  /// The modules that the files of each module export.
  @exclusivity(unchecked) private var exports: [Set<Int32>] = []
  @exclusivity(unchecked) private var visible: [[Int32]?]
  @exclusivity(unchecked) private(set) var reachable: [Set<Int32>] = []
  /// What the manifests say of the module of each file.
  @exclusivity(unchecked) private(set) var fileModules: [FileModule]
  @exclusivity(unchecked) private(set) var apps: Apps

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
  @exclusivity(unchecked) var operatorTypes: [Int32: [Int32: [Int32]]] = [:]
  /// The names that many members of one scope have, and the names that a file declares privately.
  @exclusivity(unchecked) var manyNames: Set<Int32> = []
  @exclusivity(unchecked) var inFiles: Set<ScopedName> = []
  /// The candidates of references to such names, and their indexes by the form of a reference.
  @exclusivity(unchecked) var overloads: [Overloads] = []
  @exclusivity(unchecked) var forms: [ReferenceForm: Int32] = [:]
  @exclusivity(unchecked) var typedForms: [TypedForm: Int32] = [:]
  /// What stands in the graph for a type that is passed as a value, by type.
  @exclusivity(unchecked) var typeChoices: [Int32: Int] = [:]
  /// The variables whose closures are followed where they are called, and those whose closures the
  /// program may replace; these are empty until somebody asks.
  @exclusivity(unchecked) var followed: Set<Int32> = []
  @exclusivity(unchecked) var replacedVariables: Set<Int32> = []
  /// The declarations directly in each declaration.
  @exclusivity(unchecked) var children = Rows(rowCount: 0, [])
  /// The properties that implicit initializers take, by structure.
  @exclusivity(unchecked) var memberwise: [Int32: [Int32]] = [:]
  /// The nodes of implicit initializers, by type; and these types in the order of the nodes.
  @exclusivity(unchecked) var implicitInitializers: [Int32: Int] = [:]
  @exclusivity(unchecked) var implicitEntities: [Int32] = []
  /// The names of variables and functions that stand for a value of an enum, as a case does.
  private(set) lazy var staticNamesOfEnums = Set(
    files.declarations.lazy.filter { [self] declaration in
      guard declaration.kind == .variable, declaration.flags.contains(.isStatic) else {
        return false
      }
      let entity = entityOf[Int(declaration.parent)]
      return entity != -1 && kind(of: entity) == .enumeration
    }.map(\.name))
  /// The names of cases that nothing else has which a period may stand before.
  private(set) lazy var namesOfCases = Set(
    files.declarations.lazy.filter { $0.kind == .enumCase }.map(\.name)
  ).subtracting(
    files.declarations.lazy.filter { $0.kind != .enumCase && $0.flags.contains(.isStatic) }
      .map(\.name))
  /// The declaration with each parameter; -1 for none.
  private(set) lazy var parameterOwners: [Int32] = {
    var owners = [Int32](repeating: -1, count: files.parameters.count)
    for (number, declaration) in files.declarations.enumerated() {
      for parameter in declaration.parameters.range { owners[parameter] = Int32(number) }
    }
    return owners
  }()
  /// What is written to each expression, both in `expressions`.
  private(set) lazy var written: [Int32: Int32] = {
    var written: [Int32: Int32] = [:]
    for (number, expression) in files.expressions.enumerated()
    where expression.contextKind == .expression && expression.context != -1
      && files.expressions[Int(expression.context)].flags.contains(.isOnlyWritten)
    { written[expression.context] = Int32(number) }
    return written
  }()
  /// Names of functions, variables and the like that the program declares.
  @exclusivity(unchecked) var ownNames: Set<Int32> = []

  /// The closures with more than one parameter.
  @exclusivity(unchecked) private(set) var closuresOfTwo: Set<Int32> = []
  /// The first file that is a text that is asked about; nobody else sees these texts. For each of
  /// them, the file whose place it takes; -1 for none.
  private let firstAsked: Int32
  @exclusivity(unchecked) private var replaced: [Int32] = []

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
  @exclusivity(unchecked) private(set) var set: Int32 = 0
  /// `Dictionary.Keys` and `Dictionary.Values`, each with both generic arguments of the dictionary.
  @exclusivity(unchecked) private(set) var keys: Int32 = 0
  @exclusivity(unchecked) private(set) var values: Int32 = 0
  let initName: Int32
  let subscriptName: Int32
  let selfTypeName: Int32
  let arrayLiteralName: Int32
  let typeName: Int32
  let ofName: Int32
  let unwrapName: Int32

  /// - Parameter fileModules: the module of each file.
  init(
    _ summaries: [FileSummary], modules fileModules: [FileModule], paths: [String]
  ) {
    files = MergedFiles(summaries)
    initName = Int32(files.names.insert("init"))
    selfTypeName = Int32(files.names.insert("Self"))
    arrayLiteralName = Int32(files.names.insert("arrayLiteral"))
    subscriptName = Int32(files.names.insert("subscript"))
    typeName = Int32(files.names.insert("type"))
    ofName = Int32(files.names.insert("of"))
    unwrapName = Int32(files.names.insert("XCTUnwrap"))
    isGuessed = []
    var numbers: [Int32: Int32] = [:]
    var modules: [Int32] = []
    for module in fileModules {
      let name = Int32(files.names.insert(module.name))
      let next = Int32(numbers.count)
      modules.append(numbers[name, default: next])
      if numbers[name] == nil {
        numbers[name] = next
        isGuessed.append(module.isGuessed)
      }
    }
    self.modules = modules
    self.fileModules = fileModules
    moduleNumbers = numbers
    isMain = paths.map(Self.isMain)
    isProduct = paths.map { !Self.isForTests($0) }
    folders = Folders(paths)
    apps = Apps(of: files, in: folders, fileModules, starts: isMain)
    firstAsked = Int32(summaries.count)
    visible = Array(repeating: nil, count: summaries.count)
    resolvedTypes = []
    expressionTypes = []
    resolutions = []
    array = foreignEntity("Array")
    dictionary = foreignEntity("Dictionary")
    set = foreignEntity("Set")
    keys = foreignEntity(Int32(files.names.insert("Keys")), in: dictionary)
    values = foreignEntity(Int32(files.names.insert("Values")), in: dictionary)
    collectExports()
    collectReachableModules()
    children = Rows(
      rowCount: files.declarations.count, files.declarations.map { Int($0.parent) })
    collect(from: 0, typeCount: 0, localCount: 0)
    addFoundation()
    dropCircles()
  }

  private static func isMain(_ path: String) -> Bool {
    path.hasSuffix("/main.swift") || path == "main.swift"
  }

  private static let wordsForTests = ["test", "mock", "fake", "stub", "fixture"].map {
    Array($0.utf8)
  }

  /// Whether a path or a name says that it is for tests: `FeedMock.swift`, `mockFeed`.
  static func isForTests(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return bytes.indices.contains { start in
      // A word begins with a capital letter, or the name does.
      let isCapital = bytes[start] & 0x20 == 0
      guard isCapital || start == 0 || bytes[start - 1] == UInt8(ascii: "/") else { return false }
      return wordsForTests.contains { word in
        bytes[start] | 0x20 == word[0] && bytes[(start + 1)...].starts(with: word.dropFirst())
      }
    }
  }

  /// Adds a text that is asked about: its declarations are known in it alone.
  /// - Parameter file: the file whose place it takes; nil for none.
  /// - Returns: the start of its expressions.
  func add(_ summary: FileSummary, at path: String, inModule module: FileModule, for file: Int?)
    -> Int32
  {
    let (start, types, locals) = (files.declarations.count, files.types.count, files.locals.count)
    let expressions = files.expressions.count
    files.append(summary)
    let name = Int32(files.names.insert(module.name))
    if moduleNumbers[name] == nil {
      moduleNumbers[name] = Int32(moduleNumbers.count)
      isGuessed.append(module.isGuessed)
      exports.append([])
      reachable.append([])
    }
    modules.append(moduleNumbers[name]!)
    fileModules.append(module)
    replaced.append(file.map(Int32.init) ?? -1)
    isMain.append(Self.isMain(path))
    isProduct.append(!Self.isForTests(path))
    folders.add(path)
    apps.add(modules.count - 1, in: folders, module)
    visible.append(nil)
    collect(from: start, typeCount: types, localCount: locals)
    return Int32(expressions)
  }

  /// Collects the types, supertypes and members that are declared from some declaration on.
  private func collect(from start: Int, typeCount: Int, localCount: Int) {
    isCollected = false
    let entityCount = entities.count
    let added = start..<files.declarations.count
    addUnknown()
    collectTypes(added)
    collectSupertypes(of: entityCount..<entities.count)
    // Names of types may mean more now that supertypes are known.
    resolvedTypes.removeSubrange(typeCount...)
    addUnknown()
    isCollected = true
    collectMembers(added)
    for local in files.locals[localCount...] where local.number == 1 {
      closuresOfTwo.insert(local.source)
    }
  }

  /// Makes room for types, expressions and references that are not resolved yet.
  private func addUnknown() {
    resolvedTypes += repeatElement(-1, count: files.types.count - resolvedTypes.count)
    expressionTypes += repeatElement(-1, count: files.expressions.count - expressionTypes.count)
    resolutions += repeatElement(nil, count: files.expressions.count - resolutions.count)
  }

  /// Whether a file is a text that is asked about.
  func isAsked(_ file: Int32) -> Bool { firstAsked <= file }

  /// The file whose place the text takes; any other file itself.
  func original(of file: Int32) -> Int32 {
    isAsked(file) ? replaced[Int(file - firstAsked)] : file
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
    let own = modules[Int(file)]
    // What one file of a module exports all of them can see.
    let imported =
      files.imports[Int(file)].compactMap { moduleNumbers[$0] } + exports[Int(own)].sorted()
    let found = reached(from: imported.filter { $0 != own }) { module in
      exports[Int(module)].sorted().filter { $0 != own }
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
      Set(reached(from: [Int32(module)]) { Array(imported[Int($0)]) })
    }
  }

  /// Some numbers and those that each leads on to, each once, in the order in which they are found.
  func reached(from start: [Int32], _ next: (Int32) -> [Int32]) -> [Int32] {
    var known: Set<Int32> = []
    var found = start.filter { known.insert($0).inserted }
    var index = 0
    while index < found.count {
      found += next(found[index]).filter { known.insert($0).inserted }
      index += 1
    }
    return found
  }

  // MARK: - Members

  private func collectMembers(_ added: Range<Int>) {
    for number in added {
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
      if files.declarations[number].flags.contains(.isPrivate) {
        inFiles.insert(ScopedName(declaration.name, in: .function, files.files[number]))
      }
      if declaration.flags.contains(.isOperator) {
        operators[declaration.name, default: []].append(Int32(number))
      }
      if parent.kind == .file {
        let scope = fileScope(of: Int32(number), name: declaration.name)
        addMember(Int32(number), scope, declaration.name)
      } else if parent.isTypeOrExtension {
        let entity = entityOf[Int(declaration.parent)]
        guard entity != -1 else { continue }
        let scope = ScopedName(declaration.name, in: .type, entity)
        addMember(Int32(number), scope, declaration.name)
        if entities[Int(entity)].isForeign {
          foreignMembers[declaration.name, default: []].append(Int32(number))
        }
      }
    }
  }

  private func addMember(_ number: Int32, _ scope: ScopedName, _ name: Int32) {
    members[scope, default: []].append(number)
    let isLarge = Self.many <= Int(files.declarations[Int(number)].parameters.count)
    if isLarge || members[scope]!.count == Self.many { manyNames.insert(name) }
  }

  /// Whether each file is a `main.swift`, and the folders of files.
  @exclusivity(unchecked) private var isMain: [Bool]
  /// Whether nothing says that a file is for tests.
  @exclusivity(unchecked) private(set) var isProduct: [Bool]
  @exclusivity(unchecked) private(set) var folders: Folders
  /// The declarations of names that many have, by the folders above them, and their number.
  @exclusivity(unchecked) var byFolder: [ScopedName: (count: Int, rows: [Int32: [Int32]])] = [:]
  /// Whether the files of each module may be of several modules, since nothing says which they
  /// belong to.
  @exclusivity(unchecked) private(set) var isGuessed: [Bool]

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
