// Holds the lexer and the parser against the toolchain's own. Ends with status 1 if they differ in any
// token, comment or stretch of unexpected text, or in more nodes than `TreeReport` allows.

import Foundation
import SwiftLexer

do {
  let options = try Options(arguments: CommandLine.arguments.dropFirst())
  let files = try inputs(for: options)
  if options.measuresThroughput {
    printThroughput(of: files.compactMap { $0.bytes() })
    exit(0)
  }
  var report = Report(folder: options.reports)
  keepInputOnCrash(at: report.path(of: "crash.swift"))
  let facts = try lexicalFacts(in: options.repository)
  if options.isUsual { compare(facts, &report) }
  let sources = compare(files, keeping: 0 < options.mutationCount, &report)
  compareMutations(of: sources + facts.map(\.source), options, &report)
  let trees = compareTrees(of: files)
  trees.printSummary()
  report.finish(treesAgree: trees.agrees)
} catch let error as UsageError {
  FileHandle.standardError.write(Data("error: \(error)\n\(Options.usage)\n".utf8))
  exit(64)
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(2)
}

func inputs(for options: Options) throws -> [Input] {
  if let list = options.list {
    return try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
      .map { Input(path: String($0)) }
  }
  if !options.paths.isEmpty {
    return try options.paths.flatMap {
      try inputs(at: $0, extensions: ["swift", "swiftinterface"])
    }
  }
  let own = try ["Package.swift", "Sources", "Tests", "Fixtures"].flatMap {
    try inputs(at: options.repository + "/" + $0, extensions: ["swift"])
  }
  // The toolchain has most of them twice.
  var seen: Set<[UInt8]> = []
  let interfaces = try inputs(at: options.toolchain + "/lib", extensions: ["swiftinterface"])
    .filter { $0.bytes().map { seen.insert($0).inserted } ?? true }
  return own + interfaces
}

func lexicalFacts(in repository: String) throws -> [LexicalFact] {
  let path = repository + "/Fixtures/Lexer/facts.tsv"
  return LexicalFact.table(try String(contentsOfFile: path, encoding: .utf8))
}

func compare(_ facts: [LexicalFact], _ report: inout Report) {
  for fact in facts {
    report.factCount += 1
    let name = "fact \(fact.id) (\(fact.rule))"
    let seen = lex(fact.source).notation(of: fact.source)
    if seen != fact.expected {
      report.add("\(name):\n  expected:   \(fact.expected)\n  SwiftLexer: \(seen)")
    } else if let difference = watching(fact.source, { firstDifference(in: fact.source) }) {
      report.add("\(name): \(difference.description(in: fact.source))")
    }
  }
}

/// Returns what was compared if it is to be kept.
func compare(_ files: [Input], keeping keeps: Bool, _ report: inout Report) -> [[UInt8]] {
  var sources: [[UInt8]] = []
  for file in files {
    guard let bytes = file.bytes() else {
      report.add("cannot read '\(file.path)'")
      continue
    }
    report.fileCount += 1
    report.byteCount += bytes.count
    if keeps { sources.append(bytes) }
    if let difference = watching(bytes, { firstDifference(in: bytes) }) {
      report.add("\(file.path): \(difference.description(in: bytes))")
    }
  }
  return sources
}

func compareMutations(of sources: [[UInt8]], _ options: Options, _ report: inout Report) {
  var mutator = Mutator(seed: options.seed, sources: sources)
  for index in 0..<options.mutationCount {
    let bytes = mutator.next()
    report.mutationCount += 1
    let fault = watching(bytes) {
      firstDifference(in: bytes)?.description(in: bytes) ?? treeFault(in: bytes)
    }
    if let fault {
      let path = report.keep(bytes, as: "mutation-\(options.seed)-\(index).swift")
      report.add("\(path): \(fault)")
    }
  }
}

func compareTrees(of files: [Input]) -> TreeReport {
  var report = TreeReport()
  for file in files {
    guard let bytes = file.bytes() else { continue }
    report.add(watching(bytes) { treeDifference(in: bytes) }, path: file.path, bytes)
  }
  return report
}
