import Foundation

// Reported: lists of files in the order in which the file system has them.

struct Library {
  let manager: FileManager

  func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)  // expect: directory-order
      + FileManager.default.subpaths(atPath: path)!  // expect: directory-order
      + FileManager.default.subpathsOfDirectory(atPath: path)  // expect: directory-order
  }

  func injected(in path: String) throws -> [String] {
    // The report stands at the member where the receiver is not part of the name.
    // expect@+1:28: directory-order
    let all = try? manager.contentsOfDirectory(atPath: path)
    return try (all ?? [])
      + (manager.subpaths(atPath: path) ?? [])  // expect: directory-order
      + manager.subpathsOfDirectory(atPath: path)  // expect: directory-order
  }

  func books(in folder: URL) throws -> [URL] {
    // The report stands at the first word of the name.
    // expect@+1:20: directory-order
    let some = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    let more = try FileManager.default.contentsOfDirectory(  // expect: directory-order
      at: folder, includingPropertiesForKeys: nil)
    let few = try manager.contentsOfDirectory(  // expect: directory-order
      at: folder, includingPropertiesForKeys: nil, options: [])
    return try some + more + few
      + manager.contentsOfDirectory(  // expect: directory-order
        at: folder, includingPropertiesForKeys: [])
  }

  // What follows depends on the order, or a later statement drops it.
  func ordered(in path: String) throws -> [String] {
    let first = try manager.contentsOfDirectory(atPath: path).first  // expect: directory-order
    // expect@+1:28: directory-order
    let some = try manager.contentsOfDirectory(atPath: path).prefix(3).sorted()
    for name in try manager.contentsOfDirectory(atPath: path) {  // expect: directory-order
      print(name)
    }
    let all = try manager.contentsOfDirectory(atPath: path)  // expect: directory-order
    return [first ?? "-"] + some + all.sorted()
  }

  func walk(_ folder: URL) {
    let entries = FileManager.default.enumerator(  // expect: directory-order
      at: folder, includingPropertiesForKeys: nil)
    while let entry = entries?.nextObject() { print(entry) }
    for case let name as String in manager.enumerator(atPath: "/")! {  // expect: directory-order
      print(name, FileManager.default.enumerator(atPath: name) as Any)  // expect: directory-order
    }
    _ = FileManager.default.enumerator(  // expect: directory-order
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    _ = FileManager.default.enumerator(  // expect: directory-order
      at: folder, includingPropertiesForKeys: nil, options: [], errorHandler: nil)
    _ = manager.enumerator(at: folder, includingPropertiesForKeys: nil)  // expect: directory-order
    _ = manager.enumerator(  // expect: directory-order
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    _ = manager.enumerator(  // expect: directory-order
      at: folder, includingPropertiesForKeys: nil, options: []
    ) { _, _ in true }
  }

  func volumes() -> [URL]? {
    FileManager.default.mountedVolumeURLs(  // expect: directory-order
      includingResourceValuesForKeys: nil, options: [])
      ?? manager.mountedVolumeURLs(  // expect: directory-order
        includingResourceValuesForKeys: nil, options: [])
  }

  func resources(of bundle: Bundle) -> [String] {
    let fonts = Bundle.main.urls(  // expect: directory-order
      forResourcesWithExtension: "ttf", subdirectory: nil)
    let more = bundle.urls(  // expect: directory-order
      forResourcesWithExtension: "otf", subdirectory: nil)
    return Bundle.main.paths(  // expect: directory-order
      forResourcesOfType: "txt", inDirectory: nil)
      + bundle.paths(forResourcesOfType: "md", inDirectory: nil)  // expect: directory-order
      + [fonts, more].map { "\($0?.count ?? 0)" }
  }
}

func first(in path: String) -> UInt64? {
  guard let directory = opendir(path) else { return nil }
  defer { closedir(directory) }
  return readdir(directory).map { UInt64($0.pointee.d_ino) }  // expect: directory-order
}

// Not reported: the order of the entries is dropped at once.

struct Counted {
  let manager: FileManager

  func names(in path: String) throws -> [String] {
    let sorted = try manager.contentsOfDirectory(atPath: path).sorted()
    let filtered = try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { !$0.hasPrefix(".") }
      .map { $0.lowercased() }
      .sorted { $0 < $1 }
    let optional = (manager.subpaths(atPath: path) ?? []).sorted(by: >)
    let tried = ((try? manager.contentsOfDirectory(atPath: path)) ?? []).sorted()
    let last = try manager.subpathsOfDirectory(atPath: path).max()
    return sorted + filtered + optional + tried + [last ?? "-"]
  }

  func holds(_ path: String, _ folder: URL) throws -> Bool {
    let isEmpty = try manager.contentsOfDirectory(atPath: path).isEmpty
    let count = (try? manager.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))?.count
    let isThere = try manager.contentsOfDirectory(atPath: path).contains("menu.txt")
    let areAll = try manager.contentsOfDirectory(atPath: path).allSatisfy { $0.hasSuffix(".txt") }
    return !isEmpty && count != 0 && isThere && areAll
  }

  func set(of path: String) throws -> Set<String> {
    let names = Set(try manager.contentsOfDirectory(atPath: path))
    let more = Set<String>(manager.subpaths(atPath: path) ?? [])
    return try names.union(more).subtracting(manager.subpathsOfDirectory(atPath: path))
  }
}

// Entries that are given, and other questions to the file system.

extension FileManager {
  func sortedEntries(of entries: [String]) -> [String] { entries.sorted() }
}
func entries(_ list: (String) -> [String], manager: FileManager) -> [String] {
  manager.sortedEntries(of: list("/")).filter { manager.fileExists(atPath: $0) }
}

// Another type's members, own functions and longer names.
enum Archive {
  struct Directory {
    func contentsOfDirectory(named name: String) -> [String] { [name] }
    func enumerator(from index: Int) -> [Int] { [index] }
    func readdir(_ name: String) -> [String] { [name] }
    let enumerator = 1
  }
}
let archive = Archive.Directory()
let listed = (
  archive.contentsOfDirectory(named: "a"), archive.enumerator(from: 1), archive.readdir("b"),
  archive.enumerator
)

// Texts: FileManager.default.contentsOfDirectory(atPath: "/")
let help = "contentsOfDirectory(atPath:) has no order"
