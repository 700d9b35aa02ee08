import SwiftSyntax

/// What stands for a node of SwiftParser in our tree. Each claim is checked where it is made; where
/// it does not hold the node counts as missed.
enum Counterpart {
  /// A node of that kind, with the same first and last byte.
  case node(NodeKind)
  /// The one node in it, which has the same first and last byte.
  case wrapper
  /// Nothing: it consists of tokens alone, or of what consists of tokens alone.
  case tokens
  /// Nothing: what is in it lies in the node around it, which has no other node but an attribute's
  /// name, and tokens.
  case part
  /// Nothing: a list of nodes, without tokens.
  case list
}

/// The map of kinds. A separator at a node's end, `,` or `;`, does not belong to ours.
func counterpart(of node: Syntax) -> Counterpart? {
  if node.kind.isSyntaxCollection { return .list }
  return expression(node) ?? declaration(node) ?? statement(node) ?? type(node) ?? tokens(node)
}

private func expression(_ node: Syntax) -> Counterpart? {
  switch node.kind {
  case .arrayElement, .expressionPattern, .patternExpr, .typeExpr: .wrapper
  case .arrayExpr: .node(.arrayExpr)
  case .arrowExpr: .node(.arrowExpr)
  case .assignmentExpr: .node(.assignmentExpr)
  case .awaitExpr: .node(.awaitExpr)
  case .binaryOperatorExpr: .node(.binaryOperatorExpr)
  case .booleanLiteralExpr: .node(.booleanLiteralExpr)
  case .borrowExpr: .node(.borrowExpr)
  case .closureCapture: .node(.closureCapture)
  case .closureCaptureClause: .node(.closureCaptureClause)
  case .closureExpr: .node(.closureExpr)
  case .closureShorthandParameter: .node(.closureShorthandParameter)
  case .closureSignature: .node(.closureSignature)
  case .consumeExpr: .node(.consumeExpr)
  case .copyExpr: .node(.copyExpr)
  case .declReferenceExpr: isName(node) ? .tokens : .node(.declReferenceExpr)
  case .dictionaryElement: .node(.dictionaryElement)
  case .dictionaryExpr: .node(.dictionaryExpr)
  case .discardAssignmentExpr: .node(.discardAssignmentExpr)
  case .expressionSegment: .node(.expressionSegment)
  case .floatLiteralExpr: .node(.floatLiteralExpr)
  case .forceUnwrapExpr: .node(.forceUnwrapExpr)
  case .functionCallExpr: .node(.functionCallExpr)
  case .genericSpecializationExpr: .node(.genericSpecializationExpr)
  case .ifExpr: .node(.ifExpr)
  case .inOutExpr: .node(.inOutExpr)
  case .integerLiteralExpr: .node(.integerLiteralExpr)
  case .keyPathComponent: .node(.keyPathComponent)
  case .keyPathExpr: .node(.keyPathExpr)
  case .keyPathOptionalComponent, .keyPathPropertyComponent, .keyPathSubscriptComponent,
    .differentiableAttributeArguments, .implementsAttributeArguments:
    .part
  case .labeledExpr: node.cast(LabeledExprSyntax.self).label == nil ? .wrapper : .node(.labeledExpr)
  case .macroExpansionExpr: .node(.macroExpansionExpr)
  case .memberAccessExpr: .node(.memberAccessExpr)
  case .multipleTrailingClosureElement: .node(.multipleTrailingClosureElement)
  case .nilLiteralExpr: .node(.nilLiteralExpr)
  case .optionalChainingExpr: .node(.optionalChainingExpr)
  case .packElementExpr: .node(.packElementExpr)
  case .packExpansionExpr: .node(.packExpansionExpr)
  case .postfixIfConfigExpr: .node(.postfixIfConfigExpr)
  case .postfixOperatorExpr: .node(.postfixOperatorExpr)
  case .prefixOperatorExpr: .node(.prefixOperatorExpr)
  case .regexLiteralExpr: .node(.regexLiteralExpr)
  case .sequenceExpr: .node(.sequenceExpr)
  case .stringLiteralExpr: .node(.stringLiteralExpr)
  case .subscriptCallExpr: .node(.subscriptCallExpr)
  case .superExpr: .node(.superExpr)
  case .switchExpr: .node(.switchExpr)
  case .tryExpr: .node(.tryExpr)
  case .tupleExpr: .node(.tupleExpr)
  case .unresolvedAsExpr: .node(.unresolvedAsExpr)
  case .unresolvedIsExpr: .node(.unresolvedIsExpr)
  case .unresolvedTernaryExpr: .node(.unresolvedTernaryExpr)
  case .unsafeExpr: .node(.unsafeExpr)
  default: nil
  }
}

