import SwiftLexer

// What a constant of the same function stands for, where it is an argument:
// `guard let url = bundle.url(forResource: "teas") else { return }`, then `Data(contentsOf: url)`.

extension FileUses {
  /// Whether the value of a constant that is named there holds one of the names or literals, or
  /// that of a constant in it.
  mutating func constants(namedIn range: Range<Int>, hold mentions: [CompiledMention]) -> Bool {
    var values = [range]
    var lookupsLeft = lookupLimit
    while let value = values.popLast() {
      var index = value.lowerBound
      while index < value.upperBound, 0 < lookupsLeft {
        if tokens[index].kind == .leftBrace, let close = pairs.partner(of: index) { index = close }
        if isConstantsName(index) {
          lookupsLeft -= 1
          if let value = self.value(ofConstantNamedAt: index) {
            if holds(mentions, in: value) { return true }
            values.append(value)
          }
        }
        index += 1
      }
    }
    return false
  }

  /// Whether the name is no member, no label and no function.
  private mutating func isConstantsName(_ index: Int) -> Bool {
    nearby.isIdentifier(index) && !tokens.isMember(index) && tokens[index + 1].kind != .colon
      && !nearby.isArgumentList(at: index + 1)
  }

  /// The tokens of the value that a constant is declared with before its use, in the same function;
  /// nil for a parameter, a variable and whatever else the name may be.
  private mutating func value(ofConstantNamedAt use: Int) -> Range<Int>? {
    /// Between the names of a closure's parameters, or of a loop's variables, and their `in`.
    var isBeforeIn = false
    var index = use
    for _ in 0..<distanceLimit {
      guard 0 < index else { return nil }
      index -= 1
      switch tokens[index].kind {
      case .rightBrace, .rightParen, .rightSquare: index = pairs.partner(of: index) ?? index
      case .leftBrace: isBeforeIn = false
      default:
        if tokens[index].keyword == .in { isBeforeIn = true }
        if tokens[index].keyword == .func || tokens[index].keyword == .`init` { return nil }
        guard tokens.isSameText(at: index, and: use), 0 < index else { break }
        let keyword = tokens[index - 1].keyword
        if isBeforeIn || keyword == .var { return nil }
        if keyword == .let, let value = value(ofConstantDeclaredAt: index) { return value }
      }
    }
    return nil
  }

  private mutating func value(ofConstantDeclaredAt name: Int) -> Range<Int>? {
    var equal = name + 1
    if tokens[equal].kind == .colon {
      while tokens[equal].kind != .equal, equal - name < writtenTypeLimit { equal += 1 }
    }
    guard tokens[equal].kind == .equal else { return nil }
    let end = endOfStatement(from: equal + 1)
    return equal + 1..<nearby.endOfArgument(from: equal + 1, to: end)
  }
}

/// How many names are looked up for one use. It keeps the work in proportion to the file.
private let lookupLimit = 16
