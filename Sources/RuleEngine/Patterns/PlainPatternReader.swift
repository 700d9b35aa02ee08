import SwiftLexer

/// Reads a pattern that is ASCII names, periods and argument labels without a blank, as nearly all
/// are, in a fifth of the time that `PatternParser` takes. Of any other text, and of one that is no
/// pattern, it makes nothing; the parser reads it, or says what is wrong with it.
struct PlainPatternReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  mutating func readPattern(into path: inout PatternPath) -> Bool {
    path.root = readRoot()
    repeat {
      guard let name = readName(), !spells("_", name), !spells("self", name),
        path.root != .name || !path.components.isEmpty || !isReserved(name)
      else { return false }
      let firstLabel = path.labels.count
      let isCall = skip("(")
      if isCall, !readLabels(into: &path) { return false }
      let isInitializer = spells("init", name)
      // Nothing can follow an initializer whose labels are not written.
      if isInitializer, !isCall, offset < bytes.count { return false }
      path.append(
        name: name, in: bytes, isInitializer: isInitializer,
        firstLabel: isCall ? firstLabel : nil)
    } while skip(".")
    return offset == bytes.count
  }

  private mutating func readRoot() -> PatternRoot {
    if skip(".") { return .implicitMember }
    guard bytes.count > 2, bytes[0] == UInt8(ascii: "_"), bytes[1] == UInt8(ascii: ".") else {
      return .name
    }
    offset = 2
    return .anyReceiver
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  /// A name or a keyword.
  private mutating func readName() -> Range<Int>? {
    let start = offset
    var end = start
    while end < bytes.count, bytes[end].isNameByte { end &+= 1 }
    offset = end
    guard start < end, !bytes[start].isDigit else { return nil }
    return start..<end
  }

  /// Reads the labels after a parenthesis, and the other parenthesis.
  private mutating func readLabels(into path: inout PatternPath) -> Bool {
    while !skip(")") {
      guard let label = readName(), skip(":") else { return false }
      path.append(label: label)
    }
    return true
  }

  private func spells(_ word: StaticString, _ name: Range<Int>) -> Bool {
    name.count == word.utf8CodeUnitCount
      && bytes[name].elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// Whether no pattern starts with the name: a keyword, or a module whose member follows.
  private func isReserved(_ name: Range<Int>) -> Bool {
    let text = UnsafeBufferPointer(rebasing: bytes[name])
    let isQualifier = offset < bytes.count && bytes[offset] == UInt8(ascii: ".")
    if isQualifier, modules.number(of: text) != nil { return true }
    // Most are types, as which no other keywords are written; the table is made when needed.
    let isType = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[0])
    return isType ? spells("Any", name) || spells("Self", name) : keywords.number(of: text) != nil
  }
}

extension UInt8 {
  /// Whether it is a letter, as most are, a digit or an underscore.
  fileprivate var isNameByte: Bool {
    (self | 0x20) &- UInt8(ascii: "a") < 26 || isDigit || self == UInt8(ascii: "_")
  }

  fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

// To look a name up without comparing it with each.
private let keywords = NameTable(Keyword.allCases.map(\.rawValue))
private let modules = NameTable(knownModules)
