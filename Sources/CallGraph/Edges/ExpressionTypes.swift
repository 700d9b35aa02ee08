import Diagnostics
import Syntax

/// The type of an expression, as far as it is known. A use of a member counts for a rule with
/// `receiver:` if its base has one of the types there.
package struct ReceiverType: Equatable, Sendable {
  /// The name without generic arguments: `Set`, `Dictionary.Keys`, `Outer.Inner`.
  package var name: String
  /// The type of the elements of an array, a set, a dictionary's keys or values, and of the values
  /// of a dictionary: `String`, `Array<Int>`. Nil if it is unknown or a type of the program.
  package var element: String?
  /// The type of the keys of a dictionary or its keys; nil as for `element`.
  package var key: String?
  package var isOptional = false
  /// Whether the program declares the type: its own `Set` is not the library's.
  package var isOwn = false
}

/// The declarations of the files of a root: the types of expressions in one file may be written in
/// another one.
///
/// `ExpressionTypes` ask it. It can be changed and asked by several threads, if it is given a lock.
package final class DeclaredTypes: @unchecked Sendable {
  private var files: [(path: String, summary: FileSummary)]
  private var numbers: [String: Int] = [:]
  private let modules: Modules
  private let exclusively: @Sendable (_ body: () -> Void) -> Void
  /// The linker of the files; nil until somebody asks, and after a change.
  private var linker: Linker?

  /// - Parameters:
  ///   - files: the files in the order of their paths, which are relative to the root. The
  ///     summaries need no bodies: `FileSummary(of: bytes, hasBodies: false)`.
  ///   - manifests: each `Package.swift` below the root, with its path.
  ///   - exclusively: runs the body while no other thread does.
  package init(
    _ files: [(path: FilePath, summary: FileSummary)] = [],
    manifests: [(path: FilePath, bytes: [UInt8])] = [],
    exclusively: @escaping @Sendable (_ body: () -> Void) -> Void = { $0() }
  ) {
    self.files = files.map { ($0.path.string, $0.summary) }
    for (number, file) in self.files.enumerated() { numbers[file.path] = number }
    modules = Modules(manifests)
    self.exclusively = exclusively
  }

  /// Puts a file in the place of the one with its path, or adds it. An `ExpressionTypes` that asked
  /// before keeps its answers.
  package func replace(_ path: FilePath, with summary: FileSummary) {
    exclusively {
      let number = numbers[path.string, default: files.count]
      numbers[path.string] = number
      if number == files.count { files.append((path.string, summary)) }
      files[number].summary = summary
      linker = nil
    }
  }

  /// Adds a text that is asked about.
  /// - Returns: the linker that knows its types, and the start of its expressions.
  fileprivate func add(_ summary: FileSummary, at path: String) -> (Linker, Int32) {
    var added: (Linker, Int32)?
    exclusively {
      let linker =
        self.linker
        ?? Linker(
          files.map(\.summary), modules: files.map { modules.module(of: $0.path) },
          paths: files.map(\.path))
      self.linker = linker
      let module = modules.module(of: path)
      added = (linker, linker.add(summary, at: path, inModule: module, for: numbers[path]))
    }
    return added!
  }

  fileprivate func type(of expression: Int32, in linker: Linker) -> ReceiverType? {
    var type: ReceiverType?
    exclusively { type = linker.receiverType(of: expression) }
    return type
  }
}

/// The types of the expressions of one text. One thread uses it. Nothing is read until somebody
/// asks; the first question reads the file, and infers what it is about alone.
///
///     let types = ExpressionTypes(of: tree, at: path, in: declared)
///     types.type(ofExpressionAt: base)?.name == "Set"
package final class ExpressionTypes {
  private let tree: SyntaxTree
  private let path: String
  private let declared: DeclaredTypes
  private lazy var read = readText()
  private var linker: Linker?
  private var start: Int32 = 0

  /// - Parameters:
  ///   - path: the path from the root. The text takes the place of the file that `declared` has
  ///     there, and may differ from it.
  ///   - declared: the declarations; nil if no file but this one is known.
  package init(of tree: SyntaxTree, at path: FilePath, in declared: DeclaredTypes?) {
    self.tree = tree
    self.path = path.string
    self.declared = declared ?? DeclaredTypes()
  }

  /// - Returns: the types of the same text with what others declare; the text is not read again.
  package func asking(_ declared: DeclaredTypes) -> ExpressionTypes {
    let types = ExpressionTypes(of: tree, at: FilePath(path), in: declared)
    types.read = read
    return types
  }

  /// - Parameter node: a node of the tree: an expression, such as the base of a member
  ///   (`tree.operand(of:)`) or the sequence of a loop (`tree.parts(ofBinding:).value`).
  /// - Returns: the type; nil if it is unknown.
  package func type(ofExpressionAt node: Int) -> ReceiverType? {
    guard let value = read.values[node], value != -1 else { return nil }
    if linker == nil { (linker, start) = declared.add(read.summary, at: path) }
    return declared.type(of: start + value, in: linker!)
  }

  private func readText() -> (summary: FileSummary, values: [Int: Int32]) {
    var reader = SummaryReader(tree)
    reader.values = [:]
    reader.readFile()
    return (reader.summary, reader.values!)
  }
}

extension Linker {
  fileprivate func receiverType(of expression: Int32) -> ReceiverType? {
    let known = terms[type(of: expression)]
    guard known.kind == .nominal else { return nil }
    var type = ReceiverType(
      name: path(of: known.number), isOptional: isOptional(expression),
      isOwn: !entities[Int(known.number)].isForeign)
    if type.isOwn { return type }
    switch (known.number, known.parts.count) {
    case (dictionary, 2), (keys, 2), (values, 2):
      if known.number != values { type.key = text(of: known.parts[0]) }
      type.element = text(of: known.parts[known.number == keys ? 0 : 1])
    case (_, 1): type.element = text(of: known.parts[0])
    default: break
    }
    return type
  }

  private func path(of entity: Int32) -> String {
    let entity = entities[Int(entity)]
    let name = String(decoding: files.names[entity.name], as: UTF8.self)
    return entity.parent == -1 ? name : path(of: entity.parent) + "." + name
  }

  /// The type as text, e.g. `Array<Int>`; nil if a part of it is unknown or a type of the program.
  private func text(of term: Int32) -> String? {
    let known = terms[term]
    guard known.kind == .nominal, entities[Int(known.number)].isForeign, enter() else { return nil }
    defer { leave() }
    let parts = known.parts.map(text)
    if parts.isEmpty { return path(of: known.number) }
    guard !parts.contains(nil) else { return nil }
    return path(of: known.number) + "<" + parts.compactMap { $0 }.joined(separator: ", ") + ">"
  }
}
