import SwiftParser
import SwiftSyntax

/// How the trees of a file differ.
struct TreeDifference {
  /// How many nodes SwiftParser has, lists aside.
  var nodeCount = 0
  var missed: [(node: ComparedNode?, kind: String, offset: Int)] = []
  var extra: [ComparedNode] = []
  var isEqual: Bool { missed.isEmpty && extra.isEmpty }
}

/// Compares the nodes of both parsers. Nil if SwiftParser reports an error in the file.
func treeDifference(in bytes: [UInt8]) -> TreeDifference? {
  let file = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
  if file.hasError { return nil }
  var theirs = TheirNodes()
  theirs.add(Syntax(file))
  var difference = TreeDifference(nodeCount: theirs.count, missed: theirs.failed)
  let expected = theirs.nodes.sorted()
  let found = ourNodes(in: bytes).sorted()
  var (i, j) = (0, 0)
  while i < expected.count || j < found.count {
    if j == found.count || i < expected.count && expected[i] < found[j] {
      difference.missed.append((expected[i], "\(expected[i].kind)", expected[i].start))
      i += 1
    } else if i == expected.count || found[j] < expected[i] {
      difference.extra.append(found[j])
      j += 1
    } else {
      (i, j) = (i + 1, j + 1)
    }
  }
  return difference
}

/// The nodes of SwiftParser, by the map of kinds.
private struct TheirNodes {
  var nodes: [ComparedNode] = []
  var count = 0
  /// Those that the map has no counterpart for, or whose claim in it does not hold.
  var failed: [(node: ComparedNode?, kind: String, offset: Int)] = []

  mutating func add(_ node: Syntax) {
    let children = node.children(viewMode: .sourceAccurate)
    let inner = children.filter { !$0.is(TokenSyntax.self) }
    let counterpart = counterpart(of: node)
    if case .list? = counterpart {} else { count += 1 }
    switch counterpart {
    case .list?: break
    case .node(let kind)?: append(kind, from: node, to: node)
    case .wrapper?:
      if inner.count != 1 || range(from: inner[0], to: inner[0]) != range(from: node, to: node) {
        fail(node)
      }
    case .part?:
      let siblings = node.parent?.children(viewMode: .sourceAccurate)
        .filter { !$0.is(TokenSyntax.self) }
      if siblings?.count != (node.parent?.kind == .attribute ? 2 : 1) { fail(node) }
    case .tokens?:
      if !isTokens(node) { fail(node) }
      return
    case nil: fail(node)
    }
    addBrackets(of: node)
    for child in inner { add(child) }
  }

  /// What our tree has a node for, and SwiftParser has two brackets.
  private mutating func addBrackets(of node: Syntax) {
    func add(_ kind: NodeKind, _ left: TokenSyntax?, _ right: TokenSyntax?) {
      guard let left, let right else { return }
      count += 1
      append(kind, from: Syntax(left), to: Syntax(right))
    }
    switch node.kind {
    case .functionCallExpr:
      let call = node.cast(FunctionCallExprSyntax.self)
      add(.arguments, call.leftParen, call.rightParen)
    case .subscriptCallExpr:
      let call = node.cast(SubscriptCallExprSyntax.self)
      add(.arguments, call.leftSquare, call.rightSquare)
    case .keyPathSubscriptComponent:
      let component = node.cast(KeyPathSubscriptComponentSyntax.self)
      add(.arguments, component.leftSquare, component.rightSquare)
    case .macroExpansionExpr:
      let macro = node.cast(MacroExpansionExprSyntax.self)
      add(.arguments, macro.leftParen, macro.rightParen)
    case .macroExpansionDecl:
      let macro = node.cast(MacroExpansionDeclSyntax.self)
      add(.arguments, macro.leftParen, macro.rightParen)
    case .attribute:
      let attribute = node.cast(AttributeSyntax.self)
      if case .argumentList? = attribute.arguments {
        add(.arguments, attribute.leftParen, attribute.rightParen)
      }
    case .functionType:
      let type = node.cast(FunctionTypeSyntax.self)
      add(.tupleType, type.leftParen, type.rightParen)
    case .switchExpr:
      let expression = node.cast(SwitchExprSyntax.self)
      add(.switchCaseList, expression.leftBrace, expression.rightBrace)
    default: break
    }
  }

