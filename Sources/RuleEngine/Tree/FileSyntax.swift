import Diagnostics
import Rules
import SwiftLexer
import Syntax

/// The tokens and the tree of one file, and the names that rules know. It is a class so that all
/// readers of the file share its results.
final class FileSyntax {
  let tables: RuleTables
  let tokens: SourceTokens
  let pairs: TokenPairs
  /// It is made when somebody asks for it: the tokens of many files show that nothing matches.
  var tree: SyntaxTree { @inline(__always) get { madeTree ?? makeTree() } }
  private var madeTree: SyntaxTree?
  /// The declarations of the file.
  private(set) lazy var names = DeclaredNames(of: self)
  /// The clauses of the file's `#if`s.
  private(set) lazy var conditions = Conditions(of: self)
  /// The names that something is written to.
  private(set) lazy var writtenNames = WrittenNames(of: self)
  /// The operands of expressions with operators, by the node of the whole expression.
  var sequences: [Int: [Int: Operand]] = [:]
  /// The names that the file may declare with a type; `nil` until somebody asks.
  var typedNames: NameTable?
  /// The names of functions and the like that the file may declare; `nil` until somebody asks.
  var callableNames: NameTable?
  /// The meanings of declarations, by index in `DeclaredNames.all`, as far as they are known.
  var meanings: [Int: NameMeaning] = [:]
  /// The types of the file's members, by the number of their name, as far as they are known.
  var memberTypes: [Int: [MemberType]] = [:]
  /// The names of constants that the file may declare; `nil` until somebody asks.
  var constantNames: NameTable?
  /// The parameters of each function by label, as nodes.
  var parametersByLabel: [Int: [Name: Int]] = [:]
  /// The path from the root.
  var relativePath = FilePath("")
  /// Tells the types of expressions; `nil` if nobody knows any.
  var types: TypeOfExpression?
  /// The number of meanings that are being looked up, one inside the other.
  var meaningDepth = 0
  /// Whether the file may have an alias of a pattern's type.
  var hasAlias = false
  /// Whether the file has any alias.
  private(set) lazy var hasAliases = tokens.tokens.contains { $0.keyword == .typealias }
  /// Whether the file extends a type.
  private(set) lazy var hasExtensions = tokens.tokens.contains { $0.keyword == .extension }
  /// The number of expected types that are being looked up, one inside the other.
  var expectationDepth = 0

  /// Whether all of the file is parsed. Else brackets without a word that rules seek are parsed
  /// when somebody asks for them.
  let isWhole: Bool

  init(_ tables: RuleTables, _ tokens: SourceTokens, _ pairs: TokenPairs, isWhole: Bool) {
    (self.tables, self.tokens, self.pairs, self.isWhole) = (tables, tokens, pairs, isWhole)
  }

  @inline(never)
  private func makeTree() -> SyntaxTree {
    let tree = tokens.tokens.withMarks {
      SyntaxTree(tokens, pairs, around: isWhole ? nil : $0)
    }
    madeTree = tree
    return tree
  }

  /// Of an optional chain, the type behind the mark; `nil` if it is unknown or optional.
  func type(of node: Int) -> ExpressionType? {
    let type = types?(tree.unwrapped(node), tree)
    return type?.isOptional == true && tree.unwrapped(node) == node ? nil : type
  }

  // MARK: - Tokens beside a place

  func isIdentifier(_ index: Int) -> Bool {
    tokens[index].kind == .rawIdentifier
      || tokens[index].kind == .identifier && !tokens.isWord("_", at: index)
  }

  /// Whether the token is the `?` or `!` of an optional.
  func isMark(_ index: Int) -> Bool {
    tokens[index].kind == .postfixQuestionMark || tokens[index].kind == .exclamationMark
  }

  @inline(__always)
  func isModule(at index: Int) -> Bool { tables.isModule(tokens, at: index) }

  /// Whether a module, a type or a value is written before the name.
  func isQualified(_ index: Int) -> Bool {
    tokens.isMember(index) || 0 < index && tokens[index - 1].kind == .colonColon
  }

  /// Whether the token is a `(` that continues the code before it on the line.
  func isArgumentList(at index: Int) -> Bool {
    tokens[index].kind == .leftParen && !tokens[index].isAtLineStart
  }

  /// Whether a word with a colon stands there, as a label before an argument.
  func isLabel(at index: Int) -> Bool {
    tokens[index].isWord && tokens[index + 1].kind == .colon
  }

  /// The number of words of a large file at which a use may start. An array that grows takes twice
  /// the memory of one that has room, and memory that is not written to takes none.
  var wordLimit: Int? {
    tokens.count < 1 << 16 ? nil : tokens.tokens.count { $0.isMarked }
  }

  /// The names without the module before them.
  func withoutModule(_ path: [Int]) -> [Int] {
    1 < path.count && isModule(at: path[0]) ? Array(path.dropFirst()) : path
  }

  /// Whether the token is the name of a type that patterns start with.
  func isTypeOfPattern(_ index: Int) -> Bool {
    tables.start(tokens, at: index).map { tables.roles[$0].isType } ?? false
  }
}

/// The type of an expression, as far as it is known.
package struct ExpressionType: Equatable, Sendable {
  /// Without generic arguments, e.g. `Set` or `Dictionary.Keys`.
  package let name: String
  /// The elements of a collection, and the keys of a dictionary, if known.
  package let element: String?
  package let key: String?
  package let isOptional: Bool

  package init(name: String, element: String? = nil, key: String? = nil, isOptional: Bool = false) {
    (self.name, self.element, self.key, self.isOptional) = (name, element, key, isOptional)
  }
}

/// Tells the type of the expression at a node of a tree; `nil` if it is unknown.
package typealias TypeOfExpression = (_ node: Int, _ tree: SyntaxTree) -> ExpressionType?

extension UnsafeBufferPointer<Token> {
  /// Calls the body with the indices of the tokens that the lexer has marked.
  fileprivate func withMarks<Result>(
    _ body: (UnsafeBufferPointer<UInt32>) -> Result
  ) -> Result {
    var marks: [UInt32] = []
    for index in indices where self[index].isMarked { marks.append(UInt32(index)) }
    return marks.withUnsafeBufferPointer(body)
  }
}

/// A number in 32 bits: no file that the linter reads has more tokens.
@propertyWrapper struct Narrow {
  private var bits: UInt32

  init(wrappedValue: Int) { bits = UInt32(wrappedValue) }

  var wrappedValue: Int {
    get { Int(bits) }
    set { bits = UInt32(newValue) }
  }
}

/// A number in 32 bits, or `nil`.
@propertyWrapper struct NarrowOptional {
  private var bits: UInt32

  init(wrappedValue: Int?) { bits = wrappedValue.map { UInt32($0) } ?? .max }

  var wrappedValue: Int? {
    get { bits == .max ? nil : Int(bits) }
    set { self = NarrowOptional(wrappedValue: newValue) }
  }
}
