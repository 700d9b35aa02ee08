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
  private let side: CommittedSide?
  private let whenRead: (@Sendable () -> Void)?
  private let lock = Lock()
  private var declared: DeclaredTypes?
  /// Reads the root beside what goes on.
  private var reader: Thread?

  /// - Parameter whenRead: called when the root was read; until then a text's own types are known.
  ///   Nil to wait for it.
  init(
    of folder: ConfiguredFolder, in place: Place, named configuration: FilePath?,
    honoursIgnoreFiles: Bool, on side: CommittedSide?,
    whenRead: (@Sendable () -> Void)?
  ) {
    root = TracedRoot(of: folder, in: place)
    (self.place, self.configuration) = (place, configuration)
    (self.honoursIgnoreFiles, self.side, self.whenRead) = (honoursIgnoreFiles, side, whenRead)
  }

  /// The types of the expressions of a text, which takes the place of what the root has there.
  /// - Parameter path: as printed.
  func types(of path: FilePath) -> TypeOfExpression {
    let path = root.relativePath(of: path) ?? path
    var (own, all): (ExpressionTypes?, ExpressionTypes?)
    return { [self] node, tree in
      if own == nil { own = ExpressionTypes(of: tree, at: path, in: nil) }
      let written = own!.type(ofExpressionAt: node)
      // Another file may declare a type 'Set' that has an order.
      if let written, written.isOwn || written.name != "Set" { return ExpressionType(written) }
      if all == nil { all = table.map(own!.asking) }
      return (all?.type(ofExpressionAt: node) ?? written).flatMap { ExpressionType($0) }
    }
  }

  /// Reads a file again whose text on the disk has changed.
  /// - Parameter path: absolute.
  /// - Returns: whether the types of other files may be others now.
  package func renew(_ path: FilePath) -> Bool {
    guard let declared = lock.withLock({ declared }), let below = path.relative(to: root.path)
    else { return false }
    let bytes = (try? readFile(path)) ?? []
    declared.replace(below, with: FileSummary(of: bytes, hasBodies: false))
    return true
  }

  /// What the files declare; nil while they are read beside.
  private var table: DeclaredTypes? {
    lock.withLock {
      if declared != nil { return declared }
      guard let whenRead else {
        declared = read()
        return declared
      }
      if reader == nil {
        reader = Thread { [self] in
          let read = read()
          lock.withLock { declared = read }
          whenRead()
        }
      }
      return nil
    }
  }

  private func read() -> DeclaredTypes {
    // A run may still be searching for files with the other one.
    let tree = ConfigurationTree(
      in: place, named: configuration, home: environmentVariable("HOME"))
    let settings = honoursIgnoreFiles ? GitSettings(environment: environmentVariable) : nil
    let selection = Selection(tree, gitSettings: settings)
    let found = FileSearch(named: [root.argument], in: place, selection).all()
    var files: [(path: FilePath, summary: FileSummary)] = []
    var manifests: [SourceFile] = []
    let add = { [root] (path: FilePath, bytes: [UInt8]) in
      files.append((root.relativePath(of: path) ?? path, FileSummary(of: bytes, hasBodies: false)))
      if path.lastComponent.elementsEqual("Package.swift".utf8) {
        manifests.append(SourceFile(path: path, bytes: bytes))
      }
    }
    // What cannot be read is told when it is linted.
    let others = side.flatMap { try? $0.texts() } ?? [:]
    let buffer = FileBuffer()
    for index in found.files.indices {
      let path = found.files[index].path
      if !others.isEmpty, others[place.absolutePath(of: path)] != nil { continue }
      let bytes = try? buffer.readFile(at: index, of: found.files, where: { _ in true })
      if let bytes { add(path, bytes) }
    }
    for (path, bytes) in others {
      let named = tree.file(at: path)
      guard let bytes, selection.decide(named, from: root.path, toldBy: .git) == .lint else {
        continue
      }
      add(named.file.path, bytes)
    }
    let exclusive = Lock()
    return DeclaredTypes(
      files.sorted { $0.path < $1.path }, manifests: root.manifests(among: manifests, and: found),
      exclusively: { body in exclusive.withLock { body() } })
  }
}

/// The index, or a commit, whose files a run lints in place of those on the disk.
package struct CommittedSide: Sendable {
  /// The top of the work tree; absolute.
  let top: FilePath
  /// Nil for the index.
  let commit: ObjectID?

  /// The Swift files that it has otherwise than the disk, by their absolute paths; nil for a file
  /// that it does not have.
  fileprivate func texts() throws(GitError) -> [FilePath: [UInt8]?] {
    let differences = try workingTreeDifferences(from: commit).sorted { $0.key < $1.key }
    let names = differences.compactMap(\.value)
    var reader = names.isEmpty ? nil : try ObjectReader(names)
    var texts: [FilePath: [UInt8]?] = [:]
    for (path, name) in differences {
      var text: [UInt8]?
      if name != nil, case .blob(let bytes) = try reader!.next() { text = bytes }
      texts[top.appending(path.bytes)] = .some(text)
    }
    return texts
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
