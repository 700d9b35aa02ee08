// Reported: the path of the source file on the machine that built it.

struct Snapshot {
  let folder: String

  init(of file: StaticString = #filePath, line: UInt = #line) {  // expect: source-paths
    folder = "\(file):\(line)"
  }

  static func log(_ text: String, file: String = #file) -> String {  // expect: source-paths
    // The report stands at the sign.
    // expect@+1:19: source-paths
    "\(text) in \(#filePath)"
  }
}
let pair = (#file, #filePath)  // expect: source-paths, source-paths

// Not reported: names that are the same everywhere.

struct Failure {
  let place: String

  init(fileID: StaticString = #fileID, line: UInt = #line, function: String = #function) {
    place = "\(fileID):\(line) \(function)"
  }
}
let column = #column

// Names that look alike, and raw strings.
struct Entry {
  var file = "a.swift"
  var filePath: String { file }
}
let entry = Entry()
let paths = [entry.file, entry.filePath, #"file"#]

// Texts: #filePath
let help = "#filePath is the path of the file"
