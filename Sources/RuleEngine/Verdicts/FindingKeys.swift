import Diagnostics
import Rules
import SwiftLexer
import Syntax

extension FileUses {
  /// The key of the match. It stays the same if the lines of the match move.
  mutating func key(of match: Match, knowing names: inout ScopeNames) -> FindingKey {
    FindingKey(
      scope: tree.namedScope(around: tree.node(ofToken: match.start))
        .map { name(ofScope: $0, knowing: &names) } ?? "-",
      tokens: keyText(writtenPath(of: match)))
  }

  /// The names of the use with the labels of their arguments, e.g. `DispatchQueue.main.async`. A
  /// name of the file, such as a local constant or an alias, is replaced by the name in the
  /// pattern, so that the key stays the same if the local name is changed.
  private func writtenPath(of match: Match) -> String {
    let pattern = tables.patterns[match.pattern]
    let names = found.nameTokens[match.names]
    var path: [String] = []
    let isImplicit = tokens[match.start].kind == .period
    if !isImplicit {
      path = pattern.components[..<match.component].map {
        text(of: $0, in: pattern, withLabels: true)
      }
    }
    for name in names {
      let component = pattern.components[match.component]
      let isOwn = name == names.first && !tables.names.spells(component.name, tokens.text(at: name))
      let labels = labels(after: name, in: match)
      if isOwn {
        path.append(text(of: component, in: pattern, withLabels: labels == nil && 1 < names.count))
      } else {
        path.append(String(decoding: tokens.text(at: name), as: UTF8.self))
      }
      path[path.count - 1] += labels ?? ""
    }
    let mark = pattern.root.isExpression ? (isImplicit ? "." : nil) : pattern.root.mark
    return (mark.map(String.init) ?? "") + path.joined(separator: ".")
  }

  private func text(
    of component: CompiledComponent, in pattern: CompiledPattern, withLabels: Bool
  ) -> String {
    func name(_ number: Int) -> String { String(decoding: tables.names[number], as: UTF8.self) }
    guard withLabels, let labels = component.labels else { return name(component.name) }
    let words = pattern.labels(labels).map {
      ($0 == CompiledComponent.noLabel ? "_" : name($0)) + ":"
    }
    return "\(name(component.name))(\(words.joined()))"
  }

  /// The labels in the argument list after the name in the match, e.g. `(_:using:)`; `nil` if there
  /// is no argument list.
  private func labels(after name: Int, in match: Match) -> String? {
    var node = tree.node(ofToken: name)
    let token = tree.token(of: node)
    if token + 1 < tree.end(of: node), tree.kind(of: node).isReference {
      // A reference such as `Date.init(timeIntervalSince1970:)` has only labels (SE-0021).
      let labels = stride(from: token + 2, to: tree.end(of: node) - 1, by: 2)
      return "(\(labels.map { text(of: $0) + ":" }.joined()))"
    }
    while true {
      node = tree.unchanged(node)
      if let outer = tree.extended(node), tree.kind(of: outer) == .genericSpecializationExpr {
        node = outer
      } else if let outer = tree.parentheses(around: node) {
        node = outer
      } else {
        break
      }
    }
    guard let call = tree.call(of: node), tree.end(of: node) <= match.end,
      let list = tree.child(.arguments, of: call), pairs.partner(of: tree.start(of: list)) != nil
    else { return nil }
    var labels = ""
    for argument in tree.children(of: list) where labels.utf8.count < Limits.text {
      let isLabelled = tree.kind(of: argument) == .labeledExpr
      labels += (isLabelled ? text(of: tree.token(of: argument)) : "_") + ":"
    }
    return "(\(labels))"
  }

  private func text(of token: Int) -> String {
    String(decoding: tokens.text(at: token), as: UTF8.self)
  }
}

extension SyntaxKind {
  fileprivate var isReference: Bool { self == .declReferenceExpr || self == .memberAccessExpr }
}

/// The names of a file's declarations in a `FindingKey`, by node. They leave out attributes,
/// generics, closures without a text and local variables, which change more often than the code
/// around them.
typealias ScopeNames = [Int: String]

extension SyntaxTree {
  /// The node around a node that has a name in keys: a scope, a setter or observer, or a closure
  /// with a text as in `it("loads") { … }`. `nil` at file level.
  func namedScope(around node: Int) -> Int? {
    let scope = scope(around: node)
    return ancestors(of: node).first { $0 == scope || isNamedPart($0) }
  }

  /// Whether it is a part of a scope that has a name in keys.
  func isNamedPart(_ node: Int) -> Bool {
    switch kind(of: node) {
    case .closureExpr: call(withTextAnd: node) != nil
    case .accessorDecl: !source.isWord("get", at: token(of: node)) && !isOfLocal(node)
    default: false
    }
  }

  private func isOfLocal(_ accessor: Int) -> Bool {
    parent(of: accessor).flatMap { parent(of: $0) }.map {
      kind(of: $0) == .patternBinding && isLocal($0)
    } ?? true
  }

  /// The call of a name whose first argument is a text, and that the closure is an argument of.
  fileprivate func call(withTextAnd closure: Int) -> Int? {
    let call = ancestors(of: closure).prefix(3).first { kind(of: $0) == .functionCallExpr }
    guard let call, closures(of: call).contains(closure), text(in: call) != nil,
      let callee = firstChild(of: call), source[token(of: callee)].isWord
    else { return nil }
    return call
  }

  /// The first argument of a call or macro, if it is a text without a label and interpolations.
  fileprivate func text(in call: Int) -> Int? {
    guard let list = child(.arguments, of: call), let first = firstChild(of: list),
      kind(of: first) == .stringLiteralExpr, firstChild(of: first) == nil
    else { return nil }
    return first
  }
}

