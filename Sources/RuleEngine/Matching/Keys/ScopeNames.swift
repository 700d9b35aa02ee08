import Diagnostics
import SwiftLexer

/// What the declarations of a file are called in a `FindingKey`. It says nothing of attributes,
/// generics, closures and local variables, which come and go while the code stays what it is.
struct ScopeNames {
  /// By index in `Matcher.scopes`: the names from outside in, empty at file level; nil until
  /// somebody asks.
  fileprivate var known: [String?] = []
}

/// In Unicode scalars. Code that people write stays below it; other code makes no report larger
/// than itself.
let keyTextLimit = 1000

extension Matcher {
  /// e.g. `FeedModel.show(_:animated:)`; `-` at file level.
  /// - Parameter scope: by index in `scopes`.
  mutating func name(ofScope scope: Int, knowing names: inout ScopeNames) -> String {
    if names.known.count < scopes.count {
      names.known = Array(repeating: nil, count: scopes.count)
      names.known[0] = ""
    }
    var pending = [scope]
    while let scope = pending.last {
      guard names.known[scope] == nil else {
        pending.removeLast()
        continue
      }
      guard let outer = names.known[scopes[scope].parent] else {
        pending.append(scopes[scope].parent)
        continue
      }
      names.known[scope] = name(of: scopes[scope], in: outer)
    }
    let name = names.known[scope]!
    return name.isEmpty ? "-" : name
  }

  private mutating func name(of scope: Scope, in outer: String) -> String {
    guard let own = ownName(of: scope) else { return outer }
    return keyText(outer.isEmpty ? own : "\(outer).\(own)")
  }

  /// Nil for what no key tells of.
  private mutating func ownName(of scope: Scope) -> String? {
    guard let introducer = scope.introducer, scope.alternatives.isEmpty else { return nil }
    if tokens[introducer].kind == .pound {
      return scope.isLocal ? nil : "#" + text(at: introducer + 1)
    }
    switch tokens[introducer].keyword {
    case .let, .var:
      let first = scope.binding?.name ?? introducer + 1
      return scope.isLocal || !isVariablePattern(at: first) ? nil : writtenName(of: scope)
    case .case:
      return text(at: scope.binding?.name ?? introducer + 1)
    case .func:
      return writtenName(of: scope).map { $0 + labels(ofFunctionAt: introducer) }
    case .`init`, .deinit, .subscript:
      return text(at: introducer) + labels(ofFunctionAt: introducer)
    case .typealias, .associatedtype:
      return nil
    default:
      let isImport = 0 < introducer && tokens[introducer - 1].keyword == .import
      return isImport ? nil : writtenName(of: scope)
    }
  }

  /// Nil where none is written.
  private mutating func writtenName(of scope: Scope) -> String? {
    // Attributes and modifiers are not read again.
    let declaration = readDeclaration(of: scope, first: WrittenDeclaration())
    let names = declaration.names.map { path in
      path.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
    }
    return names.isEmpty ? nil : names.joined(separator: ",")
  }

  /// Whether it is a name, or a tuple of names and nothing else.
  private func isVariablePattern(at start: Int) -> Bool {
    guard tokens[start].kind == .leftParen else { return true }
    guard let close = pairs.partner(of: start) else { return false }
    return (start + 1..<close).allSatisfy { index in
      switch tokens[index].kind {
      case .identifier, .rawIdentifier: !tokens[index - 1].isWord
      case .comma, .colon, .leftParen, .rightParen: true
      default: false
      }
    }
  }

  private func text(at index: Int) -> String {
    String(decoding: tokens.text(at: index), as: UTF8.self)
  }
}

/// The text, or as much of it as a key holds.
func keyText(_ text: String) -> String {
  guard keyTextLimit < text.utf8.count else { return text }
  return String(text.unicodeScalars.prefix(keyTextLimit))
}

// MARK: - Labels

extension Matcher {
  /// The labels in a function's compound name, e.g. `(_:animated:)`; empty where no parameter list
  /// is written.
  private mutating func labels(ofFunctionAt introducer: Int) -> String {
    guard let open = parameterList(ofFunctionAt: introducer),
      let close = pairs.partner(of: open)
    else { return "" }
    let keyword = tokens[introducer].keyword
    // The compiler, too, calls them `==(_:_:)` and `subscript(_:)`.
    let isUnlabelled = keyword == .func && tokens[introducer + 1].kind.isOperator
    var labels = ""
    var start = open + 1
    while start < close {
      let end = firstToken(.comma, in: start..<close) ?? close
      if let name = nameOfParameter(at: start) {
        let isLabelled = keyword != .subscript || tokens[name + 1].isWord
        labels += (isLabelled && !isUnlabelled ? text(at: name) : "_") + ":"
      }
      start = end + 1
    }
    return "(\(labels))"
  }

  /// The first name of the parameter; nil if none starts there.
  private mutating func nameOfParameter(at start: Int) -> Int? {
    var name = start
    while tokens[name].kind == .atSign { name = skipAttribute(at: name) }
    guard tokens[name].isWord else { return nil }
    let last = tokens[name + 1].isWord ? name + 1 : name
    return tokens[last + 1].kind == .colon ? name : nil
  }

  /// The `(` after the keyword, the name and generic parameters; nil where there is none.
  private func parameterList(ofFunctionAt introducer: Int) -> Int? {
    let isNamed = tokens[introducer].keyword == .func
    var index = introducer + (isNamed ? 2 : 1)
    // In `func ==<T>(` the generic parameters are glued to the name.
    let isGlued = isNamed && tokens[introducer + 1].kind.isOperator && tokens[index].isWord
    var depth = isGlued ? 1 : 0
    while index - introducer < headerLimit {
      switch tokens[index].kind {
      case .leftParen, .leftSquare:
        if depth == 0 { return tokens[index].kind == .leftParen ? index : nil }
        guard let close = pairs.partner(of: index) else { return nil }
        index = close
      case .binaryOperator, .prefixOperator, .postfixOperator:
        depth += angles(at: index)
      case .postfixQuestionMark, .infixQuestionMark, .exclamationMark:
        break
      case .leftBrace, .rightBrace, .semicolon, .endOfFile:
        return nil
      default:
        if depth == 0 { return nil }
      }
      index += 1
    }
    return nil
  }
}

/// In tokens. It keeps the work in proportion to the file.
private let headerLimit = 256
