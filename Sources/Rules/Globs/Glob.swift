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
  private let alternatives: [WildcardPattern]
  /// The folder that it starts from; nil for the root.
  package private(set) var base: GlobBase?

  /// - Throws: what is wrong, and where in the text.
  package init(parsing text: String) throws(PatternError) {
    self.text = text
    var parser = GlobParser(text)
    var alternatives: [WildcardPattern] = []
    for tokens in try parser.parseAlternatives() {
      let components = try components(of: tokens, end: text.utf8.count)
      alternatives.append(WildcardPattern(components, .glob))
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
