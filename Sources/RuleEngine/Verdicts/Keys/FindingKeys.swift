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
      let isOwn = name == names.first && !tables.isName(component.name, tokens.text(at: name))
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
