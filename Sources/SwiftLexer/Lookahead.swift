/// What the lexer found when it looked beyond a token, so that it need not look again.
struct Lookahead {
  var conflictEnd = Search()
  var perforceConflictEnd = Search()
  /// For the `#>` of a placeholder on the same line.
  var placeholderEnd = Search()
  /// For the end of a run of `#`.
  var poundRun = Search()
  /// For the end of a run of operator characters that begins with a dot, or with another one.
  var dottedOperatorRun = Search()
  var operatorRun = Search()
  /// For text in curly quotes that does not end on its line.
  var openCurlyQuote = Search()
  /// For `"###` on the same line.
  var quotes = PoundRuns()
  /// For `/###` in the rest of the file.
  var slashes = PoundRuns()
}

/// A search for the first place where something is so. What it found holds for a search from any
/// offset between.
struct Search {
  var from = 0
  var to = 0
  var isFound = false

  @inline(__always)
  func covers(_ offset: Int) -> Bool { from <= offset && offset < to }
}

/// The delimiters in a stretch of the file that `#`s follow, without those that are followed,
/// somewhere later, by one with as many or more: what remains tells for every offset the longest
/// run of `#` from there on.
struct PoundRuns {
  /// The stretch of the file.
  var from = 0
  var to = 0
  private var runs: [(delimiter: Int, pounds: Int)] = []
  private var firstIndex = 0

  init() {}

  init(from: Int) {
    self.from = from
    to = from
  }

  func covers(_ offset: Int) -> Bool { from <= offset && offset < to }

  mutating func append(delimiterAt delimiter: Int, pounds: Int) {
    while let last = runs.last, last.pounds <= pounds { runs.removeLast() }
    runs.append((delimiter, pounds))
  }

  /// The longest run of `#` after a delimiter at `offset` or later; nil without a delimiter.
  /// Offsets rise from call to call.
  mutating func longest(from offset: Int) -> Int? {
    while firstIndex < runs.count, runs[firstIndex].delimiter < offset { firstIndex += 1 }
    return firstIndex < runs.count ? runs[firstIndex].pounds : nil
  }
}
