import CallGraph
import Diagnostics
import RuleEngine
import Workspace

/// The types that the files of a root declare, for rules with `receiver`. A file is asked first;
/// only if its own text does not tell the type of a base are the other files of the root read: all
/// that a walk of it lints, whichever files a run names.
package final class RootTypes: @unchecked Sendable {
  private let root: TracedRoot
  private let place: Place
  /// `--config`
  private let configuration: FilePath?
  private let honoursIgnoreFiles: Bool
  private let lock = Lock()
  private var declared: DeclaredTypes?

  init(
    of folder: ConfiguredFolder, in place: Place, named configuration: FilePath?,
    honoursIgnoreFiles: Bool
  ) {
    root = TracedRoot(of: folder, in: place)
    (self.place, self.configuration) = (place, configuration)
    self.honoursIgnoreFiles = honoursIgnoreFiles
  }

  /// The types of the expressions of a text, which takes the place of what the root has there.
  /// - Parameter path: as printed.
  func types(of path: FilePath) -> TypeOfExpression {
    let path = root.relativePath(of: path) ?? path
    var (own, all): (ExpressionTypes?, ExpressionTypes?)
    return { [self] node, tree in
      if own == nil { own = ExpressionTypes(of: tree, at: path, in: nil) }
      if let type = own!.type(ofExpressionAt: node) { return ExpressionType(type) }
      if all == nil { all = own!.asking(table) }
      return all!.type(ofExpressionAt: node).flatMap { ExpressionType($0) }
    }
  }

  private var table: DeclaredTypes {
    lock.withLock {
      if let declared { return declared }
      let read = read()
      declared = read
      return read
    }
  }

  private func read() -> DeclaredTypes {
    // A run may still be searching for files with the other one.
    let tree = ConfigurationTree(
      in: place, named: configuration, home: environmentVariable("HOME"))
    let settings = honoursIgnoreFiles ? GitSettings(environment: environmentVariable) : nil
    let found = FileSearch(
      named: [root.argument], in: place, Selection(tree, gitSettings: settings)
    ).all()
    var files: [(path: FilePath, summary: FileSummary)] = []
    var manifests: [SourceFile] = []
    let buffer = FileBuffer()
    for index in found.files.indices {
      // What cannot be read is told when it is linted.
      guard let bytes = try? buffer.readFile(at: index, of: found.files, where: { _ in true })
      else { continue }
      let path = found.files[index].path
      files.append((root.relativePath(of: path) ?? path, FileSummary(of: bytes, hasBodies: false)))
      if path.lastComponent.elementsEqual("Package.swift".utf8) {
        manifests.append(SourceFile(path: path, bytes: bytes))
      }
    }
    let exclusive = Lock()
    return DeclaredTypes(
      files.sorted { $0.path < $1.path }, manifests: root.manifests(among: manifests, and: found),
      exclusively: { body in exclusive.withLock { body() } })
  }
}

/// The types that a text tells alone.
func typesOfText(at path: FilePath) -> TypeOfExpression {
  var types: ExpressionTypes?
  return { node, tree in
    if types == nil { types = ExpressionTypes(of: tree, at: path, in: nil) }
    return types!.type(ofExpressionAt: node).flatMap { ExpressionType($0) }
  }
}

extension ExpressionType {
  /// Of a type of the program, nothing: its name may be that of a type of the library.
  fileprivate init?(_ type: ReceiverType) {
    if type.isOwn { return nil }
    self.init(
      name: type.name, element: type.element, key: type.key, isOptional: type.isOptional)
  }
}
