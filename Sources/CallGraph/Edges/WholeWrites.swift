/// Writes of a whole by those of its parts: `items[0] = x`, `size.width = 1`, `items.append(x)` set
/// `items` and `size`.
extension Linker {
  private static let mutatingNames: Set<String> = [
    "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange",
    "removeValue", "updateValue", "update", "popFirst", "popLast", "replaceSubrange", "reverse",
    "sort", "shuffle", "swapAt", "merge", "formUnion", "formIntersection", "subtract",
    "formSymmetricDifference", "move", "toggle", "negate", "addAttribute",
  ]

  private static let valueTypes: Set<String> = [
    "Array", "ArraySlice", "Set", "Dictionary", "String", "Substring", "Character", "Bool", "Int",
    "UInt", "Double", "Float", "CGFloat", "CGPoint", "CGSize", "CGRect", "Date", "Data", "URL",
    "UUID", "URLComponents", "URLRequest", "IndexPath", "IndexSet", "AttributedString",
    "DateComponents", "Calendar",
  ]

  /// Adds the setters and observers of what a write of its part, or a call that changes it, sets.
  func addWholeWrites(by index: Int32, _ expression: Expression, to graph: inout Graph) {
    guard expression.kind == .member || expression.kind == .subscripted,
      expression.flags.contains(.isWritten) || isMutating(expression, index)
    else { return }
    var whole = expression.base
    while whole != -1, isValue(type(of: whole)) {
      let written = files.expressions[whole]
      for candidate in resolution(of: whole).candidates where 0 <= candidate {
        addWrite(files.declarations[Int(candidate)], written) { node, kind in
          guard node != -1 else { return }
          graph.add(
            Graph.Edge(
              Int(node), kind, isInClosure: written.flags.contains(.isInClosure),
              at: Int(written.offset)), from: Int(written.owner))
        }
      }
      whole = written.kind == .member || written.kind == .subscripted ? written.base : -1
    }
  }

  // MARK: - Closures put in the place of others

  /// Whether the program may put another closure in the place of the one that a stored variable is
  /// declared with: it writes the variable, or passes it to an implicit initializer.
  func isReplaced(_ candidate: Int32, _ declaration: Declaration) -> Bool {
    if replacedVariables.isEmpty { findReplaced() }
    return replacedVariables.contains(candidate)
      || replacedVariables.contains(-1 - declaration.name)
  }

  /// Finds these variables, and as -1 minus their names those of an unknown type.
  private func findReplaced() {
    // No variable is the file itself.
    replacedVariables = [0]
    for (index, expression) in files.expressions.enumerated()
    where !expression.flags.isDisjoint(with: [.isWritten, .isCalled]) && expression.kind != .local {
      let candidates = resolution(of: Int32(index)).candidates
      if expression.flags.contains(.isWritten) {
        replacedVariables.formUnion(candidates.isEmpty ? [-1 - expression.name] : candidates)
      }
      for candidate in candidates where candidate < -1 && kind(of: -2 - candidate) == .structure {
        let leftOut = memberwiseLeftOut(by: Int32(index), -2 - candidate) ?? []
        let passed = memberwiseProperties(of: -2 - candidate).filter { !leftOut.contains($0) }
        replacedVariables.formUnion(passed)
      }
    }
  }

  func isMutating(_ expression: Expression, _ index: Int32) -> Bool {
    guard expression.kind == .member, expression.flags.contains(.isCalled) else { return false }
    let candidates = resolution(of: index).candidates
    return candidates.isEmpty
      ? Self.mutatingNames.contains(String(decoding: files.names[expression.name], as: UTF8.self))
      : candidates.contains { 0 <= $0 && files.declarations[Int($0)].flags.contains(.isMutating) }
  }

  func isValue(_ type: Int32) -> Bool {
    let known = terms[type]
    guard known.kind == .nominal else { return known.kind == .tuple }
    switch kind(of: known.number) {
    case .structure, .enumeration: return true
    case nil:
      let name = files.names[entities[Int(known.number)].name]
      return Self.valueTypes.contains(String(decoding: name, as: UTF8.self))
    default: return false
    }
  }
}
