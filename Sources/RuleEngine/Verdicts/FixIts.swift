import Diagnostics
import Rules
import SwiftLexer
import Syntax

/// The number of bytes of a file that may be written again in fix-its. If uses are nested, the
/// arguments of a use are written again for each use around it. The budget keeps the work in
/// proportion to the length of the file.
struct FixItBudget {
  private var bytes: Int

  /// - Parameter isApplied: whether the fix-its are applied at once. With more of them at a time,
  ///   the text has to be linted fewer times.
  init(for source: SourceTokens, isApplied: Bool = false) {
    bytes = (isApplied ? 1 << 22 : 1 << 16) + 8 * source.bytes.count
  }

  /// Takes bytes from the budget.
  /// - Returns: whether enough bytes were left. If not, the budget is used up.
  mutating func spend(_ count: Int) -> Bool {
    guard count <= bytes else {
      bytes = 0
      return false
    }
    bytes -= count
    return true
  }
}

/// The reason why a use gets no fix-it.
package enum FixItObstacle: Error, Sendable {
  /// The rule's `replace` has no entry for the pattern.
  case noReplacement
  /// The rule's `replace` has an entry, but only for other arguments, or only for calls.
  case otherForm
  /// The use is inside the declaration of a name that the replacement uses, so it would call
  /// itself.
  case insideItself
  case wouldLoseComment
  /// In this place the replacement would mean something else, or would change nothing.
  case wouldMeanOtherwise
}

extension FileUses {
  /// The fix-it for a use, by the rule's `replace`.
  /// - Parameter trivia: the trivia of the file.
  mutating func fixIt(
    for match: Match, _ trivia: [Trivia], budget: inout FixItBudget
  ) throws(FixItObstacle) -> FixIt {
    guard let (use, template) = replacement(of: match, budget: &budget),
      budget.spend(byteRange(of: use.tokens).count * template.argumentCount)
    else { throw tables.replacements[match.pattern] == nil ? .noReplacement : .otherForm }
    guard !isInsideDeclaration(namedIn: template, scope: scope(of: match), budget: &budget) else {
      throw .insideItself
    }
    guard keepsComments(trivia, in: use, template) else { throw .wouldLoseComment }
    let range = byteRange(of: use.tokens)
    guard let text = newText(template, for: use, root: tables.patterns[match.pattern].root),
      !text.bytes.elementsEqual(tokens.bytes[range]),
      let fixIt = text.fixIt(replacing: range)
    else { throw .wouldMeanOtherwise }
    return fixIt
  }

  /// The part of the match to replace, and the template of the new text; `nil` if there is no
  /// template for the use.
  private mutating func replacement(
    of match: Match, budget: inout FixItBudget
  ) -> (ReplacedUse, ReplacementTemplate)? {
    guard let replacements = tables.replacements[match.pattern] else { return nil }
    if !replacements.exact.isEmpty,
      let call = replacedUse(of: match, withArguments: true, budget: &budget),
      let exact = replacements.exact.first(where: { call.hasLabels($0.labels, tables) })
    {
      return (call, exact.template)
    }
    guard let template = replacements.template,
      let use = replacedUse(of: match, withArguments: template.hasAllArguments, budget: &budget)
    else { return nil }
    return (use, template)
  }

  private func byteRange(of range: ClosedRange<Int>) -> Range<Int> {
    tokens[range.lowerBound].start..<tokens[range.upperBound].end
  }

  /// Whether each comment in the use is in an argument that is written again.
  private func keepsComments(
    _ trivia: [Trivia], in use: ReplacedUse, _ template: ReplacementTemplate
  ) -> Bool {
    let range = byteRange(of: use.tokens)
    let used = Set(template.argumentNumbers)
    let arguments = use.arguments.indices.filter(used.contains).map { use.arguments[$0].tokens }
    let all = template.hasAllArguments ? use.allArguments : nil
    var kept = (all.map { [$0] } ?? arguments).map {
      byteRange(of: $0.lowerBound...$0.upperBound - 1)
    }[...]
    var index = trivia.partitioningIndex { range.lowerBound <= $0.start }
    while index < trivia.count, trivia[index].start < range.upperBound {
      while let first = kept.first, first.upperBound <= trivia[index].start { kept.removeFirst() }
      guard trivia[index].kind != .unexpectedText, let first = kept.first,
        first.lowerBound < trivia[index].start
      else { return false }
      index += 1
    }
    return true
  }
}

