import SwiftLexer

/// Reads the notation of `ban`: a path of names with argument labels.
struct PatternParser {
  private var reader: NotationReader

  init(_ text: String) {
    reader = NotationReader(text)
  }

  mutating func parsePattern(into path: inout PatternPath) throws(PatternError) {
    try reader.refuseTrivia(in: "pattern")
    path.root = try parseRoot()
    if path.root == .macro || path.root == .attribute {
      try parseMacroName(into: &path)
    } else {
      try parsePath(into: &path)
    }
    guard reader.next.kind == .endOfFile else { throw failure(adviceOnUnexpected(reader)) }
  }

  /// Reads up to the first name.
  private mutating func parseRoot() throws(PatternError) -> PatternRoot {
    let first = reader.next
    if reader.skip(.pound) { return .macro }
    if reader.skip(.atSign) { return .attribute }
    if reader.skip(.period) { return .implicitMember }
    if reader.text(of: first) == "_" {
      reader.advance()
      guard reader.skip(.period) else {
        throw failure("expected '.' and a member's name after '_'")
      }
      return .anyReceiver
    }
    if first.keyword == .import {
      reader.advance()
      try refuseKindOfImport()
      return .module
    }
    if first.kind == .keyword { throw failure(advice(for: first.keyword)) }
    guard first.kind != .endOfFile else { throw failure("expected a name such as 'Date()'") }
    guard first.isWord else { throw failure(adviceOnUnexpected(reader)) }
    try refuseModule(first)
    return .name
  }

  private func refuseModule(_ first: Token) throws(PatternError) {
    let name = reader.text(of: first)
    let isQualifier = reader.second.kind == .period && knownModules.contains(name)
    guard isQualifier || reader.second.kind == .colonColon else { return }
    throw failure("leave out the module '\(name)'; a pattern matches names qualified with it too")
  }

  private func refuseKindOfImport() throws(PatternError) {
    let next = reader.next
    if next.kind == .keyword || reader.second.isWord {
      let word = reader.text(of: next)
      throw failure("leave out '\(word)'; a pattern matches imports of a part of the module too")
    }
    guard next.isWord else { throw failure("expected a module's name after 'import'") }
  }

  private mutating func parseMacroName(into path: inout PatternPath) throws(PatternError) {
    guard reader.next.isWord else { throw failure("expected a name") }
    append(name: parseName(), isInitializer: false, firstLabel: nil, to: &path)
  }

  private mutating func parsePath(into path: inout PatternPath) throws(PatternError) {
    repeat {
      try parseComponent(into: &path)
      guard reader.next.kind == .period else { return }
      let last = path.components.last!
      if last.isInitializer && last.labels == nil {
        throw failure("expected '(' and argument labels after 'init'")
      }
      reader.advance()
    } while true
  }

  /// One name with its labels.
  private mutating func parseComponent(into path: inout PatternPath) throws(PatternError) {
    let token = reader.next
    guard token.isWord, reader.text(of: token) != "_" else {
      let isEnd = token.kind == .endOfFile && !path.components.isEmpty
      let advice = isEnd ? "; without it the pattern matches whatever member follows" : ""
      throw failure("expected a member's name after '.'" + advice)
    }
    guard token.keyword != .`self` else { throw failure("leave out '.self'") }
    let isInitializer = token.keyword == .`init`
    let name = parseName()
    let firstLabel = path.labels.count
    let isCall = reader.next.kind == .leftParen && path.root != .module
    if isCall { try parseLabels(into: &path) }
    append(
      name: name, isInitializer: isInitializer, firstLabel: isCall ? firstLabel : nil, to: &path)
  }

  private func append(
    name: Range<Int>, isInitializer: Bool, firstLabel: Int?, to path: inout PatternPath
  ) {
    reader.bytes.withUnsafeBufferPointer {
      path.append(name: name, in: $0, isInitializer: isInitializer, firstLabel: firstLabel)
    }
  }

  private mutating func parseName() -> Range<Int> {
    let name = reader.range(ofName: reader.next)
    reader.advance()
    return name
  }

  private mutating func parseLabels(into path: inout PatternPath) throws(PatternError) {
    reader.advance()
    while !reader.skip(.rightParen) {
      guard reader.next.kind != .endOfFile else {
        throw failure("expected ')' after the labels" + adviceOnLabels)
      }
      guard reader.next.isWord, reader.second.kind == .colon else {
        throw failure(
          "expected argument labels, each with a colon, e.g. '(_:)' or '(in:)'" + adviceOnLabels)
      }
      path.append(label: parseName())
      reader.advance()
    }
  }

  private func failure(_ message: String) -> PatternError {
    PatternError(message: message, offset: reader.next.start)
  }
}
