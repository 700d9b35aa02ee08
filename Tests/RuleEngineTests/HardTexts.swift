import Foundation
import Testing

@testable import RuleEngine

/// All Swift files of the project, or of some of its folders.
func swiftSources(in folders: [String] = ["Sources", "Tests", "Fixtures"]) throws -> [[UInt8]] {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  return try folders.flatMap { folder -> [[UInt8]] in
    let files = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    let names = (files?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".swift") }.sorted()
    return try names.map {
      [UInt8](
        try Data(contentsOf: root.appendingPathComponent(folder).appendingPathComponent($0)))
    }
  }
}

/// Swift put together from pieces that are hard on names and on what is around them.
func hardText(using random: inout SplitMix) -> [UInt8] {
  let pieces: [[UInt8]] =
    [
      "Date", "`Date`", "now", ".", "(", ")", "()", " ", "\n", "\r\n", "\u{0}", "\u{FEFF}",
      "\u{A0}",
      "/* c */", "// c\n", "{", "}", "init", ".init", "self", "?", "!", "::", "Foundation", "<A>",
      "\n#if A\n", "\n#else\n", "\n#endif\n", "DispatchQueue", ".main", ".async",
      "timeIntervalSinceNow",
      ":", "1", "_", "=", "Task", "Thread", "{ }", "block:", "shuffled", "time", "a:", "b:",
      "Timer",
      ".scheduledTimer", "x", "#filePath", "@AppStorage", ".global()",
      "SystemRandomNumberGenerator",
      "Task.now", "Date()", "=.now", "x.shuffled()", "Task{}", "\n<<<<<<< a\n", "\n>>>>>>> a\n",
      "wait",
      "timeout:", "\"", "é", "×", ",", "\t", "let d: Date = ", "-> Date {", "extension Date {",
      "typealias D = Date", "return", "Self", "Self()", "self.init()", ".init()", "as Date",
      "let i: ContinuousClock.Instant", "let u: UUID =", "scheduledTimer(", "extension Timer {",
      "let q: DispatchQueue = .main", "[Date] = [", "timeIntervalSince1970: 0", "_ ", "in ",
      "if ", "for x in ", "case ", "enum E {", "struct Date {", "func f<", "actor ", "\nDate",
      ", Date",
      "\n// ", "\n  /// Date ", "*/", "/*\n", "\"\"\"\n", "\\(", "#/\n", "/#", "typealias D =\n",
      "extension ", "\nDispatchQueue.main.async {", "{ x in\n", "let ", "DispatchQueue.main",
      "Date.self",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3]]
  return (0..<Int.random(in: 1...16, using: &random)).flatMap { _ in
    pieces.randomElement(using: &random)!
  }
}
