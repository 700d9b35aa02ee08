import SwiftLexer

/// The names of private variables and constants that something may be written to, other than in
/// their declarations. Only assignments to members of the type around the code are told apart by
/// type. In all other cases the name alone counts: `other.queue = x` writes to any `queue`.
struct WrittenNames {
  /// The names before an `=`, by number in `Declarations.table`.
  fileprivate var assigned: Set<Int> = []
  /// The members of the type around the code that stand before an `=`, with nothing or `self`
  /// before them.
  fileprivate var ownAssigned: Set<NameKey> = []
  /// The names after `&` or `\`. Such a name is never that of a constant.
  fileprivate var passed: Set<Int> = []
  /// The names in a tuple before an `=`.
  fileprivate var tupled: Set<Int> = []
  /// The labels in calls of types, with the name of the type; `nil` for `init` and `Self`.
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
    // The memberwise initializer of a structure writes to its members.
    return labels.contains(Label(type: nil, name: name))
      || labels.contains(Label(type: typeNames[node], name: name))
  }
}

extension NamedUses {
  /// Whether the variable may get another value after its declaration.
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

  /// Reads the file for written names, only once.
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

  /// The members that a type assigns to itself, by the first token of the assigned value.
  private var ownMemberValues: [Int: NameKey] {
    var values: [Int: NameKey] = [:]
    for (name, assignments) in declarations.assignments {
      guard case .member(let name, let node) = name else { continue }
      let key = NameKey(node: node, slot: NameSlot(name, isType: false))
      // A member that the type does not declare is inherited, or is a member of a type around it.
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
    while tokens[index].isWord || tokens[index].kind == .period || file.isMark(index) {
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

  /// The number of a name in `Declarations.table`; `nil` if it is no name there.
  private func number(at index: Int) -> Int? {
    guard file.isIdentifier(index) else { return nil }
    return declarations.table.number(of: tokens.text(at: index))
  }
}

/// The tokens that may follow a label, or a name that something is written to.
private let mayBeWritten = TokenKinds {
  switch $0 {
  case .equal, .binaryOperator, .colon, .postfixQuestionMark, .exclamationMark, .period: true
  default: false
  }
}
