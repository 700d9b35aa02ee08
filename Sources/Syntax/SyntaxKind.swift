/// The kinds of nodes. The names are those of swift-syntax, and so is the code that each one
/// covers. But a node ends before the comma or the semicolon that separates it from the next one.
///
/// A node of swift-syntax that only wraps one other node has no kind here: `CodeBlockItem`,
/// `ExpressionStmt`, `TypeExpr`, `PatternExpr` … The node in it is a child of the one around it.
/// Nodes of tokens alone have no kind either: modifiers, import paths, the arguments of
/// `@available`.
@usableFromInline package enum SyntaxKind: UInt8, CaseIterable, Sendable {
  // Any part of a file.
  case sourceFile
  /// Text that cannot be parsed. It ends before the bracket that closes the node around it.
  case unexpected
  /// A part that is parsed when somebody asks for it. `SyntaxTree.children` never gives it.
  case deferred
  case ifConfigDecl
  /// A directive with its condition and the code up to the next one. Its token is the directive.
  case ifConfigClause
  case poundSourceLocation

  // Declarations. Their token is the name, if they have one; else the keyword.
  case actorDecl, associatedTypeDecl, classDecl, deinitializerDecl, enumCaseDecl, enumDecl
  case extensionDecl, functionDecl, importDecl, initializerDecl, macroDecl, macroExpansionDecl
  case operatorDecl, precedenceGroupDecl, protocolDecl, structDecl, subscriptDecl, typeAliasDecl
  /// Its token is the `let` or `var`; each of its bindings is a `patternBinding`.
  case variableDecl
  case patternBinding
  case enumCaseElement
  case memberBlock
  /// `{ get set }`, or the code of a getter without its `get`.
  case accessorBlock
  /// Its token is `get`, `set`, `willSet` …
  case accessorDecl
  /// Its token is the first word of the name.
  case attribute
  case functionSignature
  /// `async`, `throws(E)`, in any order.
  case effectSpecifiers
  /// A `throws` with a type, SE-0413.
  case throwsClause
  case returnClause
  /// The parameters of a function, subscript, enumeration case, macro or closure.
  case parameterClause
  /// Its token is the name that code uses.
  case parameter
  case inheritanceClause
  case genericParameterClause
  /// Its token is the name.
  case genericParameter
  case primaryAssociatedTypeClause
  case genericWhereClause
  case genericRequirement
  case typeAnnotation
  /// `= value`; in a `typealias`, `= Type`.
  case initializerClause

  // Statements.
  case codeBlock
  /// `name: for …`. Its token is the name.
  case labeledStmt
  case breakStmt, catchClause, catchItem, continueStmt, deferStmt, discardStmt, doStmt
  case fallThroughStmt, forStmt, guardStmt, repeatStmt, returnStmt, throwStmt, whileStmt, yieldStmt
  case whereClause
  /// `let x = y`. Its token is the `let` or `var`.
  case optionalBindingCondition
  /// `case .some(let x) = y`
  case matchingPatternCondition
  /// `#available(…)`
  case availabilityCondition

  // Patterns.
  /// Its token is the name.
  case identifierPattern
  case isTypePattern
  case tuplePattern
  /// An element with a label; its token is the label.
  case tuplePatternElement
  /// Its token is the `let` or `var`.
  case valueBindingPattern
  case wildcardPattern

  // Expressions.
  /// Operands and operators, as they are written: what binds tighter is not known here.
  case sequenceExpr
  case arrowExpr, assignmentExpr, binaryOperatorExpr
  case unresolvedAsExpr, unresolvedIsExpr
  /// `? … :`
  case unresolvedTernaryExpr
  case awaitExpr, borrowExpr, consumeExpr, copyExpr, packElementExpr, packExpansionExpr, tryExpr
  case unsafeExpr
  case inOutExpr, postfixOperatorExpr, prefixOperatorExpr
  case forceUnwrapExpr, optionalChainingExpr
  /// Its token is the name; a name such as `f(a:b:)` ends after the labels.
  case declReferenceExpr
  case superExpr
  case discardAssignmentExpr
  /// Its token is the member's name. Without a base, `.now`, it has no child.
  case memberAccessExpr
  case genericSpecializationExpr
  /// The callee, its `arguments`, and closures.
  case functionCallExpr
  case subscriptCallExpr
  /// The arguments in the brackets of a call, a subscript or an attribute, with the brackets.
  case arguments
  /// An argument with a label; its token is the label.
  case labeledExpr
  /// `label: { … }` after a trailing closure. Its token is the label.
  case multipleTrailingClosureElement
  case closureExpr
  case closureSignature
  case closureCaptureClause
  /// Its token is the name.
  case closureCapture
  /// Its token is the name.
  case closureShorthandParameter
  case tupleExpr
  case arrayExpr
  case dictionaryElement, dictionaryExpr
  case ifExpr
  case switchExpr
  /// The braces of a `switch`.
  case switchCaseList
  case switchCase
  /// `case a, b:`
  case switchCaseLabel
  case switchCaseItem
  case keyPathExpr
  /// `.name`, `[…]`, `?` or `!`. Its token is the name or the mark.
  case keyPathComponent
  case macroExpansionExpr
  /// The base, and the `ifConfigDecl` whose clauses go on with it.
  case postfixIfConfigExpr
  case booleanLiteralExpr, floatLiteralExpr, integerLiteralExpr, nilLiteralExpr, regexLiteralExpr
  case stringLiteralExpr
  /// `\(…)`
  case expressionSegment

  // Types.
  /// `Name` or `Name<…>`. Its token is the name.
  case identifierType
  /// `Outer.Name`. Its token is the name.
  case memberType
  case genericArgumentClause
  case arrayType, attributedType, classRestrictionType, compositionType, dictionaryType
  /// Its parameters are a `tupleType`.
  case functionType
  case implicitlyUnwrappedOptionalType, inlineArrayType, metatypeType
  case namedOpaqueReturnType, optionalType, packElementType, packExpansionType, someOrAnyType
  case suppressedType, tupleType
  /// An element with a label, or with more than its type covers. Its token is the last label.
  case tupleTypeElement
}

extension SyntaxKind {
  /// Whether a node of that kind is a type as it is written.
  package var isType: Bool {
    self == .identifierType || self == .memberType
      || Self.arrayType.rawValue <= rawValue && rawValue <= Self.tupleType.rawValue
  }

  /// Whether a node of that kind declares something.
  package var isDeclaration: Bool {
    Self.actorDecl.rawValue <= rawValue && rawValue <= Self.variableDecl.rawValue
  }

  /// Whether a node of that kind is a statement or a part of one, and not an expression. `if` and
  /// `switch` count as statements.
  package var isStatement: Bool {
    switch self {
    case .accessorBlock, .accessorDecl, .ifExpr, .switchExpr, .switchCaseList, .switchCase,
      .switchCaseLabel, .switchCaseItem:
      true
    default:
      Self.codeBlock.rawValue <= rawValue && rawValue <= Self.availabilityCondition.rawValue
    }
  }

  /// Whether a call on it with a trailing closure makes no sense, so that `{` begins a block.
  var isLiteralWithoutClosure: Bool {
    switch self {
    case .booleanLiteralExpr, .floatLiteralExpr, .integerLiteralExpr, .nilLiteralExpr,
      .regexLiteralExpr, .stringLiteralExpr:
      true
    default:
      false
    }
  }
}