/// The text of a fix-it while it is put together.
private struct NewText {
  private(set) var bytes: [UInt8] = []
  private var kept: [KeptText] = []

  mutating func append(_ text: String) {
    bytes += text.utf8
  }

  mutating func append(
    _ source: UnsafeBufferPointer<UInt8>, keeping range: Range<Int>, isAlone: Bool
  ) {
    kept.append(KeptText(range, at: bytes.count, isAlone: isAlone))
    bytes += source[range]
  }

  /// Removes the comma before arguments that are empty.
  mutating func removeComma() {
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: ",") { bytes.removeLast() }
  }

  /// Makes a fix-it; `nil` if the text is no valid Unicode, as the text of a fix-it must be.
  func fixIt(replacing range: Range<Int>) -> FixIt? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { return nil }
    return FixIt(replacing: range, with: text, keeping: kept)
  }
}

extension FileUses {
  /// The text of the template with the arguments, written so that its meaning does not change in
  /// this place. `nil` if an argument cannot stand there.
  private func newText(
    _ template: ReplacementTemplate, for use: ReplacedUse, root: PatternRoot
  ) -> NewText? {
    let (first, last) = (use.tokens.lowerBound, use.tokens.upperBound)
    let isOperand = template.isOperand || startsExpression(first) && endsExpression(last)
    if template.startsWithPeriod, isOperand, root == .name, !allowsPeriod(at: first) { return nil }
    var text = NewText()
    if !isOperand {
      text.append("(")
    } else if template.startsWithName, 0 < first, tokens[first - 1].isNameLike,
      tokens[first - 1].end == tokens[first].start
    {
      text.append(" ")
    }
    for piece in template.pieces {
      switch piece {
      case .text(let words):
        text.append(words)
      case .argument(let number, let place):
        guard append(use.arguments[number], at: place, to: &text) else { return nil }
      case .allArguments(let isBeforeComma):
        guard append(allArgumentsOf: use, isBeforeComma: isBeforeComma, to: &text) else {
          return nil
        }
      }
    }
    if !isOperand {
      text.append(")")
    } else if template.endsWithName, tokens[last + 1].isNameLike,
      tokens[last + 1].start == tokens[last].end
    {
      text.append(" ")
    }
    return text
  }

  /// Appends all arguments.
  /// - Returns: whether they can stand there. A trailing closure cannot.
  private func append(
    allArgumentsOf use: ReplacedUse, isBeforeComma: Bool, to text: inout NewText
  ) -> Bool {
    guard !use.arguments.contains(where: \.isTrailingClosure) else { return false }
    guard let tokens = use.allArguments else {
      text.removeComma()
      return !isBeforeComma
    }
    text.append(
      self.tokens.bytes, keeping: byteRange(of: tokens.lowerBound...tokens.upperBound - 1),
      isAlone: true)
    return true
  }

  /// Appends an argument.
  /// - Returns: whether it can stand there.
  private func append(
    _ argument: UseArgument, at place: ArgumentPlace, to text: inout NewText
  ) -> Bool {
    let range = byteRange(of: argument.tokens.lowerBound...argument.tokens.upperBound - 1)
    switch place {
    case .trailingClosure where !argument.isTrailingClosure:
      return false
    case .operand where !isOperandExpression(argument.tokens, in: tokens, pairs),
      .receiver where !isReceiver(argument.tokens):
      guard tokens[argument.tokens.lowerBound].kind != .prefixAmpersand else { return false }
      text.append("(")
      text.append(tokens.bytes, keeping: range, isAlone: true)
      text.append(")")
    case .whole:
      text.append(tokens.bytes, keeping: range, isAlone: true)
    case .operand, .receiver, .trailingClosure:
      text.append(tokens.bytes, keeping: range, isAlone: false)
    }
    return true
  }

