import Diagnostics
import Rules
import SwiftLexer

/// What the keys of a file's findings are made of.
struct FindingKeys {
  /// The name of each declaration that was asked for.
  var names = ScopeNames()
  /// One diagnostic for all with the same words, key and verdict, as a large file may have many.
  /// Limited in number.
  private var known: [Kind: Diagnostic] = [:]

  private struct Kind: Hashable {
    let words: ObjectIdentifier
    let key: FindingKey
    let verdict: FindingVerdict
  }

  /// A diagnostic without notes and fix-its.
  mutating func finding(
    _ words: DiagnosticWords, at range: Range<Int>, _ key: FindingKey, _ verdict: FindingVerdict
  ) -> Diagnostic {
    let kind = Kind(words: ObjectIdentifier(words), key: key, verdict: verdict)
    if let like = known[kind] { return Diagnostic(like: like, at: range) }
    let first = Diagnostic(words, at: range, key: key, verdict: verdict)
    if known.count < 4096 { known[kind] = first }
    return first
  }
}

extension FileUses {
  /// The key of the match. It stays the same if the lines of the match move.
  mutating func key(of match: Match, knowing names: inout ScopeNames) -> FindingKey {
    FindingKey(
      scope: name(ofScope: match.scope, knowing: &names), tokens: keyText(writtenPath(of: match)))
  }

