import Diagnostics

@testable import Rules
@testable import Workspace

func checkGlobs(_ input: [UInt8]) throws(BrokenProperty) {
  let lines = input.prefix(2_000).split(
    separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  let pattern = lines.first ?? []
  let paths = lines.dropFirst().filter { !$0.isEmpty && !$0.contains(0) }.map { Array($0) }
  try checkGlob(String(decoding: pattern, as: UTF8.self), paths)
  for ignoresCase in [false, true] {
    try checkIgnoreFile(pattern, paths, ignoringCase: ignoresCase)
  }
  // As a whole file, too.
  _ = IgnoreFile(input, ignoringCase: false)
}

private func checkGlob(_ text: String, _ paths: [[UInt8]]) throws(BrokenProperty) {
  let glob: Glob
  do {
    glob = try Glob(parsing: text)
  } catch {
    try require(0...text.utf8.count ~= error.offset, "a mistake is in the glob")
    return try require(!error.message.isEmpty, "a mistake has a message")
  }
  let base = GlobBase(FilePath("/a/b/c"), relativeTo: FilePath("/a/d"))
  for path in paths {
    let matches = glob.matches(FilePath(bytes: path))
    if matches, path.last != UInt8(ascii: "/") {
      let below = glob.matches(FilePath(bytes: path + Array("/x".utf8)))
      try require(below, "what matches a folder matches what is below it")
    }
    _ = glob.starting(from: base).matches(FilePath(bytes: path))
  }
}

/// An ignore file of one line says what its pattern says; one that takes it back, the contrary.
private func checkIgnoreFile(
  _ line: ArraySlice<UInt8>, _ paths: [[UInt8]], ignoringCase: Bool
) throws(BrokenProperty) {
  let file = IgnoreFile(line, ignoringCase: ignoringCase)
  let bare = line.starts(with: "\u{FEFF}".utf8) ? line.dropFirst(3) : line
  let text = bare.last == UInt8(ascii: "\r") ? bare.dropLast() : bare
  let pattern = IgnorePattern(line: text, ignoringCase: ignoringCase)
  try require(file.isEmpty == (pattern == nil), "a file has the pattern of its line")
  guard let pattern else { return }
  let twice = IgnoreFile(
    Array(bare) + Array("\n!".utf8) + Array(bare.drop { $0 == UInt8(ascii: "!") }),
    ignoringCase: ignoringCase)
  for path in paths {
    let name = path.suffix(while: { $0 != UInt8(ascii: "/") })
    for isFolder in [false, true] {
      let (verdict, last, matches) = path.withUnsafeBufferPointer { path in
        Array(name).withUnsafeBufferPointer { name in
          (
            file.verdict(path: path, name: name, isFolder: isFolder),
            twice.verdict(path: path, name: name, isFolder: isFolder),
            pattern.matches(path: path, name: name, isFolder: isFolder)
          )
        }
      }
      try require(
        verdict == (matches ? !pattern.isNegated : nil), "endings rule out what does not match")
      if verdict == true, !pattern.isNegated {
        try require(last == false, "a later line takes back")
      }
    }
  }
}

extension [UInt8] {
  fileprivate func suffix(while holds: (UInt8) -> Bool) -> [UInt8] {
    Array(reversed().prefix(while: holds).reversed())
  }
}
