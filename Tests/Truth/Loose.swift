import Foundation

/// Compares the sources of a folder that is no package, as far as the compiler understands them:
/// all of them are one module, and modules that are not here are empty. What is in an expression
/// with errors is not recorded, and so not judged.
func compareLoose(
  _ folder: URL, _ options: Options, _ tool: Tool, into comparison: inout Comparison
) throws {
  let files = FileManager.default
  let scratch = options.build.appendingPathComponent("loose/\(folder.lastPathComponent)")
  try? files.removeItem(at: scratch)
  let links = scratch.appendingPathComponent("sources")
  let store = scratch.appendingPathComponent("store")
  try files.createDirectory(at: links, withIntermediateDirectories: true)
  let sources = swiftFiles(below: folder).filter { !$0.hasSuffix("/Package.swift") }
  // A module cannot have two files of one name.
  var originals: [String: String] = [:]
  for (number, source) in sources.enumerated() {
    let name = "\(number)-" + URL(fileURLWithPath: source).lastPathComponent
    let link = links.appendingPathComponent(name)
    try files.createSymbolicLink(atPath: link.path, withDestinationPath: source)
    originals[link.standardizedFileURL.path] = source
  }
  let modules = try makeStandIns(for: sources, scratch)
  let flags = [
    "-swift-version", "5", "-parse-as-library", "-enable-testing", "-I", modules.path, "-Xfrontend",
    "-disable-testable-attr-requires-testable-module",
  ]
  _ = try checkTypes(
    originals.keys.sorted(), store, flags, log: scratch.appendingPathComponent("log"), seconds: 1800)
  let index = try IndexStore(store.path) { originals[$0] }
  print("\(folder.path): \(index.files.count) of \(sources.count) files read, with errors")
  comparison.skipped += sources.count - index.files.count
  try compare(index, tool, isPartial: true, into: &comparison)
}

/// Modules that are imported and not here, each of them empty but for what Apple's frameworks pass
/// on: Foundation and Dispatch.
private func makeStandIns(for sources: [String], _ scratch: URL) throws -> URL {
  let modules = scratch.appendingPathComponent("modules")
  try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
  let source = scratch.appendingPathComponent("StandIn.swift")
  try Data("@_exported import Foundation\n@_exported import Dispatch\n".utf8).write(to: source)
  let probe = scratch.appendingPathComponent("Probe.swift")
  let log = scratch.appendingPathComponent("modules.log")
  for module in try importedModules(sources) {
    try Data("import \(module)\n".utf8).write(to: probe)
    let check = ["swiftc", "-frontend", "-typecheck", probe.path]
    if try run(check, log: log, seconds: 60).status == 0 { continue }
    let file = modules.appendingPathComponent("\(module).swiftmodule")
    let make = [
      "swiftc", "-frontend", "-emit-module", "-enable-testing", "-module-name", module,
      source.path, "-o", file.path,
    ]
    _ = try run(make, log: log, seconds: 60)
  }
  return modules
}

private func importedModules(_ sources: [String]) throws -> [String] {
  let kind = "(?:struct|class|enum|protocol|func|var|let|typealias)"
  let pattern = try Regex(
    "(?m)^[ \\t]*(?:@[A-Za-z_()]+[ \\t]+)*(?:(?:public|internal|private|package|fileprivate)[ \\t]+)?"
      + "import[ \\t]+(?:\(kind)[ \\t]+)?([A-Za-z_0-9]+)", as: (Substring, Substring).self)
  var modules: Set<String> = []
  for source in sources {
    let text = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: source)), as: UTF8.self)
    modules.formUnion(text.matches(of: pattern).map { String($0.output.1) })
  }
  return modules.sorted()
}