  /// The names of the use with the labels of their arguments, e.g. `DispatchQueue.main.async`. A
  /// name of the file, such as a local constant or an alias, is replaced by the name in the
  /// pattern, so that the key stays the same if the local name is changed.
  private mutating func writtenPath(of match: Match) -> String {
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
  private mutating func labels(after name: Int, in match: Match) -> String? {
    var index = (file.genericArguments(at: name + 1) ?? name) + 1
    while index < match.end, file.isWrapping(index) { index += 1 }
    guard index <= match.end, file.isArgumentList(at: index), let close = pairs.partner(of: index)
    else {
      return nil
    }
    var labels = ""
    var start = index + 1
    while start < close, labels.utf8.count < Limits.keyText {
      guard file.isLabel(at: start) else {
        labels += "_:"
        start = file.endOfArgument(from: start, to: close) + 1
        continue
      }
      labels += String(decoding: tokens.text(at: start), as: UTF8.self) + ":"
      // A reference such as `Date.init(timeIntervalSince1970:)` has only labels (SE-0021).
      let isAlone = start + 2 == close || file.isLabel(at: start + 2)
      start = isAlone ? start + 2 : file.endOfArgument(from: start + 2, to: close) + 1
    }
    return "(\(labels))"
  }
}

/// The names of a file's declarations in a `FindingKey`. They leave out attributes, generics,
/// closures and local variables, which change more often than the code around them.
struct ScopeNames {
  /// By index in `Outline.scopes`: the names from outside in, empty at file level; `nil` until
  /// somebody asks.
  fileprivate var known: [String?] = []
}

extension FileUses {
  /// The name of a scope, e.g. `FeedModel.show(_:animated:)`; `-` at file level.
  /// - Parameter scope: by index in `scopes`.
  mutating func name(ofScope scope: Int, knowing names: inout ScopeNames) -> String {
    if names.known.count < scopes.count {
      names.known += repeatElement(nil, count: scopes.count - names.known.count)
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
    var name = Name(outer.utf8)
    if !name.isEmpty { name.append(UInt8(ascii: ".")) }
    let start = name.count
    appendName(of: scope, to: &name)
    return start == name.count ? outer : keyText(String(decoding: name, as: UTF8.self))
  }

  /// Appends nothing for a scope that keys leave out.
  private mutating func appendName(of scope: Scope, to name: inout Name) {
    guard let introducer = scope.introducer, scope.alternatives.isEmpty else { return }
    let first = scope.binding?.name ?? introducer + 1
    if tokens[introducer].kind == .pound {
      if scope.isLocal { return }
      name.append(UInt8(ascii: "#"))
      name += tokens.text(at: first)
      return
    }
    switch tokens[introducer].keyword {
    case .let, .var:
      if scope.isLocal || !isVariablePattern(at: first) { return }
      if tokens[first].kind == .leftParen {
        appendWrittenNames(of: scope, to: &name)
      } else if tokens[first].isWord {
        name += tokens.text(at: first)
      }
    case .case:
      name += tokens.text(at: first)
    case .func:
      name += file.functionName(at: first)
      appendLabels(ofFunctionAt: introducer, to: &name)
    case .`init`, .deinit, .subscript:
      name += tokens.text(at: introducer)
      appendLabels(ofFunctionAt: introducer, to: &name)
    case .extension:
      appendWrittenNames(of: scope, to: &name)
    case .typealias, .associatedtype:
      break
    default:
      let isImport = 0 < introducer && tokens[introducer - 1].keyword == .import
      if !isImport, tokens[first].isWord { name += tokens.text(at: first) }
    }
  }

  private mutating func appendWrittenNames(of scope: Scope, to name: inout Name) {
    // An empty `first` skips the attributes and modifiers.
    let declaration = file.readDeclaration(of: scope, first: WrittenDeclaration())
    let paths = declaration.names.map { $0.joined(separator: ".".utf8) }
    name += paths.joined(separator: ",".utf8)
  }

  /// Whether the variable is a name, or a tuple of only names.
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

  /// Appends the labels in a function's compound name, e.g. `(_:animated:)`. Appends nothing if no
  /// parameter list is written.
  private mutating func appendLabels(ofFunctionAt introducer: Int, to name: inout Name) {
    guard let open = parameterList(ofFunctionAt: introducer),
      let close = pairs.partner(of: open)
    else { return }
    let keyword = tokens[introducer].keyword
    // The compiler, too, calls them `==(_:_:)` and `subscript(_:)`.
    let isUnlabelled = keyword == .func && tokens[introducer + 1].kind.isOperator
    name.append(UInt8(ascii: "("))
    for parameter in file.entries(of: open + 1..<close) {
      guard let label = nameOfParameter(at: parameter.lowerBound) else { continue }
      let isLabelled = keyword != .subscript || tokens[label + 1].isWord
      if isLabelled, !isUnlabelled { name += tokens.text(at: label) } else { name += "_".utf8 }
      name.append(UInt8(ascii: ":"))
    }
    name.append(UInt8(ascii: ")"))
  }

  /// The first name of the parameter that starts at the token; `nil` if no parameter starts there.
  private mutating func nameOfParameter(at start: Int) -> Int? {
    var name = start
    while tokens[name].kind == .atSign { name = file.skipAttribute(at: name) }
    guard tokens[name].isWord else { return nil }
    let last = tokens[name + 1].isWord ? name + 1 : name
    return tokens[last + 1].kind == .colon ? name : nil
  }

  /// The `(` after the keyword, the name and the generic parameters; `nil` if there is none.
  private func parameterList(ofFunctionAt introducer: Int) -> Int? {
    let isNamed = tokens[introducer].keyword == .func
    if isNamed, tokens[introducer + 1].kind == .endOfFile { return nil }
    var index = introducer + (isNamed ? 2 : 1)
    // The `?` of `init?`.
    while file.isMark(index) || tokens[index].kind == .infixQuestionMark { index += 1 }
    // In `func ==<T>(` the lexer joins the `<` to the name.
    let isGlued = isNamed && tokens[introducer + 1].kind.isOperator && tokens[index].isWord
    let open = file.genericParameters(at: index, isOpen: isGlued).end
    return tokens[open].kind == .leftParen ? open : nil
  }
}

/// The text, shortened to what a key may hold.
func keyText(_ text: String) -> String {
  guard Limits.keyText < text.utf8.count else { return text }
  return String(text.unicodeScalars.prefix(Limits.keyText))
}
