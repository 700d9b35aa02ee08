/// The folders of files, each after the one around it. The root is 0.
struct Folders {
  /// The folder of each file.
  private(set) var ofFile: [Int32] = []
  /// The folder around each; -1 for the root.
  private(set) var outer: [Int32] = [-1]
  private(set) var names: [Substring] = [""]
  private var numbers: [Substring: Int32] = [:]

  init(_ paths: [String]) { for path in paths { add(path) } }

  /// Adds a file after all others.
  mutating func add(_ path: String) {
    var (folder, start) = (Int32(0), path.startIndex)
    while let end = path[start...].firstIndex(of: "/") {
      let known = numbers[path[..<end]] ?? Int32(outer.count)
      if known == outer.count {
        numbers[path[..<end]] = known
        outer.append(folder)
        names.append(path[start..<end])
      }
      (folder, start) = (known, path.index(after: end))
    }
    ofFile.append(folder)
  }

  /// The folder of a file and those around it, from inside out.
  func around(_ file: Int) -> some Sequence<Int32> {
    sequence(first: ofFile[file]) { [outer] in $0 == 0 ? nil : outer[Int($0)] }
  }
}

extension Linker {
  func isSameFolder(_ first: Int32, _ second: Int32) -> Bool {
    folders.ofFile[Int(first)] == folders.ofFile[Int(second)]
  }

  /// The declaration, among several with one name, that shares the most folders with a file; nil if
  /// several do.
  func nearest(
    _ all: [Int32], to file: Int32, _ declaration: (Int32) -> Int32
  ) -> Int32? {
    guard 1 < all.count else { return all.first }
    if let own = all.first(where: { self.file(of: declaration($0)) == file }) { return own }
    for folder in folders.around(Int(file)) {
      let near = all.filter {
        folders.around(Int(self.file(of: declaration($0)))).contains(folder)
      }
      guard let first = near.first else { continue }
      return near.count == 1 || !isGuessed[Int(modules[Int(file)])] ? first : nil
    }
    return nil
  }

  /// Of many declarations with one name, in files that may be of several modules, those below the
  /// nearest folder around a file.
  func below(
    _ all: [Int32], in scope: ScopedName, near file: Int32, _ declaration: (Int32) -> Int32
  ) -> [Int32] {
    guard Self.many <= all.count, isGuessed[Int(modules[Int(file)])], !isAsked(file) else {
      return all
    }
    if byFolder[scope]?.count != all.count {
      var rows: [Int32: [Int32]] = [:]
      for one in all {
        for folder in folders.around(Int(self.file(of: declaration(one)))) {
          rows[folder, default: []].append(one)
        }
      }
      byFolder[scope] = (all.count, rows)
    }
    let rows = byFolder[scope]!.rows
    return folders.around(Int(file)).lazy.compactMap { rows[$0] }.first ?? all
  }
}
