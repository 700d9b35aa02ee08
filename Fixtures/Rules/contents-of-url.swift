import Foundation

#if canImport(AppKit)
  import AppKit
#endif
#if canImport(UIKit)
  import UIKit
#endif

// Reported: what is read from a file or an address, in every overload.

struct Reader {
  let url: URL
  let path: String

  func data() throws -> [Data] {
    [
      try Data(contentsOf: url),  // expect: contents-of-url
      try Data(contentsOf: url, options: .mappedIfSafe),  // expect: contents-of-url
      try Foundation.Data.init(contentsOf: url),  // expect: contents-of-url
      NSData(contentsOf: url)! as Data,  // expect: contents-of-url
      try NSData(contentsOf: url, options: []) as Data,  // expect: contents-of-url
      NSData(contentsOfFile: path)! as Data,  // expect: contents-of-url
      try NSData(contentsOfFile: path, options: []) as Data,  // expect: contents-of-url
    ]
  }

  func text() throws -> [String] {
    var encoding = String.Encoding.utf8
    // The report stands at the first word of the name.
    // expect@+1:24: contents-of-url
    let first = "\(try String(contentsOf: url))"
    return [
      first,
      try String(contentsOf: url, encoding: .utf8),  // expect: contents-of-url
      try String(contentsOf: url, usedEncoding: &encoding),  // expect: contents-of-url
      try String(contentsOfFile: path),  // expect: contents-of-url
      try String(contentsOfFile: path, encoding: .utf8),  // expect: contents-of-url
      try String(contentsOfFile: path, usedEncoding: &encoding),  // expect: contents-of-url
      try NSString(contentsOf: url, encoding: 4) as String,  // expect: contents-of-url
      try NSString(contentsOf: url, usedEncoding: nil) as String,  // expect: contents-of-url
      try NSString(contentsOfFile: path, encoding: 4) as String,  // expect: contents-of-url
      try NSString(contentsOfFile: path, usedEncoding: nil) as String,  // expect: contents-of-url
    ]
  }

  func lists() throws -> [Any?] {
    [
      NSArray(contentsOf: url),  // expect: contents-of-url
      NSArray(contentsOfFile: path),  // expect: contents-of-url
      NSDictionary(contentsOf: url),  // expect: contents-of-url
      NSDictionary(contentsOfFile: path),  // expect: contents-of-url
    ]
  }

  func handles(_ manager: FileManager) throws -> [Any?] {
    [
      try FileHandle(forReadingFrom: url),  // expect: contents-of-url
      FileHandle(forReadingAtPath: path),  // expect: contents-of-url
      // The whole name is the one of the shared instance.
      // expect@+1:7: contents-of-url
      FileManager.default.contents(atPath: path),
      manager.contents(atPath: path),  // expect: contents-of-url
      InputStream(url: url),  // expect: contents-of-url
      InputStream(fileAtPath: path),  // expect: contents-of-url
    ]
  }

  static let readers = [URL]().map { try? Data(contentsOf: $0) }  // expect: contents-of-url
  var read: (URL) throws -> String = String.init(contentsOf:)  // expect: contents-of-url

  #if canImport(Darwin)
    func plists() throws -> [Any] {
      [
        try NSArray(contentsOf: url, error: ()),  // expect: contents-of-url
        try NSDictionary(contentsOf: url, error: ()),  // expect: contents-of-url
      ]
    }
  #endif
  #if canImport(UIKit)
    var image: UIImage? { UIImage(contentsOfFile: path) }  // expect: contents-of-url
  #endif
  #if canImport(AppKit)
    var icon: NSImage? { NSImage(contentsOf: url) }  // expect: contents-of-url
    var large: NSImage? { NSImage(contentsOfFile: path) }  // expect: contents-of-url
  #endif
}

// Not reported: contents that are given, and files that are written.

struct Parser {
  let data: Data
  let read: (URL) throws -> Data

  func lines(of url: URL) throws -> Int { try read(url).count + data.count }
}
func save(_ text: String, to url: URL) throws {
  try text.write(to: url, atomically: true, encoding: .utf8)
  try Data(text.utf8).write(to: url)
}
let bytes = Data([1, 2])
let stream = InputStream(data: bytes)

// Files that come with the program.
func menu(_ folder: URL, _ bundle: Bundle) throws -> [Data] {
  let path = bundle.path(forResource: "menu", ofType: "json")!
  let url = URL(fileURLWithPath: path)
  guard let teas: URL = bundle.url(forResource: "teas", withExtension: "json"),
    let first = try? Data(contentsOf: teas)
  else { return [] }
  if let cups = bundle.resourceURL?.appendingPathComponent("cups") {
    _ = try Data(contentsOf: cups)
  }
  let pots = bundle.url(forResource: "pots", withExtension: "json")!
  print([pots].map { $0.path })
  let cans = bundle.url(forResource: "cans", withExtension: "json")!
  if let used = try? Data(contentsOf: pots) { print(used) }
  print(try Data(contentsOf: cans))
  let read = { (name: String) in try Data(contentsOf: url.appendingPathComponent(name)) }
  return [
    first, try Data(contentsOf: url), try read("a"),
    try Data(contentsOf: Bundle(for: NSString.self).bundleURL),
    try Data(contentsOf: folder),  // expect: contents-of-url
  ]
}

// What comes from elsewhere, under the same names.
func menus(in folder: URL, _ bundle: Bundle) throws -> [Data] {
  let url = bundle.resourceURL!
  var later = bundle.resourceURL!
  later = folder
  let all = [folder].map { url in try? Data(contentsOf: url) }  // expect: contents-of-url
  for url in [folder] {
    _ = try Data(contentsOf: url)  // expect: contents-of-url
  }
  func read(_ url: URL) throws -> Data {
    try Data(contentsOf: url)  // expect: contents-of-url
  }
  return [try Data(contentsOf: later), try read(url)] + all.compactMap(\.self)  // expect: contents-of-url
}

// What the condition of another statement names, and what an accessor is given.
struct Shelves {
  static let url = Bundle(for: NSString.self).bundleURL

  func read(_ url: URL) throws -> [Data] {
    if let url = Bundle(for: NSString.self).resourceURL, let path = url.host {
      print(url, path)
    } else {
      return [try Data(contentsOf: url)]  // expect: contents-of-url
    }
    return [try Data(contentsOf: url)]  // expect: contents-of-url
  }

  func later(_ remote: URL) throws -> Data {
    let url: URL
    let name = Bundle(for: NSString.self).bundlePath
    url = name.isEmpty ? remote : remote.absoluteURL
    return try Data(contentsOf: url)  // expect: contents-of-url
  }

  subscript(url: URL) -> Data? {
    get { try? Data(contentsOf: url) }  // expect: contents-of-url
    set(url) { _ = url.map { _ in try? Data(contentsOf: Self.url) } }  // expect: contents-of-url
  }
}

// Another type's members, own functions and longer names.
enum Box {
  struct Data { init(contentsOf name: String) {} }
  struct Shelf {
    func contents(at index: Int) -> Int { index }
    let contents = [1]
  }
}
let box = Box.Data(contentsOf: "attic")
let shelf = Box.Shelf().contents(at: 1) + Box.Shelf().contents[0]
func append(contentsOf url: URL) -> URL { url }
let appended = append(contentsOf: URL(fileURLWithPath: "/"))

// Texts: Data(contentsOf: url)
let help = "Data(contentsOf: url) reads the file"
