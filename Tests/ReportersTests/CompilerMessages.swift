import Diagnostics
import Foundation
import Reporters
import Testing

/// The `json` format beside the compiler's own messages.
@Suite(.enabled(if: Compiler.reference != nil, "no swiftc 6.3 at hand"))
struct CompilerMessages {
  /// What is the compiler's own in its messages is put into the tool's words; then all bytes of
  /// both agree.
  @Test func messagesAreThoseOfTheCompiler() throws {
    for cases in [[nastySources[0], nastySources[6]], [quiet], [quiet, nastySources[6]]] {
      let files = cases.enumerated().map { (name: "a\($0).swift", bytes: $1.bytes) }
      let compiler = try #require(Compiler.reference)
      let stream = try withFolder(files + [("declarations.swift", Array(declarations.utf8))]) {
        try compiler.typecheck(
          files.map(\.name) + ["declarations.swift"], ["-parseable-output"], in: $0)
      }
      let sources = files.map { SourceFile(path: FilePath($0.name), bytes: $0.bytes) }
      let ours = try messages(in: report(withDeclarations(sources, cases), ReportStyle(.json)))
      let theirs = try messages(in: stream)
      try #require(theirs.count == 2 && ours.count == 2)
      #expect(text(ours[0]) == inOurWords(text(theirs[0])))
      #expect(withoutDiagnostics(text(ours[1])) == inOurWords(text(theirs[1])))
    }
  }

  private let quiet = ReportCase("nothing to say", source: "func quiet() {}\n")

  private func withDeclarations(
    _ sources: [SourceFile], _ cases: [ReportCase]
  ) -> [(SourceFile, [Diagnostic])] {
    zip(sources, cases.map(\.diagnostics)).map { ($0, $1) }
      + [(SourceFile(path: FilePath("declarations.swift"), bytes: []), [])]
  }

  private func text(_ message: [UInt8]) -> String {
    String(decoding: message, as: UTF8.self)
  }

  /// Replaces the values that name the compiler's job, its process and its arguments.
  private func inOurWords(_ message: String) -> String {
    var message = message
    for (pattern, words) in [
      (#""name" : "[a-z-]+""#, #""name" : "lint""#),
      (#""(real_)?pid" : [0-9]+"#, #""$1pid" : -1000"#),
      (#""command_executable" : ".*""#, #""command_executable" : "swift-determinism-lint""#),
      (#""command_arguments" : \[[^\]]*\]"#, "\"command_arguments\" : [\n\n  ]"),
    ] {
      message = message.replacingOccurrences(
        of: pattern, with: words, options: .regularExpression)
    }
    return message
  }

  /// Takes out what the tool adds.
  private func withoutDiagnostics(_ message: String) -> String {
    message.replacingOccurrences(
      of: #"  "diagnostics" : \[\n[\s\S]*?\n  \],\n"#, with: "", options: .regularExpression)
  }
}
