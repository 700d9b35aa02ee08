import Rules
import SwiftLexer
import Syntax

/// Follows the order of a set or dictionary from a use that shows it to where it ends.
///
/// An order that ends in text and in a list ends in text. One that is sorted, counted, searched or
/// put into a set or dictionary is harmless, and so is one whose end nothing tells.
struct OrderTrail {
  let file: FileSyntax
  private let textSinks: [String]
  /// The local variables that were followed, by declaration.
  private var followed: Set<Int> = []
  /// Whether a list is followed that was appended to: whatever takes it keeps its order.
  private var isAppended = false
  /// How many more nodes are looked at.
  private var budget = Limits.tokens

  /// Where an order ends.
  struct End {
    let kind: Order.End
    let token: Int
  }

  private var tree: SyntaxTree { file.tree }
  private var tokens: SourceTokens { file.tokens }

  init(in file: FileSyntax, textSinks: [String]) {
    (self.file, self.textSinks) = (file, textSinks)
  }

  private func text(of token: Int) -> String {
    String(decoding: tokens.text(at: token), as: UTF8.self)
  }

  private func inText(_ token: Int) -> End { End(kind: .text, token: token) }
  private func inList(_ token: Int) -> End { End(kind: .list, token: token) }

  /// The end of the order of a collection; `nil` if it is harmless, or if only who looks for a
  /// mistake sees it: a log, the message of an assertion, a description.
  mutating func visibleEnd(of node: Int) -> End? {
    guard let end = end(of: node) else { return nil }
    let around = tree.ancestors(of: tree.node(ofToken: end.token))
    return around.contains(where: isForDebugging) ? nil : end
  }

  private func isForDebugging(_ node: Int) -> Bool {
    switch tree.kind(of: node) {
    case .functionCallExpr:
      guard let callee = callee(of: node) else { return false }
      let name = text(of: tree.token(of: callee))
      if name == "log" { return true }
      if tree.kind(of: callee) != .memberAccessExpr {
        return name.hasPrefix("XCT") || name.hasSuffix("Log") || debugging.contains(name)
      }
      return loggers.contains(name) && tree.firstChild(of: callee).map(isLogger) == true
    case .macroExpansionExpr: return ["expect", "require"].contains(text(of: tree.token(of: node)))
    case .functionDecl: return text(of: tree.token(of: node)) == "log"
    case .patternBinding:
      guard let pattern = tree.firstChild(of: node) else { return false }
      return ["description", "debugDescription"].contains(text(of: tree.token(of: pattern)))
    default: return false
    }
  }

  /// Whether an expression names a log: `logger`, `Current.Log`, `LogManager.shared`.
  private func isLogger(_ node: Int) -> Bool {
    tree[node].range.prefix(Limits.few).contains { token in
      let name = text(of: token)
      return ["log", "logger"].contains(where: name.lowercased().hasSuffix)
        || name.hasPrefix("Log") && name.dropFirst(3).first?.isUppercase == true
    }
  }

  // MARK: - A value

  /// The end of the order of a collection; `nil` if it is harmless.
  mutating func end(of node: Int) -> End? {
    budget -= 1
    guard 0 < budget, let parent = tree.parent(of: node) else { return nil }
    switch tree.kind(of: parent) {
    case .optionalChainingExpr, .forceUnwrapExpr, .tryExpr, .awaitExpr, .unresolvedTernaryExpr,
      .tupleExpr, .arrayExpr:
      return end(of: parent)
    case .labeledExpr:
      guard let list = tree.parent(of: parent) else { return nil }
      return tree.kind(of: list) == .tupleExpr ? end(of: list) : end(ofArgument: node, in: list)
    case .arguments, .expressionSegment: return end(ofArgument: node, in: parent)
    case .memberAccessExpr: return end(ofMember: parent)
    case .sequenceExpr: return end(ofOperand: node, of: parent)
    case .initializerClause: return end(boundBy: parent)
    case .forStmt:
      return tree.child(.codeBlock, of: parent).flatMap { end(ofBody: $0, of: parent) }
    case .returnStmt: return end(ofResultAt: tree.start(of: node), in: parent)
    case .codeBlock, .accessorBlock, .closureExpr:
      let first = tree.children(of: parent).first { tree.kind(of: $0) != .closureSignature }
      let isAlone = first == node && tree.nextSibling(of: node) == nil
      return isAlone ? end(ofResultAt: tree.start(of: node), in: parent) : nil
    default: return nil
    }
  }