  /// Whether a period and a name may follow the tokens.
  private func isReceiver(_ range: Range<Int>) -> Bool {
    switch tokens[range.upperBound - 1].kind {
    case .integerLiteral, .floatLiteral: false
    default: isOperandExpression(range, in: tokens, pairs)
    }
  }

  /// Whether no token before this one can take a part of the expression as its operand.
  private func startsExpression(_ index: Int) -> Bool {
    guard 0 < index else { return true }
    let previous = tokens[index - 1]
    switch previous.kind {
    case .leftParen, .leftSquare, .leftBrace, .comma, .equal, .semicolon:
      return true
    case .colon where 2 < index && tokens[index - 2].isWord:
      // This is the colon of an argument label, not of a `?:`.
      return tokens[index - 3].kind == .leftParen || tokens[index - 3].kind == .comma
    case .keyword where previous.keyword == .return || previous.keyword == .in:
      return !tokens.isMember(index - 1)
    default:
      return tokens[index].isAtLineStart && tokens.endsOperand(at: index - 1)
    }
  }

  /// Whether no token after this one can take a part of the expression as its operand.
  private func endsExpression(_ index: Int) -> Bool {
    let next = tokens[index + 1]
    switch next.kind {
    case .rightParen, .rightSquare, .rightBrace, .comma, .semicolon, .endOfFile:
      return true
    case .identifier, .rawIdentifier, .atSign:
      return next.isAtLineStart
    case .keyword:
      return next.isAtLineStart && next.keyword != .as && next.keyword != .is
    default:
      return false
    }
  }

  /// Whether an implicit member can start at the token. It cannot after an operand, of which it
  /// would be a member, or after an operator that would join with its period.
  private func allowsPeriod(at index: Int) -> Bool {
    guard 0 < index else { return true }
    if tokens.endsOperand(at: index - 1) { return false }
    return tokens[index - 1].end < tokens[index].start
      || startsExpression(index)
        && tokens[index - 1].kind != .equal
  }
}

extension ReplacementTemplate {
  fileprivate var argumentNumbers: [Int] {
    pieces.compactMap { if case .argument(let number, _) = $0 { number } else { nil } }
  }
}

/// The part of a match that a fix-it replaces. Positions are indices of tokens.
struct ReplacedUse {
  /// The tokens from the first, a parenthesis in `(Date)()`, to the last that is replaced.
  var tokens: ClosedRange<Int>
  /// The arguments in source order, which is also the order in the pattern.
  var arguments: [UseArgument] = []
}

struct UseArgument {
  /// The tokens of the argument without its label.
  let tokens: Range<Int>
  /// The number of the label as in `CompiledComponent`; `nil` for a first trailing closure, which
  /// may stand for any label.
  let label: Int?
  let isTrailingClosure: Bool
}

extension ReplacedUse {
  /// All arguments with their labels, without a comma after the last; `nil` if there are no
  /// arguments.
  var allArguments: Range<Int>? {
    guard let first = arguments.first, let last = arguments.last else { return nil }
    let isLabelled = first.label.map { $0 != CompiledComponent.noLabel } ?? false
    return first.tokens.lowerBound - (isLabelled ? 2 : 0)..<last.tokens.upperBound
  }

  /// Whether the use is a call with these labels.
  func hasLabels(_ labels: [Int], _ tables: RuleTables) -> Bool {
    labels.count == arguments.count
      && zip(labels, arguments).allSatisfy { label, argument in
        argument.label.map { $0 == label }
          ?? (label == CompiledComponent.noLabel || !tables.isLabelOfValue(label))
      }
  }
}

