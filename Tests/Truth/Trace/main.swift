// Holds what functions can reach by the tool's tokens against what they can reach by the compiler's
// index, in packages: `--repository DIR --tool FILE --build DIR [--edges N] [--no-build] PACKAGE …`

import Foundation

do {
  let options = try TraceOptions(CommandLine.arguments.dropFirst())
  try FileManager.default.createDirectory(at: options.build, withIntermediateDirectories: true)
  var rows: [TraceRow] = []
  for package in options.packages {
    for row in try compareTraces(of: package, options) {
      rows.append(row)
      print(row.details, terminator: "")
    }
  }
  print(table(of: rows), terminator: "")
} catch let error as TruthError {
  FileHandle.standardError.write(Data("truth: error: \(error.message)\n".utf8))
  exit(2)
}

struct TraceOptions {
  let tool: String
  let build: URL
  /// How many of the edges that cost most are listed, of the missing ones and of the wrong ones.
  let edgeCount: Int
  /// Whether the packages are built first.
  let builds: Bool
  let packages: [URL]

  init(_ arguments: some Sequence<String>) throws {
    var values: [String: String] = [:]
    var packages: [URL] = []
    var builds = true
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if ["--repository", "--tool", "--build", "--edges"].contains(argument) {
        values[argument] = rest.popFirst()
      } else if argument == "--no-build" {
        builds = false
      } else if argument.hasPrefix("-") {
        throw TruthError("unknown option '\(argument)'")
      } else {
        packages.append(URL(fileURLWithPath: argument).resolvingSymlinksInPath())
      }
    }
    guard let tool = values["--tool"], let build = values["--build"] else {
      throw TruthError("missing '--tool' or '--build'")
    }
    self.tool = URL(fileURLWithPath: tool).path
    self.build = URL(fileURLWithPath: build)
    edgeCount = values["--edges"].flatMap(Int.init) ?? 5
    self.builds = builds
    self.packages = packages
  }
}

/// Builds a package and compares its functions, once for each choice of packs.
func compareTraces(of package: URL, _ options: TraceOptions) throws -> [TraceRow] {
  let scratch = options.build.appendingPathComponent("packages/\(package.lastPathComponent)")
  let log = scratch.appendingPathExtension("log")
  try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
  if options.builds, try !build(package, scratch, log, hasTests: true) {
    print("\(package.path): not built as a whole; see '\(log.path)'")
  }
  guard let folder = indexStore(in: scratch) else {
    throw TruthError("'\(package.path)' left no index store; see '\(log.path)'")
  }
  // A package may compile links to files that are elsewhere in it.
  let paths = Set(swiftFiles(below: package).map(resolved))
  let store = try IndexStore([folder.path]) { path in
    let path = resolved(path)
    return paths.contains(path) ? path : nil
  }
  let sources = try paths.sorted().map { try Source($0) }
  let compiled = Set(store.files)
  print("\(package.path): \(compiled.count) of \(paths.count) files compiled")
  let index = IndexGraph(
    sources.filter { compiled.contains($0.path) }
      .map { ($0, store.allOccurrences(in: $0.path)) })
  let numbers = Dictionary(uniqueKeysWithValues: index.files.map { ($0.source.path, $0.file) })
  let tokens = TokenGraph(sources, root: package.path) { path, offset in
    numbers[path].map { index.isCompiled(offset, inFile: $0) } ?? true
  }
  return try ["core,time,random", "all"].map { packs in
    let findings = try findings(in: package, packs, options.tool)
    let comparison = TraceComparison(index, tokens, findings)
    return TraceRow(package.lastPathComponent, packs, comparison, options.edgeCount)
  }
}

private func resolved(_ path: String) -> String {
  URL(fileURLWithPath: path).resolvingSymlinksInPath().path
}

/// Where a trace may lead to: what the tool reports with these packs.
private func findings(in package: URL, _ packs: String, _ tool: String) throws -> [Finding] {
  let command = [
    tool, "lint", "--pack", packs, "--format", "json", "--quiet", "--no-baseline",
    "--absolute-paths",
  ]
  let result = try run(command, in: package, seconds: 600)
  guard result.status == 0 || result.status == 1 else {
    throw TruthError("'\(tool)' ended with status \(result.status)")
  }
  return try readFindings(result.text)
}