  /// A member of an ordered collection, called or not.
  private mutating func end(ofMember member: Int) -> End? {
    let token = tree.token(of: member)
    let call = tree.call(of: member)
    let arguments = call.map { tree.argumentNodes(of: $0) } ?? []
    let whole = call ?? member
    switch text(of: token) {
    case "forEach":
      return tree.closures(of: whole).first.flatMap { end(ofBody: $0, of: whole) }
    case "reduce":
      switch arguments.first.flatMap({ tree.value(of: $0) }).flatMap(shape(of:)) {
      case .text: return inText(token)
      case .list: return end(of: whole)
      case .other, nil: return nil
      }
    case "joined" where !arguments.isEmpty || isOfStrings(tree.firstChild(of: member)):
      return isCounted(whole) ? nil : inText(token)
    case "description", "debugDescription": return inText(token)
    case "makeIterator": return inList(token)
    case let name:
      // The end goes first: a type is inferred where somebody asks, and few orders end anywhere.
      guard orderKeepers.contains(name), let end = end(of: whole) else { return nil }
      return isHashed(whole) ? nil : end
    }
  }

  /// Whether only the length of a text counts: `text.utf8.count`.
  private func isCounted(_ text: Int) -> Bool {
    sequence(first: text) { [tree] in tree.extended($0) }.contains {
      tree.kind(of: $0) == .memberAccessExpr && tokens.isWord("count", at: tree.token(of: $0))
    }
  }

  private func isOfStrings(_ base: Int?) -> Bool {
    base.flatMap { file.type(of: $0) }?.element == "String"
  }

  private mutating func end(ofOperand node: Int, of sequence: Int) -> End? {
    guard let first = tree.firstChild(of: sequence) else { return nil }
    for mark in tree.children(of: sequence) where tree.kind(of: mark) == .binaryOperatorExpr {
      let token = tree.token(of: mark)
      switch text(of: token) {
      case "+", "??": break
      case "+=" where first != node: return end(ofAppendingTo: first, at: token, in: node)
      default: return nil
      }
    }
    let isAssigned = tree.nextSibling(of: first).map { tree.kind(of: $0) } == .assignmentExpr
    guard isAssigned else { return end(of: sequence) }
    if first == node || tree.kind(of: first) == .discardAssignmentExpr { return nil }
    if let local = local(first) { return end(ofLocal: local) }
    return isHashed(first) ? nil : inList(tree.start(of: first))
  }

  private mutating func end(boundBy clause: Int) -> End? {
    guard let owner = tree.parent(of: clause), let pattern = tree.firstChild(of: owner),
      tree.kind(of: pattern) == .identifierPattern
    else { return nil }
    if let type = tree.annotation(of: owner), isHashType(type) { return nil }
    let token = tree.token(of: pattern)
    let declaration = file.names.all.firstIndex { $0.token == token && $0.container == nil }
    return declaration.map { end(ofLocal: $0) } ?? inList(token)
  }

  // MARK: - Arguments and results

  private mutating func end(ofArgument node: Int, in list: Int) -> End? {
    if tree.kind(of: list) == .expressionSegment { return inText(tree.start(of: node)) }
    guard tree.kind(of: list) == .arguments, let call = tree.parent(of: list),
      tree.kind(of: call) == .functionCallExpr, let callee = callee(of: call)
    else { return nil }
    let token = tree.token(of: callee)
    let name = text(of: token)
    if name == "String" || isTextSink(call, named: name, calling: callee) { return inText(token) }
    if listTypes.contains(name) { return end(of: call) }
    if name == "append" || name == "insert", let target = tree.firstChild(of: callee) {
      return end(ofAppendingTo: target, at: token, in: call)
    }
    let isKept = name == "encode" || isAppended && !orderTakers.contains(name)
    return isKept ? inList(token) : nil
  }

  /// What is called, without generic arguments.
  private func callee(of call: Int) -> Int? {
    guard let callee = tree.firstChild(of: call) else { return nil }
    return tree.kind(of: callee) == .genericSpecializationExpr
      ? tree.firstChild(of: callee) : callee
  }

