import Diagnostics

// Block mappings and sequences: structure by indentation. Every function that reads a value leaves
// the position at the next line with content.

extension YAMLParser {
  mutating func parseDocument() -> YAMLNode? {
    mayBeginDocument = true
    advanceToContent()
    mayBeginDocument = false
    guard !isAtEnd else { return nil }
    let start = position
    do throws(YAMLMistake) {
      switch peek() {
      case "[", "{":
        let root = try parseFlowValue()
        if !isAtEnd { report(YAMLMistake(Self.textAfterBracket, at: position)) }
        return root
      case "-" where isAtEntry:
        return try parseBlockSequence(above: -1)
      default:
        // Text alone is no document here, so that a first line without key is one lost entry.
        return try parseBlockMapping(above: -1, first: nil)
      }
    } catch {
      report(error)
      return .invalid(start..<max(start + 1, position))
    }
  }

  /// Reads a value that stands on a line of its own or after `- `.
  /// - Parameter parent: the column of the collection it is in; all of it stands deeper.
  private mutating func parseBlockNode(above parent: Int) throws(YAMLMistake) -> YAMLNode {
    switch peek() {
    case "[", "{": return try parseFlowValue()
    case "|": return try parseLiteral()
    case "-" where isAtEntry: return try parseBlockSequence(above: parent)
    default: break
    }
    let column = column
    let scalar = try parseScalar(inFlow: false)
    if isAtColonAfterSpaces() { return try parseBlockMapping(above: parent, first: scalar) }
    try finishLine(after: scalar)
    if !isAtEnd, self.column == column, !isAtEntry {
      // The lines below are a mapping's, so this one was meant for its first.
      report(keyMistake(scalar))
      return try parseBlockMapping(above: parent, first: nil, isComplete: false)
    }
    try requireEndOfScalar(above: parent)
    return .scalar(scalar)
  }

  mutating func enterCollection() throws(YAMLMistake) {
    guard depth < Self.depthLimit else {
      throw YAMLMistake("nested more than \(Self.depthLimit) levels deep", at: position)
    }
    depth += 1
  }

  /// Reports lines that are indented neither as the entries of a collection nor as what is around.
  /// - Returns: whether there were any.
  @inline(__always)
  private mutating func reportStrayLines(around column: Int, above parent: Int) -> Bool {
    var areAny = false
    while self.column != column, !isAtEnd, parent < self.column {
      report(indentationMistake(expecting: column))
      skipEntry(from: position, column: column)
      areAny = true
    }
    return areAny
  }

  // MARK: - Sequences

  /// Reads the entries that begin with `- ` in the position's column.
  /// - Parameter parent: the column of the collection around; the same for a sequence that stands
  ///   in the column of its key.
  private mutating func parseBlockSequence(above parent: Int) throws(YAMLMistake) -> YAMLNode {
    try enterCollection()
    let (column, outerColumn) = (column, blockColumn)
    blockColumn = column
    defer { (depth, blockColumn) = (depth - 1, outerColumn) }
    let first = openElements.count
    defer { openElements.removeSubrange(first...) }
    var range = position..<position + 1
    var isComplete = true
    repeat {
      let start = position
      do throws(YAMLMistake) {
        let element = try parseSequenceEntry()
        openElements.append(element)
        range = range.lowerBound..<element.range.upperBound
      } catch {
        report(error)
        isComplete = false
        skipEntry(from: start, column: column)
      }
      if reportStrayLines(around: column, above: parent) { isComplete = false }
    } while !isAtEnd && self.column == column && (parent < column || isAtEntry)
    return .sequence(
      YAMLCollection(items: closeSequence(from: first), range: range, isComplete: isComplete))
  }

  private mutating func parseSequenceEntry() throws(YAMLMistake) -> YAMLNode {
    guard isAtEntry else {
      throw YAMLMistake("expected '- ', as before the entries above", at: position)
    }
    let column = column
    let dash = position
    position += 1
    skipSpaces()
    guard isLineEnd() || peek() == "#" else {
      if peek() == "\t" { throw YAMLMistake(Self.tabMessage, at: position) }
      return try parseBlockNode(above: column)
    }
    let comment = advanceToValueBelow()
    guard isAtEnd || self.column <= column else { return try parseBlockNode(above: column) }
    if let comment { throw comment }
    throw YAMLMistake("this entry has no value", at: dash)
  }

  // MARK: - Mappings

  /// Reads the entries whose keys begin in one column.
  /// - Parameters:
  ///   - parent: the column of the collection around.
  ///   - firstKey: if it has been read; the position is at its colon then.
  private mutating func parseBlockMapping(
    above parent: Int, first firstKey: YAMLScalar?, isComplete: Bool = true
  ) throws(YAMLMistake) -> YAMLNode {
    try enterCollection()
    var (start, key) = (firstKey?.range.lowerBound ?? position, firstKey)
    let (column, outerColumn) = (start - lineStart, blockColumn)
    blockColumn = column
    defer { (depth, blockColumn) = (depth - 1, outerColumn) }
    let mappingStart = start
    var keys: [String: Range<Int>] = [:]
    let first = openEntries.count
    defer { openEntries.removeSubrange(first...) }
    var isComplete = isComplete
    repeat {
      do throws(YAMLMistake) {
        let entry = try parseMappingEntry(key)
        append(entry, besides: &keys)
      } catch {
        report(error)
        isComplete = false
        skipEntry(from: start, column: column)
      }
      if reportStrayLines(around: column, above: parent) { isComplete = false }
      (start, key) = (position, nil)
    } while !isAtEnd && self.column == column
    let entries = closeMapping(from: first)
    let end = entries.isEmpty ? mappingStart + 1 : openEntries.last!.value.range.upperBound
    return .mapping(
      YAMLCollection(items: entries, range: mappingStart..<end, isComplete: isComplete))
  }

