/// What the lexer found when it looked beyond a token, so that it need not look again. As it only
/// goes forward, it is enough to know up to where something holds.
struct Lookahead {
  /// Whether no conflict ends in the rest of the file.
  var lacksConflictEnd = false, lacksPerforceConflictEnd = false
  /// The offset of the next `#>`, or of the end of the line without one.
  var placeholderEnd = (offset: -1, isFound: false)
  /// The end of the run of `#`.
  var endOfPounds = 0
  /// The end of the operator characters, if a dot or another one begins the operator.
  var endOfDottedOperators = 0, endOfOperators = 0
  /// No text in curly quotes that begins before this offset has an end.
  var endOfOpenCurlyQuotes = 0
  /// The `"###` on the line.
  var quotes = PoundRuns()
  /// The `/###` in the rest of the file, once a regex literal has no end, and in the last regex.
  var slashes = PoundRuns()
  var passedSlashes = PoundRuns()
}

/// The delimiters with `#`s after them in a stretch of the file, but for those before one that has
/// as many or more: what remains tells for every offset the longest run of `#` from there on.
struct PoundRuns {
  /// Offset of the end of the stretch.
  var end = 0
  private(set) var runs: [(delimiter: Int, pounds: Int)] = []
  private var firstIndex = 0

  mutating func restart(from start: Int) {
    runs.removeAll(keepingCapacity: true)
    firstIndex = 0
    end = start
  }

  mutating func append(delimiterAt delimiter: Int, pounds: Int) {
    while let last = runs.last, last.pounds <= pounds { runs.removeLast() }
    runs.append((delimiter, pounds))
  }

  /// The longest run of `#` after a delimiter at `offset` or later. Offsets rise from call to call.
  mutating func longest(from offset: Int) -> Int {
    while firstIndex < runs.count, runs[firstIndex].delimiter < offset { firstIndex += 1 }
    return firstIndex < runs.count ? runs[firstIndex].pounds : 0
  }
}
