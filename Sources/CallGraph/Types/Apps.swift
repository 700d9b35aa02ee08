/// The apps of a repository: folders with code that starts an app and with tests, outside of the
/// targets of packages. Code of one cannot reach code of another, unless one is in the other's
/// folder, or a file imports a module that is called like a folder of the other.
struct Apps {
  /// The app of each file, and of each folder that was asked about; -1 for none.
  private var ofFile: [Int32] = []
  private var ofFolder: [String: Int32] = [:]
  /// The pairs of apps that may be linked, as one number each.
  private var linked: Set<UInt64> = []
  private(set) var count: Int32 = 0

  init() {}

  init(of files: MergedFiles, _ paths: [String], _ modules: [FileModule]) {
    let attributes = ["main", "UIApplicationMain", "NSApplicationMain"]
    let starting = Set(attributes.compactMap { files.names.number(of: $0).map(Int32.init) })
    let testing = Set(
      ["XCTest", "Testing"].compactMap { files.names.number(of: $0).map(Int32.init) })
    var starts = paths.map { $0 == "main.swift" || $0.hasSuffix("/main.swift") }
    for (number, declaration) in files.declarations.enumerated()
    where declaration.isType
      && !starting.isDisjoint(with: files.attributes[declaration.attributes.range])
    {
      starts[Int(files.files[number])] = true
    }
    var found: [String: (starts: Bool, tests: Bool)] = [:]
    for (file, path) in paths.enumerated() where !modules[file].isTarget {
      let tests = !testing.isDisjoint(with: files.imports[file])
      guard starts[file] || tests else { continue }
      var folder: String? = Self.folder(of: path)
      let known = found[folder!] ?? (false, false)
      found[folder!] = (known.starts || starts[file], known.tests || tests)
      while let outer = folder.flatMap(Self.outer), found[outer] == nil {
        found[outer] = (false, false)
        folder = outer
      }
    }
    // What makes no app of a folder counts for the one around it.
    for folder in found.keys.sorted(by: { ($1.utf8.count, $0) < ($0.utf8.count, $1) }) {
      let own = found[folder]!
      if own.starts, own.tests {
        ofFolder[folder] = count
        count += 1
      } else if let outer = Self.outer(folder) {
        found[outer]!.starts = found[outer]!.starts || own.starts
        found[outer]!.tests = found[outer]!.tests || own.tests
      }
    }
    let folders = ofFolder
    for (path, module) in zip(paths, modules) { add(path, module) }
    for (folder, app) in folders { link(app, toAppsAround: folder) }
    linkByImports(files, paths, modules, folders)
  }

  subscript(file: Int32) -> Int32 { ofFile[Int(file)] }

  /// Whether nothing links two apps.
  func areApart(_ first: Int32, _ second: Int32) -> Bool {
    first != second && first != -1 && second != -1
      && !linked.contains(Self.pair(first, second))
  }

  /// Adds a file after all others.
  mutating func add(_ path: String, _ module: FileModule) {
    ofFile.append(module.isTarget || count < 2 ? -1 : app(of: Self.folder(of: path)))
  }

  private mutating func app(of folder: String) -> Int32 {
    if let known = ofFolder[folder] { return known }
    let found = Self.outer(folder).map { app(of: $0) } ?? -1
    ofFolder[folder] = found
    return found
  }

  private static func pair(_ first: Int32, _ second: Int32) -> UInt64 {
    UInt64(min(first, second)) << 32 | UInt64(max(first, second))
  }

  private mutating func link(_ first: Int32, _ second: Int32) {
    linked.insert(Self.pair(first, second))
  }

  private mutating func link(_ app: Int32, toAppsAround folder: String) {
    var next = Self.outer(folder)
    while let folder = next {
      if let outer = ofFolder[folder], outer != -1 { link(app, outer) }
      next = Self.outer(folder)
    }
  }