extension FileUses {
  /// The part of the match that a fix-it replaces; `nil` if a fix-it cannot replace the match.
  /// - Parameter withArguments: whether to replace the whole call, though the pattern has no
  ///   labels.
  mutating func replacedUse(
    of match: Match, withArguments: Bool, budget: inout FixItBudget
  ) -> ReplacedUse? {
    guard let last = lastReplacedToken(of: match, withArguments: withArguments),
      budget.spend(tokens[last].end - tokens[match.start].start)
    else { return nil }
    return replacedUse(of: match, to: last)
  }

  /// The last token that a fix-it replaces. If the pattern has no labels, a fix-it replaces only
  /// its names, unless its text takes the arguments. `nil` if the use is no call, but the pattern
  /// is an initializer or has labels.
  private func lastReplacedToken(of match: Match, withArguments: Bool) -> Int? {
    let pattern = tables.patterns[match.pattern]
    guard let lastName = found.nameTokens[match.names].last else { return nil }
    let isReference = tokens[match.end].kind == .rightParen && tokens[match.end - 1].kind == .colon
    let isCalled = lastName < match.end && !isReference
    guard pattern.components.last?.labels == nil, !withArguments else {
      return isCalled ? match.end : nil
    }
    // The new module may have other parts.
    if pattern.root == .module, tokens[lastName + 1].kind == .period { return nil }
    return isCalled || !pattern.isInitializedType ? lastName : nil
  }

  /// The replaced part with its arguments. `nil` if anything else would get lost, such as the `?`
  /// of an optional chain, generic arguments or a clause of `#if`. Also `nil` if a name of the file
  /// stands for a part of the use, as a constant does.
  /// - Parameter last: the last token that is replaced.
  private mutating func replacedUse(of match: Match, to last: Int) -> ReplacedUse? {
    var names = found.nameTokens[match.names]
    guard names.allSatisfy({ isNameOfPattern($0, tables.patterns[match.pattern]) }) else {
      return nil
    }
    var use = ReplacedUse(tokens: match.start...last)
    var index = match.start
    while index <= last {
      if names.first == index {
        names.removeFirst()
        index += 1
      } else if index == match.start, tokens[index].keyword == .Self {
        // `Self` stands for the extended type.
        index += 1
      } else if let end = isQualifier(at: index) ? index : endOfArguments(at: index, of: &use) {
        index = end + 1
      } else if tokens[index].kind == .rightParen,
        pairs.partner(of: index) == use.tokens.lowerBound - 1
      {
        use.tokens = use.tokens.lowerBound - 1...last
        index += 1
      } else {
        return nil
      }
    }
    return index == last + 1 && isUnbroken(use.tokens) ? use : nil
  }

  private func isNameOfPattern(_ index: Int, _ pattern: CompiledPattern) -> Bool {
    if tokens[index].keyword == .Self { return true }
    let name = tables.names.number(of: tokens.text(at: index))
    return pattern.components.contains { $0.name == name }
  }

  /// Whether the token only adds to the name beside it: a module, `.self`, a period.
  private func isQualifier(at index: Int) -> Bool {
    switch tokens[index].kind {
    case .period, .colonColon, .pound, .atSign:
      return true
    case .keyword:
      return tokens[index].keyword == .`self` && tokens.isMember(index)
    default:
      let next = tokens[index + 1].kind
      return (next == .period || next == .colonColon) && file.isModule(at: index)
    }
  }

  /// Adds the arguments in parentheses, or the trailing closure, that start at the token.
  /// - Returns: the last token of what was added; `nil` if no arguments start there.
  private mutating func endOfArguments(at index: Int, of use: inout ReplacedUse) -> Int? {
    switch tokens[index].kind {
    case .leftParen:
      guard use.tokens.lowerBound < index, file.isArgumentList(at: index),
        let close = pairs.partner(of: index), close <= use.tokens.upperBound,
        readArguments(tree.node(ofToken: index), of: &use)
      else { return nil }
      return close
    case .leftBrace:
      guard let close = pairs.partner(of: index), close <= use.tokens.upperBound else { return nil }
      let isLabelled = tokens[index - 1].kind == .colon
      use.arguments.append(
        UseArgument(
          tokens: index..<close + 1, label: isLabelled ? tables.label(tokens, at: index - 2) : nil,
          isTrailingClosure: true))
      return close
    default:
      // The closure after the label is read next.
      return file.isLabel(at: index) && tokens[index + 2].kind == .leftBrace ? index + 1 : nil
    }
  }

