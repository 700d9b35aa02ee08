/// What the program is to do. `Tests/Conformance/run` says where things are.
struct Options {
  /// The folder of `Package.swift`.
  var repository = "."
  /// The folder of the toolchain with `lib` in it.
  var toolchain = ""
  /// Where inputs are kept on which the lexers differ.
  var reports = ".build/conformance"
  /// Nil for as many as is usual.
  private var mutations: Int?
  var seed: UInt64 = 1
  var measuresThroughput = false
  /// Files and folders to read instead of the usual ones.
  var paths: [String] = []
  /// A file with paths, one a line, to read instead of the usual ones.
  var list: String?

  var isUsual: Bool { paths.isEmpty && list == nil }
  var mutationCount: Int { mutations ?? (isUsual ? 20_000 : 0) }

  static let usage = """
    usage: Tests/Conformance/run [--mutations N] [--seed S] [--throughput] [--files LIST] [PATH …]

    Holds tokens and trees against those of the toolchain's own SwiftParser: over the cases of
    Fixtures/Lexer/facts.tsv, the toolchain's module interfaces, this package's sources, and 20000
    mutations of them; or over the given files and the Swift files in the given folders. Trees are
    compared where SwiftParser reports no error; those of mutations only with themselves.

      --files LIST    compare the files that LIST names, one a line, and tell where trees differ
      --mutations N   how many mutations
      --seed S        which mutations (default: 1)
      --throughput    compare nothing; print how fast the lexer is over the same files
    """

  init(arguments: some Sequence<String>) throws {
    var arguments = arguments.makeIterator()
    func value(of option: String) throws -> String {
      guard let value = arguments.next() else { throw UsageError("'\(option)' needs a value") }
      return value
    }
    while let argument = arguments.next() {
      switch argument {
      case "--repository": repository = try value(of: argument)
      case "--toolchain": toolchain = try value(of: argument)
      case "--reports": reports = try value(of: argument)
      case "--mutations": mutations = try Self.number(value(of: argument), of: argument)
      case "--seed": seed = try Self.number(value(of: argument), of: argument)
      case "--throughput": measuresThroughput = true
      case "--files": list = try value(of: argument)
      case _ where argument.hasPrefix("-"): throw UsageError("unknown option '\(argument)'")
      default: paths.append(argument)
      }
    }
  }

  private static func number<Number: FixedWidthInteger>(
    _ text: String, of option: String
  ) throws -> Number {
    guard let number = Number(text), 0 <= number else {
      throw UsageError("'\(option)' needs a number, not '\(text)'")
    }
    return number
  }
}

struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
