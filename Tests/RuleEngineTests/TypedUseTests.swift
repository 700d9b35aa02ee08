import Diagnostics
import RuleEngine
import SwiftLexer
import Syntax
import Testing

@testable import Rules

/// Rules that ask for the type of a base; `Fixtures/Rules` has what real types make of them.
@Suite struct TypedUseTests {
  @Test func aBaseMustHaveTheTypeOfTheReceiver() throws {
    let keys = ["ban: ['_.map', for _ in _, 'Array(_:)']", "receiver: [Set]"]
    let rules = try [ruleOfFile(keys), ruleOfFile(keys + ["order: text"], id: "text")]
    let text = """
      let a = set.map { $0 }, b = list.map { $0 }, c = unknown.map { $0 }, d = maybe.map { $0 }
      for x in set { print(x) }
      for x in list { print(x) }
      for await x in set { print(x) }
      let e = maybe?.map { $0 }, f = Array(set)
      """
    let types: TypeOfExpression = { node, tree in
      switch String(decoding: tree.source.text(at: tree.start(of: node)), as: UTF8.self) {
      case "set": ExpressionType(name: "Set", element: "Int")
      case "maybe": ExpressionType(name: "Set", element: "Int", isOptional: true)
      case "list": ExpressionType(name: "Array", element: "Int")
      default: nil
      }
    }
    let source = sourceFile(text)
    func found(_ rule: Rule) -> [Int] {
      explain(source, relativePath: source.path, with: CompiledRules([rule]), types: types)
        .filter(\.verdict.isReported).map(\.range.lowerBound)
    }
    let lines = text.split(separator: "\n").map { $0.utf8.count + 1 }
    let last = lines.dropLast().reduce(0, +)
    #expect(found(rules[0]) == [12, lines[0] + 9, last + 15, last + 31])
    #expect(found(rules[1]) == [lines[0] + 9])
    // Nobody knows a type.
    #expect(lint(source, relativePath: source.path, with: CompiledRules(rules)).all.isEmpty)
  }
}
