import SwiftLexer

/// Lexes all files in memory several times and prints the speed of the best run.
func printThroughput(of files: [[UInt8]]) {
  let byteCount = files.reduce(0) { $0 + $1.count }
  var source = LexedSource()
  var best = Duration.seconds(1_000_000)
  var tokenCount = 0
  for _ in 0..<10 {
    tokenCount = 0
    let time = ContinuousClock().measure {
      for file in files {
        file.withUnsafeBufferPointer { lex($0, into: &source) }
        tokenCount += source.tokens.count
      }
    }
    best = min(best, time)
  }
  let megabytesPerSecond = Int(Double(byteCount) / 1e6 / (best / .seconds(1)))
  print(
    "lexer: \(megabytesPerSecond) MB/s on one core",
    "(\(files.count) files, \(byteCount) bytes, \(tokenCount) tokens; best of 10 runs)")
}