  private mutating func append(
    _ kind: NodeKind, from first: Syntax, to last: Syntax
  ) {
    let range = range(from: first, to: last)
    nodes.append(ComparedNode(kind: kind, start: range.lowerBound, end: range.upperBound))
  }

  private mutating func fail(_ node: Syntax) {
    failed.append((nil, "\(node.kind)", node.positionAfterSkippingLeadingTrivia.utf8Offset))
  }

  /// The bytes from one node to the other, without a separator at the end.
  private func range(from first: Syntax, to last: Syntax) -> Range<Int> {
    let start = first.positionAfterSkippingLeadingTrivia.utf8Offset
    var end = last.endPositionBeforeTrailingTrivia.utf8Offset
    let children = last.children(viewMode: .sourceAccurate)
    if let separator = children.last?.as(TokenSyntax.self), isSeparator(separator, of: last),
      let before = children.dropLast().last
    {
      end = before.endPositionBeforeTrailingTrivia.utf8Offset
    }
    return start..<max(start, end)
  }

  private func isSeparator(_ token: TokenSyntax, of node: Syntax) -> Bool {
    switch token.tokenKind {
    case .comma, .semicolon: true
    default: node.kind == .compositionTypeElement && token.text == "&"
    }
  }

  /// Whether all of it are tokens.
  private func isTokens(_ node: Syntax) -> Bool {
    node.children(viewMode: .sourceAccurate).allSatisfy { child in
      if child.is(TokenSyntax.self) { return true }
      switch counterpart(of: child) {
      case .tokens?, .list?: return isTokens(child)
      default: return false
      }
    }
  }
}

/// What a comparison of trees found, file by file.
struct TreeReport {
  private var fileCount = 0
  private var equalCount = 0
  private var skippedCount = 0
  private var nodeCount = 0
  private var missed: [String: Int] = [:]
  private var extra: [String: Int] = [:]

  private static let printedPlaces = 40
  private var printedCount = 0

  /// Whether as many files and nodes are equal as have to be.
  var agrees: Bool {
    let (missed, extra) = (missed.values.reduce(0, +), extra.values.reduce(0, +))
    return 97 * fileCount <= 100 * equalCount && 10_000 * missed <= 5 * nodeCount
      && 10_000 * extra <= 2 * nodeCount
  }

  mutating func add(_ difference: TreeDifference?, path: String, _ bytes: [UInt8]) {
    guard let difference else {
      skippedCount += 1
      return
    }
    fileCount += 1
    nodeCount += difference.nodeCount
    if difference.isEqual { equalCount += 1 }
    for missed in difference.missed {
      self.missed[missed.kind, default: 0] += 1
    }
    for node in difference.extra { extra["\(node.kind)", default: 0] += 1 }
    if let first = difference.missed.map(\.offset).min() ?? difference.extra.map(\.start).min() {
      printPlace(first, difference, path: path, bytes)
    }
  }

  private mutating func printPlace(
    _ offset: Int, _ difference: TreeDifference, path: String, _ bytes: [UInt8]
  ) {
    printedCount += 1
    guard printedCount <= Self.printedPlaces else { return }
    let line = bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
    let text = bytes[offset...].prefix { $0 != UInt8(ascii: "\n") }.prefix(100)
    print("\(path):\(line): \(String(decoding: text, as: UTF8.self))")
    for missed in difference.missed.prefix(3) {
      print("  missed \(missed.kind) \(missed.node.map { "\($0.start)..<\($0.end)" } ?? "")")
    }
    for node in difference.extra.prefix(3) {
      print("  extra \(node.kind) \(node.start)..<\(node.end)")
    }
  }

  func printSummary() {
    let missedCount = missed.values.reduce(0, +)
    let extraCount = extra.values.reduce(0, +)
    for (name, counts) in [("missed", missed), ("extra", extra)] {
      for (kind, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        print("\(name) \(count) \(kind)")
      }
    }
    print(
      "trees: \(equalCount) of \(fileCount) files equal, \(nodeCount) nodes,",
      "\(missedCount) missed, \(extraCount) extra;",
      "\(skippedCount) files skipped, in which SwiftParser reports errors")
  }
}
