import Rules

/// The headers under `inside` and `allow-inside` of all rules, prepared for matching.
struct CompiledScopes: Sendable {
  /// Each text once; the others name them by index.
  let patterns: [CompiledScope]
  /// By rule: the patterns, in the order of its list.
  let inside: [[Int]]
  let allowInside: [[Int]]
  /// Whether a pattern is the condition of an `#if`.
  let hasConditions: Bool
  /// Those that hold in an extension if they hold for the type that it extends.
  let inherited: Set<Int>
  let inheritedSet: PossibleScopes
  /// Of those whose headers have one: a word without which they hold nowhere in a file.
  let words: [ScopeWord]
  /// Of those with a part of a word.
  let parts: [ScopeWord]
  let endsOfParts: EndsOfParts
  /// Those without any.
  let withoutWord: PossibleScopes
  /// By rule: those of its lists, together.
  private let insideSets: [PossibleScopes]
  private let allowInsideSets: [PossibleScopes]

  /// - Parameter modules: that a type's name may be qualified with.
  init(_ rules: [Rule], modules: [String], names: inout NameTable) {
    var texts = NameTable()
    var patterns: [CompiledScope] = []
    // By index, as copying a header counts references to all that it has.
    func numbers(_ headers: [ScopeHeader]) -> [Int] {
      headers.indices.map { index in
        let number = texts.insert(headers[index].text)
        if number == patterns.count {
          patterns.append(CompiledScope(headers[index].scope, modules: modules))
        }
        return number
      }
    }
    inside = rules.indices.map { numbers(rules[$0].inside) }
    allowInside = rules.indices.map { numbers(rules[$0].allowInside) }
    hasConditions = patterns.contains { if case .condition = $0 { true } else { false } }
    inherited = Set(patterns.indices.filter { patterns[$0].isInherited })
    inheritedSet = PossibleScopes(inherited)
    words = patterns.indices.compactMap { ScopeWord(of: patterns[$0], number: $0, &names) }
    let withWord = words.map(\.pattern)
    parts = words.filter { if case .whole = $0.text { false } else { true } }
    endsOfParts = EndsOfParts(parts)
    withoutWord = PossibleScopes(patterns.indices.filter { !withWord.contains($0) })
    insideSets = inside.map { PossibleScopes($0) }
    allowInsideSets = allowInside.map { PossibleScopes($0) }
    self.patterns = patterns
  }

  /// By the number of a name: the patterns whose word it is.
  func byName(count: Int) -> [PossibleScopes] {
    var scopes = Array(repeating: PossibleScopes(), count: count)
    for word in words {
      if case .whole(let name) = word.text { scopes[name].insert(PossibleScopes([word.pattern])) }
    }
    return scopes
  }

  /// Whether the rule may hold in a file where no other patterns than these do.
  func mayHold(_ rule: Int, where possible: PossibleScopes) -> Bool {
    inside[rule].isEmpty || !insideSets[rule].isDisjoint(with: possible)
  }

  /// Whether one of the scopes that allow the rule may hold there.
  func mayAllow(_ rule: Int, where possible: PossibleScopes) -> Bool {
    !allowInsideSets[rule].isDisjoint(with: possible)
  }

  /// Whether it may count there in which declarations the rule's matches are.
  func mayCount(for rule: Int, where possible: PossibleScopes) -> Bool {
    !insideSets[rule].union(allowInsideSets[rule]).isDisjoint(with: possible)
  }
}

/// The bytes of a name, without backticks.
typealias Name = [UInt8]

/// A `ScopePattern` whose names are bytes.
enum CompiledScope: Sendable {
  case declaration(CompiledDeclaration)
  case macro(Name)
  case condition(Set<Conjunct>)

  init(_ pattern: ScopePattern, modules: [String]) {
    switch pattern {
    case .declaration(let header):
      self = .declaration(CompiledDeclaration(header, modules: modules))
    case .macro(let name):
      self = .macro(Name(name.utf8))
    case .condition(let words):
      self = .condition(conjuncts(of: words.map { Name($0.utf8) }))
    }
  }