  /// Links an app to those with a folder that is called like a module that it imports, or the
  /// beginning of its name, if no package and no folder of its own has that name.
  private mutating func linkByImports(
    _ files: MergedFiles, _ paths: [String], _ modules: [FileModule], _ folders: [String: Int32]
  ) {
    let targets = Set(modules.lazy.filter(\.isTarget).map(\.name))
    var folderOf = [String](repeating: "", count: Int(count))
    for (folder, app) in folders { folderOf[Int(app)] = folder }
    var owners: [String: Set<Int32>] = [:]
    var ownersOfPrefixes: [String: Set<Int32>] = [:]
    for (file, path) in paths.enumerated() where ofFile[file] != -1 {
      let folder = folderOf[Int(ofFile[file])]
      let parts = path.utf8.dropFirst(folder.utf8.count).split(separator: UInt8(ascii: "/"))
      if 1 < parts.count { owners[name(parts[0]), default: []].insert(ofFile[file]) }
      let last = folder.utf8.split(separator: UInt8(ascii: "/")).last.map(name) ?? ""
      if !last.isEmpty { ownersOfPrefixes[last, default: []].insert(ofFile[file]) }
    }
    for (file, app) in ofFile.enumerated() where app != -1 {
      for module in files.imports[file] {
        let text = String(decoding: files.names[Int(module)], as: UTF8.self)
        if targets.contains(text) || owners[text]?.contains(app) == true { continue }
        var others = owners[text] ?? []
        for end in text.indices { others.formUnion(ownersOfPrefixes[String(text[...end])] ?? []) }
        for other in others where other != app { link(app, other) }
      }
    }
  }

  /// The folder as the name of a module.
  private func name(_ folder: Substring.UTF8View) -> String {
    String(Substring(folder).map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// The folder around a folder; nil for the root.
  private static func outer(_ folder: String) -> String? {
    folder.isEmpty ? nil : self.folder(of: String(folder.dropLast()))
  }
}

extension Linker {
  /// A unit: files whose code is linked with the same code.
  private struct Unit: Hashable {
    let module: Int32
    let app: Int32
    let package: String?
    let isTarget: Bool
  }

  /// Tells the graph which code can run at all where an entry is: that of modules that its own
  /// imports. Files of no known module may belong to each other, unless their apps are apart; no
  /// target of a package imports them.
  func addUnits(to graph: inout Graph) {
    guard 1 < apps.count || fileModules.contains(where: \.isTarget) else { return }
    var numbers: [Unit: Int32] = [:]
    var units: [Unit] = []
    var imports: [Set<Int32>] = []
    let ofFile = fileModules.indices.map { file in
      let known = fileModules[file]
      let unit = Unit(
        module: modules[file], app: apps[Int32(file)], package: known.package,
        isTarget: known.isTarget)
      let number = numbers[unit] ?? Int32(units.count)
      if numbers[unit] == nil {
        numbers[unit] = number
        units.append(unit)
        imports.append([])
      }
      imports[Int(number)].formUnion(files.imports[file].compactMap { moduleNumbers[$0] })
      return number
    }
    let ofModule = Rows(rowCount: moduleNumbers.count, units.map { Int($0.module) })
    let unknown = units.indices.filter { !units[$0].isTarget }
    let ofPackage = Dictionary(grouping: unknown) { units[$0].package }
    func linked(with start: [Int], of app: Int32) -> [Int32] {
      var isLinked = [Bool](repeating: false, count: units.count)
      var queue: [Int] = []
      func add(_ unit: Int) {
        guard !isLinked[unit], !apps.areApart(app, units[unit].app) else { return }
        isLinked[unit] = true
        queue.append(unit)
      }
      start.forEach(add)
      var index = 0
      while index < queue.count {
        let unit = queue[index]
        index += 1
        for module in imports[unit] { ofModule[Int(module)].forEach(add) }
        if units[unit].isTarget { ofPackage[units[unit].package]?.forEach(add) }
      }
      return queue.map(Int32.init)
    }
    var ofApps: [Int32: [Int32]] = [:]
    graph.linkedUnits = units.indices.map { number in
      let app = units[number].app
      if units[number].isTarget { return linked(with: [number], of: app) }
      let found = ofApps[app] ?? linked(with: unknown, of: app)
      ofApps[app] = found
      return found
    }
    graph.units =
      files.nodes.map { ofFile[Int(file(of: $0.declaration))] }
      + implicitEntities.map { ofFile[Int(file(of: entities[Int($0)].declaration))] }
  }
}
