import Foundation
import SwiftParser
import SwiftSyntax

/// A file's text and its tree as the toolchain's own parser has it.
final class Source {
  let path: String
  let bytes: [UInt8]
  let tree: SourceFileSyntax
  /// The names of the functions declared outside of types, in any branch of `#if`.
  let functions: Set<Substring>
  private let lineStarts: [Int]
  private let lines: [Substring]

  init(_ path: String) throws {
    self.path = path
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    self.bytes = bytes
    lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    lines = String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
    tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    functions = functionNames(in: tree.statements)
  }

  /// From 0, in UTF-8 bytes.
  func offset(of place: Place) -> Int? {
    lineStarts.indices.contains(place.line - 1)
      ? lineStarts[place.line - 1] + place.column - 1 : nil
  }

  func place(of token: TokenSyntax) -> Place { place(at: token.start) }

  func place(at offset: Int) -> Place {
    var low = 0
    var high = lineStarts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return Place(line: low + 1, column: offset - lineStarts[low] + 1)
  }

  func line(_ place: Place) -> String {
    guard lines.indices.contains(place.line - 1) else { return "" }
    return lines[place.line - 1].trimmingCharacters(in: .whitespaces)
  }

  /// The token that starts there.
  func token(at place: Place) -> TokenSyntax? {
    guard let offset = offset(of: place) else { return nil }
    return token(startingAt: offset)
  }

  func token(startingAt offset: Int) -> TokenSyntax? {
    guard offset < tree.endPosition.utf8Offset,
      let token = tree.token(at: AbsolutePosition(utf8Offset: offset)),
      token.start == offset
    else { return nil }
    return token
  }
}

private func functionNames(in items: CodeBlockItemListSyntax) -> Set<Substring> {
  var names: Set<Substring> = []
  for item in items {
    if let function = item.item.as(FunctionDeclSyntax.self) {
      names.insert(Substring(function.name.text))
    }
    for clause in item.item.as(IfConfigDeclSyntax.self)?.clauses ?? [] {
      guard case .statements(let nested) = clause.elements else { continue }
      names.formUnion(functionNames(in: nested))
    }
  }
  return names
}

extension SyntaxProtocol {
  /// Where its first token starts, from 0 in UTF-8 bytes.
  var start: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
  /// Where its last token ends.
  var end: Int { endPositionBeforeTrailingTrivia.utf8Offset }
}

extension ExprSyntax {
  /// Without the parentheses, `.self`, `?` and `!` that leave the value as it is.
  var bare: ExprSyntax {
    var expression = self
    while true {
      if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
        let element = tuple.elements.first, element.label == nil
      {
        expression = element.expression
      } else if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
        member.declName.baseName.text == "self"
      {
        expression = base
      } else if let chain = expression.as(OptionalChainingExprSyntax.self) {
        expression = chain.expression
      } else if let unwrap = expression.as(ForceUnwrapExprSyntax.self) {
        expression = unwrap.expression
      } else if let generic = expression.as(GenericSpecializationExprSyntax.self) {
        expression = generic.expression
      } else {
        return expression
      }
    }
  }

  /// Where the compiler places its last name, e.g. `main` of `DispatchQueue.main`, which is at the
  /// module selector of `DispatchQueue.Dispatch::main`.
  var nameToken: TokenSyntax? {
    let bare = bare
    let name =
      bare.as(MemberAccessExprSyntax.self)?.declName ?? bare.as(DeclReferenceExprSyntax.self)
    return name?.firstToken(viewMode: .sourceAccurate)
  }
}
