import Diagnostics

/// A path pattern of `files`, `allow` and `exclude`, e.g. `**/*Tests.swift`.
///
/// - `*` is any run of characters and `?` any one character, both within one path component.
/// - `[a-z]` is one character of a class, `[!a-z]` and `[^a-z]` one outside it, neither ever `/`.
///   A `]` that comes first belongs to the class; nothing is escaped with `\`, so `[*]` is how to
///   write a star.
/// - `{a,b}` is any of the alternatives, which may nest, be empty and hold `/`.
/// - `**` stands alone between slashes: any number of components; at the end, at least one.
///
/// A character is a Unicode scalar, or one byte of a path that is not UTF-8 there. Case counts, and
/// no Unicode normalization is done: a path is the bytes the file system gives.
package struct Glob: Sendable {
  /// As written in the file.
  package let text: String
  /// The alternatives without braces.
  private let alternatives: [GlobComponents]
  /// Nil for the root.
  package private(set) var base: GlobBase?

  /// - Throws: what is wrong, and where in the text.
  package init(parsing text: String) throws(PatternError) {
    self.text = text
    var parser = GlobParser(text)
    var alternatives: [GlobComponents] = []
    for tokens in try parser.parseAlternatives() {
      alternatives.append(try GlobComponents(tokens, end: text.utf8.count))
    }
    self.alternatives = alternatives
  }

  /// The same glob for paths that start from another folder; nil for the root.
  package func starting(from base: GlobBase?) -> Glob {
    var glob = self
    glob.base = base
    return glob
  }

  /// Whether the glob matches the path, or a folder above it. Linear in the path's length.
  /// - Parameter path: relative to the root, `/` between components.
  package func matches(_ path: FilePath) -> Bool {
    let path = base.map { $0.path(of: path) } ?? path
    return path.bytes.withUnsafeBufferPointer { bytes in
      alternatives.contains { $0.matches(bytes) }
    }
  }
}

/// What a glob is made of, before it is cut into components.
struct GlobToken {
  enum Kind {
    /// One byte of a character's UTF-8.
    case literal(UInt8)
    case anyCharacter
    case anyRun
    case characterClass(GlobCharacterClass)
    case separator
  }
  let kind: Kind
  /// In UTF-8 bytes from the start of the glob.
  let offset: Int
}

/// A class such as `[a-z0-9]` or `[!_]`.
struct GlobCharacterClass {
  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var isNegated = false

  /// - Parameter character: nil for a byte that is not UTF-8, which no range holds.
  func contains(_ character: Unicode.Scalar?) -> Bool {
    guard let character else { return isNegated }
    return ranges.contains { $0.contains(character) } != isNegated
  }
}