  /// Whether what it asks of a type's header is so in extensions of the type, too.
  var isInherited: Bool {
    guard case .declaration(let header) = self else { return false }
    return !header.attributes.isEmpty || header.type != nil
  }
}

/// A `DeclarationHeader` whose names are bytes.
struct CompiledDeclaration: Sendable {
  let attributes: [[Name]]
  let modifiers: [Name]
  let keyword: Name?
  let name: [Name]?
  let isStartOfName: Bool
  let isEndOfName: Bool
  let type: [Name]?

  init(_ header: DeclarationHeader, modules: [String]) {
    func path(_ names: [String]) -> [Name] {
      let isQualified = 1 < names.count && modules.contains(names[0])
      return names.dropFirst(isQualified ? 1 : 0).map { Name($0.utf8) }
    }
    attributes = header.attributes.map(path)
    modifiers = header.modifiers.map { Name($0.utf8) }
    keyword = header.keyword.map { Name($0.utf8) }
    name = header.name.map(path)
    isStartOfName = header.isStartOfName
    isEndOfName = header.isEndOfName
    type = header.inheritedType.map(path)
  }

  /// Whether a declaration has all that the header names, but for the name itself.
  func holds(_ declaration: WrittenDeclaration) -> Bool {
    if let keyword, keyword != declaration.keyword { return false }
    return modifiers.allSatisfy(declaration.modifiers.contains)
      && attributes.allSatisfy { isEnd($0, ofOneOf: declaration.attributes) }
      && (type.map { isEnd($0, ofOneOf: declaration.types) } ?? true)
  }

  /// Whether one of the paths is the path, or qualifies it: `SwiftUI.View` is a `View`.
  private func isEnd(_ path: [Name], ofOneOf paths: [[Name]]) -> Bool {
    paths.contains { $0.suffix(path.count).elementsEqual(path) }
  }
}

/// The words of a part of a condition that must hold for the whole to hold.
typealias Conjunct = [Name]

/// What must hold for a condition to hold: of `A && (B && !C)` that is `A`, `B` and `!C`; of
/// `A || B`, the whole.
func conjuncts(of words: [Name]) -> Set<Conjunct> {
  let partners = parentheses(in: words)
  var conjuncts: Set<Conjunct> = []
  var pending = [words.startIndex..<words.endIndex]
  while var range = pending.popLast() {
    while !range.isEmpty, partners[range.lowerBound] == range.upperBound - 1 {
      range = range.lowerBound + 1..<range.upperBound - 1
    }
    let operands = operands(in: range, of: words, partners)
    if operands.count == 1 {
      conjuncts.insert(Array(words[range]))
    } else {
      pending += operands
    }
  }
  return conjuncts
}

/// The operands of `&&` in a range, but for those in parentheses; the range itself if there is a
/// `||` too.
private func operands(
  in range: Range<Int>, of words: [Name], _ partners: [Int?]
) -> [Range<Int>] {
  var operands: [Range<Int>] = []
  var (start, index) = (range.lowerBound, range.lowerBound)
  while index < range.upperBound {
    if words[index].elementsEqual("||".utf8) { return [range] }
    if words[index].elementsEqual("&&".utf8) {
      operands.append(start..<index)
      start = index + 1
    }
    index = max(partners[index] ?? index, index) + 1
  }
  return operands + [start..<range.upperBound]
}

/// By word: the other parenthesis of a parenthesis.
private func parentheses(in words: [Name]) -> [Int?] {
  var partners: [Int?] = Array(repeating: nil, count: words.count)
  var open: [Int] = []
  for (index, word) in words.enumerated() {
    if word.elementsEqual("(".utf8) { open.append(index) }
    if word.elementsEqual(")".utf8), let opening = open.popLast() {
      partners[opening] = index
      partners[index] = opening
    }
  }
  return partners
}
