/// A block that holds neither a place that must be lexed nor a directive.
struct IdleBlock {
  /// Offset of the opening brace.
  let brace: Int
  /// The offset behind the brace that the last block before it ends with, or behind the header of
  /// the file where there is none; nil where a brace is opened, a place or a directive in between.
  let previousEnd: Int?
  /// Offset of the closing brace.
  let end: Int
}

/// Goes through the braces, strings and comments of a file.
struct IdleBlockScan {
  /// How deep blocks may lie in each other; more is given up. So many need no memory from the heap.
  static let deepestBlock = 64

  let source: SourceBytes
  var stops: SkimStops
  var places: PlaceCursor
  var comments: PlaceCursor
  let openBlocks: UnsafeMutablePointer<OpenBlock>
  var depth = 0
  /// The offset behind the last brace, if that closed a block, or behind the header where there was
  /// none; -1 behind a brace that opens one.
  var endOfBlock: Int
  /// Offset of the last place or directive; directives must all be known to whoever pairs the
  /// brackets. -1 if there is none.
  var lastMark = -1

  struct OpenBlock {
    let brace: Int
    /// `endOfBlock` before it.
    let previousEnd: Int
  }

  /// Adds the idle blocks in the order in which they are closed.
  /// - Returns: false where it gave up.
  @inline(__always)
  mutating func find(_ idleBlocks: inout [IdleBlock]) -> Bool {
    while let position = stops.next() {
      switch source[position] {
      case "{":
        if depth == Self.deepestBlock { return false }
        openBlocks[depth] = OpenBlock(brace: position, previousEnd: endOfBlock)
        depth &+= 1
        endOfBlock = -1
      case "}":
        passPlaces(before: position)
        if let block = closeBlock(at: position) { idleBlocks.append(block) }
      case "/":
        if let end = source.endOfComment(at: position) {
          passComment(position..<end)
          stops.pass(to: end)
        } else {
          guard let end = source.endOfSlash(at: position) else { return false }
          stops.pass(to: end)
        }
      case "\"":
        guard let end = source.endOfPlainString(at: position) ?? source.endOfString(at: position)
        else { return false }
        stops.pass(to: end)
      case "#":
        guard let end = source.endOfPound(at: position) else { return false }
        if source.isDirective(at: position) { lastMark = position }
        stops.pass(to: end)
      case "`":
        stops.pass(to: source.endOfName(inBackticksAt: position))
      case "|", "~", "\u{7F}":
        break
      case "<", ">":
        if source.beginsConflict(at: position) { return false }
      default:
        return false
      }
    }
    return true
  }

  /// The block that ends there, if it is idle and long enough to count.
  @inline(__always)
  private mutating func closeBlock(at end: Int) -> IdleBlock? {
    endOfBlock = end &+ 1
    guard 0 < depth else { return nil }
    depth &-= 1
    let block = openBlocks[depth]
    let isAlone = block.previousEnd <= lastMark
    let start = isAlone ? block.brace : block.previousEnd
    guard lastMark < block.brace, shortestSkip < end &- start else { return nil }
    return IdleBlock(
      brace: block.brace, previousEnd: isAlone ? nil : block.previousEnd, end: end)
  }

  @inline(__always)
  private mutating func passPlaces(before offset: Int) {
    while places.next < offset {
      lastMark = max(lastMark, places.next)
      places.advance()
    }
  }

  @inline(__always)
  private mutating func passComment(_ comment: Range<Int>) {
    passPlaces(before: comment.lowerBound)
    while places.next < comment.upperBound { places.advance() }
    while comments.next < comment.upperBound {
      if comment.lowerBound < comments.next { lastMark = comments.next }
      comments.advance()
    }
  }
}

/// Goes through offsets in a file.
struct PlaceCursor {
  private var rest: Slice<UnsafeBufferPointer<Int>>
  /// After the last one, more than any.
  private(set) var next: Int

  init(_ places: UnsafeBufferPointer<Int>) {
    rest = places[...]
    next = places.first ?? .max
  }

  @inline(__always)
  mutating func advance() {
    rest.removeFirst()
    next = rest.first ?? .max
  }
}

extension SourceBytes {
  /// Whether it may be one of `#if`, `#elseif`, `#else` and `#endif`.
  fileprivate func isDirective(at pound: Int) -> Bool {
    byte(at: pound + 1) == "e" || starts(with: "#if", at: pound)
  }
}
