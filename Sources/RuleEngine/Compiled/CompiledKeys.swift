import Rules

/// A rule's `beside`, as far as it tells the type of one pattern. Names are numbers.
struct CompiledBeside: Equatable, Sendable {
  fileprivate(set) var labels: [Int] = []
  fileprivate(set) var members: [Int] = []
  fileprivate(set) var functions: [Function] = []

  struct Function: Equatable, Sendable {
    let name: Int
    /// The labels of the arguments that have the type, as in `CompiledComponent`.
    let labels: [Int]

    /// - Parameter call: a pattern of one name with labels.
    fileprivate init(_ call: Pattern, names: inout NameTable) {
      let path = call.path
      (name, labels) = call.bytes.withUnsafeBufferPointer { text in
        (
          names.insert(UnsafeBufferPointer(rebasing: text[path.components[0].name!])),
          path.labels.map { names.insert(label: $0.range, in: text) }
        )
      }
    }
  }

  fileprivate var isEmpty: Bool { labels.isEmpty && members.isEmpty && functions.isEmpty }
}

extension [CompiledBeside] {
  /// Adds a rule's `beside`. Patterns for which it says the same share one element.
  ///
  /// A name that is spelled like the type of a pattern tells that type. Any other name tells the
  /// type of the rule's first pattern.
  /// - Returns: for each pattern of `ban`, the index of the element that tells its type; `nil` if
  ///   nothing does. It is empty for a rule without `beside`.
  mutating func add(_ beside: Beside, for ban: [Pattern], names: inout NameTable) -> [Int?] {
    guard !beside.isEmpty else { return [] }
    let types = ban.map { $0.typeText }
    let isOfFirst = types.map { $0.elementsEqual(types[0]) }
    func isTold(by name: String) -> [Bool] {
      let name = [UInt8](name.utf8)
      // Upper and lower case do not matter.
      let isSpelled = types.map { type in
        type.count == name.count && type.elementsEqual(name) { $0 | 0x20 == $1 | 0x20 }
      }
      return isSpelled.contains(true) ? isSpelled : isOfFirst
    }
    let functions = beside.functions.map { CompiledBeside.Function($0, names: &names) }
    var besides = isOfFirst.map { CompiledBeside(functions: $0 ? functions : []) }
    for (words, list) in [(beside.labels, \CompiledBeside.labels), (beside.members, \.members)] {
      for name in words {
        let number = names.insert(name)
        for (index, isTold) in isTold(by: name).enumerated() where isTold {
          besides[index][keyPath: list].append(number)
        }
      }
    }
    let start = count
    return besides.map { beside in
      if beside.isEmpty { return nil }
      if let known = self[start...].firstIndex(of: beside) { return known }
      append(beside)
      return count - 1
    }
  }
}

extension Pattern {
  fileprivate var typeText: ArraySlice<UInt8> {
    bytes.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "(") }
  }
}

/// The replacements for the uses of one pattern.
struct CompiledReplacements: Sendable {
  /// The template for a use that none in `exact` is for; `nil` if such a use stays as it is.
  private(set) var template: ReplacementTemplate?
  /// The templates for calls with certain labels, if the pattern matches calls with any labels.
  private(set) var exact: [Exact] = []

  struct Exact: Sendable {
    /// Numbers of labels, as in `CompiledComponent`.
    let labels: [Int]
    let template: ReplacementTemplate
  }

  /// The replacements of a rule by the uses that their patterns match, the last replacement first.
  static func byUses(_ replacements: [Replacement]) -> [PatternUses: [Replacement]] {
    var byUses: [PatternUses: [Replacement]] = [:]
    for replacement in replacements.reversed() {
      let uses = replacement.pattern.uses
      for uses in Set([uses, uses.withAnyLabels]) { byUses[uses, default: []].append(replacement) }
    }
    return byUses
  }

  /// Fails if none of the rule's replacements is for the pattern.
  init?(
    of pattern: Pattern, among replacements: [PatternUses: [Replacement]], names: inout NameTable
  ) {
    for replacement in replacements[pattern.uses] ?? [] {
      if pattern == replacement.pattern {
        if template == nil { template = replacement.template }
      } else if let labels = replacement.pattern.components.last?.labels {
        let numbers = labels.map { $0 == "_" ? CompiledComponent.noLabel : names.insert($0) }
        exact.append(Exact(labels: numbers, template: replacement.template))
      }
    }
    if template == nil, exact.isEmpty { return nil }
  }
}

/// The headers in `inside` and `allow-inside` of all rules, prepared for matching.
struct CompiledScopes: Sendable {
  /// Each header once. The other properties refer to headers by index.
  let patterns: [CompiledScope]
  /// The files that each header is for; `nil` for all.
  let files: [Glob?]
  /// The headers of each rule in the order of its list.
  let inside: [[Int]]
  let allowInside: [[Int]]
  /// Whether a header is the condition of an `#if`.
  let hasConditions: Bool
  /// The headers that hold in an extension if they hold for the extended type.
  let inherited: Set<Int>
  /// The number of a word for each `inherited` header: the word is in the own header of every type
  /// that the header holds for. Headers without such a word are left out.
  let wordsOfTypes: [Int]

