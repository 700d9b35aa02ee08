/// The module of a file.
struct FileModule: Hashable {
  var name: String
  /// The folder of the package around the file, which ends with `/`; nil for none.
  var package: String?
  /// Whether the manifest of the package names the module, so that nothing but its imports is
  /// linked with it.
  var isTarget = false

  /// Whether nothing says which module it is.
  var isGuessed: Bool { name.isEmpty || name.hasSuffix("/") }
}

/// The apps of a repository: folders with code that starts an app and with tests, outside of the
/// targets of packages. Code of one cannot reach code of another, unless one imports a module that
/// is called like a folder of the other. An app is the number of its folder.
struct Apps {
  /// The app of each file and of each folder; -1 for none.
  private var ofFile: [Int32] = []
  private var ofFolder: [Int32] = []
  /// The pairs of apps that may be linked.
  private var linked: Set<UInt64> = []

  /// - Parameter starts: whether each file is a `main.swift`.
  init(of files: MergedFiles, in folders: Folders, _ modules: [FileModule], starts: [Bool]) {
    var starts = starts
    let starting = files.numbers(of: ["main", "UIApplicationMain", "NSApplicationMain"])
    let testing = files.numbers(of: ["XCTest", "Testing"])
    for (number, declaration) in files.declarations.enumerated()
    where declaration.isType
      && !starting.isDisjoint(with: files.attributes[declaration.attributes.range])
    {
      starts[Int(files.files[number])] = true
    }
    var hasTests = folders.outer.map { _ in false }
    for file in modules.indices
    where !modules[file].isTarget && !testing.isDisjoint(with: files.imports[file]) {
      for folder in folders.around(file) { hasTests[Int(folder)] = true }
    }
    var isApp = hasTests.map { _ in false }
    for file in modules.indices where starts[file] && !modules[file].isTarget {
      let folder = folders.around(file).first { hasTests[Int($0)] }
      if let folder, folder != 0 { isApp[Int(folder)] = true }
    }
    for (folder, outer) in folders.outer.enumerated() {
      let around = outer == -1 ? -1 : ofFolder[Int(outer)]
      ofFolder.append(around == -1 && isApp[folder] ? Int32(folder) : around)
    }
    for file in modules.indices { add(file, in: folders, modules[file]) }
    linkByImports(files, folders, Set(modules.lazy.filter(\.isTarget).map(\.name)))
  }

  subscript(file: Int32) -> Int32 { ofFile[Int(file)] }

  var isEmpty: Bool { !ofFolder.contains { $0 != -1 } }

  /// Whether nothing links two apps.
  func areApart(_ first: Int32, _ second: Int32) -> Bool {
    first != second && first != -1 && second != -1
      && !linked.contains(Self.pair(first, second))
  }

  private static func pair(_ first: Int32, _ second: Int32) -> UInt64 {
    UInt64(min(first, second)) << 32 | UInt64(max(first, second))
  }

  /// Adds the next file.
  mutating func add(_ file: Int, in folders: Folders, _ module: FileModule) {
    for folder in ofFolder.count..<folders.outer.count {
      ofFolder.append(ofFolder[Int(folders.outer[folder])])
    }
    ofFile.append(module.isTarget ? -1 : ofFolder[Int(folders.ofFile[file])])
  }

  /// Links an app to those whose folder's name is in that of a module that it imports, and to those
  /// with a folder that is called so, if no target and no folder of its own is.
  private mutating func linkByImports(
    _ files: MergedFiles, _ folders: Folders, _ targets: Set<String>
  ) {
    var names: [(text: String, app: Int32, isOwn: Bool)] = []
    for (folder, app) in ofFolder.enumerated()
    where app != -1 && (app == folder || app == folders.outer[folder]) {
      let name = String(folders.names[folder].map { $0.isLetter || $0.isNumber ? $0 : "_" })
      names.append((name, app, app == folder))
    }
    var called: [Int32: Set<Int32>] = [:]
    for (file, app) in ofFile.enumerated() where app != -1 {
      for module in files.imports[file] {
        let text = String(decoding: files.names[Int(module)], as: UTF8.self)
        if called[module] == nil {
          called[module] = Set(
            names.filter { $0.isOwn ? isPart($0.text, of: text) : text == $0.text }.map(\.app))
        }
        if targets.contains(text) || called[module]!.contains(app) { continue }
        linked.formUnion(called[module]!.map { Self.pair(app, $0) })
      }
    }
  }
}

/// Whether a name stands in a text. `contains` of a text takes a library of regular expressions.
private func isPart(_ name: String, of text: String) -> Bool {
  text.utf8.indices.contains { text.utf8[$0...].starts(with: name.utf8) }
}

extension MergedFiles {
  /// The numbers of names that are written somewhere.
  fileprivate func numbers(of names: [String]) -> Set<Int32> {
    Set(names.compactMap { self.names.number(of: $0).map(Int32.init) })
  }
}

extension Linker {
  /// A unit: files whose code is linked with the same code.
  private struct Unit: Hashable {
    let module: FileModule
    let app: Int32
  }

  /// Tells the graph which code can run at all where an entry is: that of modules that its own
  /// imports. Files of no known module may belong to each other, unless their apps are apart; no
  /// target of a package imports them.
  func addUnits(to graph: inout Graph) {
    guard !apps.isEmpty || fileModules.contains(where: \.isTarget) else { return }
    var numbers: [Unit: Int32] = [:]
    var units: [Unit] = []
    var imports: [Set<Int32>] = []
    var ofModule: [Int32: [Int32]] = [:]
    let ofFile = fileModules.indices.map { file in
      let unit = Unit(module: fileModules[file], app: apps[Int32(file)])
      let number = numbers[unit] ?? Int32(units.count)
      if number == units.count {
        numbers[unit] = number
        ofModule[modules[file], default: []].append(number)
        units.append(unit)
        imports.append([])
      }
      imports[Int(number)].formUnion(files.imports[file].compactMap { moduleNumbers[$0] })
      return number
    }
    let unknown = (0..<Int32(units.count)).filter { !units[Int($0)].module.isTarget }
    let ofPackage = Dictionary(grouping: unknown) { units[Int($0)].module.package }
    func linked(with start: [Int32], of app: Int32) -> [Int32] {
      func near(_ all: [Int32]?) -> [Int32] {
        (all ?? []).filter { !apps.areApart(app, units[Int($0)].app) }
      }
      return reached(from: near(start)) { number in
        let module = units[Int(number)].module
        return imports[Int(number)].flatMap { near(ofModule[$0]) }
          + (module.isTarget ? near(ofPackage[module.package]) : [])
      }
    }
    var ofApps: [Int32: [Int32]] = [:]
    graph.linkedUnits = units.enumerated().map { number, unit in
      if unit.module.isTarget { return linked(with: [Int32(number)], of: unit.app) }
      let found = ofApps[unit.app] ?? linked(with: unknown, of: unit.app)
      ofApps[unit.app] = found
      return found
    }
    graph.units =
      files.nodes.map { ofFile[Int(file(of: $0.declaration))] }
      + implicitEntities.map { ofFile[Int(file(of: entities[Int($0)].declaration))] }
  }
}
