import Diagnostics
import Rules
import SwiftLexer
import Syntax

// What rules with `receiver` and `order` ask of a use.

extension FileUses {
  /// Why a use does not count for a rule with `receiver`; `nil` if it counts.
  mutating func typeVerdict(on match: Match, _ rule: Int) -> MatchVerdict? {
    let names = tables.rules[rule].receiver
    if names.isEmpty { return nil }
    guard let base = base(of: match) else { return .otherType(nil) }
    // The end goes first, since the tree alone tells it: to infer a type, the whole file is read.
    if let order = tables.rules[rule].order {
      let end = orderEnd(of: base, order)
      if end?.kind != order.end { return .otherEnd(end?.kind) }
    }
    guard let type = file.type(of: base), !isMemberOfOptional(match) else { return .otherType(nil) }
    let isUnwrapped = [.optionalChainingExpr, .forceUnwrapExpr].contains(tree.kind(of: base))
    if type.isOptional, !isUnwrapped { return .otherType(type) }
    return names.contains(type.name) ? nil : .otherType(type)
  }

  private mutating func orderEnd(of base: Int, _ order: Order) -> OrderTrail.End? {
    if let known = orderEnds[base] { return known }
    var trail = OrderTrail(in: file, textSinks: order.textSinks)
    let end = trail.visibleEnd(of: base)
    orderEnds[base] = .some(end)
    return end
  }

  /// Whether `??` follows a call, as in `name.map { … } ?? ""`: only an optional has such a member.
  private func isMemberOfOptional(_ match: Match) -> Bool {
    guard let receiver = match.receiver, tree.kind(of: receiver) != .optionalChainingExpr,
      let member = tree.parent(of: receiver), let call = tree.call(of: member),
      let sequence = tree.parent(of: call),
      tree.kind(of: sequence) == .sequenceExpr, let mark = tree.nextSibling(of: call)
    else { return false }
    return tokens.text(at: tree.token(of: mark)).elementsEqual("??".utf8)
  }

  /// The receiver of a member, the sequence of a loop, or the argument of an initializer.
  private func base(of match: Match) -> Int? {
    let root = tables.patterns[match.pattern].root
    guard root == .name else { return match.receiver }
    return file.argumentList(of: match, in: found).flatMap { tree.firstChild(of: $0) }
      .flatMap { tree.value(of: $0) }
  }

  // MARK: - What is said of an order

  /// What a finding of a rule with `order` has besides its place; `nil` for other rules.
  mutating func orderWords(
    of match: Match, _ rule: Int
  ) -> (message: String, note: Note, fixIt: FixIt?)? {
    guard let order = tables.rules[rule].order, let base = base(of: match),
      let type = file.type(of: base), let end = orderEnd(of: base, order)
    else { return nil }
    let path = name(of: base).map { " '\($0)'" } ?? ""
    let collection = (typeWords[type.name] ?? Self.anyCollection) + path
    let message = tables.rules[rule].message
    var start = message.startIndex
    while start < message.endIndex, !message[start...].hasPrefix(Self.anyCollection) {
      start = message.index(after: start)
    }
    let rest = message[start...].dropFirst(Self.anyCollection.count)
    let words = start == message.endIndex ? message : message[..<start] + collection + rest
    let note =
      order.end == .text ? "the order gets into text here" : "the list keeps the order here"
    return (
      words,
      Note(at: tokens[end.token].start, note), sorting(base, type, in: match)
    )
  }

  /// What a message of a rule says of whatever it finds.
  private static let anyCollection = "a set or dictionary"

  /// A short path of names, as it is written.
  private func name(of base: Int) -> String? {
    let range = tree[tree.unwrapped(base)].range
    let isPath = range.allSatisfy {
      tokens[$0].isWord
        || [.period, .postfixQuestionMark, .exclamationMark].contains(tokens[$0].kind)
    }
    let bytes = tokens[range.lowerBound].start..<tokens[range.upperBound - 1].end
    guard isPath, bytes.count <= 40 else { return nil }
    let text = String(decoding: tokens.bytes[bytes], as: UTF8.self)
    return text.contains(where: \.isWhitespace) ? nil : text
  }

  /// Sorts the base, if its elements or keys compare.
  private func sorting(_ base: Int, _ type: ExpressionType, in match: Match) -> FixIt? {
    let isDictionary = type.name == "Dictionary"
    // The description of a list of pairs is none of a dictionary.
    let member = match.receiver.flatMap { tree.parent(of: $0) }.map { tree.token(of: $0) }
    let isDescribed =
      member.map {
        tokens.isWord("description", at: $0) || tokens.isWord("debugDescription", at: $0)
      }
    guard isDescribed != true, type.name != "Dictionary.Values",
      let sorted = isDictionary ? type.key : type.element,
      comparableTypes.contains(sorted), tree.kind(of: base).isPostfix
    else { return nil }
    let range = tree.bytes(of: base)
    let written = String(decoding: tokens.bytes[range], as: UTF8.self)
    // A closure may not begin there.
    let isHeader =
      tree.ancestors(of: base).first { tree.kind(of: $0).isStatement }
      .map { headers.contains(tree.kind(of: $0)) } ?? false
    let text =
      !isDictionary
      ? ".sorted()" : isHeader ? ".sorted(by: { $0.key < $1.key })" : ".sorted { $0.key < $1.key }"
    return FixIt(replacing: range, with: written + text)
  }
}

private let typeWords = [
  "Set": "the set", "Dictionary": "the dictionary", "Dictionary.Keys": "the keys",
  "Dictionary.Values": "the values",
]

extension SyntaxKind {
  /// Whether a member may follow.
  fileprivate var isPostfix: Bool {
    switch self {
    case .declReferenceExpr, .memberAccessExpr, .functionCallExpr, .subscriptCallExpr,
      .optionalChainingExpr, .forceUnwrapExpr, .tupleExpr:
      true
    default: false
    }
  }
}

private let headers: Set<SyntaxKind> = [
  .forStmt, .guardStmt, .whileStmt, .ifExpr, .switchExpr, .whereClause, .optionalBindingCondition,
  .matchingPatternCondition,
]

/// Types of the library and of Foundation whose values compare.
private let comparableTypes: Set<String> = [
  "String", "Substring", "Character", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8",
  "UInt16", "UInt32", "UInt64", "Double", "Float", "Date", "UUID", "IndexPath", "Duration",
]