  /// - Parameter first: see `parseBlockMapping`.
  private mutating func parseMappingEntry(
    _ first: YAMLScalar?
  ) throws(YAMLMistake) -> YAMLEntry {
    var key = first
    if key == nil {
      if isAtEntry { throw YAMLMistake(Self.keyMessage, at: position) }
      if isAtComplexKey { throw YAMLMistake(Self.complexKeyMessage, at: position) }
      let scalar = try parseScalar(inFlow: false)
      guard isAtColonAfterSpaces() else { throw keyMistake(scalar) }
      key = scalar
    }
    try passColon(after: key!)
    return YAMLEntry(key: key!, value: try parseMappingValue(of: key!))
  }

  private mutating func parseMappingValue(of key: YAMLScalar) throws(YAMLMistake) -> YAMLNode {
    skipSpaces()
    switch peek() {
    case nil, "\n", "\r", "#":
      return try parseValueBelow(key)
    case "\t":
      throw YAMLMistake(Self.tabMessage, at: position)
    case "[", "{":
      return try parseFlowValue()
    case "|":
      return try parseLiteral()
    case "-" where isAtEntry:
      throw YAMLMistake(
        "begin the list on a line of its own, or write it as '[a, b]'", at: position)
    default:
      let scalar = try parseScalar(inFlow: false)
      try finishLine(after: scalar)
      try requireEndOfScalar(above: blockColumn)
      return .scalar(scalar)
    }
  }

  /// Reads the value of a key that has none on its own line.
  private mutating func parseValueBelow(_ key: YAMLScalar) throws(YAMLMistake) -> YAMLNode {
    let column = blockColumn
    let mistakeCount = diagnostics.count
    let comment = advanceToValueBelow()
    if !isAtEnd, column < self.column { return try parseBlockNode(above: column) }
    if !isAtEnd, self.column == column, isAtEntry { return try parseBlockSequence(above: column) }
    // The value may have been in the lines that were passed with a mistake.
    if mistakeCount < diagnostics.count { return .invalid(key.range) }
    if let comment { throw comment }
    throw YAMLMistake("'\(text(of: key))' has no value", at: key.range)
  }

  /// Goes to the next line with content.
  /// - Returns: what is wrong with a comment on this line if no value follows, as it may be meant
  ///   for one.
  private mutating func advanceToValueBelow() -> YAMLMistake? {
    var comment: YAMLMistake?
    if peek() == "#", !isBlankOrLineEnd(1) { comment = YAMLMistake(Self.hashMessage, at: position) }
    skipToLineEnd()
    advanceToContent()
    return comment
  }

  /// Adds an entry whose key is new, reports one whose key is not.
  /// - Parameter keys: those of the mapping.
  mutating func append(_ entry: YAMLEntry, besides keys: inout [String: Range<Int>]) {
    if !isChecked {
      let name = text(of: entry.key)
      if let first = keys[name] {
        return report(
          YAMLMistake(
            "duplicate key '\(name)'", at: entry.key.range,
            note: Note(at: first.lowerBound, "the first one is here")))
      }
      keys[name] = entry.key.range
    }
    openEntries.append(entry)
  }
}

// Flow collections: `[a, b]` and `{a: b}`, which may span lines.

extension YAMLParser {
  /// Reads a flow collection that is a whole value, and the end of its line.
  mutating func parseFlowValue() throws(YAMLMistake) -> YAMLNode {
    let node = try parseFlowNode()
    try finishLine(afterPlain: false, otherwise: Self.textAfterBracket)
    return node
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
    // The meaning of an unquoted glob or macro is clear, so the rest can be read.
    report(mistake)
    let start = position
    while !isLineEnd(), position == start || !isFlowIndicator(0) { position += 1 }
    return .invalid(start..<position)
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
    return .sequence(YAMLCollection(items: elements, range: open..<position, isComplete: true))
  }

  private mutating func parseFlowMapping() throws(YAMLMistake) -> YAMLNode {
    let open = try enterFlow()
    defer { depth -= 1 }
    var keys: [String: Range<Int>] = [:]
    let first = openEntries.count
    defer { openEntries.removeSubrange(first...) }
    while try advanceInFlow(open), peek() != "}" {
      try requireValue()
      if isAtComplexKey { throw YAMLMistake(Self.complexKeyMessage, at: position) }
      let key = try parseScalar(inFlow: true)
      guard isAtColonAfterSpaces() else {
        if peek() == ":" { throw YAMLMistake(Self.spaceAfterColonMessage, at: position) }
        throw YAMLMistake(
          "'\(text(of: key))' has no value; quote a glob with braces as a whole", at: key.range)
      }
      try passColon(after: key)
      _ = try advanceInFlow(open)
      if peek() == "," || peek() == "}" {
        throw YAMLMistake("'\(text(of: key))' has no value", at: key.range)
      }
      let entry = YAMLEntry(key: key, value: try parseFlowNode())
      append(entry, besides: &keys)
      try passSeparator(in: open, closing: "}")
    }
    position += 1
    let entries = closeMapping(from: first)
    return .mapping(YAMLCollection(items: entries, range: open..<position, isComplete: true))
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
