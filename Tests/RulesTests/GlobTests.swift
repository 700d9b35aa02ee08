import Diagnostics
import Rules
import TestSupport
import Testing

@Suite struct GlobTests {
  @Test func bytesThatAreNotUTF8AreOneCharacterEach() throws {
    let path = FilePath(bytes: Array("a/".utf8) + [0xFF, 0xC3] + Array(".swift".utf8))
    #expect(try Glob(parsing: "??.swift").matches(path))
    #expect(try Glob(parsing: "[!a][!a].swift").matches(path))
    #expect(try Glob(parsing: "*.swift").matches(path))
    #expect(try !Glob(parsing: "?.swift").matches(path))
    #expect(try !Glob(parsing: "\u{FFFD}*").matches(path))
  }

  /// Each glob backtracks without end where backtracking is done naively.
  @Test(
    arguments: [
      "*a*a*a*a*a*a*a*a*b", "**/a/**/a/**/a/**/a/**/aab", "{*a,*a*}{*a,*a*}{*a,*a*}b",
      "**/*a*a*a*/**/*a*a*b",
      "*[!b]*?*[!b]*b",
    ])
  func matchingHasNoBacktrackingToFear(_ glob: String) throws {
    let parsed = try Glob(parsing: glob)
    let name = String(repeating: "a", count: 100_000)
    let folders = String(repeating: "a/", count: 50_000)
    #expect(!parsed.matches(FilePath(name)))
    #expect(!parsed.matches(FilePath(folders + "a")))
    #expect(parsed.matches(FilePath(folders + name + (glob.contains("/") ? "/aab" : "b"))))
    for part in ["a", "a/"] {
      let growth = growth {
        FilePath(String(repeating: part, count: $0) + "a")
      } work: {
        #expect(!parsed.matches($0))
      }
      #expect(growth < linearGrowth, "\(part)")
    }
  }

  @Test func agreesWithAMatcherThatTriesEverything() throws {
    var random = SplitMix64(seed: 5)
    let pieces = ["a", "b", "*", "?", "/", "**/", "[ab]", "[!a]", "{a,b*a}", "{a/b,b?}", "é"]
    var matches = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        pieces.randomElement(using: &random)!
      }.joined()
      guard let glob = try? Glob(parsing: text) else { continue }
      let path = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        ["a", "b", "ab", "ba", "é", "aéb"].randomElement(using: &random)!
      }.joined(separator: "/")
      let expected = slowlyMatches(text, path)
      matches += expected ? 1 : 0
      #expect(glob.matches(FilePath(path)) == expected, "\(text) \(path)")
    }
    #expect(1000 < matches)
  }
}

/// The dialect by its definition, for globs without mistakes; exponential.
private func slowlyMatches(_ glob: String, _ path: String) -> Bool {
  expandBraces(glob).contains { glob in
    var components = glob.split(separator: "/").map(Array.init)
    if components.count == 1 { components.insert(["*", "*"], at: 0) }
    let path = path.split(separator: "/").map(Array.init)
    return (1...path.count).contains { slowlyMatches(components[...], path.prefix($0)) }
  }
}

private func slowlyMatches(
  _ glob: ArraySlice<[Character]>, _ path: ArraySlice<[Character]>
) -> Bool {
  guard let first = glob.first else { return path.isEmpty }
  if first == ["*", "*"] {
    let least = glob.count == 1 ? 1 : 0
    return least <= path.count
      && (least...path.count).contains { slowlyMatches(glob.dropFirst(), path.dropFirst($0)) }
  }
  guard let name = path.first else { return false }
  return slowlyMatches(first[...], name[...]) && slowlyMatches(glob.dropFirst(), path.dropFirst())
}

private func slowlyMatches(_ glob: ArraySlice<Character>, _ name: ArraySlice<Character>) -> Bool {
  switch glob.first {
  case nil: return name.isEmpty
  case "*":
    return (0...name.count).contains { slowlyMatches(glob.dropFirst(), name.dropFirst($0)) }
  case "?": return !name.isEmpty && slowlyMatches(glob.dropFirst(), name.dropFirst())
  case "[":
    let end = glob.firstIndex(of: "]")!
    let members = glob[glob.startIndex + 1..<end]
    let isNegated = members.first == "!"
    guard let character = name.first, members.contains(character) != isNegated else { return false }
    return slowlyMatches(glob[(end + 1)...], name.dropFirst())
  default:
    return name.first == glob.first && slowlyMatches(glob.dropFirst(), name.dropFirst())
  }
}

private func expandBraces(_ glob: String) -> [String] {
  guard let open = glob.firstIndex(of: "{"), let close = glob.firstIndex(of: "}") else {
    return [glob]
  }
  let (start, end) = (String(glob[..<open]), String(glob[glob.index(after: close)...]))
  let alternatives = glob[glob.index(after: open)..<close].split(separator: ",")
  return alternatives.flatMap { expandBraces(start + $0 + end) }
}
