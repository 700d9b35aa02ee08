import Diagnostics
import Workspace

/// `FILE:LINE` or `FILE:LINE:COLUMN`, as reports print it.
struct PlaceInFile {
  let file: FilePath
  /// From 1.
  let line: Int
  /// From 1, in UTF-8 bytes; nil for the whole line.
  let column: Int?
  /// The file if the last number is the line, since a name may hold colons and digits.
  private let longerName: FilePath?

  /// A colon at the end, which a report has there, does no harm.
  init(parsing argument: FilePath) throws(UsageError) {
    let colon = UInt8(ascii: ":")
    var parts = argument.bytes.split(separator: colon, omittingEmptySubsequences: false)[...]
    if 2 < parts.count, parts.last?.isEmpty == true { parts.removeLast() }
    let mistake = UsageError(message: "'why' takes FILE:LINE[:COLUMN], not '\(argument.string)'")
    func path(_ parts: ArraySlice<ArraySlice<UInt8>>) throws(UsageError) -> FilePath {
      let path = FilePath(bytes: Array(parts.joined(separator: [colon])))
      guard !path.bytes.isEmpty else { throw mistake }
      return path
    }
    guard 1 < parts.count, let last = number(parts.removeLast()) else { throw mistake }
    if 1 < parts.count, let line = number(parts.last!) {
      longerName = try path(parts)
      file = try path(parts.dropLast())
      (self.line, column) = (line, last)
    } else {
      longerName = nil
      file = try path(parts)
      (line, column) = (last, nil)
    }
    guard 1 <= line, 1 <= column ?? 1 else {
      throw UsageError(message: "lines and columns count from 1")
    }
  }

  private init(file: FilePath, line: Int) {
    (self.file, self.line, column, longerName) = (file, line, nil, nil)
  }

  /// The same place, in the one of two possible files that exists.
  var inExistingFile: PlaceInFile {
    guard let longerName, let column, !exists(file), exists(longerName) else { return self }
    return PlaceInFile(file: longerName, line: column)
  }

  private func exists(_ path: FilePath) -> Bool {
    do {
      _ = try readFile(path)
      return true
    } catch {
      return !error.isMissing
    }
  }
}

/// Decimal digits of a number that fits.
private func number(_ digits: ArraySlice<UInt8>) -> Int? {
  guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
  return Int(String(decoding: digits, as: UTF8.self))
}
