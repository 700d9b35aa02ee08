import Rules
import SwiftLexer
import Syntax

/// Reads the syntax tree of a file into a summary: declarations in this folder, code in
/// `References`.
///
/// It goes through the tree once, by recursion. What nests too deeply for that is read at the end,
/// from a list; nothing is left out.
struct SummaryReader {
  let tree: SyntaxTree
  let tokens: SourceTokens
  var summary = FileSummary()
  var place = Place()
  /// Local variables and functions in the order in which they came; those of all blocks.
  private var scopes: [Scope] = []
  /// By name: what it stands for, in `scopes`; -1 for nothing.
  private var visible: [Int32] = []
  /// By name: the calls of local functions whose declaration has not come, in `expressions`.
  var earlyCalls: [Int32: [Int32]] = [:]
  /// The arguments of the calls that are being read.
  var arguments: [Argument] = []
  var depth = 0
  private var later: [LaterPart] = []

  /// Where in the file the reader is.
  struct Place {
    /// The node that the code is in, and the declaration around it.
    var owner: Int32 = -1
    var declaration: Int32 = 0
    /// What `return` gives its value to.
    var result = Result.type(-1)
    /// Whether a stored property keeps the expression: closures are not run then.
    var isKept = false
    /// Whether `await` stands before it.
    var isAwaited = false
    /// The closure that `$0` is a parameter of, in `expressions`.
    var closure: Int32 = -1
    /// The last of the locals that are visible, in `scopes`; -1 for none.
    var scope: Int32 = -1
    /// The locals up to this one are those of the code around a local type, which cannot use them.
    var lastHidden: Int32 = -1
  }

  enum Result {
    /// In `types`.
    case type(Int32)
    /// In `expressions`.
    case closure(Int32)
  }

  /// A local variable or function, and what it hides.
  private struct Scope {
    let name: Int32
    /// By index in `locals` or, from -2 downward, in `declarations`.
    var meaning: Int32
    /// Both in `scopes`: the local before it, and what its name stood for.
    let previous: Int32
    let hidden: Int32
  }

  init(_ tree: SyntaxTree) {
    self.tree = tree
    tokens = tree.source
    summary.names = NameTable(count: tokens.count / 8)
    summary.declarations.append(Declaration(.file, in: -1))
    summary.declarations[0].end = UInt32(tokens[tokens.count - 1].end)
  }

  mutating func readFile() {
    readMembers(of: tree.root, in: 0)
    while let part = later.popLast() {
      move(to: part.place.scope)
      place = part.place
      read(part)
    }
  }

  // MARK: - Depth

  /// How many nodes that may have parts of their own kind are read at once, one in the other.
  private static let maximumDepth = 128

  /// What nests too deeply to be read at once.
  private struct LaterPart {
    let node: Int
    let kind: PartKind
    let place: Place
  }

  enum PartKind {
    case members(of: Int32)
    case statements(isBody: Bool)
    /// What stands for it until it is read, in `expressions` and `types`.
    case expression(Int32)
    case type(Int32)
  }

  var isDeep: Bool { Self.maximumDepth <= depth }

  mutating func readLater(_ node: Int, _ kind: PartKind) {
    later.append(LaterPart(node: node, kind: kind, place: place))
  }

  private mutating func read(_ part: LaterPart) {
    switch part.kind {
    case .members(let parent): readMembers(of: part.node, in: parent)
    case .statements(let isBody): readStatements(of: part.node, isBody: isBody)
    case .expression(let placeholder):
      let expression = readExpression(part.node)
      summary.expressions[placeholder].base = expression
      setContext(.expression, placeholder, of: expression)
    case .type(let placeholder):
      summary.types[placeholder] = summary.types[readType(part.node)]
    }
  }

  // MARK: - Places

