import Foundation

// Reported: directories of the user, the machine and the process.

struct Downloads {
  var directory = FileManager.default.homeDirectoryForCurrentUser  // expect: user-directories

  init(in directory: URL = URL.homeDirectory) {  // The seam itself.
    self.directory = directory.appendingPathComponent("downloads")
  }

  static func home() -> String {
    // The report stands at the first word of the name.
    // expect@+1:19: user-directories
    let path = "\(NSHomeDirectory())/Downloads"
    let other = NSHomeDirectoryForUser("root") ?? path  // expect: user-directories
    return Foundation.NSHomeDirectory() + other  // expect: user-directories
  }

  static func documents() throws -> [URL] {
    let manager = FileManager()
    return [
      FileManager.default.urls(  // expect: user-directories
        for: .documentDirectory, in: .userDomainMask)[0],
      manager.urls(for: .cachesDirectory, in: .userDomainMask)[0],  // expect: user-directories
      try FileManager.default.url(  // expect: user-directories
        for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true),
      try manager.url(  // expect: user-directories
        for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: nil, create: true),
      FileManager.default.homeDirectoryForCurrentUser,  // expect: user-directories
      manager.homeDirectoryForCurrentUser,  // expect: user-directories
    ] + [
      FileManager.default.homeDirectory(forUser: "root"),  // expect: user-directories
      manager.homeDirectory(forUser: "root"),  // expect: user-directories
    ].compactMap(\.self)
  }

  static func paths() -> [String] {
    NSSearchPathForDirectoriesInDomains(  // expect: user-directories
      .cachesDirectory, .userDomainMask, true)
  }
}

struct Shell {
  let manager: FileManager
  var directory = FileManager.default.currentDirectoryPath  // expect: user-directories
  var here: URL { URL.currentDirectory() }  // expect: user-directories
  var there: String { manager.currentDirectoryPath }  // expect: user-directories
  func expand(_ path: String) -> String {
    NSString(string: path).expandingTildeInPath  // expect: user-directories
  }
  func working() -> String {
    var path = [CChar](repeating: 0, count: 1024)
    return getcwd(&path, path.count) == nil ? "" : "\(path)"  // expect: user-directories
  }
  let home: URL = .homeDirectory  // expect: user-directories
  let homes: [URL?] = [
    URL.homeDirectory,  // expect: user-directories
    Foundation.URL.homeDirectory,  // expect: user-directories
    URL.homeDirectory(forUser: "root"),  // expect: user-directories
  ]
}

#if canImport(Darwin)
  let shared = [
    FileManager.default.containerURL(  // expect: user-directories
      forSecurityApplicationGroupIdentifier: "group.example"),
    FileManager().containerURL(  // expect: user-directories
      forSecurityApplicationGroupIdentifier: "group.example"),
  ]
  let places = [
    URL.applicationDirectory,  // expect: user-directories
    URL.applicationSupportDirectory,  // expect: user-directories
    URL.cachesDirectory.appending(path: "images"),  // expect: user-directories
    URL.desktopDirectory,  // expect: user-directories
    URL.documentsDirectory,  // expect: user-directories
    URL.downloadsDirectory,  // expect: user-directories
    URL.libraryDirectory,  // expect: user-directories
    URL.moviesDirectory,  // expect: user-directories
    URL.musicDirectory,  // expect: user-directories
    URL.picturesDirectory,  // expect: user-directories
    URL.sharedPublicDirectory,  // expect: user-directories
    URL.trashDirectory,  // expect: user-directories
    URL.userDirectory,  // expect: user-directories
  ]
#endif

// Not reported: directories that are given.

struct Cache {
  let directory: URL
  let homeDirectory: URL

  func url(for key: String) -> URL { directory.appendingPathComponent(key) }
  func url(for key: String, in folder: String) -> URL { url(for: folder + key) }
  func scratch() -> URL { self.homeDirectory.appendingPathComponent("scratch") }
}
let cache = Cache(
  directory: URL(fileURLWithPath: "/var/cache"), homeDirectory: URL(fileURLWithPath: "/home"))
let image = cache.url(for: "image", in: "large")

// Another type's members, own functions and longer names.
enum Remote {
  enum URL {
    static let homeDirectory = "/home"
    static func currentDirectory() -> String { "/" }
  }
  struct Files {
    func urls(for name: String) -> [String] { [name] }
    func getcwd() -> String { "/" }
  }
}
let remote = [Remote.URL.homeDirectory, Remote.URL.currentDirectory(), Remote.Files().getcwd()]
extension URL {
  static let documentsDirectoryOfTests = URL(fileURLWithPath: "/tmp/documents")
}
let listed = Remote.Files().urls(for: "a") + [URL.documentsDirectoryOfTests.path]

// Texts: NSHomeDirectory()
let help = "the cache is below FileManager.default.homeDirectoryForCurrentUser"