  /// - Returns: false if the parentheses only name labels: `(timeIntervalSinceNow:)` (SE-0021).
  private func readArguments(_ list: Int, of use: inout ReplacedUse) -> Bool {
    guard tree.kind(of: list) == .arguments else { return false }
    for argument in tree.children(of: list) {
      let isLabelled = tree.kind(of: argument) == .labeledExpr
      guard let value = tree.value(of: argument) else { return false }
      use.arguments.append(
        UseArgument(
          tokens: tree[value].range,
          label: isLabelled
            ? tables.label(tokens, at: tree.token(of: argument)) : CompiledComponent.noLabel,
          isTrailingClosure: false))
    }
    return true
  }

  /// Whether the tokens hold no directive, and no string that the end of its line cuts off.
  private func isUnbroken(_ range: ClosedRange<Int>) -> Bool {
    var openQuotes = 0
    for index in range {
      switch tokens[index].kind {
      case .openQuote: openQuotes += 1
      case .closeQuote: openQuotes -= 1
      case .poundIf, .poundElseif, .poundElse, .poundEndif, .poundSourceLocation, .unknown:
        return false
      default: break
      }
    }
    return openQuotes == 0
  }
}

extension CompiledPattern {
  /// Whether the pattern is a type or an initializer. If it is not called, the type may stand for
  /// anything.
  fileprivate var isInitializedType: Bool {
    guard root.isExpression, let last = components.last else { return false }
    return last.isInitializer || last.isType
  }
}

// A replacement must not call itself: `Date.current` reads the clock somewhere.

extension FileUses {
  /// Whether a declaration around the use has a name that the template uses, so that the
  /// replacement would call itself. It is true if the budget is used up.
  /// - Parameter scope: the innermost scope, as a node; `nil` at file level.
  func isInsideDeclaration(
    namedIn template: ReplacementTemplate, scope: Int?, budget: inout FixItBudget
  ) -> Bool {
    var next = scope
    while let scope = next {
      guard budget.spend(1) else { return true }
      if declares(scope, aNameOf: template) { return true }
      next = tree.scope(around: scope)
    }
    return false
  }

  private func declares(_ scope: Int, aNameOf template: ReplacementTemplate) -> Bool {
    let kind = tree.kind(of: scope)
    func isDeclared(_ name: Int, _ used: String?) -> Bool {
      used.map { tokens.text(at: name).elementsEqual($0.utf8) } ?? false
    }
    switch kind {
    case .macroExpansionDecl, .macroExpansionExpr, .enumCaseDecl, .enumCaseElement:
      return false
    case .functionDecl:
      return template.names.contains { isDeclared(tree.token(of: scope), $0) }
    case .variableDecl, .patternBinding:
      let name = kind == .variableDecl ? tree.token(of: scope) + 1 : tree.start(of: scope)
      // `let now = clock.now` has two different names `now`. In a type, the template may mean the
      // member that is declared.
      let isMember = tree.scope(around: scope).map { tree.kind(of: $0).isTypeDecl } ?? false
      return isMember && !tree.isLocal(scope)
        ? template.names.contains { isDeclared(name, $0) } : isDeclared(name, template.names.first)
    case .initializerDecl, .deinitializerDecl, .subscriptDecl:
      return isDeclared(tree.token(of: scope) + 1, template.lastName)
    case .extensionDecl:
      return isDeclared(tree.introducer(of: scope) + 1, template.lastName)
    default:
      return isDeclared(tree.token(of: scope), template.lastName)
    }
  }
}
