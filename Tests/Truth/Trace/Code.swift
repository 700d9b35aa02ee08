import SwiftSyntax

/// A piece of code that a trace has a node for: a function, an accessor, an initial value, a single
/// default argument. Offsets are from 0, in UTF-8 bytes.
struct Code {
  enum Kind {
    case function, initializer, implicitInitializer, deinitializer, getter, setter, observer
    case initialValue, defaultArgument, enumCase, topLevel, macro
    /// A closure that a property keeps: nothing leads there.
    case storedClosure
  }

  let kind: Kind
  let file: Int
  /// Of the name of its declaration, as the index has it.
  let nameOffset: Int
  /// All of it; empty if nothing is written.
  let range: Range<Int>
  /// Where its statements or its value begin.
  let bodyOffset: Int

  /// Whether somebody may ask what it can reach.
  var isFunction: Bool {
    switch kind {
    case .function, .initializer, .getter, .setter: return true
    case _: return false
    }
  }
}

/// What a file declares under one name: its code, by number in the file.
struct Declared {
  var body: Int?
  var getter: Int?
  var setter: Int?
  var observers: [Int] = []
  var initialValue: Int?
  /// The type's own initializer if none is written.
  var implicitInitializer: Int?
  var parameters: [Parameter] = []
  /// Whether the initial value is computed whenever a value of the type is made.
  var isInstanceStored = false
  /// Whether a read computes the initial value, the first time.
  var isLazy = false
  var isStatic = false
  /// Of an initializer: whether its body calls another one.
  var delegates = false

  struct Parameter {
    let label: String?
    /// By number.
    let defaultValue: Int?
    let takesClosure: Bool
  }
}

/// The arguments of a call as they are written.
struct WrittenCall {
  let labels: [String?]
  /// The first trailing closure has no label.
  let trailingLabels: [String?]
}

/// What a file's text says of its code, which the index does not: where the code of each
/// declaration is, and with which labels a call was written.
final class CodeOfFile: SyntaxVisitor {
  let file: Int
  let source: Source
  private(set) var all: [Code] = []
  /// By offset of the name.
  private(set) var declared: [Int: Declared] = [:]
  /// By offset of the called name, or of a subscript's bracket.
  private(set) var calls: [Int: WrittenCall] = [:]
  /// Offsets of names right after `super`.
  private(set) var superNames: Set<Int> = []
  private(set) var keyPaths: [Range<Int>] = []
  /// Closures and names that are assigned to something: kept if that is a member.
  private(set) var assigned: [(value: ExprSyntax, target: Int)] = []
  /// Names that are the whole initial value, with the value's range: kept if they are functions.
  private(set) var namedValues: [(name: Int, range: Range<Int>)] = []
  /// Of `#if`.
  private(set) var branches: [Range<Int>] = []

  init(_ source: Source, file: Int) {
    self.source = source
    self.file = file
    super.init(viewMode: .sourceAccurate)
    walk(source.tree)
  }

  func addStoredClosure(_ range: Range<Int>) {
    _ = add(.storedClosure, name: range.lowerBound, range, body: range.lowerBound)
  }

  private func add(_ kind: Code.Kind, name: Int, _ range: Range<Int>, body: Int) -> Int {
    all.append(
      Code(kind: kind, file: file, nameOffset: name, range: range, bodyOffset: body))
    return all.count - 1
  }

  private func add(_ kind: Code.Kind, name: Int, _ node: some SyntaxProtocol) -> Int {
    add(kind, name: name, node.start..<node.end, body: node.start)
  }

