import Diagnostics
import Rules
import Workspace

/// A mistake in the command line.
struct UsageError: Error {
  /// As the compiler words it.
  let message: String
}

/// The arguments that follow a subcommand, taken apart: `["--pack=random", "Sources"]` is the
/// option `pack` with the value `random`, and a path. Arguments are bytes, since paths are.
struct Arguments {
  private(set) var options: [(option: Option, value: FilePath)] = []
  private(set) var paths: [FilePath] = []

  init(parsing arguments: ArraySlice<FilePath>, of subcommand: Subcommand) throws(UsageError) {
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == FilePath("--") {
        paths += rest
        return
      }
      guard argument.bytes.first == UInt8(ascii: "-"), 1 < argument.bytes.count else {
        paths.append(argument)
        continue
      }
      // Hooks and 'xargs' add the names of whatever a repository holds.
      guard !isNameTaken(argument) else {
        throw UsageError(
          message: "'\(argument.string)' is a file, too; put '--' or './' before it, or remove it")
      }
      let (option, value) = try Self.option(argument, of: subcommand)
      if option.placeholder == nil {
        guard value == nil else { throw UsageError(message: "'\(option.name)' takes no value") }
        options.append((option, FilePath("")))
      } else if let value = value ?? rest.popFirst() {
        // A variable that nobody has set must not become a run over everything, or nothing.
        guard !value.bytes.isEmpty else {
          throw UsageError(message: "the value of '\(option.name)' is empty")
        }
        options.append((option, value))
      } else {
        throw UsageError(message: "missing value for '\(option.name)'")
      }
    }
  }

  /// Without the word that stands where paths do.
  var withoutFirstPath: Arguments {
    var rest = self
    rest.paths.removeFirst()
    return rest
  }

  func contains(_ option: Option) -> Bool { options.contains { $0.option == option } }

  /// Every value of an option, in order.
  func values(of option: Option) -> [FilePath] {
    options.filter { $0.option == option }.map(\.value)
  }

  /// An option that is said again overrules what was said before.
  func value(of option: Option) -> FilePath? { values(of: option).last }

  /// Reads `--name`, `--name=value` or the short form of an option.
  private static func option(
    _ argument: FilePath, of subcommand: Subcommand
  ) throws(UsageError) -> (Option, value: FilePath?) {
    let written = argument.string
    if let option = Option.allCases.first(where: { $0.shortName == written }) {
      guard subcommand.options.contains(option) else { throw subcommand.lacks(option) }
      return (option, nil)
    }
    let parts = argument.bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = FilePath(bytes: parts[0]).string
    let value = parts.count == 2 ? FilePath(bytes: parts[1]) : nil
    guard let option = Option.allCases.first(where: { $0.name == name }) else {
      throw unknown("option", name, among: subcommand.options.map(\.name))
    }
    guard subcommand.options.contains(option) else { throw subcommand.lacks(option) }
    return (option, value)
  }
}

extension Subcommand {
  fileprivate func lacks(_ option: Option) -> UsageError {
    UsageError(message: "'\(rawValue)' has no option '\(option.name)'")
  }
}

/// - Parameter kind: what the name should have been, e.g. `option`.
func unknown(_ kind: String, _ name: String, among names: [String]) -> UsageError {
  let suggestion = closestMatch(to: name, in: names).map { "; did you mean '\($0)'?" } ?? ""
  return UsageError(message: "unknown \(kind) '\(name)'" + suggestion)
}
