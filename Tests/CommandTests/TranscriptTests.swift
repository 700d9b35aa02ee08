import Foundation
import Testing

@testable import Commands

/// The pages of `Fixtures/Transcripts` show what commands print; `WRITE=1` renews them.
@Suite struct TranscriptTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/Transcripts")
  static let pages = FileManager.default.enumerator(atPath: folder.path)!
    .compactMap { $0 as? String }.filter { $0.hasSuffix(".txt") }.sorted()

  @Test(arguments: pages) func commandsPrintWhatThePageShows(page: String) throws {
    let url = Self.folder.appendingPathComponent(page)
    let shown = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    let printed = try Transcript(shown).renewed()
    guard printed != shown else { return }
    guard ProcessInfo.processInfo.environment["WRITE"] == nil else {
      return try Data(printed.utf8).write(to: url)
    }
    let bench = try Workbench()
    try bench.write("shown", shown)
    try bench.write("printed", printed)
    let changes = try bench.shell("diff -u shown printed").output
    Issue.record(
      "\(page) is not what its commands print; 'WRITE=1 make test' renews it\n\(changes)")
  }
}

/// A page: what stands above the first heading is done again in the folder of each case.
private struct Transcript {
  private enum Step {
    case text(String)
    case file(name: String, lines: [String])
    case command(lines: [String])
  }

  private var setup: [Step] = []
  private var cases: [(heading: String, steps: [Step])] = []

  init(_ page: String) {
    var steps: [Step] = []
    /// Those that may go on.
    var file: (name: String, lines: [String])?
    var command: [String] = []
    func end() {
      if let (name, lines) = file { steps.append(.file(name: name, lines: lines)) }
      if !command.isEmpty { steps.append(.command(lines: command)) }
      (file, command) = (nil, [])
    }
    for line in page.lines.dropLast() {
      switch line.prefix(2) {
      case "# ":
        // A heading has an empty line above it.
        if file?.lines.last == "" { file?.lines.removeLast() }
        end()
        if cases.isEmpty { setup = steps } else { cases[cases.count - 1].steps = steps }
        cases.append((line, []))
        steps = []
      case "= ":
        end()
        file = (String(line.dropFirst(2)), [])
      case "$ ":
        end()
        command = [line]
      case "> ": command.append(line)
      case "  ", "", "! ", "!", "? ", "\\ ": file?.lines.append(line)
      default:
        end()
        steps.append(.text(line))
      }
    }
    end()
    if cases.isEmpty { setup = steps } else { cases[cases.count - 1].steps = steps }
  }

  /// The page as the tool prints it now.
  func renewed() throws -> String {
    var page: [String] = []
    for (index, (heading, steps)) in cases.enumerated() {
      let folder = try Workbench()
      folder.environment.merge(Self.environment) { $1 }
      folder.environment["FOLDER"] = folder.path
      let printed = try run(setup + steps, in: folder)
      if index == 0 { page = printed.prefix(setup.count).flatMap { $0 } }
      page += (page.isEmpty ? [] : [""]) + [heading] + printed.dropFirst(setup.count).flatMap { $0 }
    }
    return page.map { $0 + "\n" }.joined()
  }

  /// Revisions are the same each time.
  private static let environment: [String: String] = {
    var environment = ["VERSION": version, "GIT_CONFIG_NOSYSTEM": "1"]
    for role in ["AUTHOR", "COMMITTER"] {
      environment["GIT_\(role)_NAME"] = "A"
      environment["GIT_\(role)_EMAIL"] = "a@example.com"
      environment["GIT_\(role)_DATE"] = "2026-01-02T03:04:05Z"
    }
    let folder = URL(fileURLWithPath: toolPath).deletingLastPathComponent().path
    environment["PATH"] = folder + ":/usr/bin:/bin"
    return environment
  }()

  /// One shell makes the files, and runs each command in a copy of itself, in the folder of the case.
  /// - Returns: the page's lines for each step.
  private func run(_ steps: [Step], in folder: Workbench) throws -> [[String]] {
    let script = steps.enumerated().map { number, step in
      switch step {
      case .text: return ""
      case .file(let name, let lines):
        let isWhole = lines.last?.hasPrefix("\\") != true
        let text =
          (isWhole ? lines : lines.dropLast()).map { $0.dropFirst(2) }
          .joined(separator: "\n") + (lines.isEmpty || !isWhole ? "" : "\n")
        let parent = name.lastIndex(of: "/").map { "mkdir -p -- \(quoted(String(name[..<$0])))\n" }
        return (parent ?? "") + "printf %s \(quoted(text)) >\(quoted(name))\n"
      case .command(let lines):
        let command = lines.map { $0.dropFirst(2) }.joined(separator: "\n")
        return "(\n\(command)\n) </dev/null >$HOME/\(number).1 2>$HOME/\(number).2"
          + "\necho $? >$HOME/\(number).0\n"
      }
    }
    let errors = try folder.shell(script.joined()).errors
    let home = folder.environment["HOME"]!
    func printed(_ name: String, _ mark: String) -> [String] {
      let bytes = (try? Data(contentsOf: URL(fileURLWithPath: "\(home)/\(name)"))) ?? Data()
      guard !bytes.isEmpty else { return [] }
      let text = String(decoding: bytes, as: UTF8.self)
        .replacing(folder.path, with: "$FOLDER")
        .replacing(folder.path.replacing("/", with: "\\/"), with: "$FOLDER")
        .replacing(home, with: "$HOME").replacing(version, with: "$VERSION")
        .replacing(/\bin [0-9]+ m?s\b/, with: "in $TIME")
      let emptyLine = mark == "! " ? "!" : ""
      var lines = text.lines.map { $0.isEmpty ? emptyLine : mark + $0 }
      if text.utf8.last == UInt8(ascii: "\n") {
        lines.removeLast()
      } else {
        lines.append("\\ no newline at the end")
      }
      return lines
    }
    return steps.enumerated().map { number, step in
      switch step {
      case .text(let line): return [line]
      case .file(let name, let lines): return ["= " + name] + lines
      case .command(let lines):
        let status = printed("\(number).0", "? ")
        return lines + printed("\(number).1", "  ") + printed("\(number).2", "! ")
          + (status == ["? 0"] ? [] : status)
      }
    } + (errors.isEmpty ? [] : [errors.lines.map { "! " + $0 }])
  }

  /// As a word of the shell.
  private func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}

extension String {
  /// Without their ends; what has no shape has one.
  fileprivate var lines: [String] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      var shown = String.UnicodeScalarView()
      for scalar in String(Substring(line)).unicodeScalars {
        let isControl = scalar.value < 0x20 && scalar != "\t"
        shown.append(isControl ? Unicode.Scalar(0x2400 + scalar.value)! : scalar)
      }
      return String(shown)
    }
  }
}
