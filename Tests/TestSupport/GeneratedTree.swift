import Foundation

/// The Swift files that `make bench` measures, or some of them.
package func generatedTree(files count: Int) throws -> [[UInt8]] {
  let files = FileManager.default
  let root = files.temporaryDirectory.appendingPathComponent("tree-\(UUID().uuidString)")
  defer { try? files.removeItem(at: root) }
  let generator = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Bench/tree.awk")
  func run(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, generator.path, root.path, String(count)]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw GeneratedTreeError.scriptFailed(script) }
  }
  try run(#"mkdir "$1" && awk -v folders=1 -v files="$2" -f "$0" | (cd "$1" && xargs mkdir -p)"#)
  try run(#"awk -v root="$1" -v files="$2" -v seed=1 -f "$0""#)
  let names = (files.enumerator(atPath: root.path)?.allObjects as? [String] ?? []).sorted()
  let texts = try names.filter { $0.hasSuffix(".swift") }.map {
    [UInt8](try Data(contentsOf: root.appendingPathComponent($0)))
  }
  guard texts.count == count else { throw GeneratedTreeError.otherCount(texts.count) }
  return texts
}

private enum GeneratedTreeError: Error {
  case scriptFailed(String)
  case otherCount(Int)
}
