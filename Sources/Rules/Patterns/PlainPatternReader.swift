import SwiftLexer

/// Reads a pattern that is ASCII names, periods and argument labels without a blank, as nearly all
/// are, in a fifth of the time that `PatternParser` takes. Of any other text, and of one that is no
/// pattern, it makes nothing; the parser reads it, or says what is wrong with it.
///
/// `PatternParser` reads these patterns too.
struct PlainPatternReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Whether the text is known to be a pattern, so that no name need be looked up.
  private let isChecked: Bool
  private var offset = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, isChecked: Bool = false) {
    self.bytes = bytes
    self.isChecked = isChecked
  }

  /// Tells what it reads by and by, so that whoever wants a part of it needs no memory for the
  /// rest.
  /// - Parameters:
  ///   - label: takes those of a call before `component` takes its name.
  /// - Returns: nil if the text is no plain pattern, whatever has been told.
  @inline(__always)
  mutating func readPattern(
    label: (Range<Int>) -> Void, component: (PatternPath.Component) -> Void
  ) -> PatternRoot? {
    let root = readRoot()
    let start = offset
    var labelCount = 0
    repeat {
      let isFirst = offset == start
      guard let name = readName(),
        isChecked
          || !spells("_", name) && !spells("self", name)
            && !(root == .name && isFirst && isReserved(name))
      else { return nil }
      let firstLabel = labelCount
      let isCall = skip("(")
      while isCall, !skip(")") {
        guard let text = readName(), skip(":") else { return nil }
        label(text)
        labelCount += 1
      }
      let isInitializer = spells("init", name)
      // Nothing can follow an initializer whose labels are not written.
      if isInitializer, !isCall, offset < bytes.count { return nil }
      PatternPath.Component.read(
        name: name, in: bytes, isInitializer: isInitializer,
        labels: isCall ? firstLabel..<labelCount : nil, to: component)
    } while skip(".")
    return offset == bytes.count ? root : nil
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
