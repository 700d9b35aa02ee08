import Foundation

/// Builds each package and compares all of them in one table.
func comparePackages(_ options: Options, _ tool: Tool) throws -> Bool {
  var comparison = Comparison()
  for package in options.packages {
    guard isPackage(package) else {
      try compareLoose(package, options, tool, into: &comparison)
      continue
    }
    let scratch = options.build.appendingPathComponent("packages/\(package.lastPathComponent)")
    let log = scratch.appendingPathExtension("log")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    let isBuilt = try build(package, scratch, log, hasTests: options.hasTests)
    if !isBuilt { print("\(package.path): not built as a whole; see '\(log.path)'") }
    guard let folder = indexStore(in: scratch) else {
      print("\(package.path): skipped, its build left no index store")
      continue
    }
    let sources = Set(swiftFiles(below: package))
    let store = try IndexStore([folder.path]) { sources.contains($0) ? $0 : nil }
    comparison.skipped += sources.count - store.files.count
    print("\(package.path): \(store.files.count) of \(sources.count) files compiled")
    try compare(store, tool, into: &comparison)
  }
  print(table(of: comparison, tool.rules), terminator: "")
  print(list(comparison, tool.rules, isComplete: options.isComplete), terminator: "")
  return true
}

func isPackage(_ folder: URL) -> Bool {
  FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
}

func build(_ package: URL, _ scratch: URL, _ log: URL, hasTests: Bool) throws -> Bool {
  let command = [
    "swift", "build", "--package-path", package.path, "--scratch-path", scratch.path, "--jobs", "1",
    "--enable-index-store", "-Xswiftc", "-suppress-warnings", "-Xswiftc", "-Xfrontend", "-Xswiftc",
    "-index-include-locals",
  ]
  let tests = hasTests ? ["--build-tests"] : []
  return try run(command + tests, log: log, seconds: 3600).status == 0
}

/// Below the folder of the platform and the configuration; a build that failed leaves no link to it.
func indexStore(in scratch: URL) -> URL? {
  let files = FileManager.default
  let folders = (try? files.contentsOfDirectory(atPath: scratch.path)) ?? []
  let stores = ["debug"] + folders.sorted().map { $0 + "/debug" }
  return stores.lazy.map { scratch.appendingPathComponent($0 + "/index/store") }
    .map { $0.resolvingSymlinksInPath() }
    .first { files.fileExists(atPath: $0.path) }
}
