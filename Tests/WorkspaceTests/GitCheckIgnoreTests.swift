import Diagnostics
import Foundation
import Testing

@testable import Workspace

/// Generated trees full of ignore files: the walk finds exactly the files that
/// `git check-ignore` does not name.
@Suite struct GitCheckIgnoreTests {
  @Test(arguments: 0..<4)
  func generatedTreesAgreeWithGit(seed: UInt64) throws {
    let tree = try TemporaryFolder()
    try run("/usr/bin/git", "init", "-q", "repository", in: tree.path)
    var generator = TreeGenerator(seed: seed)
    let files = try generator.populate(tree, folderCount: 25, ignoringCase: seed == 3)
    #expect(500 < files.count)
    let differences = try differencesFromGit(in: tree, files: files)
    #expect(differences == "")
  }

  /// Every byte that a name may hold against every class and a range.
  @Test(arguments: [false, true])
  func bracketExpressionsAgreeWithGit(ignoringCase: Bool) throws {
    let classes = [
      "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
      "upper", "xdigit", "word", "", "Alpha",
    ].map { "[[:\($0):]]" }
    let others = [
      "[b-y]", "[B-Y]", "[!b-y]", "[^B-Y]", "[A]", "[a]", "[]a]", "[!]a]", "[a-]", "[-a]",
      "[a\\-z]",
      "[+--]", "[\\a-\\f]", "[[:alpha:]-z]", "[[:alpha]", "[[:]", "[[::]]", "[z-a]", "[", "[a",
      "[]",
      "[!", "[[:alpha:]", "[\\]]", "[[]", "[a[:digit:]!]", "[é]", "\\A", "A", "?",
    ]
    let tree = try TemporaryFolder()
    try run("/usr/bin/git", "init", "-q", "repository", in: tree.path)
    try tree.configure(ignoringCase: ignoringCase)
    var expected: [FilePath: Bool] = [:]
    for (index, pattern) in (classes + others).enumerated() {
      try tree.write("repository/\(index)/.gitignore", pattern + "x\n")
      let file = IgnoreFile(Array((pattern + "x").utf8), ignoringCase: ignoringCase)
      for byte in UInt8.min...UInt8.max where byte != 0 && byte != UInt8(ascii: "/") {
        let name = [byte, UInt8(ascii: "x")]
        let path = FilePath("repository/\(index)").appending(name)
        expected[path] = name.withUnsafeBufferPointer {
          file.verdict(path: $0, name: $0, isFolder: false) ?? false
        }
      }
    }
    let verdicts = try gitVerdicts(
      in: tree, files: expected.keys.sorted(), environment: ["HOME": tree.path.string])
    let differences = expected.keys.sorted().filter { expected[$0] != verdicts[$0]?.isIgnored }
    #expect(differences.map(\.string).joined(separator: "\n") == "")
  }
}

/// - Parameter files: relative to the tree, all below `repository`.
private func differencesFromGit(in tree: TemporaryFolder, files: [FilePath]) throws -> String {
  let environment = ["HOME": tree.path.string, "PATH": "/usr/bin:/bin"]
  let settings = GitSettings { name in environment[name].map { FilePath($0) } }
  let found = tree.found(["repository"], gitSettings: settings)
  let linted = Set(tree.relative(found.files))
  let verdicts = try gitVerdicts(in: tree, files: files, environment: environment)
  #expect(found.troubles.isEmpty)
  #expect(linted.isSubset(of: files))
  let differences = files.compactMap { file -> String? in
    let verdict = verdicts[file]!
    guard verdict.isIgnored == linted.contains(file) else { return nil }
    return "'\(file.string)': git finds \(verdict.pattern.debugDescription), we "
      + (linted.contains(file) ? "lint it" : "ignore it")
  }
  return differences.prefix(10).joined(separator: "\n")
}

private func gitVerdicts(
  in tree: TemporaryFolder, files: [FilePath], environment: [String: String]
) throws -> [FilePath: (pattern: String, isIgnored: Bool)] {
  let input = files.flatMap { $0.bytes.dropFirst("repository/".utf8.count) + [0] }
  let output = try run(
    "/usr/bin/git", "check-ignore", "--no-index", "--stdin", "-z", "-v", "-n",
    in: tree.path.appending("repository"), input: input, environment: environment
  ).output
  // The source, its line, the pattern and the path, each ended by a NUL.
  let fields = output.split(separator: 0, omittingEmptySubsequences: false).dropLast()
  #expect(fields.count == 4 * files.count)
  var verdicts: [FilePath: (String, Bool)] = [:]
  for start in stride(from: 0, to: fields.count, by: 4) {
    let pattern = String(decoding: fields[start + 2], as: UTF8.self)
    let path = FilePath("repository").appending(fields[start + 3])
    verdicts[path] = (pattern, !pattern.isEmpty && !pattern.hasPrefix("!"))
  }
  return verdicts
}
