import Diagnostics
import Rules
import SwiftLexer

/// A name from a pattern in a place where no pattern matches, e.g. `async` in `queue.async { }`.
package struct UnmatchedName: Sendable {
  /// Offsets from 0 in UTF-8 bytes.
  package let range: Range<Int>
  package let context: NameContext
  /// The rules that ban uses of the name, in rule order.
  package let rules: [Rule]
  /// The patterns of these rules that begin or end with the name.
  package let patterns: [Pattern]
  /// Whether one of the patterns ends with the name. The name of an initializer's type counts, too.
  package let isLast: Bool
}

/// The kind of text that the lexer finds around a name.
package enum NameContext: Sendable {
  case code, comment, string, regex
  /// The condition of an `#if`.
  case condition
}

/// The names from patterns in a part of a file that belong to no match, in source order. Only the
/// first and the last name of a pattern count.
/// - Parameters:
///   - range: whole lines; offsets from 0 in UTF-8 bytes.
///   - matches: all matches that `explain` found in the file.
package func unmatchedNames(
  in range: Range<Int>, of source: SourceFile, matches: [ExplainedMatch],
  with rules: CompiledRules
) -> [UnmatchedName] {
  let index = BannedNames(rules)
  let trivia = lex(source.bytes).trivia
  let matched = joined(matches.map(\.names))
  var scratch = LintScratch()
  return withSyntax(of: source.bytes, rules, reusing: &scratch) { file, _ in
    words(in: source.bytes[range]).compactMap { word in
      let bans = index.uses(of: word, in: source.bytes)
      let isMatched = matched.index(around: word.lowerBound) { $0 } != nil
      guard !bans.isEmpty, !isMatched, let context = file.context(of: word, trivia) else {
        return nil
      }
      return UnmatchedName(
        range: word, context: context,
        rules: Set(bans.map(\.rule)).sorted().map { rules.rules[$0] },
        patterns: bans.map(\.pattern), isLast: bans.contains(where: \.isLast))
    }
  }
}

/// The ranges, after joining those that overlap.
/// - Parameter ranges: the ranges in the order of their starts.
private func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
  var joined: [Range<Int>] = []
  for range in ranges {
    if let last = joined.last, range.lowerBound < last.upperBound {
      joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    } else {
      joined.append(range)
    }
  }
  return joined
}

extension RandomAccessCollection where Index == Int {
  /// The index of the element that an offset is in; `nil` if there is none.
  /// - Parameter range: the range of an element. The ranges are in order and do not overlap.
  fileprivate func index(around offset: Int, _ range: (Element) -> Range<Int>) -> Int? {
    let index = partitioningIndex { offset < range($0).upperBound }
    return index < endIndex && range(self[index]).contains(offset) ? index : nil
  }
}

// MARK: - The names of patterns

/// The rules, by the first and the last names of their patterns.
private struct BannedNames {
  /// A pattern with the name, and its needs in the text around the name.
  struct Use {
    /// The rule, by index in `RuleTables.rules`.
    let rule: Int
    let pattern: Pattern
    /// The byte that must stand before the name; `nil` if any byte may.
    let prefix: UInt8?
    /// Whether an argument list or a closure must follow.
    let isCall: Bool
    let isLast: Bool
  }

  private var uses: [[UInt8]: [Use]] = [:]

  init(_ rules: CompiledRules) {
    for (number, rule) in rules.rules.enumerated() where rule.isMatched {
      for pattern in rule.ban { insert(pattern, of: number) }
    }
  }

  private mutating func insert(_ pattern: Pattern, of rule: Int) {
    // An initializer is found by the name of its type.
    let names = pattern.components.prefix { !$0.isInitializer }
    for (index, component) in names.enumerated() {
      let isLast = index == names.count - 1
      guard index == 0 || isLast else { continue }
      let mark = index == 0 ? pattern.root.mark : pattern.root.mark ?? "."
      let prefix = mark.map { UInt8(ascii: $0) }
      let isCall = isLast && component.labels != nil && !component.isType
      uses[Array(component.name.utf8), default: []].append(
        Use(rule: rule, pattern: pattern, prefix: prefix, isCall: isCall, isLast: isLast))
    }
  }

  /// The patterns that the text around a word fits, in rule order, each pattern once.
  func uses(of word: Range<Int>, in bytes: [UInt8]) -> [Use] {
    guard let uses = uses[Array(bytes[word])] else { return [] }
    let before = bytes[..<word.lowerBound].last { !isBesideName($0) }
    let after = bytes[word.upperBound...].first { !isBesideName($0) }
    let isCalled = after == UInt8(ascii: "(") || after == UInt8(ascii: "{")
    return uses.filter {
      ($0.prefix == nil || $0.prefix == before) && (!$0.isCall || isCalled)
    }
  }
}

/// Whether the byte is a blank or a backtick.
private func isBesideName(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "`") || 0x09...0x0D ~= byte
}

/// The runs of bytes that may be names.
private func words(in bytes: ArraySlice<UInt8>) -> [Range<Int>] {
  var words: [Range<Int>] = []
  var rest = bytes
  while let start = rest.firstIndex(where: isNameByte) {
    rest = rest[start...].drop(while: isNameByte)
    words.append(start..<rest.startIndex)
  }
  return words
}

private func isNameByte(_ byte: UInt8) -> Bool {
  byte.isNameByte && byte != UInt8(ascii: "$") || 0x80 <= byte
}

// MARK: - Contexts of names

extension FileSyntax {
  /// The context of a name; `nil` for text that is none of these.
  fileprivate func context(of word: Range<Int>, _ trivia: [Trivia]) -> NameContext? {
    if let index = trivia.index(around: word.lowerBound, { $0.start..<$0.end }) {
      switch trivia[index].kind {
      case .lineComment, .blockComment, .docLineComment, .docBlockComment: return .comment
      case .unexpectedText: return nil
      }
    }
    let index = tokens.tokens.index(around: word.lowerBound) { $0.start..<$0.end }
    // The text of a string is no token.
    guard let index else { return .string }
    switch tokens[index].kind {
    case .identifier, .keyword, .rawIdentifier: return isInCondition(index) ? .condition : .code
    case .regexBody: return .regex
    default: return nil
    }
  }

  /// Whether the token is in the condition of an `#if` or `#elseif`, which is no code.
  private func isInCondition(_ index: Int) -> Bool {
    pairs.directives.contains { $0.token < index && index < $0.body }
  }
}
