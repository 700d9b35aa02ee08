import Rules
import SwiftLexer
import Syntax

/// Finds the uses of patterns in a file: at each word that a pattern may start with, goes to the
/// word's node and follows the path of the pattern outward. `OwnUses` adds the uses through the
/// file's own constants and aliases.
struct UseFinder {
  let file: FileSyntax
  let tables: RuleTables
  let tokens: SourceTokens
  let words: FoundWords
  let tree: SyntaxTree
  private let walk: PathWalk
  /// The names of patterns that the file declares, by number.
  private lazy var declared = declaredNames()
  var found = FoundMatches()
  /// The names of constants that may stand for the first part of a pattern, by their tokens.
  var constants: [Int] = []
  /// The token behind the arguments in which constants matter.
  var argumentLists: [Range<Int>] = []

  /// - Parameter words: the words of the file.
  init(_ file: FileSyntax, _ words: FoundWords) {
    (self.file, tables, tokens) = (file, file.tables, file.tokens)
    (self.words, tree, walk) = (words, file.tree, PathWalk(file))
    file.hasAlias = words.hasAlias
  }

  /// Finds all uses in a file.
  static func uses(in file: FileSyntax) -> FoundMatches {
    let words = FoundWords(of: file)
    guard file.isWhole || words.mayMatch(in: file) else { return FoundMatches() }
    var finder = UseFinder(file, words)
    finder.findAll()
    return finder.found
  }

  private mutating func findAll() {
    for word in words.all { look(at: word) }
    if words.extendsSingleton { matchMembersOfSingletons() }
    if words.hasAlias { matchAliases() }
    if !constants.isEmpty { matchConstants() }
  }

  @inline(__always)
  private mutating func look(at word: FoundWord) {
    let index = word.token
    guard let name = word.name else {
      if words.extendsType, file.isArgumentList(at: index + 1) { matchSelf(at: index) }
      return
    }
    let role = tables.roles[name]
    if !role.heads.isEmpty { matchHeads(of: role, at: index) }
    if role.isMember { lookAtMember(name, at: index) }
  }

  /// Adds the matches of the patterns whose first name stands at a token. The tokens beside the
  /// name rule most of them out.
  @inline(__always)
  private mutating func matchHeads(of role: NameRole, at index: Int) {
    let roots = file.possibleRoots(at: index, of: role)
    guard !roots.isDisjoint(with: role.roots) else { return }
    let next = file.next(after: index)
    let isInitializer = tokens[index].keyword == .`init`
    var node: Int?
    for number in role.heads where file.mayMatch(number, roots, next, isInitializer) {
      let found = node ?? tree.node(ofToken: index)
      node = found
      match(tables.heads[number].pattern, at: index, found)
    }
  }

  private mutating func match(_ number: Int, at index: Int, _ node: Int) {
    let pattern = tables.patterns[number]
    if pattern.root == .module { return matchImport(number, at: index) }
    if pattern.root == .loop { return matchLoop(number, at: index, node) }
    guard tree.token(of: node) == index, let start = start(of: pattern, at: node) else { return }
    let step = Step(component: 0, node: rootOfKeyPath(node) ?? node)
    let isMatched = addMatch(of: number, from: step, start: start)
    if pattern.mayStartWithConstant, !isMatched || pattern.isMention {
      noteConstant(number, at: node, component: 0)
    }
  }

  /// The type before the members in `\Date.Type.now`.
  func rootOfKeyPath(_ node: Int) -> Int? {
    guard let outer = tree.extended(node), tree.kind(of: outer) == .metatypeType,
      tree.parent(of: outer).map({ tree.kind(of: $0) == .keyPathExpr }) == true
    else { return nil }
    return outer
  }

  /// Adds the match of a pattern if the code follows its path, and the file declares nothing else
  /// with its names.
  @discardableResult
  mutating func addMatch(
    of number: Int, from step: Step, start: MatchStart, constant: Int? = nil
  ) -> Bool {
    guard let end = walk.end(of: tables.patterns[number], from: step, isWhole: start.isWhole)
    else { return false }
    add(
      Match(pattern: number, start: start, end: end, component: step.component), start,
      names: walk.names, constant: constant)
    return true
  }

  private mutating func add(
    _ match: Match, _ start: MatchStart, names: [Int], constant: Int? = nil
  ) {
    var match = match
    match.constant = constant
    if let name = start.bareName, file.find(nameAt: name) != nil { return }
    if let root = start.root, mayBeDeclared(root) {
      let pattern = tables.patterns[match.pattern]
      if let other = declaration(of: root, at: match.start, use: pattern) {
        // An alias has matches of its own.
        guard file.isOther(other.meaning, than: pattern) else { return }
        match.shadow = other.token
      }
    }
    found.add(match, names: names)
    noteArguments(of: match, names)
  }

