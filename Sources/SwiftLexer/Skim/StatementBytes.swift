// Where statements begin and end for sure, told from the bytes alone.

extension SourceBytes {
  /// The end of the comments and imports that the file starts with; 0 if there are none, or if what
  /// follows may go on with them.
  func endOfHeader() -> Int {
    var header = 0
    while let next = nextLine(after: header),
      let end = bytes[next] == "/" ? endOfComment(at: next) : endOfImport(at: next)
    {
      header = end
    }
    return startOfStatement(after: header) == nil ? 0 : header
  }

  /// - Parameter start: of the word `import`, or of an attribute before it.
  private func endOfImport(at start: Int) -> Int? {
    var offset = start
    if bytes[start] == "@" {
      offset = endOfName(from: start + 1)
      guard byte(at: offset) == " " else { return nil }
      offset += 1
    }
    guard starts(with: "import ", at: offset) else { return nil }
    let end = end(from: offset) { $0.isName .| ($0 .== .all(" ")) .| ($0 .== .all(".")) }
    // After a period the next line goes on with it.
    let isWhole = bytes[end - 1] != "." && bytes[end - 1] != " "
    return isWhole && byte(at: end).isNewline ? end : nil
  }

  /// The offset of what comes next, on another line, if it does not go on with what ends there: a
  /// statement, or the brace that closes the block around both.
  func startOfStatement(after end: Int) -> Int? {
    var end = end
    while let next = nextLine(after: end) {
      switch bytes[next] {
      case "/":
        guard let endOfComment = endOfComment(at: next) else { return nil }
        end = endOfComment
      case "}", "@":
        return next
      case let byte:
        return byte.isLetterOrUnderscore && !mayContinue(at: next) ? next : nil
      }
    }
    return nil
  }

  /// The offset of what comes next, comments too, if that is on another line.
  private func nextLine(after end: Int) -> Int? {
    let next = self.end(from: end) {
      ($0 .== .all(" ")) .| ($0 .== .all("\n")) .| ($0 .== .all("\r")) .| ($0 .== .all("\t"))
    }
    let isOnNewLine = end == 0 || bytes[end..<next].contains(where: \.isNewline)
    return next < count && isOnNewLine ? next : nil
  }

  /// Whether the word may go on with what stands on the line before it, also as the label of a
  /// closure.
  private func mayContinue(at start: Int) -> Bool {
    let end = endOfName(from: start)
    var next = end
    while byte(at: next) == " " { next += 1 }
    if byte(at: next) == ":" || byte(at: next) == "/" { return true }
    guard end - start < 16 else { return false }
    let word = KeywordTable.shared.word(in: vector(at: start), length: end - start)
    let keyword = word.traits.keyword
    // A `while` may be that of a `repeat`.
    return keyword.continuesStatement || keyword == .while
      || end - start == 5 && starts(with: "async", at: start)
  }

  /// Whether all parentheses and square brackets that are opened there are closed.
  /// - Parameter range: code without braces but in strings.
  func isBalanced(_ range: Range<Int>) -> Bool {
    // A bit for each open bracket, the innermost last: whether it is a parenthesis.
    var brackets: UInt64 = 1
    var offset = range.lowerBound
    while true {
      offset = end(from: offset, passingOver: { $0.isPlain })
      guard offset < range.upperBound else { return brackets == 1 }
      switch bytes[offset] {
      case "(", "[":
        guard brackets.leadingZeroBitCount != 0 else { return false }
        brackets = brackets << 1 | (bytes[offset] == "(" ? 1 : 0)
        offset += 1
      case ")", "]":
        guard brackets != 1, brackets & 1 == (bytes[offset] == ")" ? 1 : 0) else { return false }
        brackets >>= 1
        offset += 1
      case "/":
        guard let end = endOfComment(at: offset) ?? endOfSlash(at: offset) else { return false }
        offset = end
      case "\"":
        guard let end = endOfString(at: offset) else { return false }
        offset = end
      case "|", "~":
        offset += 1
      default:
        return false
      }
    }
  }
}

extension SIMD16<UInt8> {
  /// Which bytes are neither brackets nor the start of what may hold some.
  @inline(__always)
  fileprivate var isPlain: SIMDMask<SIMD16<Int8>> {
    let isParenthesis = (self & Self(repeating: 0xFE)) .== .all("(")
    let isSquare = (self .== .all("[")) .| (self .== .all("]"))
    return .!(isBraceOrMayHoldOne .| isParenthesis .| isSquare)
  }
}
