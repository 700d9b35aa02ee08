import Foundation

/// Compares the sources of a folder that is no package, as far as the compiler understands them:
/// all of them are one module, and modules that are not here are empty. What is in an expression
/// with errors is not recorded, and so not judged. More passes leave closures out.
func compareLoose(
  _ folder: URL, _ options: Options, _ tool: Tool, into comparison: inout Comparison
) throws {
  let files = FileManager.default
  let scratch = options.build.appendingPathComponent("loose/\(folder.lastPathComponent)")
  try? files.removeItem(at: scratch)
  let sources = swiftFiles(below: folder).filter { !$0.hasSuffix("/Package.swift") }
  let modules = try makeStandIns(for: sources, scratch)
  let flags = [
    "-swift-version", "5", "-parse-as-library", "-enable-testing", "-I", modules.path, "-Xfrontend",
    "-disable-testable-attr-requires-testable-module",
  ]
  var originals: [String: String] = [:]
  var stores: [String] = []
  for depth in [nil, 0, 1, 2] {
    let pass = scratch.appendingPathComponent(depth.map { "closures-\($0)" } ?? "whole")
    let copies = try copy(sources, to: pass, closuresBelow: depth)
    let store = pass.appendingPathComponent("store")
    let log = pass.appendingPathComponent("log")
    _ = try checkTypes(copies, store, flags, log: log, seconds: 1800)
    for (copy, source) in zip(copies, sources) { originals[copy] = source }
    stores.append(store.path)
  }
  let index = try IndexStore(stores) { originals[$0] }
  print("\(folder.path): \(index.files.count) of \(sources.count) files read, with errors")
  comparison.skipped += sources.count - index.files.count
  try compare(index, tool, isPartial: true, into: &comparison)
}

/// Copies the files under names of their own: a module cannot have two of one name.
private func copy(_ sources: [String], to folder: URL, closuresBelow depth: Int?) throws -> [String]
{
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return try sources.enumerated().map { number, file in
    let name = "\(number)-" + URL(fileURLWithPath: file).lastPathComponent
    let copy = folder.appendingPathComponent(name).standardizedFileURL
    let source = try Source(file)
    try Data(depth.map { flattenClosures(of: source, below: $0) } ?? source.bytes).write(to: copy)
    return copy.path
  }
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
  let access = "(?:(?:public|internal|private|package|fileprivate)[ \\t]+)?"
  let kind = "(?:(?:struct|class|enum|protocol|func|var|let|typealias)[ \\t]+)?"
  let pattern = try Regex(
    "(?m)^[ \\t]*(?:@[A-Za-z_()]+[ \\t]+)*\(access)import[ \\t]+\(kind)([A-Za-z_0-9]+)",
    as: (Substring, Substring).self)
  var modules: Set<String> = []
  for source in sources {
    let text = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: source)), as: UTF8.self)
    modules.formUnion(text.matches(of: pattern).map { String($0.output.1) })
  }
  return modules.sorted()
}