  private mutating func mayBeDeclared(_ root: MatchRoot) -> Bool {
    if words.suspects.isEmpty { return false }
    let name =
      root.kind == .unwritten ? root.number : tables.names.number(of: tokens.text(at: root.number))
    return name.map { declared.contains($0) } ?? true
  }

  private func declaredNames() -> Set<Int> {
    var declared: Set<Int> = []
    for word in words.suspects {
      let node = tree.node(ofToken: word.token)
      switch tree.kind(of: node) {
      case .declReferenceExpr, .memberAccessExpr, .identifierType, .memberType, .labeledExpr: break
      default: if let name = word.name { declared.insert(name) }
      }
    }
    return declared
  }

  private func declaration(
    of root: MatchRoot, at start: Int, use: CompiledPattern
  ) -> FoundName? {
    guard root.kind == .unwritten else {
      return file.find(nameAt: root.number, isType: root.kind == .type, use: use)
    }
    let text = Array(tables.names[root.number])
    return text.withUnsafeBufferPointer { file.names.table.number(of: $0) }.flatMap {
      file.find($0, isType: true, at: start, use: use)
    }
  }

  /// Whether a name with the component's text is of the component's kind, too: `` `init` `` is not
  /// `init`.
  func isName(_ component: CompiledComponent, at index: Int) -> Bool {
    component.isInitializer == (tokens[index].keyword == .`init`)
  }

  /// Notes the arguments of a match in which constants matter.
  private mutating func noteArguments(of match: Match, _ names: [Int]) {
    guard !tables.asksForConstants.isEmpty, tables.asksForConstants[match.pattern],
      let list = file.argumentList(after: names, before: match.end)
    else { return }
    let range = tree[list].range
    let place = argumentLists.partitioningIndex { range.lowerBound < $0.lowerBound }
    argumentLists.insert(range, at: place)
  }
}

extension FileSyntax {
  /// The arguments in parentheses of the last name of a use; `nil` if there are none.
  func argumentList(of match: Match, in found: FoundMatches) -> Int? {
    argumentList(after: Array(found.nameTokens[match.names]), before: match.end)
  }

  fileprivate func argumentList(after names: [Int], before end: Int) -> Int? {
    guard let last = names.last, last < end else { return nil }
    var node = tree.node(ofToken: last)
    if let outer = tree.extended(node), tree.kind(of: outer) == .genericSpecializationExpr {
      node = outer
    }
    return tree.call(of: node).flatMap { tree.child(.arguments, of: $0) }
  }
}

// MARK: - Before the first name

extension UseFinder {
  /// The start of a use of a pattern whose first name is that of a node; `nil` if the text before
  /// the name rules the pattern out.
  func start(of pattern: CompiledPattern, at node: Int) -> MatchStart? {
    let index = tree.token(of: node)
    switch pattern.root {
    case .name: return startOfName(pattern, at: node)
    case .anyReceiver:
      switch tree.kind(of: node) {
      case .memberAccessExpr:
        guard startOfModule(before: index) != nil else { return nil }
        if let receiver = tree.receiver(ofMember: node) {
          return MatchStart(report: index, isWhole: false, receiver: receiver)
        }
        return tree.isInPattern(node) ? nil : MatchStart(report: index, isWhole: false)
      case .memberType, .keyPathComponent:
        return MatchStart(report: index, isWhole: false)
      case .declReferenceExpr:
        return isMemberOfExtended(node) ? MatchStart(report: index, bareName: index) : nil
      default: return nil
      }
    case .implicitMember:
      guard startOfModule(before: index) != nil, let member = implicitMember(node),
        !member.hasWrittenType, !isOtherwiseDeclared(member.places, than: pattern)
      else { return nil }
      return MatchStart(report: tree.start(of: node))
    case .macro:
      let kind = tree.kind(of: node)
      guard kind == .macroExpansionExpr || kind == .macroExpansionDecl,
        startOfModule(before: index) != nil
      else { return nil }
      return MatchStart(report: tree.introducer(of: node))
    case .attribute:
      return startOfAttribute(at: node)
    case .module, .loop:
      return nil
    }
  }

  /// Whether a name with nothing before it may be a member of the type that is extended around it:
  /// one that the file does not declare.
  private func isMemberOfExtended(_ node: Int) -> Bool {
    guard tree.start(of: node) == tree.token(of: node),
      let extended = tree.extensionNode(around: node), tree.isInStaticMember(node) != nil,
      let type = tree.firstType(in: extended)
    else { return false }
    return !file.mayBeCallable(tree.token(of: type)) || file.declaration(ofType: type) == nil
  }

