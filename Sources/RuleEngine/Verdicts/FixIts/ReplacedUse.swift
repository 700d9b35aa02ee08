import Rules
import SwiftLexer

/// The part of a match that a fix-it replaces. Positions are indices of tokens.
struct ReplacedUse {
  /// From the first token, a parenthesis in `(Date)()`, to the last token that is replaced.
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
        readArguments(from: index, to: close, of: &use)
      else { return nil }
      return close
    case .leftBrace:
      guard let close = pairs.partner(of: index), close <= use.tokens.upperBound else {
        return nil
      }
      let isLabelled = tokens[index - 1].kind == .colon
      use.arguments.append(
        UseArgument(
          tokens: index..<close + 1, label: isLabelled ? tables.label(tokens, at: index - 2) : nil,
          isTrailingClosure: true))
      return close
    default:
      // The closure after the label is read next.
      return file.isLabelledClosure(at: index) ? index + 1 : nil
    }
  }

  /// - Returns: false if the parentheses only name labels: `(timeIntervalSinceNow:)` (SE-0021).
  private mutating func readArguments(
    from open: Int, to close: Int, of use: inout ReplacedUse
  ) -> Bool {
    var index = open + 1
    while index < close {
      let isLabelled = file.isLabel(at: index)
      let start = isLabelled ? index + 2 : index
      let end = file.endOfArgument(from: index, to: close)
      guard start < end else { return false }
      use.arguments.append(
        UseArgument(
          tokens: start..<end,
          label: isLabelled ? tables.label(tokens, at: index) : CompiledComponent.noLabel,
          isTrailingClosure: false))
      index = end + 1
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
  /// replacement would call itself. True if the budget is used up.
  /// - Parameter scope: the innermost scope, by index in `scopes`.
  func isInsideDeclaration(
    namedIn template: ReplacementTemplate, scope: Int, budget: inout FixItBudget
  ) -> Bool {
    var pending = [scope]
    var seen: Set<Int> = [0]
    while let index = pending.popLast() {
      guard seen.insert(index).inserted else { continue }
      guard budget.spend(1) else { return true }
      if declares(scopes[index], aNameOf: template) { return true }
      pending.append(scopes[index].parent)
      pending += scopes[index].alternatives
    }
    return false
  }

  private func declares(_ scope: Scope, aNameOf template: ReplacementTemplate) -> Bool {
    guard let introducer = scope.introducer, tokens[introducer].kind != .pound else { return false }
    let name = tokens.text(at: scope.binding?.name ?? introducer + 1)
    func isDeclared(_ used: String?) -> Bool { used.map { name.elementsEqual($0.utf8) } ?? false }
    switch tokens[introducer].keyword {
    case .case:
      return false
    case .func:
      return template.names.contains(where: isDeclared)
    case .let, .var:
      // `let now = clock.now` has two different names `now`. In a type, the template may mean the
      // member that is declared.
      return isType(scope.parent)
        ? template.names.contains(where: isDeclared) : isDeclared(template.names.first)
    default:
      return isDeclared(template.lastName)
    }
  }
}