  /// Whether a call writes its arguments as text.
  private func isTextSink(_ call: Int, named name: String, calling callee: Int) -> Bool {
    switch name {
    case "print", "debugPrint": return tree.kind(of: callee) == .declReferenceExpr
    case "yield": return true
    case "write":
      // `data.write(to: url)` and `disk.write(path, contents: text)` write files of their own.
      let arguments = tree.argumentNodes(of: call)
      let labels = arguments.map { tree.label(of: $0).map(text) }
      let isWritten = labels.first.map { $0.map(writtenLabels.contains) != false } == true
      return isWritten && !labels.contains("contents") || arguments.contains(where: isInOut)
    default: return textSinks.contains(name)
    }
  }

  private func isInOut(_ argument: Int) -> Bool {
    tree.value(of: argument).map { tree.kind(of: $0) } == .inOutExpr
  }

  /// The end of the result of the function, accessor or closure around a node.
  private mutating func end(ofResultAt token: Int, in node: Int) -> End? {
    for outer in sequence(first: node, next: { [tree] in tree.parent(of: $0) }) {
      let result: Int?
      switch tree.kind(of: outer) {
      case .closureExpr: return end(ofClosure: outer)
      case .functionDecl:
        result = tree.child(.functionSignature, of: outer).flatMap { tree.resultType(in: $0) }
      case .subscriptDecl: result = tree.resultType(in: outer)
      case .patternBinding: result = tree.annotation(of: outer)
      case .memberBlock, .sourceFile, .initializerDecl, .deinitializerDecl: return nil
      default: continue
      }
      return result.map(isHashType) == false ? inList(token) : nil
    }
    return nil
  }

  /// The end of what a closure gives to what calls it.
  private mutating func end(ofClosure closure: Int) -> End? {
    let call = tree.ancestors(of: closure).prefix(3).first {
      tree.kind(of: $0) == .functionCallExpr
    }
    guard let call, let callee = callee(of: call) else { return nil }
    // `lazy var names = { … }()`
    let isResult = callee == closure || closureResults.contains(text(of: tree.token(of: callee)))
    return isResult ? end(of: call) : nil
  }

  // MARK: - Local variables

  /// The declaration of the local variable that an expression names, by index in
  /// `DeclaredNames.all`.
  private func local(_ node: Int) -> Int? {
    tree.kind(of: node) == .declReferenceExpr ? local(at: tree.token(of: node)) : nil
  }

  private func local(at token: Int) -> Int? {
    guard file.isIdentifier(token), !tokens.isMember(token), let found = file.find(nameAt: token),
      file.names.all[found.declaration].container == nil
    else { return nil }
    return found.declaration
  }

  /// The end of what a local variable holds; `nil` if it is sorted in place.
  private mutating func end(ofLocal number: Int) -> End? {
    guard followed.insert(number).inserted else { return nil }
    let declaration = file.names.all[number]
    if tree.kind(of: declaration.node) == .parameter { return inList(declaration.token) }
    let name = text(of: declaration.token)
    let uses = declaration.visible.filter {
      $0 != declaration.token && tokens.text(at: $0).elementsEqual(name.utf8)
        && local(at: $0) == number
    }
    let isSorted = uses.contains {
      tokens[$0 + 1].kind == .period && tokens.isWord("sort", at: $0 + 2)
    }
    if isSorted { return nil }
    var end: End?
    for use in uses { keep(self.end(of: tree.node(ofToken: use)), in: &end) }
    return end
  }

  private func keep(_ end: End?, in best: inout End?) {
    if best == nil || best?.kind == .list && end?.kind == .text { best = end }
  }

  // MARK: - Loops

  /// The end of the order in which a body is run.
  /// - Parameter loop: the whole loop, or the call that runs a closure.
  private mutating func end(ofBody body: Int, of loop: Int) -> End? {
    var end: End?
    var next = tree.firstChild(of: body)
    while let node = next, end?.kind != .text, 0 < budget {
      budget -= 1
      keep(effect(of: node, in: loop), in: &end)
      next = tree.firstChild(of: node) ?? tree.node(after: node, in: body)
    }
    return end
  }

