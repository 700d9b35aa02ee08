import Rules
import SwiftLexer
import Syntax

// Implicit members whose type is the type of a parameter or variable that the file declares, as in
// `S(date: .now)` and `self.date = .now`.

/// A type that the file writes for a name.
struct DeclaredType {
  /// The names of the type; `nil` if it is the type of no pattern.
  let path: TypePath?
}

extension UseFinder {
  /// The type that the file writes for the first place that it declares; `nil` if it writes none.
  func declaredType(of places: [ValuePlace]) -> DeclaredType? {
    for place in places where file.mayDeclare(place) {
      switch place {
      case .variable(let name):
        if let found = find(variable: name), found.isAlone,
          let type = declaredType(ofVariable: found.declaration)
        {
          return type
        }
      case .argument(let label, let open, _):
        if let label, let type = declaredType(ofArgument: label, of: open) { return type }
      }
    }
    return nil
  }

  /// The declaration of a name, or of a member of the file's own types; `nil` for the member of
  /// anything else.
  private func find(variable name: Int) -> FoundName? {
    let node = tree.node(ofToken: name)
    guard tree.kind(of: node) == .declReferenceExpr || tree.kind(of: node) == .memberAccessExpr
    else {
      // The name of a variable that is being declared.
      return nil
    }
    return file.find(node)
  }

  private func declaredType(ofVariable declaration: Int) -> DeclaredType? {
    let node = file.names.all[declaration].node
    let type: Int?
    switch tree.kind(of: node) {
    case .patternBinding, .optionalBindingCondition: type = tree.annotation(of: node)
    case .parameter: type = tree.firstType(in: node)
    default: type = nil
    }
    return type.map { DeclaredType(path: file.writtenType($0, but: declaration)) }
  }

  // MARK: - Arguments

  /// - Parameter open: the parenthesis that opens the arguments.
  private func declaredType(ofArgument label: Int, of open: Int) -> DeclaredType? {
    let list = tree.node(ofToken: open)
    guard let call = tree.parent(of: list), tree.kind(of: call) == .functionCallExpr,
      var callee = tree.firstChild(of: call)
    else { return nil }
    if tokens[tree.token(of: callee)].keyword == .`init`, let base = tree.firstChild(of: callee) {
      callee = base
    }
    guard let found = file.find(callee) else { return nil }
    let declaration = file.names.all[found.declaration]
    guard tree.kind(of: declaration.node).isTypeDecl else {
      return onlyType(ofParameter: label, amongFunctionsLike: declaration).type
    }
    guard let body = tree.child(.memberBlock, of: declaration.node),
      let container = file.names.containers[body]
    else { return nil }
    let initializers = members(named: "init", of: container)
    let (count, type) = onlyType(ofParameter: label, among: initializers)
    guard count == 0, tree.kind(of: declaration.node) == .structDecl else { return type }
    let name = String(decoding: tokens.text(at: label), as: UTF8.self)
    let properties = members(named: name, of: container)
    return properties.count == 1 ? declaredType(ofVariable: properties[0]) : nil
  }

  private func members(named name: String, of container: Int) -> [Int] {
    file.names.table.number(of: name).flatMap {
      file.names.members[
        MemberKey(container: container, slot: DeclaredNames.slot($0, isType: false))]
    } ?? []
  }

  private func onlyType(
    ofParameter label: Int, amongFunctionsLike declaration: Declaration
  ) -> (count: Int, type: DeclaredType?) {
    guard let container = declaration.container else {
      let index = file.names.all.firstIndex { $0.token == declaration.token }
      return onlyType(ofParameter: label, among: index.map { [$0] } ?? [])
    }
    let name = String(decoding: tokens.text(at: declaration.token), as: UTF8.self)
    return onlyType(ofParameter: label, among: members(named: name, of: container))
  }

