import SwiftSyntax

/// How a name is used, as far as the text says it.
struct WrittenUse {
  let name: DeclReferenceExprSyntax
  /// The name with all that stands before it, e.g. `DispatchQueue.main.async`.
  let expression: ExprSyntax
  /// What stands before the name's period.
  let base: ExprSyntax?
  /// Whether a period stands before the name.
  let isMember: Bool
  /// The call of that name, if it is called.
  let call: FunctionCallExprSyntax?

  /// The labels of a compound name, e.g. `init(timeIntervalSinceNow:)`.
  var labels: [String]? {
    name.argumentNames?.arguments.map { $0.name.identifier?.name ?? $0.name.text }
  }

  /// Nil where the name is no expression: in a type, a key path, a declaration.
  init?(_ token: TokenSyntax) {
    let selected = token.parent?.as(ModuleSelectorSyntax.self)?.parent ?? token.parent
    guard let name = selected?.as(DeclReferenceExprSyntax.self), name.start == token.start else {
      return nil
    }
    self.name = name
    let member = name.parent?.as(MemberAccessExprSyntax.self)
    if let member, member.declName.id == name.id {
      expression = ExprSyntax(member)
      base = member.base ?? WrittenUse.baseBeforeDirective(member)
      isMember = true
    } else if name.parent?.is(KeyPathPropertyComponentSyntax.self) == true {
      return nil
    } else {
      expression = ExprSyntax(name)
      base = nil
      isMember = false
    }
    call = WrittenUse.call(of: expression)
  }

  /// Whether the call has these labels, a trailing closure standing for one that the declaration
  /// has; nil if the name is not called.
  func isCalled(with labels: [String], of declared: [String]) -> Bool? {
    guard let call else { return nil }
    var written: [String?] = call.arguments.map { $0.label?.identifier?.name ?? "_" }
    if call.trailingClosure != nil { written.append(nil) }
    written += call.additionalTrailingClosures.map { $0.label.identifier?.name }
    guard written.count == labels.count else { return false }
    return zip(written, labels).allSatisfy { $0 == nil ? declared.contains($1) : $0 == $1 }
  }

  /// Whether it is what `case` compares with.
  var isPattern: Bool {
    var node = Syntax(expression)
    while let parent = node.parent {
      if parent.is(ExpressionPatternSyntax.self) { return true }
      guard parent.is(ExprSyntax.self),
        parent.firstToken(viewMode: .sourceAccurate)?.id
          == expression.firstToken(viewMode: .sourceAccurate)?.id
      else { return false }
      node = parent
    }
    return false
  }

  /// Whether a dictionary literal has it as a key.
  var isKeyOfLiteral: Bool {
    expression.parent?.as(DictionaryElementSyntax.self)?.key.id == expression.id
  }

  /// The kind of place it stands in, for a list of what is missed.
  var surroundings: String {
    var node = Syntax(expression)
    while let parent = node.parent {
      if let argument = node.as(LabeledExprSyntax.self) {
        if parent.parent?.is(TupleExprSyntax.self) == true { return "in parentheses" }
        return argument.label.map { "an argument '\($0.text):'" } ?? "an argument"
      }
      if node.is(InitializerClauseSyntax.self) {
        let isTyped = parent.as(PatternBindingSyntax.self)?.typeAnnotation != nil
        return isTyped || parent.is(FunctionParameterSyntax.self)
          ? "the value of a name with a type" : "the value of a name without a type"
      }
      if node.is(ReturnStmtSyntax.self) || node.is(CodeBlockItemSyntax.self) {
        return "a statement or result"
      }
      if node.is(ArrayElementSyntax.self) { return "an element" }
      if node.is(ConditionElementSyntax.self) { return "a condition" }
      node = parent
    }
    return "elsewhere"
  }

  /// `.async` below `#if` in a chain has its base before the directive.
  private static func baseBeforeDirective(_ member: MemberAccessExprSyntax) -> ExprSyntax? {
    var node = Syntax(member)
    while let parent = node.parent {
      if let directive = parent.as(PostfixIfConfigExprSyntax.self) { return directive.base }
      let isInside =
        parent.is(IfConfigDeclSyntax.self) || parent.is(IfConfigClauseSyntax.self)
        || parent.is(IfConfigClauseListSyntax.self)
      let isLeftmost = parent.is(ExprSyntax.self) && parent.start == member.start
      guard isInside || isLeftmost else { return nil }
      node = parent
    }
    return nil
  }

  private static func call(of expression: ExprSyntax) -> FunctionCallExprSyntax? {
    var node = expression
    while let parent = node.parent {
      if let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id {
        return call
      }
      if let list = parent.as(LabeledExprSyntax.self)?.parent?.parent,
        list.is(TupleExprSyntax.self),
        let tuple = list.as(ExprSyntax.self), tuple.bare.id == node.bare.id
      {
        node = tuple
      } else if let outer = parent.as(ExprSyntax.self), outer.bare.id == node.bare.id {
        node = outer
      } else {
        return nil
      }
    }
    return nil
  }
}

/// The tokens that name what a finding is about: from its first token along the path of names, past
/// the arguments of calls on the way, and no further than its end.
func nameTokens(of finding: Finding, in source: Source) -> [TokenSyntax] {
  var end = finding.offset + finding.length
  var names: [TokenSyntax] = []
  var depth = 0
  var next = source.token(startingAt: finding.offset)
  while let token = next, token.start < end {
    // The range ends in the first branch of a chain with `#if`; the others are the same use.
    if token.tokenKind == .poundIf, let directive = token.parent?.parent?.parent {
      end = max(end, directive.end)
    }
    switch token.tokenKind {
    case .leftParen where depth != 0 || !names.isEmpty, .leftBrace, .leftAngle: depth += 1
    case .rightParen where depth != 0, .rightBrace, .rightAngle: depth -= 1
    case _ where depth != 0: break
    case .identifier, .keyword: names.append(token.startOfName)
    case .leftParen, .rightParen, .period, .colonColon, .postfixQuestionMark, .exclamationMark,
      .poundIf, .poundElse, .poundElseif, .poundEndif, .atSign, .pound, .backslash:
      break
    default: return names
    }
    next = token.nextToken(viewMode: .sourceAccurate)
  }
  return names
}

extension TokenSyntax {
  /// Where the compiler places the name: at the module selector, if one is written.
  fileprivate var startOfName: TokenSyntax {
    let name = parent?.as(DeclReferenceExprSyntax.self)
    return name?.firstToken(viewMode: .sourceAccurate) ?? self
  }
}

extension ExprSyntax {
  /// The name of the function or variable that a receiver's value comes from.
  var receiverToken: TokenSyntax? {
    let bare = bare
    let called = bare.as(FunctionCallExprSyntax.self)?.calledExpression ?? bare
    return called.nameToken
  }
}
