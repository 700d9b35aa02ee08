/// What `Tests/Bench/run` hands over; paths are absolute.
struct Settings {
  /// The names of the parts of the table to print; all where there are none.
  let parts: [String]
  /// The program to measure.
  let tool: String
  /// A tree of the size of one app.
  let app: String
  /// A tree of many apps of a thousand files, named `App0`, `App1`, …
  let large: String
  let largeFileCount: Int
  /// The bytes of each app's Swift files, in the order of their numbers.
  let appSizes: [Double]
  /// A tree that is always the same, of 400 files.
  let counted: String
  /// A repository of 5000 files in one commit; nil where there is no git.
  let repository: String?
  /// An empty folder for the files that are made here.
  let inputs: String
  /// The names of the bundled packs.
  let packs: [String]
  /// The file with the instructions that fixed runs are to take.
  let instructions: String
  /// Whether that file is to hold what they take now.
  let writesInstructions: Bool
  /// In bytes a second; nil where it could not be measured.
  let lexerSpeed: Double?

  init(_ arguments: some Sequence<String>) {
    var values: [String: String] = [:]
    var arguments = arguments.makeIterator()
    while let name = arguments.next(), let value = arguments.next() { values[name] = value }
    func value(_ name: String) -> String {
      guard let value = values[name] else { fail("'\(name)' is missing") }
      return value
    }
    parts = value("--parts").split(separator: " ").map(String.init)
    tool = value("--tool")
    app = value("--app")
    large = value("--large")
    largeFileCount = Int(value("--large-files")) ?? 0
    appSizes = value("--app-sizes").split(separator: " ").compactMap { Double($0) }
    counted = value("--counted")
    repository = values["--repository"].flatMap { $0.isEmpty ? nil : $0 }
    inputs = value("--inputs")
    packs = value("--packs").split(separator: " ").map(String.init)
    instructions = value("--instructions")
    writesInstructions = !value("--write").isEmpty
    lexerSpeed = Double(value("--lexer-speed")).map { $0 * 1e6 }
  }

  /// The tool as it is run by a person who gives no options but these.
  func lint(_ arguments: String..., in folder: String) -> Command {
    Command(program: tool, arguments: arguments, folder: folder)
  }

  func lint(_ arguments: [String], in folder: String) -> Command {
    Command(program: tool, arguments: arguments, folder: folder)
  }
}
