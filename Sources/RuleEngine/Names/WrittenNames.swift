import SwiftLexer

/// The names of private variables and of constants that something may be written to, other than
/// where they are declared. But for members that a type sets of its own, it knows names alone:
/// `other.queue = x` writes to any `queue`.
struct WrittenNames {
  /// By number in `Declarations.table`: those before an `=`.
  fileprivate var assigned: Set<Int> = []
  /// Those of the type around them, with nothing or `self` before them.
  fileprivate var ownAssigned: Set<NameKey> = []
  /// Those behind `&` or `\`, which is never a constant's.
  fileprivate var passed: Set<Int> = []
  /// Those of a tuple before an `=`.
  fileprivate var tupled: Set<Int> = []
  /// The labels of calls of types, by the name of the type; nil for `init` and `Self`.
  fileprivate var labels: Set<Label> = []
  /// By node: the name of the type.
  fileprivate var typeNames: [Int: Int] = [:]

  fileprivate struct Label: Hashable {
    let type: Int?
    let name: Int
  }

  fileprivate func mayWrite(_ key: NameKey) -> Bool {
    let (name, node) = (key.slot.name, key.node)
    if assigned.contains(name) || passed.contains(name) || tupled.contains(name)
      || ownAssigned.contains(key)
    {
      return true
    }
    // The initializer that a structure has of its members.
    return labels.contains(Label(type: nil, name: name))
      || labels.contains(Label(type: typeNames[node], name: name))
  }
}

extension NamedUses {
  /// Whether the variable may get another value than the one it is declared with.
  /// - Parameter declaration: by index in `Declarations.hoisted`.
  mutating func isWritten(_ declaration: Int) -> Bool {
    noteWrittenNames()
    return writtenNames?.mayWrite(declarations.hoisted[declaration].key) ?? true
  }

  /// Whether a constant may get its value in a tuple.
  mutating func isWrittenInTuple(_ name: Int) -> Bool {
    noteWrittenNames()
    return writtenNames?.tupled.contains(name) ?? true
  }

  /// Once for each file.
  private mutating func noteWrittenNames() {
    guard writtenNames == nil else { return }
    var written = WrittenNames()
    for (key, node) in declarations.typeNodes { written.typeNames[node] = key.slot.name }
    let ownValues = ownMemberValues
    let tokens = tokens
    for index in tokens.indices {
      switch tokens[index].kind {
      case .identifier, .rawIdentifier:
        guard mayBeWritten.contains(tokens[index + 1].kind) else { continue }
        noteName(at: index, ownValues, in: &written)
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

  /// The members that a type sets of its own, by the first tokens of the values.
  private var ownMemberValues: [Int: NameKey] {
    var values: [Int: NameKey] = [:]
    for (name, assignments) in declarations.assignments {
      guard case .member(let name, let node) = name else { continue }
      let key = NameKey(node: node, slot: NameSlot(name, isType: false))
      // Where the type does not declare it, it is one that it inherits, or of a type around it.
      guard !declarations.hoisted(key.slot, in: node).isEmpty else { continue }
      for assignment in assignments { values[assignment.start] = key }
    }
    return values
  }

  private func noteName(
    at index: Int, _ ownValues: [Int: NameKey], in written: inout WrittenNames
  ) {
    guard !declarations.isDeclared[index] else { return }
    let next = file.skipWrapping(from: index + 1)
    switch tokens[next].kind {
    case .equal where next == index + 1 && ownValues[next + 1] != nil:
      if let key = ownValues[next + 1] { written.ownAssigned.insert(key) }
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
      let open = file.opening(around: index), 0 < open,
      tokens[open].kind == .leftParen
    else { return }
    let keyword = tokens[open - 1].keyword
    if keyword == .Self || keyword == .`init` && tokens.isMember(open - 1) {
      written.labels.insert(WrittenNames.Label(type: nil, name: name))
    } else if file.isIdentifier(open - 1), let type = number(at: open - 1) {
      written.labels.insert(WrittenNames.Label(type: type, name: name))
    }
  }

  private func notePath(from start: Int, in written: inout WrittenNames) {
    var index = start
    while tokens[index].isWord || tokens[index].kind == .period
      || tokens[index].kind == .postfixQuestionMark || tokens[index].kind == .exclamationMark
    {
      if let name = number(at: index) { written.passed.insert(name) }
      index += 1
    }
  }

  private func noteTuple(endingAt close: Int, in written: inout WrittenNames) {
    guard let open = pairs.partner(of: close), close - open < Limits.tuple else { return }
    for index in open..<close {
      if let name = number(at: index) { written.tupled.insert(name) }
    }
  }

  /// Of a name that the file declares.
  private func number(at index: Int) -> Int? {
    guard file.isIdentifier(index) else { return nil }
    return declarations.table.number(of: tokens.text(at: index))
  }
}

/// What follows a name that something may be written to, or that is a label.
private let mayBeWritten = TokenKinds {
  switch $0 {
  case .equal, .binaryOperator, .colon, .postfixQuestionMark, .exclamationMark, .period: true
  default: false
  }
}
