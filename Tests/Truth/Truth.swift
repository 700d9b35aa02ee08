import SwiftSyntax

/// What the compiler's view says of a name and a rule.
enum Verdict: Equatable {
  /// It is the API.
  case use
  /// It is the API, and the design says that nobody need report it.
  case excused(String)
  /// It is the API's last name, and its receiver could be the banned one.
  case uncertain(String)
  case no
}

/// Answers for one file whether a name that the compiler recorded is what a rule bans.
struct Truth {
  let source: Source
  let occurrences: [Place: [Occurrence]]
  let definitions: Definitions
  let demangler: Demangler

  func verdict(on occurrence: Occurrence, _ ban: Ban) -> Verdict {
    guard let name = ban.path.last, occurrence.baseName == name.text, !occurrence.isDefinition,
      let symbol = demangler.symbol(occurrence.usr),
      ban.isRequirement || knownModules.contains(symbol.module) || isStandIn(symbol, occurrence),
      let token = source.token(at: occurrence.place)
    else { return .no }
    if name.isType, occurrence.isType { return name.labels == nil ? .use : .no }
    guard let use = WrittenUse(token) else {
      let isKeyPath = token.parent?.parent?.is(KeyPathPropertyComponentSyntax.self) == true
      return isKeyPath && ban.root == .anyReceiver ? .excused("key path") : .no
    }
    guard hasLabels(of: name, use, occurrence) else { return .no }
    let verdict = verdict(on: use, occurrence, symbol, ban)
    let isOwn = !ban.isRequirement && definitions.contains(occurrence.usr)
    if isOwn, verdict == .use { return .excused("declared by these sources") }
    let isShadowed = !use.isMember && source.functions.contains(occurrence.baseName)
    if isShadowed, verdict == .use { return .excused("declared in a branch of '#if'") }
    return verdict
  }

  /// Whether the sources declare the API where it is missing: of a function, or in an extension of
  /// the API's type, in a branch of `#if`.
  private func isStandIn(_ symbol: Symbol, _ occurrence: Occurrence) -> Bool {
    let isOfAPI = symbol.extendedModule.map(knownModules.contains) ?? symbol.types.isEmpty
    return isOfAPI && (try? definitions.isConditional(occurrence.usr)) == true
  }

  private func hasLabels(of name: Ban.Name, _ use: WrittenUse, _ occurrence: Occurrence) -> Bool {
    guard let labels = name.labels else { return true }
    // A name that is not called means the declaration with just its labels: defaults need a call.
    return use.isCalled(with: labels, of: occurrence.labels)
      ?? (labels == use.labels ?? occurrence.labels)
  }

  private func verdict(
    on use: WrittenUse, _ occurrence: Occurrence, _ symbol: Symbol, _ ban: Ban
  ) -> Verdict {
    let receiver = ban.receiver
    switch ban.root {
    case .macro, .attribute: return .no
    case .implicitMember: return use.isMember && use.base == nil ? judged(use) : .no
    case .anyReceiver where !use.isMember:
      return symbol.types.isEmpty || ban.isRequirement ? .no : .excused("no receiver")
    case .anyReceiver where receiver.path.isEmpty: return symbol.types.isEmpty ? .no : judged(use)
    case .name where receiver.path.isEmpty: return isUnqualified(use) ? .use : .no
    case .name where receiver.path.allSatisfy({ $0.isType && $0.labels == nil }):
      let types = receiver.path.map(\.text)
      guard occurrence.isStatic, symbol.types == types || symbol.isProtocolMember else {
        return .no
      }
      return throughType(use, types, symbol) ?? judged(use)
    case .name, .anyReceiver: return self.receiver(of: use, is: receiver)
    }
  }

  private func judged(_ use: WrittenUse) -> Verdict {
    if use.isPattern { return .excused("pattern") }
    // Such a dictionary says what something is set to.
    return use.isKeyOfLiteral ? .excused("key of a literal") : .use
  }

  /// A free function, or a member that is called without a receiver.
  private func isUnqualified(_ use: WrittenUse) -> Bool {
    guard let base = use.base else { return !use.isMember }
    return base.nameToken.map(names(at:))?.contains { $0.isModule } == true
  }

  /// What makes the receiver of a static member a value rather than the type's name.
  private func throughType(_ use: WrittenUse, _ types: [String], _ symbol: Symbol) -> Verdict? {
    if symbol.isProtocolMember { return throughProtocol(use, types) }
    guard let base = use.base?.bare else { return nil }
    guard let token = base.nameToken else {
      return base.is(FunctionCallExprSyntax.self) ? .excused("metatype value") : nil
    }
    if ["self", "Self", "super"].contains(base.trimmedDescription) { return nil }
    let named = names(at: token)
    if named.contains(where: { $0.isAlias || $0.isModule || types.last == String($0.baseName) }) {
      return nil
    }
    return .excused(named.contains { $0.isType } ? "subclass" : "metatype value")
  }

  /// A protocol's member is the ban's type's if that is written before it.
  private func throughProtocol(_ use: WrittenUse, _ types: [String]) -> Verdict? {
    let isInitializer = use.name.baseName.tokenKind != .keyword(.`init`) && use.call != nil
    let written = use.base?.nameToken ?? use.name.firstToken(viewMode: .sourceAccurate)
    let named = (written.map(names(at:)) ?? []).filter(\.isType)
    if named.isEmpty { return isInitializer ? .no : .excused("implicit member of a protocol") }
    return named.contains { types.last == String($0.baseName) } ? nil : .no
  }