  /// - Parameter modules: modules that may be written before the name of a type.
  init(_ rules: [Rule], modules: [String], names: inout NameTable) {
    var texts = NameTable()
    var patterns: [CompiledScope] = []
    var files: [Glob?] = []
    // Headers are read by index: a copy would count references to everything that a header has.
    func numbers(_ headers: [ScopeHeader]) -> [Int] {
      headers.indices.map { index in
        let number = texts.insert(headers[index].text)
        if number == patterns.count {
          patterns.append(CompiledScope(headers[index].scope, modules: modules))
          files.append(headers[index].files)
        }
        return number
      }
    }
    inside = rules.indices.map { numbers(rules[$0].inside) }
    allowInside = rules.indices.map { numbers(rules[$0].allowInside) }
    hasConditions = patterns.contains { if case .condition = $0 { true } else { false } }
    inherited = Set(patterns.indices.filter { patterns[$0].isInherited })
    wordsOfTypes = inherited.sorted().compactMap { patterns[$0].wordOfType(&names) }
    (self.patterns, self.files) = (patterns, files)
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

  /// Whether a header that holds for a type also holds in extensions of the type.
  var isInherited: Bool {
    guard case .declaration(let header) = self else { return false }
    return !header.attributes.isEmpty || header.type != nil
  }

  /// The number of a word that is in the header of each type that this header holds for. `nil` if
  /// the type may be written without the word, as `[Date]` is an `Array`.
  fileprivate func wordOfType(_ names: inout NameTable) -> Int? {
    guard case .declaration(let header) = self,
      let name = (header.attributes.first ?? (header.isEndOfType ? nil : header.type))?.last,
      !["Array", "Dictionary", "Optional"].contains(where: { name.elementsEqual($0.utf8) })
    else { return nil }
    return name.withUnsafeBufferPointer { names.insert($0) }
  }
}

/// A `DeclarationHeader` whose names are bytes. It is a class so that reading it counts only one
/// reference.
final class CompiledDeclaration: Sendable {
  let attributes: [[Name]]
  let modifiers: [Name]
  let keyword: Name?
  let name: [Name]?
  let isStartOfName: Bool
  let isEndOfName: Bool
  let type: [Name]?
  let isEndOfType: Bool

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
    isEndOfType = header.isEndOfType
  }

  /// Whether a declaration has everything that the header asks for, apart from the declaration's
  /// name.
  func holds(_ declaration: WrittenDeclaration) -> Bool {
    if let keyword, keyword != declaration.keyword { return false }
    return modifiers.allSatisfy(declaration.modifiers.contains)
      && attributes.allSatisfy { isEnd($0, ofOneOf: declaration.attributes) }
      && (type.map { isEnd($0, ofOneOf: declaration.types) || mayEnd($0, declaration) } ?? true)
  }

  private func mayEnd(_ type: [Name], _ declaration: WrittenDeclaration) -> Bool {
    let names = isEndOfType ? declaration.types.compactMap(\.last) : []
    return names.contains { $0.suffix(type[0].count).elementsEqual(type[0]) }
  }

  /// Whether one of the paths is the path, or ends with it: `SwiftUI.View` is a `View`.
  private func isEnd(_ path: [Name], ofOneOf paths: [[Name]]) -> Bool {
    paths.contains { $0.suffix(path.count).elementsEqual(path) }
  }
}

/// The words of a part of a condition. The condition holds only if the part holds.
typealias Conjunct = [Name]

/// The parts of a condition that must hold for the condition to hold: for `A && (B && !C)` these
/// are `A`, `B` and `!C`; for `A || B`, the whole condition.
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

/// The operands of `&&` in a range, apart from operands in parentheses. The range itself if it also
/// has a `||`.
private func operands(in range: Range<Int>, of words: [Name], _ partners: [Int?]) -> [Range<Int>] {
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

/// The index of the other parenthesis for each word that is one.
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

/// The header of a declaration, as far as rules can ask for it.
struct WrittenDeclaration {
  /// The names without `@`, e.g. `Testing.Test`.
  var attributes: [[Name]] = []
  /// The modifiers, also with an argument, such as `nonisolated(unsafe)`; not `private(set)`.
  var modifiers: [Name] = []
  var keyword: Name = []
  /// Several names for `let (a, b)`, none for `init`. Each is a path; only the path of an extension
  /// may have more than one name.
  var names: [[Name]] = []
  /// The types of the inheritance clause, or the type of a variable.
  var types: [[Name]] = []
}
