import SwiftLexer

/// A declaration header that `inside` and `allow-inside` name, e.g. `static func sample`.
package struct ScopeHeader: Hashable, Sendable {
  /// As written in the rule file.
  package let text: String
  package let scope: ScopePattern
  /// If not nil, only in these files: `*Tests` of `*Spec in *Tests`.
  package private(set) var files: Glob?

  /// The same header for all files.
  package var inAllFiles: ScopeHeader {
    var header = self
    header.files = nil
    return header
  }

  /// Reads a header with the tool's own lexer.
  package init(parsing text: String) throws(PatternError) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let isInFiles = 2 < words.count && words[words.count - 2] == "in" && !text.hasPrefix("#if")
    let header = words.dropLast(isInFiles ? 2 : 0).joined(separator: " ")
    var parser = ScopeHeaderParser(header)
    scope = try parser.parseScope()
    files = try isInFiles ? Self.glob(words[words.count - 1], after: header) : nil
    self.text = text
  }

  private static func glob(
    _ text: Substring, after header: String
  ) throws(PatternError) -> Glob {
    let offset = header.utf8.count + " in ".utf8.count
    guard !text.contains("/") else {
      throw PatternError(
        message: "a scope names a file or a folder without '/', e.g. '*Tests'", offset: offset)
    }
    do throws(PatternError) {
      return try Glob(parsing: String(text))
    } catch {
      throw PatternError(message: error.message, offset: error.offset + offset)
    }
  }
}

/// The headers of a file. Most rules of a pack have the same ones, so that each text is parsed
/// once.
final class ScopeHeaders {
  private var texts = NameTable()
  /// The headers by the number of a text.
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

/// The demand of a scope header on the code around a use. It is indirect since rules, which are
/// copied, have the same ones, each with many names.
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
  /// Whether it may begin otherwise: `TestCase` of `_TestCase`.
  package internal(set) var isEndOfType = false
}

/// Reads the notation of `inside` and `allow-inside`: a declaration's header in Swift's words.
struct ScopeHeaderParser {
  private var reader: NotationReader

  init(_ text: String) {
    reader = NotationReader(text)
  }

  mutating func parseScope() throws(PatternError) -> ScopePattern {
    try reader.refuseTrivia(in: "scope")
    guard reader.next.kind != .endOfFile else {
      throw reader.failure("expected a declaration's header such as 'static func sample'")
    }
    if reader.skip(.poundIf) { return .condition(try parseCondition()) }
    if reader.skip(.pound) {
      let name = try parseName(after: "#")
      try expectEnd()
      return .macro(name: name)
    }
    let header = try parseDeclaration()
    try expectEnd()
    return .declaration(header)
  }

  private mutating func parseCondition() throws(PatternError) -> [String] {
    var words: [String] = []
    while reader.next.kind != .endOfFile {
      words.append(reader.text(of: reader.next))
      reader.advance()
    }
    guard !words.isEmpty else { throw reader.failure("expected a condition after '#if'") }
    return words
  }

  private mutating func parseDeclaration() throws(PatternError) -> DeclarationHeader {
    var header = DeclarationHeader()
    while reader.skip(.atSign) {
      header.attributes.append(try parsePath(after: "@"))
    }
    while isModifier(reader.next) {
      header.modifiers.append(reader.text(of: reader.next))
      reader.advance()
    }
    if isDeclarationKeyword(reader.next) {
      header.keyword = reader.text(of: reader.next)
      reader.advance()
    }
    if header.keyword == "func", reader.next.kind.isOperator {
      header.name = [reader.text(of: reader.next)]
      reader.advance()
    } else if skipStar(.prefixOperator) {
      header.name = [try parseName(after: "*")]
      header.isEndOfName = true
    } else if reader.next.isWord, reader.text(of: reader.next) != "_" {
      guard !hasNoName(header.keyword) else { throw unexpected() }
      header.name = try parsePath(after: header.keyword)
      header.isStartOfName = skipStar(.postfixOperator)
    } else if reader.text(of: reader.next) == "_" {
      reader.advance()
    }
    if reader.skip(.colon) {
      let type = try parsePath(after: ":")
      header.isEndOfType = type.count == 1 && type[0].hasPrefix("_") && type[0] != "_"
      header.inheritedType = header.isEndOfType ? [String(type[0].dropFirst())] : type
    }
    return header
  }

  /// Skips the `*` that is glued to a name.
  private mutating func skipStar(_ kind: TokenKind) -> Bool {
    guard reader.next.kind == kind, reader.text(of: reader.next) == "*" else { return false }
    reader.advance()
    return true
  }

  /// Whether the word modifies what follows it, rather than being the name itself.
  private func isModifier(_ token: Token) -> Bool {
    guard token.kind != .rawIdentifier, reader.second.isWord else { return false }
    if token.keyword == .`class` { return isDeclarationKeyword(reader.second) }
    return declarationModifiers.contains(reader.text(of: token))
  }

  private func isDeclarationKeyword(_ token: Token) -> Bool {
    guard token.kind != .rawIdentifier else { return false }
    return declarationKeywords.contains(reader.text(of: token))
  }

  private func hasNoName(_ keyword: String?) -> Bool {
    keyword == "init" || keyword == "deinit" || keyword == "subscript"
  }

  private mutating func parsePath(after word: String?) throws(PatternError) -> [String] {
    var path = [try parseName(after: word)]
    while reader.skip(.period) {
      path.append(try parseName(after: "."))
    }
    return path
  }

  private mutating func parseName(after word: String?) throws(PatternError) -> String {
    let token = reader.next
    guard token.kind == .rawIdentifier || token.kind == .identifier else {
      throw reader.failure("expected a name" + (word.map { " after '\($0)'" } ?? ""))
    }
    reader.advance()
    return reader.name(of: token)
  }

  private func expectEnd() throws(PatternError) {
    guard reader.next.kind == .endOfFile else { throw unexpected() }
  }

  private func unexpected() -> PatternError {
    switch reader.next.kind {
    case .leftParen:
      reader.failure("a scope cannot contain parameters; leave out '(' and what follows")
    case .leftBrace: reader.failure("a scope cannot contain a body; leave out '{' and what follows")
    case .comma:
      reader.failure("a scope names one inherited type; write an entry for each")
    default:
      reader.failure(
        "unexpected '\(reader.text(of: reader.next))' in a scope; write a declaration's header, "
          + "e.g. 'struct Clock'")
    }
  }
}

/// The keywords of declarations that have a body.
private let declarationKeywords = [
  "actor", "class", "deinit", "enum", "extension", "func", "init", "let", "protocol", "struct",
  "subscript", "var",
]
