import Rules
import SwiftLexer
import Syntax

/// Reads the syntax tree of a file into a summary: declarations in this folder, code in
/// `References`.
///
/// It goes through the tree once, by recursion. Code that nests too deeply for that is read at the
/// end, from a list; nothing is left out.
struct SummaryReader {
  let tree: SyntaxTree
  let tokens: SourceTokens
  let hasBodies: Bool
  /// The values of nodes of the tree, in `expressions`; nil if nobody asks for them.
  var values: [Int: Int32]?
  /// Whether types alone are asked for, and no edges.
  var isForTypes: Bool { values != nil || !hasBodies }
  var summary = FileSummary()
  var place = Place()
  /// The arguments of the calls that are being read.
  var arguments: [Argument] = []
  /// The declarations of local functions, by node of the tree.
  var localFunctions: [Int32: Int32] = [:]
  /// The local variables and functions of all blocks, in the order in which they came.
  private var scopes: [Scope] = []
  /// The index in `scopes` of what each name stands for; -1 for nothing.
  private var visible: [Int32] = []
  /// The number of nodes that are being read, one in the other; and the code that is read later.
  private var depth = 0
  private var later: [(place: Place, read: (inout SummaryReader) -> Void)] = []
  /// The starts of the cases of a `switch` that a `fallthrough` goes on with, in bytes.
  var fallenInto: Set<UInt32> = []

  /// The place of the reader in the file.
  struct Place {
    /// The node that the code is in, and the declaration around it.
    var owner: Int32 = -1
    var declaration: Int32 = 0
    /// The type that `return` gives its value to, or the closure in `expressions`, which has `$0`.
    var resultType: Int32 = -1
    var resultClosure: Int32 = -1
    /// The value that a `switch` is about, in `expressions`; -1 if nothing is known of it.
    var subject: Int32 = -1
    /// Whether a stored property keeps the expression: closures are not run then.
    var isKept = false
    /// Whether `await` stands before the expression.
    var isAwaited = false
    /// Whether the code is in a closure that is not called on the spot.
    var isInClosure = false
    /// The last of the locals that are visible, in `scopes`; -1 for none.
    var scope: Int32 = -1
    /// The locals up to this one are those of the code around a local type, which cannot use them.
    var lastHidden: Int32 = -1
  }

  /// A local variable or function, and the one that it hides.
  private struct Scope {
    let name: Int32
    let meaning: Meaning
    /// The local before it, and the one that its name stood for; both in `scopes`.
    let previous: Int32
    let hidden: Int32
  }

  enum Meaning {
    /// A variable or parameter, in `locals`.
    case local(Int32)
    /// A function by its node of the tree, as it may be used before it is declared.
    case function(Int32)
  }

  init(_ tree: SyntaxTree, hasBodies: Bool = true) {
    self.tree = tree
    self.hasBodies = hasBodies
    tokens = tree.source
    summary.names = NameTable(count: tokens.count / 8)
    summary.declarations.append(Declaration(.file, in: -1))
    summary.declarations[0].end = UInt32(tokens[tokens.count - 1].end)
  }

  mutating func readFile() {
    readMembers(of: tree.root)
    while let part = later.popLast() {
      move(to: part.place.scope)
      place = part.place
      part.read(&self)
    }
    for index in summary.guards.indices where fallenInto.contains(summary.guards[index].start) {
      summary.guards[index].parameter = -3
    }
    for index in summary.expressions.indices
    where summary.expressions[index].kind == .localFunction {
      summary.expressions[index].base = localFunctions[summary.expressions[index].base] ?? -1
    }
  }

  // MARK: - Depth

  var isDeep: Bool { 128 <= depth }

  /// Leaves code that nests too deeply to be read once all else is.
  mutating func readLater(_ read: @escaping (inout SummaryReader) -> Void) {
    later.append((place, read))
  }

  /// Reads a declaration, a statement, an expression or a part of one.
  /// - Returns: the value of an expression, in `expressions`; -1 if nothing is known of it.
  mutating func read(_ node: Int) -> Int32 {
    if isDeep {
      let placeholder = place.owner == -1 ? -1 : add(.either)
      readLater { reader in
        let value = reader.read(node)
        guard placeholder != -1 else { return }
        reader.summary.expressions[placeholder].base = value
        reader.setContext(.expression, placeholder, of: value)
      }
      return placeholder
    }
    depth += 1
    defer { depth -= 1 }
    let kind = tree.kind(of: node)
    if kind.isDeclaration { return readDeclaration(node) }
    return kind.isStatement ? readStatement(node) : readExpression(node)
  }

  /// Reads something that nests, such as a type.
  mutating func nested<Result>(_ read: (inout SummaryReader) -> Result) -> Result {
    depth += 1
    defer { depth -= 1 }
    return read(&self)
  }

  // MARK: - Places

  /// Goes into the code of a node of the graph, or for -1 into a type: locals around it are not
  /// visible there.
  /// - Returns: the place to go back to.
  mutating func enter(_ node: Int32, of declaration: Int32) -> Place {
    let outer = place
    (place.owner, place.declaration) = (node, declaration)
    (place.resultType, place.resultClosure) = (-1, -1)
    (place.isKept, place.isAwaited, place.isInClosure) = (false, false, false)
    if node == -1 { place.lastHidden = Int32(scopes.count) - 1 }
    return outer
  }

  /// Goes back. The locals that came since are not visible any more.
  mutating func leave(to outer: Place) {
    move(to: outer.scope)
    place = outer
  }

  // MARK: - Names

  mutating func name(at token: Int) -> Int32 {
    Int32(summary.names.insert(tokens.text(at: token)))
  }

  /// Makes a local variable or function visible up to the end of the block.
  mutating func show(_ name: Int32, _ meaning: Meaning) {
    if visible.count <= name {
      visible += repeatElement(-1, count: Int(name) + 64 - visible.count)
    }
    scopes.append(Scope(name: name, meaning: meaning, previous: place.scope, hidden: visible[name]))
    place.scope = Int32(scopes.count) - 1
    visible[name] = place.scope
  }

  mutating func addLocal(_ name: Int32, _ local: Local) {
    summary.locals.append(local)
    show(name, .local(Int32(summary.locals.count - 1)))
  }

  /// The meaning of a local name; nil for other names.
  func meaning(of name: Int32) -> Meaning? {
    guard name < visible.count, place.lastHidden < visible[name] else { return nil }
    return scopes[visible[name]].meaning
  }

  /// Makes those locals visible that are so after that local, and no others.
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

  // MARK: - Nodes of the graph

  /// Adds a node for the code in a range of bytes.
  mutating func addNode(
    _ kind: NodeKind, of declaration: Int32, named token: Int, _ bytes: Range<Int>
  ) -> Int32 {
    summary.nodes.append(
      CodeNode(
        kind: kind, declaration: declaration, nameOffset: tokens[token].offset,
        start: UInt32(bytes.lowerBound), end: UInt32(bytes.upperBound)))
    return Int32(summary.nodes.count - 1)
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
