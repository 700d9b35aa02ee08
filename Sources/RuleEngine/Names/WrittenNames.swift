import SwiftLexer

/// The names of private variables and of constants that something may be written to, other than
/// where they are declared. It knows names alone: `other.queue = x` writes to any `queue`.
struct WrittenNames {
  /// By number in `Declarations.table`: those before an `=`.
  fileprivate var assigned: Set<Int> = []
  /// Those behind `&` or `\`, and those of a tuple before an `=`.
  fileprivate var others: Set<Int> = []
  /// The labels of calls of types, by the name of the type; nil for `init` and `Self`.
  fileprivate var labels: Set<Label> = []
  /// By node: the name of the type.
  fileprivate var typeNames: [Int: Int] = [:]

  fileprivate struct Label: Hashable {
    let type: Int?
    let name: Int
  }

  fileprivate func mayWrite(_ name: Int, ofTypeAt node: Int) -> Bool {
    if assigned.contains(name) || others.contains(name) { return true }
    // The initializer that a structure has of its members.
    return labels.contains(Label(type: nil, name: name))
      || labels.contains(Label(type: typeNames[node], name: name))
  }
}

extension NamedUses {
  /// Whether the variable may get another value than the one it is declared with.
  /// - Parameter declaration: by index in `Declarations.hoisted`.
  mutating func isWritten(_ declaration: Int) -> Bool {
    let key = declarations.hoisted[declaration].key
    noteWrittenNames()
    return writtenNames?.mayWrite(key.slot.name, ofTypeAt: key.node) ?? true
  }

  /// The same, other than by `=` after the name of a constant.
  mutating func isWrittenOtherwise(_ name: Int) -> Bool {
    noteWrittenNames()
    return writtenNames?.others.contains(name) ?? true
  }

  /// Once for each file.
  private mutating func noteWrittenNames() {
    guard writtenNames == nil else { return }
    var written = WrittenNames()
    for (key, node) in declarations.typeNodes { written.typeNames[node] = key.slot.name }
    let tokens = tokens
    for index in tokens.indices {
      switch tokens[index].kind {
      case .identifier, .rawIdentifier:
        noteName(at: index, in: &written)
      case .prefixAmpersand, .backslash:
        notePath(from: index + 1, in: &written)
      case .rightParen where tokens[index + 1].kind == .equal:
        noteTuple(endingAt: index, in: &written)
      default:
        break
      }
    }
    writtenNames = written
  }

  private func noteName(at index: Int, in written: inout WrittenNames) {
    guard !declarations.isDeclared[index] else { return }
    let next = nearby.skipWrapping(from: index + 1)
    switch tokens[next].kind {
    case .equal,
      .binaryOperator where isCompoundAssignment(next):
      if let name = number(at: index) { written.assigned.insert(name) }
    case .colon where next == index + 1 && 0 < index && !tokens.isMember(index):
      noteLabel(at: index, in: &written)
    default:
      break
    }
  }

  private func isCompoundAssignment(_ index: Int) -> Bool {
    let text = tokens.text(at: index)
    return text.last == UInt8(ascii: "=")
      && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains { text.elementsEqual($0.utf8) }
  }

  private func noteLabel(at index: Int, in written: inout WrittenNames) {
    let previous = tokens[index - 1].kind
    guard previous == .leftParen || previous == .comma, let name = number(at: index),
      let open = nearby.opening(around: index)?.token, 0 < open,
      tokens[open].kind == .leftParen
    else { return }
    let keyword = tokens[open - 1].keyword
    if keyword == .Self || keyword == .`init` && tokens.isMember(open - 1) {
      written.labels.insert(WrittenNames.Label(type: nil, name: name))
    } else if nearby.isIdentifier(open - 1), let type = number(at: open - 1) {
      written.labels.insert(WrittenNames.Label(type: type, name: name))
    }
  }

  private func notePath(from start: Int, in written: inout WrittenNames) {
    var index = start
    while tokens[index].isWord || tokens[index].kind == .period
      || tokens[index].kind == .postfixQuestionMark || tokens[index].kind == .exclamationMark
    {
      if let name = number(at: index) { written.others.insert(name) }
      index += 1
    }
  }

  private func noteTuple(endingAt close: Int, in written: inout WrittenNames) {
    guard let open = pairs.partner(of: close), close - open < tupleLimit else { return }
    for index in open..<close {
      if let name = number(at: index) { written.others.insert(name) }
    }
  }

  /// Of a name that the file declares.
  private func number(at index: Int) -> Int? {
    guard nearby.isIdentifier(index) else { return nil }
    return declarations.table.number(of: tokens.text(at: index))
  }
}

/// In tokens. It keeps the work in proportion to the file.
private let tupleLimit = 256
