import SwiftParser
import SwiftSyntax

/// A text that the compiler understands more of, every byte that is left in its place.
///
/// The compiler gives up on a call if it does not understand the closure that is passed, and on the
/// closure if it does not understand the call. Here closures that lie in `depth` others are empty,
/// which leaves the calls they are passed to, and of statements that pass closures further out only
/// the closure's own statements are left, as a `do` block.
func flattenClosures(of source: Source, below depth: Int) -> [UInt8] {
  var bytes = source.bytes
  let visitor = ClosureVisitor(depth)
  visitor.walk(source.tree)
  for range in visitor.blank {
    for index in range where bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
  }
  for index in visitor.blocks {
    bytes[index] = UInt8(ascii: "d")
    bytes[index + 1] = UInt8(ascii: "o")
  }
  return bytes
}

private final class ClosureVisitor: SyntaxVisitor {
  /// What is blanked.
  var blank: [Range<Int>] = []
  /// Where `do` is written afterwards.
  var blocks: [Int] = []
  private let maximum: Int
  private var depth = 0

  init(_ maximum: Int) {
    self.maximum = maximum
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let isArgument =
      node.parent?.is(FunctionCallExprSyntax.self) == true
      || node.parent?.is(LabeledExprSyntax.self) == true
      || node.parent?.is(MultipleTrailingClosureElementSyntax.self) == true
    guard isArgument else {
      depth += 1
      return .visitChildren
    }
    let start = node.signature?.endPosition ?? node.leftBrace.endPosition
    guard depth < maximum, let call = node.parent?.as(FunctionCallExprSyntax.self),
      call.parent?.is(CodeBlockItemSyntax.self) == true, call.additionalTrailingClosures.isEmpty
    else {
      blank.append(start.utf8Offset..<node.rightBrace.position.utf8Offset)
      depth += 1
      return .skipChildren
    }
    blank.append(call.start..<node.leftBrace.start)
    blank.append(node.leftBrace.endPosition.utf8Offset..<start.utf8Offset)
    blocks.append(call.start)
    depth += 1
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) {
    depth -= 1
  }
}
