import Commands
import Comparison
import Diagnostics
import Pipeline
import Workspace

/// Lints, and lints again whenever a file that counts has changed, until somebody interrupts it.
/// Each report stands between two lines that editors know a background task by. Only what is saved
/// is seen: editors that hand over what they have open use `--stdin-path` or the language server.
func watch(_ options: LintOptions, _ console: Console) -> Never {
  endOnInterrupt()
  endWithoutPaths(options, console)
  let says = { words in if options.saysWhatIsWatched { say(words, console) } }
  var files = WatchedFiles(options)
  while true {
    says("checking")
    says("checked \(report(options, console))")
    // Asked again and again: a walk costs little, and needs no code for each system. What changes
    // while the report is written makes another one.
    var look = 0.0
    while true {
      // A large tree takes no more than a twentieth of a processor.
      pause(forMicroseconds: 1_000 * Int(max(500, 20_000 * look)))
      let start = monotonicSeconds()
      var now = WatchedFiles(options)
      look = monotonicSeconds() - start
      if now == files { continue }
      // A switch of branches changes many files one after the other.
      repeat {
        files = now
        pause(forMicroseconds: 100_000)
        now = WatchedFiles(options)
      } while now != files
      break
    }
  }
}

/// A path that is not there at all is misspelt; one that goes later may come back.
private func endWithoutPaths(_ options: LintOptions, _ console: Console) {
  guard case .paths(let paths, _) = options.input else { return }
  let troubles = paths.compactMap { path -> Trouble? in
    do throws(FileError) {
      _ = try kindOfFile(at: path)
      return nil
    } catch {
      return Trouble(path, error)
    }
  }
  guard !paths.isEmpty, troubles.count == paths.count else { return }
  for trouble in troubles { console.printError(trouble.message) }
  exitProcess(ExitStatus.incomplete.rawValue)
}

/// - Returns: e.g. `412 files, 3 errors, 1 warning`.
private func report(_ options: LintOptions, _ console: Console) -> String {
  console.forgetFailures()
  do {
    return try lint(options, console, start: monotonicSeconds()).receipt.summary
  } catch let error as ProjectError {
    error.print(on: console)
  } catch let error as UsageError {
    console.printError(error.message)
  } catch {
    // `lint` throws nothing else where it lints files.
    console.printError("\(error)")
  }
  reportFailures(options, .incomplete, console)
  return "nothing; see the errors above"
}

private func say(_ words: String, _ console: Console) {
  do {
    try console.output.write(Array("determinism: \(words)\n".utf8))
  } catch {
    // Nobody reads any more.
    exitProcess(ExitStatus.clean.rawValue)
  }
}

/// The files that a report depends on, as they are at one moment.
private struct WatchedFiles: Equatable {
  private var versions: [FilePath: FileVersion?] = [:]

  init(_ options: LintOptions) {
    guard let projects = try? Projects(options.rules, knowsAllRules: false),
      case .files(let search)? = try? InputSource(options, projects)
    else { return }
    let found = search.all()
    for file in found.files { note(file.path) }
    // What cannot be read now may be later.
    for trouble in found.troubles { note(trouble.path) }
    for root in found.repositories { note(root.appending(baselineFileName)) }
    for path in projects.settingsPaths(options) { note(path) }
  }

  private mutating func note(_ path: FilePath) {
    versions.updateValue(FileVersion(at: path), forKey: path)
  }
}