/// Whether the reference is the name of a member: a token of the node around it.
private func isName(_ node: Syntax) -> Bool {
  switch node.parent?.kind {
  case .memberAccessExpr: node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
  case .derivativeAttributeArguments, .dynamicReplacementAttributeArguments,
    .implementsAttributeArguments, .keyPathPropertyComponent, .specializeTargetFunctionArgument:
    true
  default: false
  }
}

private func declaration(_ node: Syntax) -> Counterpart? {
  switch node.kind {
  case .memberBlockItem, .inheritedType, .genericRequirement, .abiAttributeArguments,
    .specializedAttributeArgument:
    .wrapper
  case .accessorBlock: .node(.accessorBlock)
  case .accessorDecl: .node(.accessorDecl)
  case .actorDecl: .node(.actorDecl)
  case .associatedTypeDecl: .node(.associatedTypeDecl)
  case .attribute: .node(.attribute)
  case .classDecl: .node(.classDecl)
  case .deinitializerDecl: .node(.deinitializerDecl)
  case .enumCaseDecl: .node(.enumCaseDecl)
  case .enumCaseElement: .node(.enumCaseElement)
  case .enumDecl: .node(.enumDecl)
  case .extensionDecl: .node(.extensionDecl)
  case .functionDecl: .node(.functionDecl)
  case .accessorEffectSpecifiers, .deinitializerEffectSpecifiers, .functionEffectSpecifiers,
    .typeEffectSpecifiers:
    .node(.effectSpecifiers)
  case .functionParameter, .enumCaseParameter, .closureParameter: .node(.parameter)
  case .functionParameterClause, .enumCaseParameterClause, .closureParameterClause:
    .node(.parameterClause)
  case .functionSignature: .node(.functionSignature)
  case .genericParameter: .node(.genericParameter)
  case .genericParameterClause: .node(.genericParameterClause)
  case .genericWhereClause: .node(.genericWhereClause)
  case .ifConfigClause: .node(.ifConfigClause)
  case .ifConfigDecl: .node(.ifConfigDecl)
  case .importDecl: .node(.importDecl)
  case .inheritanceClause: .node(.inheritanceClause)
  case .initializerClause, .typeInitializerClause: .node(.initializerClause)
  case .initializerDecl: .node(.initializerDecl)
  case .macroDecl: .node(.macroDecl)
  case .macroExpansionDecl: .node(.macroExpansionDecl)
  case .memberBlock: .node(.memberBlock)
  case .operatorDecl: .node(.operatorDecl)
  case .patternBinding: .node(.patternBinding)
  case .poundSourceLocation: .node(.poundSourceLocation)
  case .precedenceGroupDecl: .node(.precedenceGroupDecl)
  case .primaryAssociatedTypeClause: .node(.primaryAssociatedTypeClause)
  case .protocolDecl: .node(.protocolDecl)
  case .returnClause: .node(.returnClause)
  case .conformanceRequirement, .layoutRequirement, .sameTypeRequirement:
    .node(.genericRequirement)
  case .sourceFile: .node(.sourceFile)
  case .structDecl: .node(.structDecl)
  case .subscriptDecl: .node(.subscriptDecl)
  case .throwsClause:
    node.cast(ThrowsClauseSyntax.self).type == nil ? .tokens : .node(.throwsClause)
  case .typeAliasDecl: .node(.typeAliasDecl)
  case .typeAnnotation: .node(.typeAnnotation)
  case .variableDecl: .node(.variableDecl)
  default: nil
  }
}

