import Foundation

/// A file to be lexed.
struct Input {
  let path: String

  /// Nil if the file cannot be read.
  func bytes() -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { [UInt8]($0) }
  }
}

/// The file at `path`, or the files with one of the extensions in that folder and all below it, in
/// order.
func inputs(at path: String, extensions: Set<String>) throws -> [Input] {
  var isFolder: ObjCBool = false
  guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
    throw UnreadableInput(path: path)
  }
  if !isFolder.boolValue { return [Input(path: path)] }
  guard let names = FileManager.default.enumerator(atPath: path) else {
    throw UnreadableInput(path: path)
  }
  var paths: [String] = []
  while let name = names.nextObject() as? String {
    let file = path + "/" + name
    guard extensions.contains((name as NSString).pathExtension) else { continue }
    // A symbolic link may lead nowhere.
    let exists = FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
    if exists, !isFolder.boolValue { paths.append(file) }
  }
  return paths.sorted().map(Input.init)
}

struct UnreadableInput: Error, CustomStringConvertible {
  let path: String
  var description: String { "cannot read '\(path)'" }
}
