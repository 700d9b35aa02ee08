import Diagnostics

@testable import Workspace

/// What git prints or keeps, whatever became of it on the way.
func checkGitOutput(_ input: [UInt8]) throws(BrokenProperty) {
  let output = Array(input.dropFirst())
  switch input.first {
  case UInt8(ascii: "d"): try checkRawDiff(output)
  case UInt8(ascii: "l"): try checkEntryList(output)
  case UInt8(ascii: "i"): try checkIndex(output, idLength: 20)
  case UInt8(ascii: "j"): try checkIndex(output, idLength: 32)
  case UInt8(ascii: "o"): try checkObjects(output)
  case UInt8(ascii: "s"): checkSettings(output)
  case UInt8(ascii: "t"): try checkTree(output)
  default: break
  }
}

private func checkRawDiff(_ output: [UInt8]) throws(BrokenProperty) {
  guard let entries = try? changedEntries(in: output) else { return }
  var written: [UInt8] = []
  for entry in entries {
    let sides = [entry.old, entry.new]
    let modes = sides.map { octal($0.mode) }.joined(separator: " ")
    let objects = sides.map { $0.object?.bytes ?? [UInt8(ascii: "0")] }
    written += Array(":\(modes) ".utf8) + objects[0] + Array(" ".utf8) + objects[1]
    written += Array(" M\0".utf8) + entry.path.bytes + [0]
  }
  let again = try? changedEntries(in: written)
  try require(again == entries, "what was read can be written and read")
}

private func octal(_ mode: UInt32) -> String {
  let digits = String(mode, radix: 8)
  return String(repeating: "0", count: 6 - digits.utf8.count) + digits
}

private func checkEntryList(_ output: [UInt8]) throws(BrokenProperty) {
  var length = 0
  _ = visitEntries(ofList: output) { path, _ in length += path.count }
  try require(length <= output.count, "paths are no longer than what they stand in")
}

private func checkIndex(_ bytes: [UInt8], idLength: Int) throws(BrokenProperty) {
  var hasNUL = false
  _ = bytes.withUnsafeBytes { bytes in
    GitIndexFormat(idLength: idLength).visitEntries(of: bytes) { path, _ in
      // A path of a length that the index gives may hold anything.
      if bytes[7] == 4 { hasNUL = hasNUL || path.contains(0) }
    }
  }
  try require(!hasNUL, "no path holds a NUL")
}

/// What is read does not depend on the pieces in which it comes.
private func checkObjects(_ output: [UInt8]) throws(BrokenProperty) {
  let whole = objects(in: output, pieceSize: output.count)
  for pieceSize in [1, 7] {
    try require(
      objects(in: output, pieceSize: pieceSize) == whole, "pieces do not change what is read")
  }
}

private func objects(in output: [UInt8], pieceSize: Int) -> [ObjectReader.Object?] {
  var (answers, rest) = (ObjectAnswers(), output[...])
  var objects: [ObjectReader.Object?] = []
  while objects.last != .some(.unanswered) {
    let object = try? answers.next { bytes in
      bytes += rest.prefix(pieceSize)
      defer { rest = rest.dropFirst(pieceSize) }
      return !rest.isEmpty
    }
    objects.append(object)
    if object == nil { break }
  }
  return objects
}

private func checkTree(_ tree: [UInt8]) throws(BrokenProperty) {
  guard let names = try? namesOfFiles(inTree: tree, idLength: 20) else { return }
  let length = names.reduce(0) { $0 + $1.count + 22 }
  try require(length <= tree.count, "names are no longer than what they stand in")
  try require(!names.contains { $0.contains(0) }, "no name holds a NUL")
}

private func checkSettings(_ bytes: [UInt8]) {
  _ = settings(of: bytes)
  _ = try? settingsWithoutFilters(bytes)
}
