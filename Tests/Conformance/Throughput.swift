import Foundation
import SwiftLexer

/// Lexes all files in memory several times and prints the speed of the best run, by processor time.
func printThroughput(of files: [[UInt8]]) {
  let byteCount = files.reduce(0) { $0 + $1.count }
  var source = LexedSource()
  var tokenCount = 0
  let seconds = (1...10).map { _ in
    let start = clock()
    tokenCount = 0
    for file in files {
      file.withUnsafeBufferPointer { lex($0, into: &source) }
      tokenCount += source.tokens.count
    }
    return Double(clock() - start) / Double(CLOCKS_PER_SEC)
  }
  let megabytesPerSecond = Int(Double(byteCount) / 1e6 / (seconds.min() ?? .infinity))
  print(
    "lexer: \(megabytesPerSecond) MB/s on one core",
    "(\(files.count) files, \(byteCount) bytes, \(tokenCount) tokens; best of 10 runs)")
}