extension FileUses {
  /// The name of a scope, e.g. `FeedModel.show(_:animated:)`; `-` at file level.
  func name(ofScope scope: Int, knowing names: inout ScopeNames) -> String {
    var pending: [Int] = []
    var next: Int? = scope
    var name = ""
    while let scope = next {
      if let known = names[scope] {
        name = known
        break
      }
      pending.append(scope)
      next = tree.namedScope(around: scope)
    }
    for scope in pending.reversed() {
      name = self.name(of: scope, in: name)
      names[scope] = name
    }
    return name.isEmpty ? "-" : name
  }

  private func name(of scope: Int, in outer: String) -> String {
    if tree.kind(of: scope) == .accessorDecl {
      return keyText("\(outer){\(text(of: tree.token(of: scope)))}")
    }
    var name = Name(outer.utf8)
    if !name.isEmpty { name.append(UInt8(ascii: ".")) }
    let start = name.count
    appendName(of: scope, to: &name)
    return start == name.count ? outer : keyText(String(decoding: name, as: UTF8.self))
  }

  /// Appends nothing for a scope that keys leave out.
  private func appendName(of scope: Int, to name: inout Name) {
    let token = tree.token(of: scope)
    switch tree.kind(of: scope) {
    case .macroExpansionDecl, .macroExpansionExpr:
      if tree.isLocal(scope) { return }
      name.append(UInt8(ascii: "#"))
      name += tokens.text(at: tree.introducer(of: scope) + 1)
      appendText(of: scope, to: &name)
    case .closureExpr:
      guard let call = tree.call(withTextAnd: scope), let callee = tree.firstChild(of: call) else {
        return
      }
      name += tokens.text(at: tree.token(of: callee))
      appendText(of: call, to: &name)
    case .variableDecl:
      tree.child(.patternBinding, of: scope).map { appendName(ofBinding: $0, to: &name) }
    case .patternBinding:
      appendName(ofBinding: scope, to: &name)
    case .enumCaseDecl:
      if let first = tree.child(.enumCaseElement, of: scope) {
        name += tokens.text(at: tree.token(of: first))
      }
    case .functionDecl:
      name += file.functionName(at: token)
      appendLabels(of: scope, to: &name)
    case .initializerDecl, .deinitializerDecl, .subscriptDecl:
      name += tokens.text(at: token)
      appendLabels(of: scope, to: &name)
    case .extensionDecl:
      let paths = file.header(of: scope).names.map { $0.joined(separator: ".".utf8) }
      name += paths.joined(separator: ",".utf8)
    case .typeAliasDecl, .associatedTypeDecl:
      break
    default:
      if tokens[token].isWord { name += tokens.text(at: token) }
    }
  }

  /// Appends the text that a call or macro begins with, e.g. `("loads")`. No period is in it, since
  /// periods are between names.
  private func appendText(of call: Int, to name: inout Name) {
    guard let literal = tree.text(in: call) else { return }
    let quotes = tree[literal].range.filter {
      tokens[$0].kind == .openQuote || tokens[$0].kind == .closeQuote
    }
    guard quotes.count == 2 else { return }
    let text = tokens.bytes[tokens[quotes[0]].end..<tokens[quotes[1]].start]
    var (escaped, isIndentation) = ("", false)
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars.prefix(Limits.many) {
      // Neither the indentation of a text nor its line ends are in it.
      switch scalar {
      case "\r": continue
      case " ", "\t": if isIndentation { continue } else { escaped.unicodeScalars.append(scalar) }
      case "\n": escaped += "\\n"
      case ".": escaped += "\\u{2E}"
      default: escaped.unicodeScalars.append(scalar)
      }
      isIndentation = scalar == "\n"
    }
    name += "(\"\(escaped)\")".utf8
  }

  private func appendName(ofBinding binding: Int, to name: inout Name) {
    guard !tree.isLocal(binding), let pattern = tree.firstChild(of: binding) else { return }
    switch tree.kind(of: pattern) {
    case .identifierPattern:
      name += tokens.text(at: tree.token(of: pattern))
    case .tuplePattern:
      let names = tree.boundNames(in: pattern).map { Name(tokens.text(at: tree.token(of: $0))) }
      name += names.joined(separator: ",".utf8)
    default:
      break
    }
  }

  /// Appends the labels in a function's compound name, e.g. `(_:animated:)`. Appends nothing if no
  /// parameter list is written.
  private func appendLabels(of function: Int, to name: inout Name) {
    let owner = tree.child(.functionSignature, of: function) ?? function
    guard let clause = tree.child(.parameterClause, of: owner),
      pairs.partner(of: tree.start(of: clause)) != nil
    else { return }
    // The compiler, too, calls them `==(_:_:)` and `subscript(_:)`.
    let isUnlabelled = tokens[tree.token(of: function)].kind.isOperator
    let isSubscript = tree.kind(of: function) == .subscriptDecl
    name.append(UInt8(ascii: "("))
    for parameter in tree.children(of: clause) where tree.kind(of: parameter) == .parameter {
      let parts = tree.parts(ofParameter: parameter)
      let isNamed = !isUnlabelled && (!isSubscript || parts.label != parts.name)
      if isNamed, let label = parts.label {
        name += tokens.text(at: label)
      } else {
        name += "_".utf8
      }
      name.append(UInt8(ascii: ":"))
    }
    name.append(UInt8(ascii: ")"))
  }
}

/// The text, shortened to the length that a key may have.
func keyText(_ text: String) -> String {
  guard Limits.text < text.utf8.count else { return text }
  return String(text.unicodeScalars.prefix(Limits.text))
}
