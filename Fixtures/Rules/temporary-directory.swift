import Foundation

// Reported: the directory that all processes of the user write to.

struct Downloads {
  var directory = FileManager.default.temporaryDirectory  // expect: temporary-directory
  var legacy = URL(fileURLWithPath: NSTemporaryDirectory())  // expect: temporary-directory
  let scratch: URL = .temporaryDirectory  // expect: temporary-directory

  // The report stands at the first word of the name.
  // expect@+1:29: temporary-directory
  init(in directory: URL = (URL.temporaryDirectory)) {
    self.directory = directory.appendingPathComponent("downloads")
  }
  static func path() -> String {
    // expect@+1:8: temporary-directory
    "\(Foundation.NSTemporaryDirectory())/downloads"
  }
}

// Not reported: a directory that is given.

struct Cache {
  let temporaryDirectory: URL
  func scratch() -> URL { self.temporaryDirectory.appendingPathComponent("scratch") }
}
let cache = Cache(temporaryDirectory: URL(fileURLWithPath: "/tmp"))
let own = cache.temporaryDirectory

// Another type's member, and longer names.
enum Remote {
  enum URL { static let temporaryDirectory = "/tmp" }
  static let temporaryDirectoryName = "tmp"
}
let remote = [Remote.URL.temporaryDirectory, Remote.temporaryDirectoryName]

// Texts: NSTemporaryDirectory()
let help = "the cache is below FileManager.default.temporaryDirectory"
