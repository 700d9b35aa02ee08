import Foundation

/// Has the compiler write its index of some files, as one module and without code.
/// - Returns: whether the files have no errors.
func checkTypes(
  _ files: [String], _ store: URL, _ options: [String], log: URL? = nil, seconds: Int
) throws -> Bool {
  try FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
  // The index keeps files apart by their object files' paths.
  let units = store.appendingPathComponent("units.txt")
  let objects = files.indices.map { "\(IndexStore.noObject)\($0).o\n" }
  try Data(objects.joined().utf8).write(to: units)
  let command = [
    "swiftc", "-typecheck", "-wmo", "-suppress-warnings", "-module-name", "Checked",
    "-index-store-path", store.path, "-index-ignore-system-modules", "-Xfrontend",
    "-index-ignore-clang-modules", "-Xfrontend", "-index-include-locals", "-Xfrontend",
    "-index-unit-output-path-filelist", "-Xfrontend", units.path,
  ]
  return try run(command + options + files, log: log, seconds: seconds).status == 0
}
