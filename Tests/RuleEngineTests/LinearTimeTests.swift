import Diagnostics
import RuleEngine
import TestSupport
import Testing

/// Texts that make a careless matcher look at the same tokens again and again, or recurse.
@Suite(.serialized) struct LinearTime {
  private static let traps: [(name: String, text: @Sendable (Int) -> String)] = [
    ("open parentheses", { String(repeating: "(", count: $0) }),
    ("nested parentheses", { nest("(", "Date", ")", $0) + "()" }),
    ("nested brackets", { nest("[", "Date()", "]", $0) }),
    ("nested calls", { nest("Date(x: ", "Date()", ")", $0) }),
    ("nested closures", { nest("Task { ", "Date()", "}", $0) }),
    ("calls in conditions", { nest("if x == Date() { ", "", "}", $0) }),
    ("open generic arguments", { String(repeating: "Task<", count: $0) }),
    ("nested generic arguments", { nest("Task<", "A", ">", $0) + ".sleep()" }),
    ("generic arguments in parentheses", { nest("Task<(", "A", ")>", $0) + ".sleep()" }),
    ("comparisons as arguments", { "Date(" + String(repeating: "a < ", count: $0) + "b)" }),
    ("a chain of members", { "Date()" + String(repeating: ".x", count: $0) }),
    ("a chain of optional members", { "Date()" + String(repeating: "?.x!", count: $0) }),
    ("a chain of calls", { "Date()" + String(repeating: ".x()", count: $0) }),
    ("a chain of types", { "Date" + String(repeating: ".Date", count: $0) }),
    ("a chain of self", { "Date" + String(repeating: ".self", count: $0) + "()" }),
    ("self after members", { String(repeating: ".x.self", count: $0) }),
    ("many arguments", { "Date(" + String(repeating: "x, ", count: $0) + ")" }),
    ("many trailing closures", { "Date { }" + String(repeating: " x: { }", count: $0) }),
    ("nested conditions", { nest("Date\n#if A\n", ".now", "\n#endif\n", $0) }),
    ("open conditions", { "Date" + String(repeating: "\n#if (", count: $0) }),
    ("conditions in a chain", { "Date" + String(repeating: "\n#if A\n.x\n#endif", count: $0) }),
    (
      "many clauses",
      { "x.x\n#if A" + String(repeating: "\n.x\n#elseif A", count: $0) + "\n#endif" }
    ),
    (
      "clauses after clauses",
      { count in
        let clauses =
          "\n#if A" + String(repeating: "\n.x\n#elseif A", count: count / 2) + "\n#endif"
        return "x.x" + clauses + clauses
      }
    ),
    ("nested postfix conditions", { "x" + nest("\n#if A\n.x", ".x", "\n#endif", $0) + "\n.x" }),
    ("arms", { "let d: Date = " + String(repeating: "c ? .now : ", count: $0) + ".now" }),
    ("elements", { "let d: [Date] = [" + String(repeating: ".now, ", count: $0) + "]" }),
    ("nested elements", { "let d: [Date] = " + nest("[.now, ", "", "]", $0) }),
    ("nested groups", { "let d: Date = " + nest("(.now ?? ", "", ")", $0) }),
    ("nested conditional expressions", { "let d: Date = " + nest("if c { ", ".now", "}", $0) }),
    ("results", { "func f(" + nest("(", "", ")", $0) + ") -> Date {" + many("return .now\n", $0) }),
    ("nested closures with types", { nest("{ () -> Date in return .now; ", "", "}", $0) }),
    ("types with many arguments", { "let d: A<" + many("A<A, A>, ", $0) + "A> = .now" }),
    ("brackets in clauses", { many("#if A\n(\n#else\n[\n#endif\n", $0) }),
    (
      "closures by their types",
      { "let f: " + many("() -> ", $0) + "Date = " + nest("{ ", ".now", "}", $0) }
    ),
    ("returned closures", { "let f: () -> Date = " + nest("{ return ", ".now", "}", $0) }),
    ("called closures", { "let d: Date = " + nest("{ ", ".now", "}()", $0) }),
    ("tuples", { "let d: [(Date, Int)] = [" + many("(.now, 1), ", $0) + "]" }),
    (
      "tuples of a long type",
      { "let d: [(" + many("Date, ", $0) + "Int)] = [" + many("(.now, 1), ", $0) + "]" }
    ),
    (
      "nested tuples",
      { "let d: " + nest("(Date, ", "Int", ")", $0) + " = " + nest("(.now, ", "1", ")", $0) }
    ),
    ("subclasses", { many("class A: Date { }\nA.now\n", $0) }),
    ("conversions in parentheses", { nest("(", "Date.now", " as Date)", $0) }),
    ("types under conditions", { many("#if A\nstruct Date { }\nDate()\n#endif\nDate()\n", $0) }),
    (
      "types under nested conditions",
      { nest("#if A\nstruct Date { }\nDate()\n", "", "#endif\n", $0) }
    ),
    (
      "types in clauses",
      { "#if A\n" + many("struct Date { }\nDate()\n#elseif A\n", $0) + "#endif\nDate()" }
    ),
    (
      "constants under conditions",
      { "func f() {\n" + many("#if A\nlet Date = Date()\n#endif\nDate()\n", $0) + "}" }
    ),
    ("nested extensions", { nest("extension Date { ", "Self()", "}", $0) }),
    ("nested scopes", { nest("func f() { .now; ", "", "}", $0) }),
    ("converted groups", { nest("(", ".now", " as Date)", $0) }),
    ("words after equal signs", { many("Date: ", $0) }),
    ("closing parentheses", { "Date" + String(repeating: ")", count: $0) }),
    ("mixed brackets", { String(repeating: "([{)]}", count: $0) }),
    ("reports in reports", { nest("x.x(", "", ").x", $0) }),
    (
      "constants set later",
      { many("class C { let q: Queue; init() { q = .main; q.async } }\n", $0) }
    ),
    ("a constant set often", { "func f() { let q: Queue\n" + many("q = .main\n", $0) + "q.async" }),
    (
      "constants set to each other",
      { count in
        let names = (0..<count).map { "let q\($0): Queue; init() { q\($0) = q\($0 + 1) }\n" }
        return "let a = Queue.main; class C { \(names.joined()) func f() { q0.async } }"
      }
    ),
    (
      "local constants set to each other",
      { count in
        let names = (0..<count).map { "let q\($0): Queue; q\($0) = q\($0 + 1)\n" }
        return "func f() { let a = Queue.main\n\(names.joined()) q0.async }"
      }
    ),
    (
      "private variables",
      { many("struct S { private var q = Queue.main; let r = S(q: (a, &q) = q.async) }\n", $0) }
    ),
    ("modifiers", { many("private static ", $0) + "var q = Queue.main; func f() { q.async }" }),
    (
      "variables with modifiers",
      { many("private @objc ", $0 / 2) + "var " + many("a = Queue.main, ", $0 / 2) + "b = 1" }
    ),
    (
      "uses in an attribute around brackets",
      { "@A(" + nest("{ ", many("Date(); ", $0 / 2), "}", $0 / 2) + ") func f() {}" }
    ),
    ("conditions", { many("hop(on: Queue.main, { @A in })\n", $0) }),
    ("long arguments", { "hop(" + many("Queue.main, b { @A in }, ", $0) + "on: 1)" }),
    ("mentions in nested closures", { nest("hop({ Queue.main; ", "hop()", "})", $0) }),
    ("constants in nested calls", { nest("hop(x, on: ", "q", ")", $0) }),
    ("nested conditions on calls", { nest("hop(1, on: ", "Queue.main", ")", $0) }),
    ("conditions in closures", { nest("hop { @A in ", "hop()", "}", $0) }),
    ("chains of conditions", { "hop()" + many(".hop().hop { @A in }", $0) }),
    ("attributes of closures", { "hop { " + many("@A @B(x) ", $0) + "in }" }),
    ("closures with open signatures", { many("hop { @A x ", $0) }),
    ("trailing closures with attributes", { "hop { @A in }" + many(" x: { @B in }", $0) }),
    ("constants as arguments", { "let q = Queue.main\n" + many("hop(q, on: self.q)\n", $0) }),
    (
      "many constants as arguments",
      { count in (0..<count).map { "let q\($0) = Queue.main; hop(on: q\($0))\n" }.joined() }
    ),
    (
      "local constants as arguments",
      { "func f() {" + many("let q = 1 < 2 ? Queue.main : 3; hop(q, on: q)\n", $0) + "}" }
    ),
    ("places", { "func f(x: Date) {}\n" + many("f(x: .x)\n", $0) }),
    ("members of one name", { numbered("struct S# { var d: T# }\nx.d = .now\n", $0) }),
    ("members of many names", { numbered("struct S { var d#: T }\nx.d# = .now\n", $0) }),
    ("members under conditions", { numbered("#if A#\nlet d: T\n#endif\nx.d = .now\n", $0) }),
    (
      "members in clauses",
      { "#if A\n" + numbered("let d: T\n#elseif A#\nx.d = .now\n", $0) + "#endif" }
    ),
    (
      "many parameters",
      { "func f(" + numbered("d#: Date, ", $0) + ") {}\n" + numbered("f(d#: .now)\n", $0) }
    ),
    (
      "blanks after a word",
      { String(repeating: "Date" + String(repeating: " ", count: 99), count: $0 / 100) }
    ),
  ]

