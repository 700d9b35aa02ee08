import Diagnostics

// Flow collections: `[a, b]` and `{a: b}`, which may span lines.

extension YAMLParser {
  /// Reads a flow collection that is a whole value, and the end of its line.
  mutating func parseFlowValue() throws(YAMLMistake) -> YAMLNode {
    let node = try parseFlowNode()
    try finishLine(afterPlain: false, otherwise: textAfterBracket.message)
    return node
  }

  /// The position is after a closing bracket.
  var textAfterBracket: YAMLMistake {
    YAMLMistake("text after a closing bracket; quote the whole value", at: position)
  }

  private mutating func parseFlowNode() throws(YAMLMistake) -> YAMLNode {
    switch peek() {
    case "[": return try parseFlowSequence()
    case "{": return try parseFlowMapping()
    default: break
    }
    guard let mistake = reservedStart(inFlow: true) else {
      return .scalar(try parseScalar(inFlow: true))
    }
    // What an unquoted glob or macro is meant to be is plain, so that the rest can be read.
    report(mistake)
    let start = position
    while !isLineEnd(), position == start || !isFlowIndicator(0) { position += 1 }
    return .invalid(YAMLOffsets(start..<position))
  }

  private mutating func parseFlowSequence() throws(YAMLMistake) -> YAMLNode {
    let open = try enterFlow()
    defer { depth -= 1 }
    let start = openElements.count
    defer { openElements.removeSubrange(start...) }
    while try advanceInFlow(open), peek() != "]" {
      try requireValue()
      let element = try parseFlowNode()
      openElements.append(element)
      try passSeparator(in: open, closing: "]")
    }
    position += 1
    let elements = closeSequence(from: start)
    return .sequence(YAMLSequence(elements: elements, range: open..<position, isComplete: true))
  }

  private mutating func parseFlowMapping() throws(YAMLMistake) -> YAMLNode {
    let open = try enterFlow()
    defer { depth -= 1 }
    var mapping = MappingInProgress(start: openEntries.count)
    defer { openEntries.removeSubrange(mapping.start...) }
    while try advanceInFlow(open), peek() != "}" {
      try requireValue()
      if isAtComplexKey { throw YAMLMistake(Self.complexKeyMessage, at: position) }
      let key = try parseScalar(inFlow: true)
      guard isAtColonAfterSpaces() else {
        if peek() == ":" { throw YAMLMistake(Self.spaceAfterColonMessage, at: position) }
        throw YAMLMistake(
          "'\(text(of: key))' has no value; a glob with braces is quoted as a whole", at: key.range)
      }
      try passColon(after: key)
      _ = try advanceInFlow(open)
      if peek() == "," || peek() == "}" {
        throw YAMLMistake("'\(text(of: key))' has no value", at: key.range)
      }
      let entry = YAMLMapping.Entry(key: key, value: try parseFlowNode())
      append(entry, to: &mapping)
      try passSeparator(in: open, closing: "}")
    }
    position += 1
    let entries = closeMapping(from: mapping.start)
    return .mapping(YAMLMapping(entries: entries, range: open..<position, isComplete: true))
  }

  /// Passes the opening bracket.
  /// - Returns: where it stands.
  private mutating func enterFlow() throws(YAMLMistake) -> Int {
    try enterCollection()
    position += 1
    return position - 1
  }

  /// Goes to the next character that is neither space nor comment. What is not deeper than the
  /// block around cannot be meant for inside the brackets.
  /// - Returns: true; it throws if the document ends.
  private mutating func advanceInFlow(_ open: Int) throws(YAMLMistake) -> Bool {
    var isFirstInLine = false
    while true {
      let start = position
      skipSpaces()
      switch peek() {
      case "\n", "\r":
        skipLineBreak()
        isFirstInLine = true
      case "\t":
        throw YAMLMistake(Self.tabMessage, at: position)
      case "#":
        guard isFirstInLine || start < position, isBlankOrLineEnd(1) else {
          throw YAMLMistake(Self.hashMessage, at: position)
        }
        skipToLineEnd()
      default:
        if let documentMarker {
          report(documentMarker)
          skipToLineEnd()
          continue
        }
        let isOutside = isFirstInLine && column <= blockColumn
        if isAtEnd || isOutside && peek() != "]" && peek() != "}" {
          throw YAMLMistake("this bracket is not closed", at: open)
        }
        return true
      }
    }
  }

  private func requireValue() throws(YAMLMistake) {
    if peek() == "," { throw YAMLMistake("expected a value before ','", at: position) }
  }

  /// Goes from the end of a value to the next one, or to the closing bracket.
  private mutating func passSeparator(
    in open: Int, closing: Unicode.Scalar
  ) throws(YAMLMistake) {
    let end = position
    if isAtColonAfterSpaces() || peek() == ":" {
      throw YAMLMistake(Self.colonMessage, at: position)
    }
    _ = try advanceInFlow(open)
    if peek() == "," {
      position += 1
    } else if peek() != closing {
      throw YAMLMistake(
        "expected ',' or '\(closing)'; quote a value that holds brackets or quotes", at: end,
        note: Note(at: open, "to match this opening '\(Unicode.Scalar(bytes[open]))'"))
    }
  }
}