  /// Whether the receiver is what the ban's path says before its last name.
  private func receiver(of use: WrittenUse, is ban: Ban) -> Verdict {
    guard let base = use.base else { return .no }
    return value(base, is: ban)
  }

  private func value(_ written: ExprSyntax, is ban: Ban, depth: Int = 0) -> Verdict {
    var value = written.bare
    if let cast = value.as(SequenceExprSyntax.self)?.elements.first { value = cast.bare }
    if let call = value.as(FunctionCallExprSyntax.self) { value = call.calledExpression.bare }
    guard let token = value.nameToken else { return .uncertain("an expression") }
    let named = names(at: token)
    if named.contains(where: { verdict(on: $0, ban) == .use }) { return .use }
    guard let variable = named.first(where: { $0.isVariable }) else {
      return named.contains { isKnown($0) } ? .no : .uncertain("a call")
    }
    return self.variable(variable, is: ban, depth: depth)
  }

  /// A `let` of this file stands for its value, and so does a private `var` that is set to nothing
  /// else; everything else is a seam.
  private func variable(_ variable: Occurrence, is ban: Ban, depth: Int) -> Verdict {
    guard let home = definitions.variable(variable.usr) else {
      return isKnown(variable) ? .no : .uncertain("a name")
    }
    guard home.file == source.path else { return .uncertain("a name of another file") }
    guard let token = source.token(at: home.place),
      let binding = token.parent?.parent?.as(PatternBindingSyntax.self),
      let declaration = binding.parent?.parent?.as(VariableDeclSyntax.self)
    else { return .uncertain("a parameter") }
    let isConstant = declaration.bindingSpecifier.text == "let"
    guard isConstant || declaration.isPrivate else { return .uncertain("a 'var'") }
    let values = (binding.initializer.map { [$0.value] } ?? []) + assignedValues(variable.usr)
    guard !values.isEmpty, depth < 8 else { return .uncertain("a 'let' that is set later") }
    let verdicts = values.map { value($0, is: ban, depth: depth + 1) }
    if verdicts.allSatisfy({ $0 == .use }) { return .use }
    return verdicts.first { $0 != .use } ?? .no
  }

  /// What stands right of `=` where the variable is set in this file.
  private func assignedValues(_ usr: String) -> [ExprSyntax] {
    occurrences.values.joined().filter { $0.usr == usr && !$0.isDefinition }.compactMap {
      guard let token = source.token(at: $0.place), let use = WrittenUse(token),
        let elements = use.expression.parent?.as(ExprListSyntax.self), 3 <= elements.count,
        elements.first?.id == use.expression.id,
        elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true
      else { return nil }
      return elements.dropFirst(2).first
    }
  }

  /// Whether it is declared by one of the modules whose API a rule can mean.
  func isKnown(_ occurrence: Occurrence) -> Bool {
    demangler.symbol(occurrence.usr).map { knownModules.contains($0.module) } == true
  }

  private func names(at token: TokenSyntax) -> [Occurrence] {
    occurrences[source.place(of: token)] ?? []
  }
}

extension Occurrence {
  /// Without argument labels.
  var baseName: Substring { name.prefix { $0 != "(" } }

  /// As the declaration has them, `_` where there is none.
  var labels: [String] {
    name.drop { $0 != "(" }.dropFirst().dropLast().split(separator: ":").map(String.init)
  }

  var isType: Bool {
    [
      INDEXSTORE_SYMBOL_KIND_STRUCT, INDEXSTORE_SYMBOL_KIND_CLASS, INDEXSTORE_SYMBOL_KIND_ENUM,
      INDEXSTORE_SYMBOL_KIND_PROTOCOL, INDEXSTORE_SYMBOL_KIND_TYPEALIAS,
    ].contains(kind)
  }

  var isAlias: Bool { kind == INDEXSTORE_SYMBOL_KIND_TYPEALIAS }
  var isModule: Bool { kind == INDEXSTORE_SYMBOL_KIND_MODULE }

  var isStatic: Bool {
    [
      INDEXSTORE_SYMBOL_KIND_CLASSMETHOD, INDEXSTORE_SYMBOL_KIND_STATICMETHOD,
      INDEXSTORE_SYMBOL_KIND_CLASSPROPERTY, INDEXSTORE_SYMBOL_KIND_STATICPROPERTY,
      INDEXSTORE_SYMBOL_KIND_CONSTRUCTOR, INDEXSTORE_SYMBOL_KIND_ENUMCONSTANT,
    ].contains(kind)
  }

  var isVariable: Bool {
    [
      INDEXSTORE_SYMBOL_KIND_VARIABLE, INDEXSTORE_SYMBOL_KIND_INSTANCEPROPERTY,
      INDEXSTORE_SYMBOL_KIND_CLASSPROPERTY, INDEXSTORE_SYMBOL_KIND_STATICPROPERTY,
      INDEXSTORE_SYMBOL_KIND_PARAMETER,
    ].contains(kind)
  }
}

extension VariableDeclSyntax {
  fileprivate var isPrivate: Bool {
    modifiers.contains { ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil }
  }
}
