import SwiftLexer
import Syntax

// Rules with `assigned` and `discarded`: what becomes of the value of a use.

extension FileUses {
  /// The verdict if the rule is for writes, or for discarded values, and the match is none that it
  /// reports.
  func writeVerdict(on match: Match, _ rule: Int) -> MatchVerdict? {
    let (isAssigned, isDiscarded) = (tables.rules[rule].isAssigned, tables.rules[rule].isDiscarded)
    if isDiscarded, !self.isDiscarded(match) { return .otherUse }
    guard isAssigned else { return nil }
    guard let target = writtenPath(of: match) else { return .otherUse }
    return restoring(target, rule).map { .restored(by: tokens[$0].start) }
  }

  /// Whether the value of the use, after all members and calls, goes to `_`.
  private func isDiscarded(_ match: Match) -> Bool {
    var node = file.afterPrefixWords(tree.chain(from: expression(of: match)))
    guard tree.end(of: node) == match.end + 1 else { return false }
    while let outer = tree.parentheses(around: node) { node = file.afterPrefixWords(outer) }
    let start = tree.start(of: node)
    guard let parent = tree.parent(of: node), 1 < start, tokens[start - 1].kind == .equal else {
      return false
    }
    let isWhole = tree.end(of: parent) == tree.end(of: node)
    return isWhole && tokens.isWord("_", at: start - 2)
  }

  /// The node of a path that begins with a use and that something is written to: by `=`, an
  /// operator such as `+=`, or `&`; `nil` if nothing is.
  private func writtenPath(of match: Match) -> Int? {
    var node = expression(of: match)
    while let outer = tree.extended(node) {
      switch tree.kind(of: outer) {
      case .memberAccessExpr, .subscriptCallExpr, .forceUnwrapExpr, .optionalChainingExpr:
        node = outer
        continue
      default: break
      }
      break
    }
    var target = node
    while let parent = tree.parent(of: target), tree.kind(of: parent) == .tupleExpr {
      target = parent
    }
    guard let parent = tree.parent(of: target) else { return nil }
    if tree.kind(of: parent) == .inOutExpr { return node }
    guard tree.kind(of: parent) == .sequenceExpr, let mark = tree.nextSibling(of: target),
      tree.isAssignment(mark)
    else { return nil }
    return node
  }

  /// The first token of a write that puts back what is written to a path: one to the same path in a
  /// `defer` of the block around, or in `tearDown` or `deinit` of the type around.
  private func restoring(_ target: Int, _ rule: Int) -> Int? {
    let matches = found.matches.lazy.filter { tables.patterns[$0.pattern].rule == rule }
    for match in matches.prefix(Limits.many) {
      guard let other = writtenPath(of: match), isSamePath(target, other),
        let end = end(thatRuns: other)
      else { continue }
      let type = typeName(around: target)
      let isRestored =
        switch end {
        case .block(let block): tree[block].range.contains(tree.start(of: target))
        case .type(let name): name.map { type?.elementsEqual($0) == true } ?? false
        }
      if isRestored { return tree.start(of: other) }
    }
    return nil
  }

  /// The code at whose end something runs.
  private enum Ended {
    case block(Int)
    case type(Name?)
  }

  /// The code that ends with a `defer`, `tearDown` or `deinit` around a node.
  private func end(thatRuns node: Int) -> Ended? {
    for outer in tree.ancestors(of: node).prefix(Limits.ancestors) {
      switch tree.kind(of: outer) {
      case .deferStmt:
        return tree.ancestors(of: outer).first {
          [.codeBlock, .closureExpr, .accessorBlock, .switchCaseList].contains(tree.kind(of: $0))
        }.map { .block($0) }
      case .deinitializerDecl: return .type(typeName(around: outer))
      case .functionDecl:
        let name = tokens.text(at: tree.introducer(of: outer) + 1)
        return name.starts(with: "tearDown".utf8) ? .type(typeName(around: outer)) : nil
      case .closureExpr, .initializerDecl: return nil
      default: break
      }
    }
    return nil
  }

  /// The last name of the innermost type, or extension of one, around a node.
  private func typeName(around node: Int) -> Name? {
    guard let type = tree.ancestors(of: node).first(where: { tree.kind(of: $0).isTypeDecl }) else {
      return nil
    }
    return file.header(of: type).names.first?.last
  }

  /// Whether two paths are written with the same words, apart from `self`.
  private func isSamePath(_ first: Int, _ second: Int) -> Bool {
    func words(_ node: Int) -> [Name] {
      let words = tree[node].range.prefix(Limits.few).map { Name(tokens.text(at: $0)) }
      let isOwn = words.first.map { $0.elementsEqual("self".utf8) } ?? false
      return isOwn ? Array(words.dropFirst(2)) : words
    }
    return words(first) == words(second)
  }
}