  private static func many(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  private static func numbered(_ text: String, _ count: Int) -> String {
    (0..<count).map { text.split(separator: "#").joined(separator: "\($0)") }.joined()
  }

  private static func nest(_ open: String, _ inner: String, _ close: String, _ count: Int) -> String
  {
    String(repeating: open, count: count) + inner + String(repeating: close, count: count)
  }

  private let rules: CompiledRules

  init() throws {
    rules = CompiledRules([
      try rule("a", bans: ["Date()", "Date.now", "Date(x:)", "Task.sleep", "Task.init"]),
      try rule("n", bans: ["Queue.main.async", "time(_:)", "environ"]),
      try rule("b", bans: ["_.x", "_.x.x.y", ".x", ".x()", "_.x(_:_:)"]),
      try conditionRule(
        "when", "{ arguments: { on: [Queue.main], _: [Queue.main] }, closure: ['@A'] }",
        bans: "hop, _.hop"),
      try conditionRule(
        "unless", "{ arguments: [Queue.idle], closure: ['@B'], followed-by: [x] }",
        bans: "hop, _.hop"),
    ])
  }

  @Test(arguments: traps.map(\.name))
  func timeIsInProportionToTheFile(name: String) throws {
    let trap = try #require(Self.traps.first { $0.name == name })
    let growth = growth {
      sourceFile(trap.text($0))
    } work: {
      look(at: $0)
    }
    #expect(growth < linearGrowth)
  }

  /// Recursion at this depth would overflow the stack.
  @Test(arguments: ["nested parentheses", "nested brackets", "nested generic arguments"])
  func nestingIsNotRecursion(name: String) throws {
    let trap = try #require(Self.traps.first { $0.name == name })
    look(at: sourceFile(trap.text(100_000)))
  }

  private func look(at source: SourceFile) {
    _ = source.bytes.withUnsafeBufferPointer { rules.mayMatch($0) }
    _ = lint(source, relativePath: source.path, with: rules)
  }
}
