import BundledRules
import CallGraph
import Diagnostics
import Reporters
import Rules
import Workspace

/// A mistake in the command line.
package struct UsageError: Error {
  /// As the compiler words it.
  package let message: String
  /// Whether the help of the subcommand tells more.
  package let needsHelp: Bool
  /// Whether files that reports are written to may tell it.
  package let mayBeReported: Bool
  /// Lines that follow it, e.g. places that may be meant.
  package let notes: [String]

  package init(
    _ message: String, needsHelp: Bool = true, mayBeReported: Bool = true, notes: [String] = []
  ) {
    (self.message, self.needsHelp) = (message, needsHelp)
    (self.mayBeReported, self.notes) = (mayBeReported, notes)
  }
}

/// The arguments that follow a subcommand, taken apart: `["--pack=random", "Sources"]` is the
/// option `--pack` with the value `random`, and a path. Arguments are bytes, since paths are.
package struct Arguments {
  package private(set) var options: [(option: Option, value: FilePath)] = []
  package private(set) var paths: [FilePath] = []

  package init(parsing arguments: ArraySlice<FilePath>, of subcommand: Subcommand)
    throws(UsageError)
  {
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
          "'\(argument.string)' is also the name of a file; put '--' or './' before it, "
            + "or remove it")
      }
      var (option, value) = try Self.option(argument, of: subcommand)
      if option.isValueOptional {
        if value == nil, let word = rest.first, isNumber(word) { value = rest.popFirst() }
        guard value?.bytes.isEmpty != true else { throw Self.isEmpty(option) }
        options.append((option, value ?? FilePath("")))
      } else if option.placeholder == nil {
        guard value == nil else { throw UsageError("'\(option.name)' takes no value") }
        options.append((option, FilePath("")))
      } else if let value = value ?? rest.popFirst() {
        // A variable that nobody has set must not become a run over everything, or nothing.
        guard !value.bytes.isEmpty else { throw Self.isEmpty(option) }
        guard !option.isUnique || !contains(option) else {
          throw UsageError("'\(option.name)' is given twice")
        }
        options.append((option, value))
      } else {
        throw UsageError("missing value for '\(option.name)'")
      }
    }
  }

  private static func isEmpty(_ option: Option) -> UsageError {
    UsageError("the value of '\(option.name)' is empty")
  }

  /// Without the word that stands where paths do.
  var withoutFirstPath: Arguments {
    var rest = self
    rest.paths.removeFirst()
    return rest
  }

  /// The source of the settings where the subcommand takes other words than `lint`: with these
  /// paths alone, and without what is said to some options.
  package func argumentsForSettings(without left: [Option], paths: [FilePath] = []) -> Arguments {
    var rest = without(left)
    rest.paths = paths
    return rest
  }

  /// With an option that takes no value.
  func with(_ option: Option) -> Arguments {
    var all = self
    all.options.append((option, FilePath("")))
    return all
  }

  package func without(_ left: [Option]) -> Arguments {
    var rest = self
    rest.options.removeAll { left.contains($0.option) }
    return rest
  }

  /// For speed alone options come in closures here: a command line without any makes no row of the
  /// table, all of which take two percent of a run over a small file.
  package func contains(_ option: @autoclosure () -> Option) -> Bool {
    if options.isEmpty { return false }
    let option = option()
    return options.contains { $0.option == option }
  }

  /// Whether the option is given. Throws if what it needs is missing, or what it excludes is there.
  package func isGiven(_ option: @autoclosure () -> Option) throws(UsageError) -> Bool {
    guard contains(option()) else { return false }
    let option = option()
    if let needs = option.needs, !needs.options.contains(where: { contains($0) }) {
      throw UsageError(needs.message)
    }
    for exclusion in option.excludes {
      guard let other = exclusion.others.first(where: { contains($0) }) else { continue }
      throw UsageError(
        exclusion.message?(other.name)
          ?? "'\(option.name)' cannot be used with '\(other.name)'")
    }
    return true
  }

  /// Every value of an option, in order.
  package func values(of option: @autoclosure () -> Option) -> [FilePath] {
    if options.isEmpty { return [] }
    let option = option()
    return options.filter { $0.option == option }.map(\.value)
  }

  /// An option that is said again overrules what was said before.
  package func value(of option: @autoclosure () -> Option) -> FilePath? {
    values(of: option()).last
  }

  /// The value of an option that takes one of a few names; nil where it is not given.
  package func choice<Value: CaseIterable & RawRepresentable<String>>(
    of option: @autoclosure () -> Option
  ) throws(UsageError) -> Value? {
    guard let name = value(of: option()) else { return nil }
    return try named(name.string, by: option())
  }

  /// Reads `--name`, `--name=value` or the short form of an option.
  private static func option(
    _ argument: FilePath, of subcommand: Subcommand
  ) throws(UsageError) -> (Option, value: FilePath?) {
    let written = argument.string
    let parts = argument.bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = FilePath(bytes: parts[0]).string
    let value = parts.count == 2 ? FilePath(bytes: parts[1]) : nil
    let named = Option.all.filter { $0.name == name || $0.shortName == written }
    guard let first = named.first else {
      if let meant = hint(forUnknown: name) {
        throw UsageError("unknown option '\(name)'; \(meant)")
      }
      throw unknown("option", name, among: subcommand.options.map(\.name))
    }
    guard let option = named.first(where: { $0.subcommands.contains(subcommand) }) else {
      throw UsageError("'\(subcommand.rawValue)' has no option '\(first.name)'")
    }
    return (option, value)
  }
}

private func isNumber(_ word: FilePath) -> Bool {
  !word.bytes.isEmpty && word.bytes.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
}

/// The value that an option is given by its name, in whatever case.
package func named<Value: CaseIterable & RawRepresentable<String>>(
  _ name: String, by option: Option
) throws(UsageError) -> Value {
  if let value = Value(rawValue: name.lowercased()) { return value }
  let names = Value.allCases.map(\.rawValue)
  let quoted = names.map { "'\($0)'" }
  let list = quoted.dropLast().joined(separator: ", ") + (quoted.last.map { " or \($0)" } ?? "")
  let meant = closestMatch(to: name.lowercased(), in: names)
  let suggestion = meant.map { "; did you mean '\($0)'?" } ?? ""
  throw UsageError("'\(option.name)' takes \(list), not '\(name)'" + suggestion)
}

/// A hint on what does what other tools have the option for; nil for one that nobody has.
private func hint(forUnknown name: String) -> String? {
  switch name {
  case "-v", "-V": "did you mean '\(Option.version.name)'?"
  case "--list-rules", "--rules-list": "'\(toolName) rules' lists the rules"
  case "--explain": "'\(toolName) rules ID' explains a rule, and 'why FILE:LINE' a place"
  default: nil
  }
}

/// - Parameter kind: what the name should have been, e.g. `option`.
package func unknown(_ kind: String, _ name: String, among names: [String]) -> UsageError {
  let suggestion = closestMatch(to: name, in: names).map { "; did you mean '\($0)'?" } ?? ""
  return UsageError("unknown \(kind) '\(name)'" + suggestion)
}
