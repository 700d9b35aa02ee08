import SwiftLexer
import Syntax

/// The names of private variables and constants that something may be written to, other than in
/// their declarations. Only assignments to members of the type around the code are told apart by
/// type. In all other cases the name alone counts: `other.queue = x` writes to any `queue`.
struct WrittenNames {
  /// The names before an `=`, by number in `DeclaredNames.table`.
  private var assigned: Set<Int> = []
  /// The names before an `=`, with nothing or `self` before them, as nodes by the name's number.
  private var ownAssigned: [Int: [Int]] = [:]
  /// The names after `&` or `\`. Such a name is never that of a constant.
  private var passed: Set<Int> = []
  /// The names in a tuple before an `=`.
  private var tupled: Set<Int> = []
  /// The labels in calls of types, with the name of the type; `nil` for `init` and `Self`.
  private var labels: Set<Label> = []
  private let names: DeclaredNames

  private struct Label: Hashable {
    let type: Int?
    let name: Int
  }

  /// Whether the variable may get another value after its declaration.
  /// - Parameter declaration: the index in `DeclaredNames.all`.
  func mayWrite(_ declaration: Int, in file: FileSyntax) -> Bool {
    guard let name = names.number(at: names.all[declaration].token, in: file) else { return true }
    if assigned.contains(name) || passed.contains(name) || tupled.contains(name) { return true }
    let targets = ownAssigned[name] ?? []
    guard targets.count <= Limits.many else { return true }
    let isAssigned = targets.contains {
      file.declarationAssigned(by: $0).map { $0 == declaration } ?? true
    }
    if isAssigned { return true }
    // The memberwise initializer of a structure writes to its members.
    let type = names.all[declaration].container.flatMap { names.typeNames[$0] }
    return labels.contains(Label(type: nil, name: name))
      || labels.contains(Label(type: type, name: name))
  }

  /// Whether a constant may get its value in a tuple.
  func isInTuple(_ name: Int) -> Bool { tupled.contains(name) }

  init(of file: FileSyntax) {
    names = file.names
    let tree = file.tree
    for node in tree.allNodes {
      switch tree.kind(of: node) {
      case .sequenceExpr: noteAssignments(in: node, file)
      case .inOutExpr, .keyPathExpr: notePath(node, file)
      case .functionCallExpr: noteLabels(of: node, file)
      default: break
      }
    }
  }

  private func number(_ token: Int, _ file: FileSyntax) -> Int? {
    file.isIdentifier(token) ? names.number(at: token, in: file) : nil
  }

  private mutating func noteAssignments(in sequence: Int, _ file: FileSyntax) {
    let tree = file.tree
    var last: Int?
    for node in tree.children(of: sequence) {
      switch tree.kind(of: node) {
      case .assignmentExpr, .binaryOperatorExpr:
        if let target = last, tree.isAssignment(node) {
          if tree.kind(of: target) == .tupleExpr {
            for token in tree[target].range {
              if let name = number(token, file) { tupled.insert(name) }
            }
          } else {
            noteTarget(target, by: node, file)
          }
        }
      default:
        last = node
      }
    }
  }

  private mutating func noteTarget(_ target: Int, by mark: Int, _ file: FileSyntax) {
    let tree = file.tree
    var node = target
    while tree.kind(of: node) == .forceUnwrapExpr || tree.kind(of: node) == .optionalChainingExpr {
      node = tree.firstChild(of: node)!
    }
    guard let name = number(tree.end(of: node) - 1, file) else { return }
    let isPlain = tree.kind(of: mark) == .assignmentExpr && node == target
    if isPlain, file.mayBeOwn(node) {
      ownAssigned[name, default: []].append(node)
    } else {
      assigned.insert(name)
    }
  }

  private mutating func notePath(_ node: Int, _ file: FileSyntax) {
    for token in file.tree[node].range.dropFirst() {
      let kind = file.tokens[token].kind
      guard file.tokens[token].isWord || kind == .period || file.isMark(token) else { break }
      if let name = number(token, file) { passed.insert(name) }
    }
  }

  private mutating func noteLabels(of call: Int, _ file: FileSyntax) {
    let tree = file.tree
    guard let callee = tree.firstChild(of: call) else { return }
    let token = tree.end(of: callee) - 1
    let keyword = file.tokens[token].keyword
    var type: Int?
    if keyword == .Self || keyword == .`init` && file.tokens.isMember(token) {
      type = nil
    } else if let name = number(token, file) {
      type = name
    } else {
      return
    }
    for argument in tree.argumentNodes(of: call) where tree.kind(of: argument) == .labeledExpr {
      if let name = number(tree.token(of: argument), file) {
        labels.insert(Label(type: type, name: name))
      }
    }
  }
}

extension FileSyntax {
  /// Whether something is assigned to a name with nothing or `self` before it.
  fileprivate func mayBeOwn(_ target: Int) -> Bool {
    switch tree.kind(of: target) {
    case .declReferenceExpr: return true
    case .memberAccessExpr:
      guard let base = tree.firstChild(of: target) else { return false }
      return tokens[tree.start(of: base)].keyword == .`self`
        && tree.start(of: base) + 1 == tree.end(of: base)
    default: return false
    }
  }

  /// The index in `DeclaredNames.all` of the declaration that gets a value; `nil` for a member that
  /// the type does not declare: it is inherited, or is a member of a type around it.
  fileprivate func declarationAssigned(by target: Int) -> Int? {
    let token = tree.end(of: target) - 1
    return tree.kind(of: target) == .declReferenceExpr
      ? find(nameAt: token)?.declaration : find(memberAt: token, of: .own)?.declaration
  }
}
