import SwiftLexer
import Syntax

extension SummaryReader {
  /// Reads a type.
  /// - Returns: the type, in `types`.
  mutating func readType(_ node: Int) -> Int32 {
    if isDeep {
      let placeholder = addType(WrittenType(kind: .unknown))
      readLater { $0.summary.types[placeholder] = $0.summary.types[$0.readType(node)] }
      return placeholder
    }
    return nested { $0.readTypeNow(node) }
  }

  private mutating func readTypeNow(_ node: Int) -> Int32 {
    var type = WrittenType(kind: .unknown)
    let first = tree.firstChild(of: node)
    switch tree.kind(of: node) {
    case .identifierType, .memberType: return readNominal(node)
    case .metatypeType: type = WrittenType(kind: .metatype, base: readFirstType(in: node))
    case .optionalType, .implicitlyUnwrappedOptionalType, .attributedType, .someOrAnyType,
      .suppressedType, .packElementType, .packExpansionType, .namedOpaqueReturnType,
      .tupleTypeElement:
      if let inner = tree.firstType(in: node) { return readType(inner) }
    case .tupleType:
      if let first, tree.nextSibling(of: first) == nil { return readType(first) }
      type = WrittenType(kind: .tuple, parts: readTypes(in: node))
    case .arrayType: type = WrittenType(kind: .array, parts: readTypes(in: node))
    case .inlineArrayType:
      let element = first.flatMap(tree.nextSibling).map { [readType($0)] } ?? []
      type = WrittenType(kind: .array, parts: addList(element))
    case .dictionaryType: type = WrittenType(kind: .dictionary, parts: readTypes(in: node))
    case .compositionType: type = WrittenType(kind: .composition, parts: readTypes(in: node))
    case .functionType: type = WrittenType(kind: .function, parts: readTypes(in: node))
    // The result of a function.
    case .returnClause: if let result = first { return readType(result) }
    default: break
    }
    return addType(type)
  }

  private mutating func readNominal(_ node: Int) -> Int32 {
    let token = tree.token(of: node)
    var written = WrittenType(kind: .nominal)
    if tree.kind(of: node) == .memberType {
      written.base = readFirstType(in: node)
    } else if tokens[token].keyword == .Self || tokens[token].keyword == .Any {
      return addType(WrittenType(kind: tokens[token].keyword == .Any ? .unknown : .selfType))
    }
    written.name = name(at: token)
    if let clause = tree.child(.genericArgumentClause, of: node) {
      written.parts = readTypes(in: clause)
      // `Optional` is like `?`.
      if written.parts.count == 1, tokens.isWord("Optional", at: token) {
        return summary.typeLists[written.parts.start]
      }
    }
    return addType(written)
  }

  /// - Returns: -1 if there is none.
  mutating func readFirstType(in node: Int) -> Int32 {
    tree.firstType(in: node).map { readType($0) } ?? -1
  }

  /// Reads the types in a node; of a function those of the parameters, and then the result.
  mutating func readTypes(in node: Int) -> Span {
    var types: [Int32] = []
    let entered = tree.kind(of: node) == .functionType ? SyntaxKind.tupleType : .ifConfigDecl
    for part in tree.parts(of: node, entering: entered)
    where tree.kind(of: part) != .effectSpecifiers {
      types.append(readType(part))
    }
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
