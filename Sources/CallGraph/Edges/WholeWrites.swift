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
