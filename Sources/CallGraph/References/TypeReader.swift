import SwiftLexer
import Syntax

extension SummaryReader {
  /// Reads a type.
  /// - Returns: the type, in `types`.
  mutating func readType(_ node: Int) -> Int32 {
    if isDeep {
      let placeholder = addType(.unknown)
      readLater { $0.summary.types[placeholder] = $0.summary.types[$0.readType(node)] }
      return placeholder
    }
    var inner = tree.unwrapped(type: node)
    let type = nested { $0.readUnwrappedType(inner) }
    while inner != node {
      inner = tree.parent(of: inner)!
      if tree.kind(of: inner) == .optionalType { summary.types[type].isOptional = true }
    }
    return type
  }

  private mutating func readUnwrappedType(_ node: Int) -> Int32 {
    switch tree.kind(of: node) {
    case .identifierType, .memberType: return readNominal(node)
    case .metatypeType:
      return addType(.metatype, base: readFirstType(in: node))
    case .inlineArrayType:
      let element = tree.children(of: node).reduce(-1) { $1 }
      return addType(.array, parts: addList([readType(element)]))
    case .arrayType: return addType(.array, parts: readTypes(in: node))
    case .dictionaryType: return addType(.dictionary, parts: readTypes(in: node))
    case .compositionType:
      return addType(.composition, parts: readTypes(in: node))
    case .functionType: return addType(.function, parts: readTypes(in: node))
    case .tupleType:
      let tuple = addType(.tuple, parts: readTypes(in: node))
      let start = summary.attributes.count
      for part in tree.children(of: node) {
        let token = tree.token(of: part)
        let hasLabel = tree.kind(of: part) == .tupleTypeElement && tokens[token + 1].kind == .colon
        summary.attributes.append(hasLabel ? name(at: token) : -1)
      }
      summary.types[tuple].labels = Span(start..<summary.attributes.count)
      return tuple
    default: return addType(.unknown)
    }
  }

  /// Reads `Name`, `Outer.Name` or `Name<…>`.
  private mutating func readNominal(_ node: Int) -> Int32 {
    let token = tree.token(of: node)
    let base = readFirstType(in: node)
    if base == -1, tokens[token].keyword == .Self { return addType(.selfType) }
    if base == -1, tokens[token].keyword == .Any { return addType(.unknown) }
    let parts = tree.child(.genericArgumentClause, of: node).map { readTypes(in: $0) } ?? Span()
    // `Optional` is like `?`.
    if parts.count == 1, tokens.isWord("Optional", at: token) {
      summary.types[summary.typeLists[parts.start]].isOptional = true
      return summary.typeLists[parts.start]
    }
    return addType(.nominal, name: name(at: token), base: base, parts: parts)
  }

  /// Reads the first type in a node.
  /// - Returns: -1 if there is none.
  mutating func readFirstType(in node: Int) -> Int32 {
    tree.firstType(in: node).map { readType($0) } ?? -1
  }

  /// Reads the types in a node; in a function those of the parameters, and then the result.
  mutating func readTypes(in node: Int) -> Span {
    var types: [Int32] = []
    let entered = tree.kind(of: node) == .functionType ? SyntaxKind.tupleType : .ifConfigDecl
    for part in tree.parts(of: node, entering: entered)
    where tree.kind(of: part) != .effectSpecifiers {
      types.append(readType(part))
    }
    return addList(types)
  }

  mutating func addType(
    _ kind: WrittenType.Kind, name: Int32 = -1, base: Int32 = -1, parts: Span = Span()
  ) -> Int32 {
    summary.types.append(WrittenType(kind: kind, name: name, base: base, parts: parts))
    return Int32(summary.types.count - 1)
  }

  mutating func addList(_ types: [Int32]) -> Span {
    let start = summary.typeLists.count
    summary.typeLists += types
    return Span(start..<summary.typeLists.count)
  }
}
