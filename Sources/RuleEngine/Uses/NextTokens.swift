import Rules
import SwiftLexer

extension UseFinder {
  /// - Parameter index: of a name.
  @inline(__always)
  func possibleRoots(at index: Int) -> PossibleRoots {
    guard 0 < index else { return .name }
    switch tokens[index - 1].kind {
    case .period: return 1 < index && file.isModule(at: index - 2) ? .any : .members
    case .pound: return PossibleRoots(.macro)
    case .atSign: return PossibleRoots(.attribute)
    case .colonColon: return .any
    case .keyword: return .names
    default: return .name
    }
  }

  /// What follows the name, its generic arguments passed over.
  /// - Parameter isType: as in `CompiledComponent`.
  mutating func next(after index: Int, isType: Bool) -> FoundNext {
    var next = index + 1
    if tokens.isOpeningAngle(at: next) {
      let end =
        isType ? file.genericArguments(at: next) : file.genericArgumentsInExpression(at: next)
      guard let end else { return .end }
      next = end + 1
    }
    switch tokens[next].kind {
    case .leftParen:
      return file.isArgumentList(at: next) ? firstArgument(after: next) : .end
    case .leftBrace:
      if isBeforeBody(index) { return .end }
      let end = pairs.partner(of: next)
      return .closure(areSeveral: end.map { file.isLabelledClosure(at: $0 + 1) } ?? false)
    case .period:
      return member(after: next)
    case .rightParen:
      return mayBeInParentheses(index) ? .unknown : .end
    case .postfixQuestionMark, .exclamationMark:
      return isType ? .end : .unknown
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      return .unknown
    default:
      return .end
    }
  }

  /// Whether the name is the type of what the `{` after it is the body of.
  private func isBeforeBody(_ index: Int) -> Bool {
    guard 0 < index else { return false }
    switch tokens[index - 1].kind {
    case .arrow: return true
    case .colon: return file.isDeclaration(namedBefore: index - 1)
    default: return false
    }
  }

  @inline(__always)
  private func firstArgument(after open: Int) -> FoundNext {
    let first = tokens[open + 1]
    if first.kind == .rightParen {
      return tokens[open + 2].kind == .leftBrace ? .unknown : .call(.none)
    }
    guard first.isWord, tokens[open + 2].kind == .colon else {
      return .call(.label(CompiledComponent.noLabel))
    }
    return .call(.label(label(at: open + 1)))
  }

  @inline(__always)
  private func member(after period: Int) -> FoundNext {
    let member = tokens[period + 1]
    guard member.isWord else { return .end }
    if member.keyword == .`self` || tokens[period + 2].kind == .colonColon { return .unknown }
    return .member(
      tables.names.number(of: tokens.text(at: period + 1)),
      isInitializer: member.keyword == .`init`)
  }

  /// Whether a `(` may stand before the expression that starts with the name.
  private func mayBeInParentheses(_ index: Int) -> Bool {
    guard 0 < index else { return false }
    switch tokens[index - 1].kind {
    case .leftParen, .period, .colonColon: return true
    default: return false
    }
  }
}
