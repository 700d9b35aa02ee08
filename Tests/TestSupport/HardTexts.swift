import Foundation

/// All Swift files of the project, or of some of its folders.
package func swiftSources(in folders: [String] = ["Sources", "Tests", "Fixtures"]) throws
  -> [[UInt8]]
{
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
package func hardText(using random: inout SplitMix64) -> [UInt8] {
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

/// Swift put together from pieces that give names to a queue and use them.
package func queueText(using random: inout SplitMix64) -> [UInt8] {
  let pieces: [String] = [
    "class C {\n", "struct C {\n", "extension C {\n", "init() {\n", "func f() {\n", "if a {\n",
    "}\n",
    "}\n", "}\n", "let q: DispatchQueue\n", "let q: Dispatch.DispatchQueue?\n",
    "let a: Int, q: DispatchQueue\n", "let r: DispatchQueue;", "let q = DispatchQueue.main\n",
    "let q: DispatchQueue = .main\n", "private var q = DispatchQueue.main\n",
    "fileprivate lazy var r: DispatchQueue = .main\n", "@A private var q = DispatchQueue.main\n",
    "static let r = DispatchQueue.main\n", "q = .main\n", "self.q = .main\n", "r = q\n",
    "self.q = DispatchQueue\n.main\n", "q = r\n", "self.r = self.q\n", "q = C.r\n", "c.q = r\n",
    "let r = q\n", "let r = self.q\n", "let q = Self.r\n", "let q = type(of: self).r\n",
    "let q = C.r\n", "f(&q)\n", "C(q: r)\n", "(q, r) = a\n", "#if A\n", "#else\n", "#endif\n",
    "q.async { }\n", "self.q.async { }\n", "C.r.async { }\n", "type(of: self).r.async { }\n",
    "r.async { }\n", "self?.r?.async { }\n", "{ [weak self] in\n", "let q: Q\n", "q = .global()\n",
    "typealias Q = DispatchQueue\n", "// c\n",
  ]
  return (0..<Int.random(in: 2...24, using: &random)).flatMap { _ in
    Array(pieces.randomElement(using: &random)!.utf8)
  }
}