  /// The first token of a name with its module selector, as in `Foundation::Date` (SE-0491). `nil`
  /// if rules do not know the module.
  func startOfModule(before index: Int) -> Int? {
    guard 0 < index, tokens[index - 1].kind == .colonColon else { return index }
    return 1 < index && file.isModule(at: index - 2) ? index - 2 : nil
  }

  private func startOfName(_ pattern: CompiledPattern, at node: Int) -> MatchStart? {
    let index = tree.token(of: node)
    guard var head = startOfModule(before: index) else { return nil }
    switch tree.kind(of: node) {
    case .declReferenceExpr, .identifierType: break
    case .memberAccessExpr, .memberType:
      guard head == index, let base = tree.firstChild(of: node), isModuleName(base) else {
        return nil
      }
      head = tree.start(of: base)
    case .keyPathComponent:
      // `\Foundation.Date.Type.now`
      guard 2 < index, file.isModule(at: index - 2), tokens[index - 3].kind == .backslash,
        tokens.isWord("Type", at: index + 2)
      else { return nil }
      return MatchStart(report: index - 2, isQualified: true)
    default: return nil
    }
    guard attribute(ofType: node) == nil, !isExtended(node) else { return nil }
    // A key path reads a member of an instance. It only mentions the type, which a pattern of a
    // single name matches.
    if let outer = tree.parent(of: node), tree.kind(of: outer) == .keyPathExpr,
      1 < pattern.components.count || pattern.components[0].labels != nil
    {
      return nil
    }
    return MatchStart(
      report: head, root: head == index ? MatchRoot(kind: .name, number: index) : nil,
      isQualified: head != index)
  }

  private func isModuleName(_ node: Int) -> Bool {
    let kind = tree.kind(of: node)
    return (kind == .declReferenceExpr || kind == .identifierType)
      && tree.start(of: node) + 1 == tree.end(of: node) && file.isModule(at: tree.start(of: node))
  }

  /// Whether it is the name of the type that an extension extends, or the start of that name.
  private func isExtended(_ node: Int) -> Bool {
    var node = node
    while let parent = tree.parent(of: node) {
      switch tree.kind(of: parent) {
      case .memberType: node = parent
      case .extensionDecl: return tree.firstType(in: parent) == node
      default: return false
      }
    }
    return false
  }

  /// The attribute that has a type as its name.
  private func attribute(ofType node: Int) -> Int? {
    var node = node
    while let parent = tree.parent(of: node) {
      switch tree.kind(of: parent) {
      case .memberType: node = parent
      case .attribute: return tree.firstChild(of: parent) == node ? parent : nil
      default: return nil
      }
    }
    return nil
  }

  private func startOfAttribute(at node: Int) -> MatchStart? {
    guard let attribute = attribute(ofType: node) else {
      return tree.kind(of: node) == .attribute
        ? MatchStart(
          report: tree.start(of: node),
          root: MatchRoot(kind: .name, number: tree.token(of: node))) : nil
    }
    let index = tree.token(of: node)
    let isFirst = tree.start(of: attribute) + 1 == index
    if !isFirst {
      // A module is written before the name.
      guard tree.start(of: attribute) + 3 == index, file.isModule(at: index - 2) else {
        return nil
      }
    }
    return MatchStart(
      report: tree.start(of: attribute),
      root: isFirst ? MatchRoot(kind: .name, number: index) : nil, isQualified: !isFirst)
  }

  /// Adds the match of a loop, which is reported at its sequence.
  private mutating func matchLoop(_ number: Int, at index: Int, _ node: Int) {
    guard tree.kind(of: node) == .forStmt, tree.token(of: node) == index,
      let sequence = tree.parts(ofBinding: node).value,
      !tokens.isWord("await", at: index + 1), !tokens.isWord("await", at: index + 2)
    else { return }
    let start = MatchStart(report: tree.start(of: sequence), receiver: sequence)
    let match = Match(
      pattern: number, start: start, end: tree.end(of: sequence) - 1, component: 0)
    add(match, start, names: [index])
  }

  /// Adds the match of `import Network` or `import struct Network.NWPath`.
  private mutating func matchImport(_ number: Int, at index: Int) {
    let node = tree.node(ofToken: index)
    guard tree.kind(of: node) == .importDecl, tree.token(of: node) == index else { return }
    let components = tables.patterns[number].components
    var names: [Int] = []
    for (offset, component) in components.enumerated() {
      let name = index + 2 * offset
      guard name < tree.end(of: node), tables.names.spells(component.name, tokens.text(at: name))
      else { return }
      names.append(name)
    }
    let start = MatchStart(report: index)
    add(
      Match(pattern: number, start: start, end: names[names.count - 1], component: 0), start,
      names: names)
  }
}
