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

  mutating func readPattern() -> (PatternRoot, [PatternComponent])? {
    let root = readRoot()
    var components: [PatternComponent] = []
    components.reserveCapacity(3)
    repeat {
      guard let name = readName(), name != "_", name != "self",
        root != .name || !components.isEmpty || !isReserved(name)
      else { return nil }
      var labels: [String]?
      if skip("(") {
        labels = readLabels()
        if labels == nil { return nil }
      }
      let isInitializer = name == "init"
      // Nothing can follow an initializer whose labels are not written.
      if isInitializer, labels == nil, offset < bytes.count { return nil }
      components.append(name: name, isInitializer: isInitializer, labels: labels)
    } while skip(".")
    return offset == bytes.count ? (root, components) : nil
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
  private mutating func readName() -> String? {
    let start = offset
    while offset < bytes.count, bytes[offset].isASCIIWordByte {
      if bytes[offset] == UInt8(ascii: "$") { return nil }
      offset += 1
    }
    guard start < offset, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[start]) else {
      return nil
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Reads the labels after a parenthesis, and the other parenthesis.
  private mutating func readLabels() -> [String]? {
    var labels: [String] = []
    while !skip(")") {
      guard let label = readName(), skip(":") else { return nil }
      labels.append(label)
    }
    return labels
  }

  /// Whether no pattern starts with the name: a keyword, or a module whose member follows.
  private func isReserved(_ name: String) -> Bool {
    let isQualifier = offset < bytes.count && bytes[offset] == UInt8(ascii: ".")
    if isQualifier, modules.number(of: name) != nil { return true }
    // Most are types, as which no other keywords are written; the table is made when needed.
    let isType = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[0])
    return isType ? name == "Any" || name == "Self" : keywords.number(of: name) != nil
  }
}

// To look a name up without comparing it with each.
private let keywords = NameTable(Keyword.allCases.map(\.rawValue))
private let modules = NameTable(knownModules)