  private mutating func effect(of node: Int, in loop: Int) -> End? {
    guard let first = tree.firstChild(of: node) else { return nil }
    switch tree.kind(of: node) {
    case .functionCallExpr:
      let token = tree.token(of: first)
      let name = text(of: token)
      if isTextSink(node, named: name, calling: first) {
        return isOfOneElement(sink: node, first, in: loop) ? nil : inText(token)
      }
      let last = tree.argumentNodes(of: node).last.flatMap { tree.label(of: $0) }
      let isAdded = name == "append" || name == "insert" && last.map(text) == "at"
      guard isAdded, tree.kind(of: first) == .memberAccessExpr,
        let target = tree.firstChild(of: first)
      else { return nil }
      return end(ofAppendingTo: target, at: token, in: loop)
    case .sequenceExpr:
      guard let mark = tree.nextSibling(of: first), tree.kind(of: mark) == .binaryOperatorExpr,
        text(of: tree.token(of: mark)) == "+="
      else { return nil }
      return end(
        ofAppendingTo: first, at: tree.token(of: mark), in: loop,
        value: tree.nextSibling(of: mark))
    default: return nil
    }
  }

  /// The end of a variable that is appended to.
  /// - Parameters:
  ///   - loop: what is run for each element.
  ///   - value: what `+=` adds for each element.
  private mutating func end(
    ofAppendingTo target: Int, at token: Int, in loop: Int, value: Int? = nil
  ) -> End? {
    let target = tree.unwrapped(target)
    if isOfOneElement(target, in: loop) { return nil }
    let local = local(target)
    switch shape(ofTarget: target, local) ?? value.map({ shape(of: $0) ?? .other }) {
    case .text: return inText(token)
    case .other: return nil
    case .list, nil: break
    }
    guard let local else { return inList(token) }
    isAppended = true
    return end(ofLocal: local)
  }

  /// Whether a call writes to what belongs to one element: `file.write(text)`, but not
  /// `element.write(into: &text)`, or `entry.write(text)` after `let entry = parent["entry"]`.
  private func isOfOneElement(sink call: Int, _ callee: Int, in loop: Int) -> Bool {
    let arguments = tree.argumentNodes(of: call)
    // `write(descriptor, bytes, count)` is a function of C.
    let isMember = tree.kind(of: callee) == .memberAccessExpr
    let target = isMember ? tree.firstChild(of: callee) : arguments.first.flatMap(tree.value)
    guard isMember || text(of: tree.token(of: callee)) == "write",
      !arguments.contains(where: isInOut),
      arguments.first.flatMap({ tree.label(of: $0) }).map(text) != "into",
      let target, isOfOneElement(target, in: loop)
    else { return false }
    guard let local = local(root(of: target)),
      let value = initializer(of: file.names.all[local].node)
    else { return true }
    return isTypeName(tokens.text(at: tree.token(of: root(of: value))))
      || isOfOneElement(value, in: loop)
  }

  /// Whether a variable begins inside of the loop, or is found by its element: it has no part in
  /// the order.
  private func isOfOneElement(_ target: Int, in loop: Int) -> Bool {
    let bases = sequence(first: tree.unwrapped(target)) { [tree] in tree.operand(of: $0) }
    if bases.contains(where: { isNamedByLoop($0, loop) }) { return true }
    let root = root(of: target)
    return text(of: tree.token(of: root)).first == "$"
      || local(root).map { tree[loop].range.contains(file.names.all[$0].token) } == true
  }

  /// What the members and calls of an expression begin with.
  private func root(of node: Int) -> Int {
    var root = tree.unwrapped(node)
    while let base = tree.operand(of: root) { root = base }
    return root
  }

  /// Whether the arguments of a subscript or call have a name that the loop gives to each element.
  private func isNamedByLoop(_ access: Int, _ loop: Int) -> Bool {
    guard let list = tree.child(.arguments, of: access) else { return false }
    let range = tree[loop].range
    return tree[list].range.contains { token in
      tokens[token].kind == .dollarIdentifier
        || local(at: token).map { range.contains(file.names.all[$0].token) } == true
    }
  }

  // MARK: - Types

  private enum Shape { case text, list, other }

