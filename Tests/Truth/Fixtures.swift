import Foundation

/// Compiles each fixture on its own, each scenario as one module.
/// - Returns: whether compiler and tool agree but for the limits that are written down.
func compareFixtures(_ options: Options, _ tool: Tool) throws -> Bool {
  var comparison = Comparison()
  var refused: [String] = []
  let stores = options.build.appendingPathComponent("fixtures")
  try? FileManager.default.removeItem(at: stores)
  for (number, files) in try fixtures(options.repository).enumerated() {
    let folder = stores.appendingPathComponent("\(number)")
    guard
      try checkTypes(
        files, folder, ["-swift-version", "6"], seconds: 60)
    else {
      refused += files
      continue
    }
    let store = try IndexStore([folder.path]) { files.contains($0) ? $0 : nil }
    guard store.files == files else {
      throw TruthError("the compiler's index has only \(store.files) of \(files)")
    }
    try compare(store, tool, into: &comparison)
  }
  for file in refused { print("\(file): error: does not compile") }
  let limits = try Limits(options.repository)
  let (unexpected, stale) = limits.hold(&comparison, in: options.repository)
  print(table(of: comparison, tool.rules), terminator: "")
  print(list(unexpected, tool.rules), terminator: "")
  for limit in stale { print("\(limit): error: nothing disagrees there any more") }
  return refused.isEmpty && stale.isEmpty && unexpected.isAgreed
}

/// The sources of each program.
private func fixtures(_ repository: URL) throws -> [[String]] {
  let files = FileManager.default
  let rules = repository.appendingPathComponent("Fixtures/Rules")
  let single = try files.contentsOfDirectory(atPath: rules.path).sorted()
    .filter { $0.hasSuffix(".swift") }.map { [rules.appendingPathComponent($0).path] }
  let scenarios = repository.appendingPathComponent("Fixtures/Scenarios")
  let programs = try files.contentsOfDirectory(atPath: scenarios.path).sorted()
    .map { swiftFiles(below: scenarios.appendingPathComponent($0)) }
    .filter { files in
      let others = try modules(importedBy: files).subtracting(toolchainModules).sorted()
      if let other = others.first { print("\(files[0]): skipped, as '\(other)' is not here") }
      return others.isEmpty
    }
  guard !single.isEmpty else { throw TruthError("no fixtures in '\(rules.path)'") }
  return single + programs.filter { !$0.isEmpty }
}

private let toolchainModules: Set<Substring> = ["Dispatch", "Foundation", "Testing", "XCTest"]

private func modules(importedBy files: [String]) throws -> Set<Substring> {
  let lines = try files.flatMap {
    try String(contentsOfFile: $0, encoding: .utf8).split(separator: "\n")
  }
  return Set(lines.filter { $0.hasPrefix("import ") }.map { $0.dropFirst("import ".count) })
}

/// All Swift files of a folder, sorted.
func swiftFiles(below folder: URL) -> [String] {
  let all = FileManager.default.enumerator(
    at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
  let urls = (all?.allObjects ?? []).compactMap { $0 as? URL }
  return urls.map(\.standardizedFileURL.path).filter { $0.hasSuffix(".swift") }.sorted()
}