  /// How many functions have a parameter with the label, and the type of that parameter if there is
  /// exactly one such function.
  private func onlyType(
    ofParameter label: Int, among functions: [Int]
  ) -> (count: Int, type: DeclaredType?) {
    var (count, type) = (0, DeclaredType?.none)
    for function in functions.suffix(Limits.declarations) {
      guard let parameter = parameter(label, of: function) else { continue }
      count += 1
      type =
        count == 1
        ? tree.firstType(in: parameter).map {
          DeclaredType(path: file.writtenType($0, but: function))
        } : nil
    }
    return (count, type)
  }

  /// The parameter with the label of a function or of a case.
  private func parameter(_ label: Int, of function: Int) -> Int? {
    let node = file.names.all[function].node
    let owner = tree.child(.functionSignature, of: node) ?? node
    guard let clause = tree.child(.parameterClause, of: owner) else { return nil }
    return tree.children(of: clause).first { parameter in
      let own = tree.parts(ofParameter: parameter).label
      return own.map { tokens.isSameText(at: $0, and: label) } ?? false
    }
  }

  // MARK: - Members of other types

  /// Whether the file declares members of that name with a type, but no member with a type that the
  /// pattern may have. The name may be a member of something that the file declares.
  func isOtherwiseDeclared(_ places: [ValuePlace], than pattern: CompiledPattern) -> Bool {
    places.contains {
      if case .variable(let name) = $0 { isOtherwiseDeclared(name, than: pattern) } else { false }
    }
  }

  private func isOtherwiseDeclared(_ name: Int, than pattern: CompiledPattern) -> Bool {
    guard file.mayDeclare(.variable(name)), let number = file.names.number(at: name, in: file) else { return false }
    let types = file.memberTypes(named: number)
    let names = types.map { ConditionalName(token: $0.token, isOther: true) }
    let counted = file.conditions.counted(names, at: name)
    guard !counted.isEmpty else { return false }
    let paths = counted.compactMap { types[$0].path }
    if pattern.root == .name { return !paths.contains { $0.isType(of: pattern) } }
    return tables.patternsByMember[pattern.anchor].allSatisfy { possible in
      !paths.contains { $0.isType(of: tables.patterns[possible]) }
    }
  }
}

extension FileSyntax {
  /// Whether the file may declare a parameter or a variable with the name of a place and a type.
  fileprivate func mayDeclare(_ place: ValuePlace) -> Bool {
    switch place {
    case .variable(let name): mayDeclare(name)
    case .argument(let label, _, _): label.map(mayDeclare) ?? false
    }
  }

  private func mayDeclare(_ name: Int) -> Bool {
    if typedNames == nil { typedNames = readTypedNames() }
    return typedNames!.number(of: tokens.text(at: name)) != nil
  }

  /// The names before colons that are no labels in calls.
  private func readTypedNames() -> NameTable {
    var names = NameTable()
    for colon in tokens.indices.dropFirst() where tokens[colon].kind == .colon {
      guard tokens[colon - 1].isWord,
        tree.kind(of: tree.node(ofToken: colon - 1)) != .labeledExpr
      else { continue }
      _ = names.insert(tokens.text(at: colon - 1))
      // The label of a parameter may stand before its name.
      if 1 < colon, tokens[colon - 2].isWord { _ = names.insert(tokens.text(at: colon - 2)) }
    }
    return names
  }

  /// The declared type of a member of the file.
  struct MemberType {
    /// The token of the member's name.
    let token: Int
    let path: TypePath?
  }

  /// The types of the members with a name: one for each type in each clause of an `#if`.
  fileprivate func memberTypes(named number: Int) -> [MemberType] {
    if let known = memberTypes[number] { return known }
    var known: Set<[Int?]> = []
    var types: [MemberType] = []
    for declaration in names.variables(named: number) where types.count < Limits.declarations {
      let name = names.all[declaration]
      guard let annotation = tree.annotation(of: name.node) else { continue }
      let path = writtenType(annotation, but: declaration)
      let clause = conditions.clause(around: name.token)
      if known.insert([clause, path?.names.count] + (path?.names ?? [])).inserted {
        types.append(MemberType(token: name.token, path: path))
      }
    }
    memberTypes[number] = types
    return types
  }
}
