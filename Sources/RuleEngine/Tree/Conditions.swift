import Rules
import SwiftLexer

// The declarations of a name that count where the name is used. A declaration in a clause of an
// `#if` counts in that clause, and in all clauses with the same condition.

/// The clauses of the file's `#if`s. A clause is given by the index of its directive in
/// `TokenPairs.directives`.
struct Conditions {
  /// A number for each directive, which it shares with directives whose condition, and those of the
  /// clauses before it, are written alike.
  private var numbers: [Int] = []
  /// The clause that the code after each directive is in; `nil` for none.
  private var clauses: [Int?] = []
  private let directives: [Directive]

  init(of file: FileSyntax) {
    directives = file.pairs.directives
    var texts = NameTable()
    var previous: [Int?] = Array(repeating: nil, count: directives.count)
    for (index, directive) in directives.enumerated() {
      var text = Array("\(previous[index].map { numbers[$0] } ?? -1)".utf8)
      for token in directive.token..<directive.body {
        text += [UInt8(ascii: " ")] + file.tokens.text(at: token)
      }
      numbers.append(text.withUnsafeBufferPointer { texts.insert($0) })
      clauses.append(directive.kind == .poundEndif ? outer(of: index) : index)
      if let next = directive.next { previous[next] = index }
    }
  }

  /// The clause around the `#if` of a directive.
  private func outer(of directive: Int) -> Int? {
    let opener = directives[directive].opener
    return opener == 0 ? nil : clauses[opener - 1]
  }

  /// The innermost clause around a token.
  func clause(around token: Int) -> Int? {
    let next = directives.partitioningIndex { token < $0.token }
    return next == 0 ? nil : clauses[next - 1]
  }

  /// The numbers of the innermost clauses around a token.
  func numbers(around token: Int) -> [Int] {
    var found: [Int] = []
    var next = clause(around: token)
    while let clause = next, found.count < Limits.many {
      found.append(numbers[clause])
      next = outer(of: clause)
    }
    return found
  }

  /// Whether a token is only in clauses whose conditions hold.
  func isInForce(_ token: Int, where held: [Int]) -> Bool {
    outward(from: clause(around: token), over: held) == nil
  }

  /// Whether one of the tokens is in force in any case, as each clause of an `#if` has one.
  func areInForceInTurn(_ tokens: [Int], where held: [Int]) -> Bool {
    var passed: Set<Int> = []
    return tokens.contains { token in
      var next = outward(from: clause(around: token), over: held)
      while let clause = next, passed.insert(clause).inserted, areAll(beside: clause, in: passed) {
        next = outward(from: outer(of: clause), over: held)
      }
      return next == nil
    }
  }

  /// The innermost of some clauses, one around the other, whose condition is none of those that
  /// hold; `nil` if there is none.
  private func outward(from clause: Int?, over held: [Int]) -> Int? {
    var next = clause
    for _ in 0..<Limits.many {
      guard let clause = next, held.contains(numbers[clause]) else { break }
      next = outer(of: clause)
    }
    return next
  }

  /// Whether one of the clauses of an `#if` is in force in any case, and all of them are known.
  private func areAll(beside clause: Int, in known: Set<Int>) -> Bool {
    var clause = directives[clause].opener
    while known.contains(clause), let next = directives[clause].next {
      if directives[next].kind == .poundEndif { return directives[clause].kind == .poundElse }
      clause = next
    }
    return false
  }
}

/// A declaration of a name that may be in a clause of an `#if`.
struct ConditionalName {
  /// The token of the name.
  let token: Int
  /// Whether the name means nothing that is banned.
  let isOther: Bool
}

extension Conditions {
  /// The indices of the declarations of a name that count at a place: those in force there. If
  /// there are none, those that mean nothing banned count if one of them is in force in any case.
  /// An alias or a constant alone counts everywhere, as its clause makes uses of the others.
  /// - Parameter brace: the braces that the place and the name are in.
  func counted(_ names: [ConditionalName], at place: Int, in brace: Int? = nil) -> [Int] {
    let all = Array(names.indices)
    if directives.isEmpty { return all }
    let held = ([place] + (brace.map { [$0] } ?? [])).flatMap { numbers(around: $0) }
    let inForce = all.filter { isInForce(names[$0].token, where: held) }
    if !inForce.isEmpty { return inForce }
    let others = all.filter { names[$0].isOther }
    // A banned meaning in one choice of clauses counts.
    if others.count < all.count { return all }
    return areInForceInTurn(others.map { names[$0].token }, where: held) ? others : []
  }
}
