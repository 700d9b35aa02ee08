/// Uses of operators that the program declares.
extension Linker {
  /// The operators that Swift has for its own types.
  private static let standard: Set<String> = [
    "==", "!=", "<", ">", "<=", ">=", "~=", "===", "!==", "+", "-", "*", "/", "%", "&", "|", "^",
    "<<", ">>", "&&", "||", "!", "~", "...", "..<", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    "<<=", ">>=", "&+", "&-", "&*", "&<<", "&>>", ".&", ".|", ".^",
  ]

  /// Resolves an operator to the functions of its name whose parameters may have the types of all
  /// operands that are known. One that Swift has, too, needs an own type among these.
  func resolveOperator(
    _ expression: Expression, _ index: Int32, in context: Int32
  ) -> Resolution {
    guard let all = operators[expression.name] else { return Resolution() }
    let operands = files.arguments[expression.arguments.range].map { type(of: $0.value) }
    let isStandard = Self.standard.contains(
      String(decoding: files.names[expression.name], as: UTF8.self))
    let own = operands.filter { isOwn($0) }
    if isStandard, own.isEmpty { return Resolution() }
    var some = all
    if Self.many <= all.count, !own.isEmpty {
      let byType = operatorsByType(expression.name, all)
      let types = own.flatMap { lookup(in: terms[$0].number).map(\.type) }
      some = Set(([-1] + types).flatMap { byType[$0] ?? [] }).sorted()
    }
    let file = file(of: context)
    let found = some.filter { candidate in
      let parameters = files.declarations[Int(candidate)].parameters
      guard Int(parameters.count) == operands.count, isVisibleMember(candidate, from: file) else {
        return false
      }
      var isKnown = !isStandard
      for (parameter, operand) in zip(files.parameters[parameters.range], operands)
      where operand != Terms.unknown {
        let wanted = resolve(parameter.type, in: candidate)
        guard takes(wanted, operand, isStandard: isStandard) else { return false }
        if isOwn(operand) { isKnown = true }
      }
      return isKnown
    }
    return Resolution(candidates: found)
  }

  /// Whether a parameter may take an operand.
  private func takes(_ parameter: Int32, _ operand: Int32, isStandard: Bool) -> Bool {
    let wanted = terms[parameter]
    switch wanted.kind {
    case .nominal: return terms[operand].kind == .nominal && mayBe(operand, parameter)
    case .parameter:
      let bounds = bounds(of: wanted).filter { isOwn($0) }
      return bounds.isEmpty
        ? !isStandard : bounds.allSatisfy { terms[operand].kind == .nominal && mayBe(operand, $0) }
    default: return !isStandard
    }
  }

  private func isOwn(_ type: Int32) -> Bool {
    terms[type].kind == .nominal && !entities[Int(terms[type].number)].isForeign
  }

  /// The operators of a name by the own types of their parameters; under -1 those that have none.
  private func operatorsByType(_ name: Int32, _ all: [Int32]) -> [Int32: [Int32]] {
    if let known = operatorTypes[name] { return known }
    var byType: [Int32: [Int32]] = [:]
    for candidate in all {
      let types = files.parameters[files.declarations[Int(candidate)].parameters.range].map {
        resolve($0.type, in: candidate)
      }
      let own = types.filter { isOwn($0) }.map { terms[$0].number }
      for type in own.isEmpty ? [-1] : own { byType[type, default: []].append(candidate) }
    }
    operatorTypes[name] = byType
    return byType
  }
}
