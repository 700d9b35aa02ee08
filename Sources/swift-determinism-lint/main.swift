// swift-determinism-lint: paths → bytes → tokens → matches → diagnostics → report.
//
// The command line says what to do (Command.swift); each subcommand is a function in a file of its
// own, which returns what the tool exits with. The work itself is done by the other targets:
//
//   Workspace     finds the files and the settings, and reads them
//   Rules         reads rule files and configurations
//   RuleEngine    lints one file: bytes in, diagnostics out
//   Reporters     turns diagnostics into what people, editors and CI read
//
// Sources/README.md tells how a run works.
//
// Findings go to standard output, everything else to standard error.

import Commands
import Diagnostics
import Explain
import Pipeline
import Setup
import SwiftLexer
import Syntax
import Trace
import Workspace

let start = monotonicSeconds()
occupyClosedStreams()
letWritesFail()
try run(start: start)

/// Does what the command line says. It is a function since a closure in code at the top level
/// belongs to the main actor, and would link all of the concurrency runtime.
func run(start: Double) throws -> Never {
  let console = Console()
  /// Of a run that lints.
  var lintOptions: LintOptions?
  var traceOptions: TraceOptions?
  func fail(_ status: ExitStatus) -> Never {
    if let lintOptions { reportFailures(lintOptions, status, console) }
    if let traceOptions { reportFailures(traceOptions, status, console) }
    exitProcess(status.rawValue)
  }
  do {
    let status: ExitStatus
    let command = try Command(parsing: commandLineArguments())
    console.isColored = command.isColored
    switch command.task {
    case .lint(let options):
      lintOptions = options
      if options.isWatching { watch(options, console) }
      let run = try lint(options, console, start: start)
      withExtendedLifetime(run) { exitProcess(run.status.rawValue) }
    case .rules(let options):
      status = try printRules(options, console)
    case .why(let options):
      status = try explainPlace(options, console)
    case .trace(let options):
      traceOptions = options
      status = try trace(options, console, start: start)
    case .verify(let paths, let rules, let isQuiet):
      status = try verify(paths, by: rules, isQuiet: isQuiet, console)
    case .dumpTokens(let files): status = dump(files, console, dumpTokens)
    case .dumpTree(let files): status = dump(files, console, dumpTree)
    case .initialize(let options):
      status = try initialize(options, console)
    case .baseline(let options):
      status = try changeBaseline(options, console)
    case .completions(let shell):
      status = console.print(shell.completions, status: .clean)
    case .manualPage:
      status = console.print(manualPage(), status: .clean)
    case .languageServer(let log):
      try serve(loggingTo: log, console)
    case .help(let subcommand):
      status = console.print(help(for: subcommand), status: .clean)
    case .version(let format):
      status = printVersion(format, console)
    }
    exitProcess(status.rawValue)
  } catch let error as UsageError {
    error.print(on: console)
    if !error.mayBeReported { exitProcess(ExitStatus.wrongUsage.rawValue) }
    fail(.wrongUsage)
  } catch let error as GitError {
    console.printError(error.message)
    fail(.incomplete)
  } catch let error as ProjectError {
    error.print(on: console)
    fail(.incomplete)
  }
}

extension UsageError {
  func print(on console: Console) {
    console.printError(message)
    for note in notes { console.printToErrors(FilePath(note).printable + "\n") }
    guard needsHelp else { return }
    let subcommand = commandLineArguments().first.flatMap { Subcommand(rawValue: $0.string) }
    let help = subcommand.map { $0 == .help ? "help" : "help \($0.rawValue)" } ?? "--help"
    // A plugin says what it was called with.
    let caller = environmentVariable("DETERMINISM_LINT_CALLED_AS")?.printable ?? toolName
    console.printToErrors("Run '\(caller) \(help)' for usage.\n")
  }
}