  /// Goes into the code of a node.
  /// - Returns: where to go back to.
  mutating func enter(_ node: Int32, of declaration: Int32) -> Place {
    let outer = place
    (place.owner, place.declaration, place.result) = (node, declaration, .type(-1))
    (place.isKept, place.isAwaited) = (false, false)
    return outer
  }

  /// Goes into a type. The locals around it are not visible there.
  mutating func enterType(_ declaration: Int32) -> Place {
    let outer = enter(-1, of: declaration)
    place.lastHidden = Int32(scopes.count) - 1
    return outer
  }

  /// Goes back. The locals that came since are not visible any more.
  mutating func leave(to outer: Place) {
    move(to: outer.scope)
    place = outer
  }

  // MARK: - Nodes of the tree

  func kind(of node: Int) -> SyntaxKind { tree.kind(of: node) }
  func token(of node: Int) -> Int { Int(tree[node].token) }
  func start(of node: Int) -> Int { Int(tree[node].start) }
  func end(of node: Int) -> Int { Int(tree[node].end) }

  // MARK: - Names

  mutating func name(at index: Int) -> Int32 {
    Int32(summary.names.insert(tokens.text(at: index)))
  }

  /// Makes a local variable or function visible up to the end of the block.
  mutating func show(_ name: Int32, _ meaning: Int32) {
    if visible.count <= name {
      visible += repeatElement(-1, count: Int(name) + 64 - visible.count)
    }
    scopes.append(Scope(name: name, meaning: meaning, previous: place.scope, hidden: visible[name]))
    place.scope = Int32(scopes.count) - 1
    visible[name] = place.scope
  }

  /// Makes visible what is so where that local came last, and nothing else.
  mutating func move(to scope: Int32) {
    var way: [Int32] = []
    var end = scope
    while place.scope != end {
      if end < place.scope {
        let last = scopes[place.scope]
        visible[last.name] = last.hidden
        place.scope = last.previous
      } else {
        way.append(end)
        end = scopes[end].previous
      }
    }
    for local in way.reversed() {
      visible[scopes[local].name] = local
      place.scope = local
    }
  }

  /// What a name stands for, as in `Scope`; -1 for nothing local.
  func meaning(of name: Int32) -> Int32 {
    guard name < visible.count, place.lastHidden < visible[name] else { return -1 }
    return scopes[visible[name]].meaning
  }

  mutating func addLocal(_ local: Local) {
    summary.locals.append(local)
    show(local.name, Int32(summary.locals.count - 1))
  }

  /// The meaning of the name of a local function whose declaration has not come.
  static let laterFunction = Int32.min

  /// Makes a local function visible, and tells the calls before it what they mean.
  mutating func showFunction(_ number: Int32) {
    let name = summary.declarations[number].name
    guard name != -1 else { return }
    if meaning(of: name) == Self.laterFunction {
      scopes[visible[name]].meaning = -2 - number
    }
    show(name, -2 - number)
    for call in earlyCalls.removeValue(forKey: name) ?? [] {
      summary.expressions[call].kind = .localFunction
      summary.expressions[call].base = number
    }
  }

  // MARK: - Nodes of the graph

  mutating func addNode(
    _ kind: NodeKind, of declaration: Int32, named token: Int, _ bytes: Range<Int>
  ) -> Int32 {
    summary.nodes.append(
      CodeNode(
        kind: kind, declaration: declaration, nameOffset: tokens[token].offset,
        start: UInt32(bytes.lowerBound), end: UInt32(bytes.upperBound)))
    return Int32(summary.nodes.count - 1)
  }

  mutating func add(_ declaration: Declaration) -> Int32 {
    summary.declarations.append(declaration)
    return Int32(summary.declarations.count - 1)
  }
}

// Numbers in summaries are `Int32`.
extension NameTable {
  subscript(number: Int32) -> ArraySlice<UInt8> { self[Int(number)] }
}

extension Array {
  subscript(number: Int32) -> Element {
    get { self[Int(number)] }
    _modify { yield &self[Int(number)] }
  }
}
