import Diagnostics
import SwiftLexer
import Workspace

/// Prints the tokens of files, one after the other.
func dumpTokens(of files: [FilePath], _ console: Console) -> ExitStatus {
  var status = ExitStatus.clean
  for file in files {
    do {
      let bytes = try readFile(file)
      var output: [UInt8] = []
      SwiftLexer.dumpTokens(of: bytes, path: file.bytes, into: &output)
      if console.print(output, status: .clean) == .incomplete { return .incomplete }
    } catch {
      console.printError(Trouble(file, error).message)
      status = .incomplete
    }
  }
  return status
}