  // MARK: - Functions

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.name.start
    let body = add(
      .function, name: name, node.start..<node.end, body: node.body?.start ?? name)
    declared[name] = Declared(
      body: body, parameters: parameters(node.signature.parameterClause),
      isStatic: isStatic(node.modifiers))
    return .visitChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.initKeyword.start
    let body = add(
      .initializer, name: name, node.start..<node.end, body: node.body?.start ?? name)
    declared[name] = Declared(
      body: body, parameters: parameters(node.signature.parameterClause),
      delegates: node.body.map(callsInitializer) ?? true)
    return .visitChildren
  }

  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    _ = add(.deinitializer, name: node.deinitKeyword.start, node)
    return .visitChildren
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    let parameters = node.parameterClause.map { clause in
      clause.parameters.map {
        parameter($0.firstName?.text, $0.type, $0.defaultValue?.value)
      }
    }
    let body = add(.enumCase, name: node.name.start, node)
    declared[node.name.start] = Declared(body: body, parameters: parameters ?? [])
    return .visitChildren
  }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.subscriptKeyword.start
    var own = Declared(
      parameters: node.parameterClause.parameters.map {
        let isNamed = $0.secondName != nil && $0.firstName.text != "_"
        return parameter(isNamed ? $0.firstName.text : nil, $0.type, $0.defaultValue?.value)
      }, isStatic: isStatic(node.modifiers))
    if let block = node.accessorBlock { addAccessors(block, name: name, to: &own) }
    declared[name] = own
    return .visitChildren
  }

  private func parameters(_ clause: FunctionParameterClauseSyntax) -> [Declared.Parameter] {
    clause.parameters.map {
      parameter(
        $0.firstName.text == "_" ? nil : $0.firstName.text, $0.type, $0.defaultValue?.value)
    }
  }

  private func parameter(
    _ label: String?, _ type: TypeSyntax, _ value: ExprSyntax?
  ) -> Declared.Parameter {
    Declared.Parameter(
      label: label == "_" ? nil : label,
      defaultValue: value.map { add(.defaultArgument, name: $0.start, $0) },
      takesClosure: type.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .arrow })
  }

  // MARK: - Variables

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    let isMember = node.parent?.is(MemberBlockItemSyntax.self) == true
    let isGlobal = !isMember && isOutsideOfCode(node)
    for binding in node.bindings {
      guard let name = firstName(of: binding.pattern) else { continue }
      var own = Declared(isStatic: isStatic(node.modifiers))
      if let block = binding.accessorBlock { addAccessors(block, name: name, to: &own) }
      let isLazy = node.modifiers.contains { $0.name.text == "lazy" }
      if isMember || isGlobal, let value = binding.initializer?.value {
        own.initialValue = add(.initialValue, name: name, value)
        own.isLazy = isLazy || isGlobal || own.isStatic
        own.isInstanceStored = !own.isLazy
        noteKept(value)
      }
      for token in binding.pattern.tokens(viewMode: .sourceAccurate) {
        if case .identifier = token.tokenKind { declared[token.start] = own }
      }
    }
    return .visitChildren
  }

  private func addAccessors(_ block: AccessorBlockSyntax, name: Int, to own: inout Declared) {
    switch block.accessors {
    case .getter: own.getter = add(.getter, name: name, block)
    case .accessors(let list):
      for accessor in list {
        func code(_ kind: Code.Kind) -> Int {
          add(
            kind, name: name, accessor.start..<accessor.end,
            body: accessor.body?.start ?? accessor.start)
        }
        switch accessor.accessorSpecifier.text {
        case "get", "_read", "read", "unsafeAddress", "borrow": own.getter = code(.getter)
        case "willSet", "didSet": own.observers.append(code(.observer))
        case "init": _ = code(.initializer)
        case _: own.setter = code(.setter)
        }
      }
    @unknown default: return
    }
  }

  /// A closure, or the name of a function, that a property keeps.
  private func noteKept(_ value: ExprSyntax) {
    if value.bare.is(ClosureExprSyntax.self) {
      addStoredClosure(value.start..<value.end)
    } else if let name = value.nameToken {
      namedValues.append((name.start, value.start..<value.end))
    }
  }

  private func firstName(of pattern: PatternSyntax) -> Int? {
    pattern.tokens(viewMode: .sourceAccurate).first {
      if case .identifier = $0.tokenKind { return true }
      return false
    }?.start
  }

  private func isStatic(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains { ["static", "class"].contains($0.name.text) }
  }

  // MARK: - Types, and code outside of them

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    addImplicitInitializer(node.name)
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    addImplicitInitializer(node.name)
    return .visitChildren
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    addImplicitInitializer(node.name)
    return .visitChildren
  }

  private func addImplicitInitializer(_ name: TokenSyntax) {
    let start = name.start
    declared[start, default: Declared()].implicitInitializer = add(
      .implicitInitializer, name: start, start..<start, body: start)
  }

  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    _ = add(.macro, name: node.macroName.start, node)
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard node.item.as(DeclSyntax.self) == nil, isOutsideOfCode(node) else {
      return .visitChildren
    }
    _ = add(.topLevel, name: 0, node)
    return .visitChildren
  }

  /// Whether nothing is around it but branches of `#if`.
  private func isOutsideOfCode(_ node: some SyntaxProtocol) -> Bool {
    var parent = node.parent
    while let outer = parent {
      switch outer.kind {
      case .codeBlockItem, .codeBlockItemList, .ifConfigDecl, .ifConfigClause,
        .ifConfigClauseList:
        parent = outer.parent
      case .sourceFile: return true
      case _: return false
      }
    }
    return true
  }

  // MARK: - Expressions

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.calledExpression.nameToken else { return .visitChildren }
    calls[name.start] = WrittenCall(
      labels: node.arguments.map { $0.label?.text },
      trailingLabels: (node.trailingClosure == nil ? [] : [nil])
        + node.additionalTrailingClosures.map { $0.label.text })
    return .visitChildren
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    calls[node.leftSquare.start] = WrittenCall(
      labels: node.arguments.map { $0.label?.text },
      trailingLabels: node.trailingClosure == nil ? [] : [nil])
    if node.calledExpression.is(SuperExprSyntax.self) { superNames.insert(node.leftSquare.start) }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if node.base?.is(SuperExprSyntax.self) == true {
      superNames.insert(node.declName.start)
    }
    return .visitChildren
  }

  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    keyPaths.append(node.start..<node.end)
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
      let target = elements[0].nameToken
    {
      assigned.append((elements[2], target.start))
    }
    return .visitChildren
  }

  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    if let elements = node.elements { branches.append(elements.start..<elements.end) }
    return .visitChildren
  }
}

/// Whether `self.init` or `super.init` is in it.
private func callsInitializer(_ body: CodeBlockSyntax) -> Bool {
  body.tokens(viewMode: .sourceAccurate).contains {
    $0.tokenKind == .keyword(.`init`) && $0.previousToken(viewMode: .sourceAccurate)?.text == "."
      && ["self", "super"].contains(
        $0.previousToken(viewMode: .sourceAccurate)?
          .previousToken(viewMode: .sourceAccurate)?.text)
  }
}
