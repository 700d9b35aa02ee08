/// A declaration header that `inside` and `allow-inside` name, e.g. `static func sample`.
package struct ScopeHeader: Hashable, Sendable {
  /// As written in the rule file.
  package let text: String
  package let scope: ScopePattern

  /// Reads a header with the tool's own lexer.
  package init(parsing text: String) throws(PatternError) {
    var parser = ScopeHeaderParser(text)
    scope = try parser.parseScope()
    self.text = text
  }
}

/// The headers of a file. Most rules of a pack have the same ones, so that each text is parsed
/// once.
final class ScopeHeaders {
  private var texts = NameTable()
  /// By the number of a text.
  private var headers: [ScopeHeader] = []

  func header(parsing text: ArraySlice<UInt8>) throws(PatternError) -> ScopeHeader {
    let known = text.withUnsafeBufferPointer { texts.number(of: $0) }
    if let known { return headers[known] }
    let header = try ScopeHeader(parsing: String(decoding: text, as: UTF8.self))
    text.withUnsafeBufferPointer { _ = texts.insert($0) }
    headers.append(header)
    return header
  }
}

/// What a scope header asks of the code around a use. It is indirect since rules, which are copied,
/// have the same ones, each with many names.
package indirect enum ScopePattern: Hashable, Sendable {
  /// The body of a declaration that has all of this.
  case declaration(DeclarationHeader)
  /// The arguments and closures of a freestanding macro, e.g. `#Preview`.
  case macro(name: String)
  /// The clause of an `#if` with this condition, as a list of its tokens.
  case condition([String])
}

/// The parts of a declaration's header that a scope names; what it leaves out may be anything.
package struct DeclarationHeader: Hashable, Sendable {
  /// Names without `@`, e.g. `MainActor`.
  package internal(set) var attributes: [[String]] = []
  /// e.g. `static`
  package internal(set) var modifiers: [String] = []
  /// e.g. `func`; nil for any.
  package internal(set) var keyword: String?
  /// The path of an extended type has several names; nil for any.
  package internal(set) var name: [String]?
  /// Whether the last of them may go on, e.g. `sample*`.
  package internal(set) var isStartOfName = false
  /// Whether the last of them may begin otherwise, e.g. `*SnapshotTests`.
  package internal(set) var isEndOfName = false
  /// A type of the inheritance clause.
  package internal(set) var inheritedType: [String]?
}
