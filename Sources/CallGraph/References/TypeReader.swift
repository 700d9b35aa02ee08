import SwiftLexer
import Syntax

extension SummaryReader {
  /// Reads a type.
  /// - Returns: the type, in `types`.
  mutating func readType(_ node: Int) -> Int32 {
    if isDeep {
      let placeholder = addType(WrittenType(kind: .unknown))
      readLater(node, .type(placeholder))
      return placeholder
    }
    depth += 1
    defer { depth -= 1 }
    // `A.B.C` is read from its inner end.
    var inner = node
    while let base = baseOfType(inner) { inner = base }
    var type = readSimpleType(inner)
    while inner != node {
      inner = tree.parent(of: inner)!
      switch tree.kind(of: inner) {
      case .memberType: type = readNominal(inner, base: type)
      case .metatypeType: type = addType(WrittenType(kind: .metatype, base: type))
      default: break
      }
    }
    return type
  }

  func firstType(in node: Int) -> Int? {
    tree.children(of: node).first { tree.kind(of: $0).isType }
  }

  /// - Returns: -1 if there is none.
  mutating func readFirstType(in node: Int) -> Int32 {
    firstType(in: node).map { readType($0) } ?? -1
  }

  /// What `?`, an attribute or `.Name` is added to.
  private func baseOfType(_ node: Int) -> Int? {
    switch tree.kind(of: node) {
    case .memberType, .metatypeType, .optionalType, .implicitlyUnwrappedOptionalType,
      .attributedType, .someOrAnyType, .suppressedType, .packElementType, .packExpansionType,
      .namedOpaqueReturnType, .tupleTypeElement:
      firstType(in: node)
    case .tupleType: onlyElement(of: node)
    default: nil
    }
  }

  /// What is in parentheses that stand around one type.
  private func onlyElement(of tuple: Int) -> Int? {
    guard let only = tree.firstChild(of: tuple), tree.nextSibling(of: only) == nil else {
      return nil
    }
    return only
  }

  private mutating func readSimpleType(_ node: Int) -> Int32 {
    switch tree.kind(of: node) {
    case .identifierType: return readNominal(node, base: -1)
    case .arrayType: return addType(WrittenType(kind: .array, parts: readTypes(in: node)))
    case .inlineArrayType:
      var element = addType(WrittenType(kind: .unknown))
      for part in tree.children(of: node) { element = readType(part) }
      return addType(WrittenType(kind: .array, parts: addList([element])))
    case .dictionaryType:
      return addType(WrittenType(kind: .dictionary, parts: readTypes(in: node)))
    case .compositionType:
      return addType(WrittenType(kind: .composition, parts: readTypes(in: node)))
    case .tupleType: return addType(WrittenType(kind: .tuple, parts: readTypes(in: node)))
    case .functionType:
      var parts: [Int32] = []
      for part in tree.children(of: node) {
        switch tree.kind(of: part) {
        case .tupleType: for element in tree.children(of: part) { parts.append(readType(element)) }
        case .returnClause:
          let result = readFirstType(in: part)
          parts.append(result == -1 ? addType(WrittenType(kind: .unknown)) : result)
        case .effectSpecifiers: break
        default: parts.append(readType(part))
        }
      }
      return addType(WrittenType(kind: .function, parts: addList(parts)))
    default: return addType(WrittenType(kind: .unknown))
    }
  }

  private mutating func readNominal(_ node: Int, base: Int32) -> Int32 {
    let token = tree.token(of: node)
    switch tokens[token].keyword {
    case .Self where base == -1: return addType(WrittenType(kind: .selfType))
    case .Any where base == -1: return addType(WrittenType(kind: .unknown))
    default: break
    }
    var written = WrittenType(kind: .nominal, name: name(at: token), base: base)
    if let clause = tree.child(.genericArgumentClause, of: node) {
      written.parts = readTypes(in: clause)
      // `Optional` is like `?`.
      if written.parts.count == 1, tokens.isWord("Optional", at: token) {
        return summary.typeLists[written.parts.start]
      }
    }
    return addType(written)
  }

  /// Reads the types in a node.
  mutating func readTypes(in node: Int) -> Span {
    var types: [Int32] = []
    for part in tree.children(of: node) { types.append(readType(part)) }
    return addList(types)
  }

  mutating func addType(_ type: WrittenType) -> Int32 {
    summary.types.append(type)
    return Int32(summary.types.count - 1)
  }

  mutating func addList(_ types: [Int32]) -> Span {
    let start = summary.typeLists.count
    summary.typeLists += types
    return Span(start..<summary.typeLists.count)
  }
}