private func statement(_ node: Syntax) -> Counterpart? {
  switch node.kind {
  case .codeBlockItem, .conditionElement, .expressionStmt: .wrapper
  case .availabilityCondition: .node(.availabilityCondition)
  case .breakStmt: .node(.breakStmt)
  case .catchClause: .node(.catchClause)
  case .catchItem: .node(.catchItem)
  case .codeBlock: .node(.codeBlock)
  case .continueStmt: .node(.continueStmt)
  case .deferStmt: .node(.deferStmt)
  case .discardStmt: .node(.discardStmt)
  case .doStmt: .node(.doStmt)
  case .fallThroughStmt: .node(.fallThroughStmt)
  case .forStmt: .node(.forStmt)
  case .guardStmt: .node(.guardStmt)
  case .identifierPattern: .node(.identifierPattern)
  case .isTypePattern: .node(.isTypePattern)
  case .labeledStmt: .node(.labeledStmt)
  case .matchingPatternCondition: .node(.matchingPatternCondition)
  case .optionalBindingCondition: .node(.optionalBindingCondition)
  case .repeatStmt: .node(.repeatStmt)
  case .returnStmt: .node(.returnStmt)
  case .switchCase: .node(.switchCase)
  case .switchCaseItem: .node(.switchCaseItem)
  case .switchCaseLabel: .node(.switchCaseLabel)
  case .throwStmt: .node(.throwStmt)
  case .tuplePattern: .node(.tuplePattern)
  case .tuplePatternElement:
    node.cast(TuplePatternElementSyntax.self).label == nil ? .wrapper : .node(.tuplePatternElement)
  case .valueBindingPattern: .node(.valueBindingPattern)
  case .whereClause: .node(.whereClause)
  case .whileStmt: .node(.whileStmt)
  case .wildcardPattern: .node(.wildcardPattern)
  case .yieldStmt: .node(.yieldStmt)
  default: nil
  }
}

private func type(_ node: Syntax) -> Counterpart? {
  switch node.kind {
  case .compositionTypeElement, .genericArgument: .wrapper
  case .arrayType: .node(.arrayType)
  case .attributedType: .node(.attributedType)
  case .classRestrictionType: .node(.classRestrictionType)
  case .compositionType: .node(.compositionType)
  case .dictionaryType: .node(.dictionaryType)
  case .functionType: .node(.functionType)
  case .genericArgumentClause: .node(.genericArgumentClause)
  case .identifierType: .node(.identifierType)
  case .implicitlyUnwrappedOptionalType: .node(.implicitlyUnwrappedOptionalType)
  case .inlineArrayType: .node(.inlineArrayType)
  case .memberType: .node(.memberType)
  case .metatypeType: .node(.metatypeType)
  case .namedOpaqueReturnType: .node(.namedOpaqueReturnType)
  case .optionalType: .node(.optionalType)
  case .packElementType: .node(.packElementType)
  case .packExpansionType: .node(.packExpansionType)
  case .someOrAnyType: .node(.someOrAnyType)
  case .suppressedType: .node(.suppressedType)
  case .tupleType: .node(.tupleType)
  case .tupleTypeElement:
    isPlain(node.cast(TupleTypeElementSyntax.self)) ? .wrapper : .node(.tupleTypeElement)
  default: nil
  }
}

private func isPlain(_ element: TupleTypeElementSyntax) -> Bool {
  element.firstName == nil && element.inoutKeyword == nil && element.ellipsis == nil
}

/// What is said by tokens alone. Arguments of attributes that are no expressions stay tokens, too.
private func tokens(_ node: Syntax) -> Counterpart? {
  switch node.kind {
  case .accessorParameters, .availabilityArgument, .availabilityLabeledArgument,
    .closureCaptureSpecifier, .declModifier, .declModifierDetail, .declNameArgument,
    .declNameArguments, .designatedType, .importPathComponent, .moduleSelector,
    .nonisolatedSpecifierArgument, .nonisolatedTypeSpecifier, .objCSelectorPiece,
    .operatorPrecedenceAndTypes, .platformVersion, .platformVersionItem,
    .poundSourceLocationArguments, .precedenceGroupAssignment, .precedenceGroupAssociativity,
    .precedenceGroupName, .precedenceGroupRelation, .primaryAssociatedType,
    .derivativeAttributeArguments, .differentiabilityArgument, .differentiabilityArguments,
    .differentiabilityWithRespectToArgument, .labeledSpecializeArgument,
    .specializeAvailabilityArgument, .specializeTargetFunctionArgument,
    .simpleStringLiteralExpr, .simpleTypeSpecifier, .stringSegment, .switchDefaultLabel,
    .versionComponent, .versionTuple, .backDeployedAttributeArguments,
    .originallyDefinedInAttributeArguments, .documentationAttributeArgument,
    .dynamicReplacementAttributeArguments:
    .tokens
  default: nil
  }
}
