import Diagnostics

/// What a git process left behind.
package struct GitAnswer: Sendable {
  /// The exit status, or 128 and the number of the signal that ended it.
  package let status: Int32
  package let output: [UInt8]
  /// The beginning of what it wrote to standard error.
  package let errors: [UInt8]

  /// What went wrong, in git's own words.
  package var error: GitError {
    guard let message = firstMessage(in: errors) else {
      return GitError("git ended with status \(status)")
    }
    if message.hasSuffix("(safe.bareRepository is 'explicit')") {
      return GitError("this operation must be run in a work tree")
    }
    let refusal = "detected dubious ownership in repository at "
    guard message.hasPrefix(refusal) else { return GitError(message) }
    return GitError(
      "\(message), which belongs to somebody else; if you trust them: "
        + "git config --global --add safe.directory \(message.dropFirst(refusal.count))")
  }
}

/// Why git did not do what it was asked to.
package struct GitError: Error, Equatable {
  /// One phrase, without `error: `.
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}

/// A word of a command, or a path or revision in it.
package struct GitArgument: ExpressibleByStringLiteral {
  let bytes: [UInt8]

  package init(_ path: FilePath) {
    bytes = path.bytes
  }

  package init(stringLiteral word: String) {
    bytes = Array(word.utf8)
  }
}

/// Runs git to its end, whatever its status. It runs no program of the repository, asks for no lock
/// that it can do without and fetches nothing.
/// - Parameters:
///   - arguments: those after `git`, e.g. `["rev-parse", "HEAD"]`.
///   - folder: where it runs; nil for the working folder.
///   - seesHooks: whether it may know where the hooks are; for a command that runs none.
package func runGit(
  _ arguments: [GitArgument], in folder: FilePath? = nil,
  _ environment: GitEnvironment = .inherited, seesHooks: Bool = false
) throws(GitError) -> GitAnswer {
  try startGit(arguments, in: folder, environment, seesHooks: seesHooks).answer()
}

/// Runs git and returns what it printed; a status other than 0 is an error.
package func gitOutput(_ arguments: [GitArgument]) throws(GitError) -> [UInt8] {
  let answer = try runGit(arguments)
  guard answer.status == 0 else { throw answer.error }
  return answer.output
}

/// Starts git, so that others run at the same time.
/// - Parameter input: for its standard input.
func startGit(
  _ arguments: [GitArgument], in folder: FilePath? = nil,
  _ environment: GitEnvironment = .inherited, seesHooks: Bool = false, input: [UInt8] = []
) throws(GitError) -> GitProcess {
  // None of the programs that git would start by itself. A folder that looks like a repository
  // without a work tree has settings that nobody asked for.
  let settings: [GitArgument] = [
    "--no-pager", "-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit",
  ]
  let hooks: [GitArgument] = seesHooks ? [] : ["-c", "core.hooksPath=/dev/null"]
  let place: [GitArgument] = folder.map { ["-C", GitArgument($0)] } ?? []
  do {
    return try GitProcess(
      (["git"] + settings + hooks + place + arguments).map { FilePath(bytes: $0.bytes) },
      environment: environment.variables, input: input)
  } catch {
    throw GitError("cannot run 'git' (\(error.text))")
  }
}

extension GitProcess {
  /// Adds some of what it prints.
  /// - Returns: false where it has printed all.
  func readMore(into output: inout [UInt8]) throws(GitError) -> Bool {
    do {
      return try read(into: &output)
    } catch {
      throw GitError("cannot read what 'git' prints (\(error.text))")
    }
  }

  /// Everything that it prints from now on.
  func answer() throws(GitError) -> GitAnswer {
    do {
      var output: [UInt8] = []
      while try read(into: &output) {}
      return GitAnswer(status: try end(), output: output, errors: errorText)
    } catch {
      throw GitError("cannot read what 'git' prints (\(error.text))")
    }
  }
}

/// The first line that says why git gave up, without `fatal: `; else the first line.
private func firstMessage(in text: [UInt8]) -> String? {
  let lines = text.split(separator: UInt8(ascii: "\n"))
  for line in lines {
    for beginning in ["fatal: ", "error: "] where line.starts(with: beginning.utf8) {
      return String(decoding: line.dropFirst(beginning.utf8.count), as: UTF8.self)
    }
  }
  return lines.first.map { String(decoding: $0, as: UTF8.self) }
}
