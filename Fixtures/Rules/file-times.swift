import Foundation

// Reported: the keys that ask for the dates of a file.

struct Newest {
  let manager: FileManager

  func url(of urls: [URL]) throws -> URL? {
    let keys: Set<URLResourceKey> = [
      .nameKey, .contentModificationDateKey,  // expect: file-times
    ]
    return try urls.first { try $0.resourceValues(forKeys: keys).name != nil }
  }

  func opened(_ url: URL) throws -> Bool {
    // The report stands at the member.
    // expect@+1:49: file-times
    try url.resourceValues(forKeys: [.nameKey, .contentAccessDateKey]).name != nil
  }

  static let keys: [URLResourceKey] = [
    .creationDateKey,  // expect: file-times
    .attributeModificationDateKey,  // expect: file-times
    URLResourceKey.addedToDirectoryDateKey,  // expect: file-times
    Foundation.URLResourceKey.contentModificationDateKey,  // expect: file-times
  ]

  func touched(_ date: Date) -> [FileAttributeKey: Any] {
    let made = [FileAttributeKey.creationDate: date]  // expect: file-times
    return made
  }

  func modified(_ path: String) throws -> Any? {
    let attributes = try manager.attributesOfItem(atPath: path)
    let made = attributes[FileAttributeKey.creationDate]  // expect: file-times
    return attributes[FileAttributeKey.modificationDate] ?? made  // expect: file-times
  }
}

// Not reported: dates that are given, and other facts of a file.

struct Document {
  let name: String
  let creationDate: Double
  var modificationDate: Double

  mutating func save(at date: Double) { modificationDate = date }
}
func size(of url: URL) throws -> Int? {
  try url.resourceValues(forKeys: [.fileSizeKey, .isDirectoryKey]).fileSize
}
let attributes: [FileAttributeKey: Any] = [.size: 1, FileAttributeKey.posixPermissions: 0o644]

// A date that is set.
func touch(_ manager: FileManager, _ url: NSURL, at date: Date) throws {
  try manager.setAttributes(
    [FileAttributeKey.modificationDate: date, FileAttributeKey.creationDate: date],
    ofItemAtPath: url.path ?? "")
  try url.setResourceValue(date, forKey: .contentModificationDateKey)
  try manager.setAttributes([.modificationDate: date], ofItemAtPath: "a")
}

// Another type's members, and longer names.
enum Catalog {
  enum Order { case name, modificationDate, creationDate }
  enum FileAttributeKey { static let creationDate = "created" }
}
let order: Catalog.Order = .modificationDate
let column = Catalog.FileAttributeKey.creationDate
func isByDate(_ order: Catalog.Order) -> Bool {
  switch order {
  case .modificationDate, .creationDate: true
  case .name: false
  }
}

// Texts: .contentModificationDateKey
let help = "ask with .contentModificationDateKey"