  /// The shape of a variable. What its declaration writes goes first, since the whole file is read
  /// to infer a type.
  private func shape(ofTarget target: Int, _ local: Int?) -> Shape? {
    let isLocal = tree.kind(of: target) == .declReferenceExpr
    let declaration = isLocal ? local.map { file.names.all[$0].node } : nil
    let annotation = declaration.flatMap { tree.annotation(of: $0) }
    let value = declaration.flatMap(initializer)
    if let annotation, tree.kind(of: annotation) == .arrayType { return .list }
    if annotation == nil, let shape = value.flatMap(shape(ofLiteral:)) { return shape }
    if let name = file.type(of: target)?.name { return shape(ofType: name) }
    return value.flatMap(shape(of:))
  }

  private func initializer(of declaration: Int) -> Int? {
    tree.child(.initializerClause, of: declaration).flatMap { tree.firstChild(of: $0) }
  }

  private func shape(ofType name: String) -> Shape {
    textTypes.contains(name) ? .text : listTypes.contains(name) ? .list : .other
  }

  /// The shape of a value, by its type, its literal or its initializer.
  private func shape(of value: Int) -> Shape? {
    if let shape = shape(ofLiteral: value) { return shape }
    if let name = file.type(of: value)?.name { return shape(ofType: name) }
    switch tree.kind(of: value) {
    case .sequenceExpr: return tree.firstChild(of: value).flatMap(shape(of:))
    case .functionCallExpr:
      guard let callee = callee(of: value) else { return nil }
      if tree.kind(of: callee) != .declReferenceExpr { return shape(of: callee) }
      let name = tree.token(of: callee)
      return isTypeName(tokens.text(at: name)) ? shape(ofType: text(of: name)) : nil
    default: return nil
    }
  }

  /// The shape of a literal, and of a call of one: `[Int]()`.
  private func shape(ofLiteral value: Int) -> Shape? {
    switch tree.kind(of: value) {
    case .stringLiteralExpr: .text
    case .arrayExpr: .list
    case .dictionaryExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr: .other
    case .functionCallExpr:
      callee(of: value).flatMap { tree.kind(of: $0) == .arrayExpr ? .list : nil }
    default: nil
    }
  }

  private func isHashed(_ node: Int) -> Bool {
    file.type(of: node).map { hashTypes.contains($0.name) } ?? false
  }

  /// Whether a written type has no order.
  private func isHashType(_ type: Int) -> Bool {
    let type = tree.unwrapped(type: type)
    return tree.kind(of: type) == .dictionaryType
      || hashTypes.contains(text(of: tree.token(of: type)))
  }
}

/// Types whose elements have no order.
private let hashTypes: Set = [
  "Set", "Dictionary", "NSSet", "NSMutableSet", "NSDictionary", "NSMutableDictionary",
  "NSCountedSet", "IndexSet",
]

private let listTypes: Set = [
  "Array", "ContiguousArray", "ArraySlice", "NSArray", "NSMutableArray", "NSOrderedSet",
  "OrderedSet", "Deque", "AnyCollection", "AnySequence", "zip", "Data",
]

private let textTypes: Set = [
  "String", "Substring", "NSMutableString", "NSMutableAttributedString", "AttributedString",
]

/// The labels of what `write` writes, or of where to; other labels name one file of many.
private let writtenLabels: Set = ["contentsOf", "into", "string", "text", "bytes", "data"]

/// Functions whose text is for who looks for a mistake.
private let debugging: Set = [
  "expect", "assert", "assertionFailure", "precondition", "preconditionFailure", "fatalError",
  "os_log", "NSLog", "dump",
]

private let loggers: Set = [
  "trace", "verbose", "debug", "info", "notice", "log", "warning", "warn", "error", "critical",
  "fault",
]

/// Members that give the elements in the order that they have.
private let orderKeepers: Set = [
  "map", "compactMap", "flatMap", "filter", "enumerated", "reversed", "joined", "dropFirst",
  "dropLast", "prefix", "suffix", "lazy",
]

/// Functions that do not depend on the order of an argument.
private let orderTakers: Set = [
  "Set", "NSSet", "Dictionary", "IndexSet", "formUnion", "union", "formIntersection",
  "intersection", "formSymmetricDifference", "symmetricDifference", "subtract", "subtracting",
  "isSubset", "isSuperset", "isDisjoint", "min", "max",
]

/// Functions whose value is what their closure gives, or a list of that.
private let closureResults: Set = [
  "map", "compactMap", "flatMap", "withLock", "sync", "performAndWait", "run", "read",
]
