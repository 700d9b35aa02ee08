import SwiftLexer

/// What is asked about the place of a name while a path of names is followed from there: answered
/// by `Nearby` or by `Surroundings`.
protocol UseContext {
  var nearby: Nearby { get set }
  /// The innermost declaration or macro, by index in `Surroundings.scopes`.
  var scope: Int { get }
  /// Whether the code is a pattern of `case`; nil if that is not known.
  var isCasePattern: Bool? { get }
  /// Whether an enumeration is the innermost thing that the comma or `case` is in.
  mutating func isInEnumeration(at index: Int) -> Bool
  /// Whether the word before a colon is an argument label or the name of a parameter.
  mutating func isParameterName(at index: Int) -> Bool
  /// Whether the `}` closed a body, so that a period after it starts a new expression.
  mutating func endsBody(_ index: Int) -> Bool
  /// Whether no type is written beside the implicit member; nil if that is not known.
  /// - Parameter head: the member's name, with its module selector.
  mutating func isUntypedMember(at head: Int) -> Bool?
  /// What a `{` may be that follows an expression and its arguments.
  /// - Parameters:
  ///   - end: the last token of the expression.
  ///   - first: its first one; nil where that is unknown.
  ///   - parentheses: how many around it end before `end`.
  mutating func braceContext(after end: Int, of first: Int?, parentheses: Int) -> BraceContext
}

/// What a `{` after an expression may be.
struct BraceContext: Equatable {
  /// See `Level.isCondition`.
  var isCondition: Bool
  /// Whether what stands before it is a type rather than an expression, e.g. in `-> Task {`.
  var isType: Bool
}

extension UseContext {
  /// The last token of what the member after the period is asked of, over newlines and over the
  /// directives of a postfix `#if`; nil for an implicit member.
  @inline(__always)
  mutating func receiver(ofPeriod index: Int) -> Int? {
    guard let previous = nearby.pairs.previous(of: index, after: nearby.directive) else {
      return nil
    }
    if nearby.tokens[previous].kind == .rightBrace, endsBody(previous) { return nil }
    return nearby.tokens.endsOperand(at: previous) ? previous : nil
  }
}
