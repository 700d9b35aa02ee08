import Diagnostics
import Rules
import SwiftLexer

/// What a file's keys are made of.
struct FindingKeys {
  /// Of each declaration, once.
  var names = ScopeNames()
  /// One for those that have the same words and key, as many in a large file do; up to some number.
  private var known: [Kind: Diagnostic] = [:]

  private struct Kind: Hashable {
    let words: ObjectIdentifier
    let key: FindingKey
  }

  /// A diagnostic with nothing beside its words but the key.
  mutating func finding(
    _ words: DiagnosticWords, at range: Range<Int>, _ key: FindingKey
  ) -> Diagnostic {
    let kind = Kind(words: ObjectIdentifier(words), key: key)
    if let like = known[kind] { return Diagnostic(like: like, at: range) }
    let first = Diagnostic(words, at: range, key: key)
    if known.count < 4096 { known[kind] = first }
    return first
  }
}

extension FileUses {
  /// What the match is known by when its line has moved.
  mutating func key(of match: Match, knowing names: inout ScopeNames) -> FindingKey {
    FindingKey(
      scope: name(ofScope: match.scope, knowing: &names), tokens: keyText(writtenPath(of: match)))
  }

  /// The names of the use with the labels of their arguments, e.g. `DispatchQueue.main.async`. What
  /// the file has a name of its own for is called as the rule calls it: locals are renamed.
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
      let isOwn = name == names.first && !tables.isName(component.name, tokens.text(at: name))
      let labels = labels(after: name, in: match)
      if isOwn {
        path.append(
          text(of: component, in: pattern, withLabels: labels == nil && 1 < names.count))
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

  /// The labels in the argument list that follows the name in the match, e.g. `(_:using:)`; nil if
  /// none does.
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
      guard isLabel(at: start) else {
        labels += "_:"
        start = file.endOfArgument(from: start, to: close) + 1
        continue
      }
      labels += String(decoding: tokens.text(at: start), as: UTF8.self) + ":"
      // In `Date.init(timeIntervalSince1970:)` there are labels alone (SE-0021).
      let isAlone = start + 2 == close || isLabel(at: start + 2)
      start = isAlone ? start + 2 : file.endOfArgument(from: start + 2, to: close) + 1
    }
    return "(\(labels))"
  }

  private func isLabel(at index: Int) -> Bool {
    tokens[index].isWord && tokens[index + 1].kind == .colon
  }
}
