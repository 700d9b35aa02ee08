import Diagnostics
import RuleEngine
import TestSupport
import Testing

/// The texts of the table 'traps'.
@Suite(.serialized) struct LinearTime {
  private static let traps = try! tableLines("traps").map { line in
    let parts = line.split(separator: ": ", maxSplits: 1)
    return (name: String(parts[0]), template: String(parts[1]).replacing("⏎", with: "\n"))
  }

  /// - Parameter count: how often what stands between `«` and `»` is there.
  private static func text(_ template: String, _ count: Int) -> String {
    var parts = template.split(separator: "«", omittingEmptySubsequences: false)[...]
    var text = String(parts.removeFirst())
    for part in parts {
      let end = part.firstIndex(of: "»")!
      let repeated = String(part[..<end])
      var rest = part[part.index(after: end)...]
      var times = count
      if rest.first == "/", let divisor = Int(rest.dropFirst().prefix(while: \.isNumber)) {
        times /= divisor
        rest = rest.dropFirst().drop(while: \.isNumber)
      }
      text +=
        repeated.contains("№")
        ? (0..<times).map {
          repeated.replacing("№№", with: "\($0 + 1)").replacing("№", with: "\($0)")
        }.joined() : String(repeating: repeated, count: times)
      text += rest
    }
    return text
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
      sourceFile(Self.text(trap.template, $0))
    } work: {
      look(at: $0)
    }
    #expect(growth < linearGrowth)
  }

  /// Recursion at this depth would overflow the stack.
  @Test(arguments: ["nested parentheses", "nested brackets", "nested generic arguments"])
  func nestingIsNotRecursion(name: String) throws {
    let trap = try #require(Self.traps.first { $0.name == name })
    look(at: sourceFile(Self.text(trap.template, 100_000)))
  }

  private func look(at source: SourceFile) {
    _ = source.bytes.withUnsafeBufferPointer { rules.mayMatch($0) }
    _ = lint(source, relativePath: source.path, with: rules)
  }
}
