import Foundation

/// Counts what was compared, and tells where the lexers differ.
struct Report {
  var factCount = 0
  var fileCount = 0
  var byteCount = 0
  var mutationCount = 0
  private var differenceCount = 0
  /// Where inputs are kept that no other file holds.
  private let folder: String

  private static let printedDifferences = 20

  init(folder: String) { self.folder = folder }

  mutating func add(_ difference: String) {
    differenceCount += 1
    if differenceCount <= Self.printedDifferences { print("DIFFERENCE: \(difference)") }
  }

  func path(of name: String) -> String { folder + "/" + name }

  func keep(_ bytes: [UInt8], as name: String) -> String {
    let isKept = FileManager.default.createFile(
      atPath: path(of: name), contents: Data(bytes))
    return isKept ? path(of: name) : "\(path(of: name)), which cannot be written"
  }

  /// Prints the counts and ends the program.
  func finish(treesAgree: Bool) -> Never {
    if Self.printedDifferences < differenceCount { print("… and more") }
    print(
      "conformance: \(factCount) facts, \(fileCount) files, \(byteCount) bytes,",
      "\(mutationCount) mutations: \(differenceCount) differences")
    exit(differenceCount == 0 && treesAgree ? 0 : 1)
  }
}
