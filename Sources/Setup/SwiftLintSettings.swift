import Commands
import Diagnostics
import Reporters
import Rules
import Workspace

/// The paths that a project's `.swiftlint.yml` excludes, and other settings in it that this tool
/// leaves to the user.
package struct SwiftLintSettings {
  /// Relative to the project's root.
  package static let name = FilePath(".swiftlint.yml")

  /// The paths that it excludes, without tests: there a use of the clock is no question of style.
  package private(set) var excluded: [Glob] = []
  /// The settings that select files or code and are not read, as the file has it.
  package private(set) var left: [String] = []

  /// Fails if the project has none.
  /// - Parameter root: absolute.
  package init?(of root: FilePath) throws(FileError) {
    let path = root.appending(Self.name.bytes)
    let real = path.destination
    guard real.relative(to: root) != nil, !real.isInGitFolder else { throw .outsideRepository }
    do {
      self.init(parsing: try readFile(path))
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  private init(parsing bytes: [UInt8]) {
    let document = YAMLDocument(parsing: bytes)
    var (isWhole, start) = (false, 0)
    if case .mapping(let root)? = document.root {
      isWhole = root.isComplete
      for entry in document.entries(of: root) {
        switch (document.text(of: entry.key), entry.value) {
        case ("excluded", let value):
          (isWhole, start) = (exclude(value, of: document), entry.key.range.lowerBound)
        case ("included", _): left.append("'included'")
        case ("custom_rules", .mapping(let rules)):
          let ids = document.entries(of: rules).map { document.text(of: $0.key) }
          left.append("'custom_rules' (\(few(ids)))")
        default: break
        }
      }
    }
    let mistakes = document.diagnostics.filter { start <= $0.range.lowerBound }
    guard !isWhole, let mistake = mistakes.first else { return }
    let line = LineTable(bytes).location(of: mistake.range.lowerBound).line
    left.append("line \(line) (\(mistake.message))")
  }

  /// - Returns: whether all of the value is understood.
  private mutating func exclude(_ value: YAMLNode, of document: YAMLDocument) -> Bool {
    switch value {
    case .scalar(let scalar):
      let path = document.text(of: scalar)
      if !CodeKind.tests.matches(FilePath(path)), let glob = glob(forExcluded: path) {
        excluded.append(glob)
      } else {
        left.append("'excluded: \(path)'")
      }
      return true
    case .sequence(let paths):
      return document.elements(of: paths).reduce(paths.isComplete) {
        exclude($1, of: document) && $0
      }
    case .mapping, .invalid: return false
    }
  }
}

/// The glob that excludes what a path or pattern of SwiftLint does: a file, or all of a folder,
/// from the folder of its configuration on. Nil if no glob does, or none that a line can hold.
private func glob(forExcluded path: String) -> Glob? {
  var text = path[...]
  while text.hasPrefix("./") { text = text.dropFirst(2) }
  while text.hasSuffix("/") { text = text.dropLast() }
  let isElsewhere =
    text.hasPrefix("/") || text.hasPrefix("~") || text.split(separator: "/").contains("..")
  guard isLine(path), !text.isEmpty, text != ".", !isElsewhere, !text.contains("$") else {
    return nil
  }
  // A name alone would be excluded in every folder.
  if !text.contains("/") {
    if text.hasSuffix(".swift") { return nil }
    text += "/**"
  }
  return text.count <= longestEntry ? try? Glob(parsing: String(text)) : nil
}

extension Survey {
  /// A text on what becomes of the settings of SwiftLint, and what is left there.
  var swiftLintWords: String {
    var sentences: [String] = []
    if !excluded.isEmpty {
      let count = many(excluded.reduce(0) { $0 + $1.count }, "file")
      sentences.append("'excluded' became 'exclude' in the file, which leaves out \(count)")
    }
    if let left = swiftLint?.left, !left.isEmpty {
      sentences.append("not used: \(left.joined(separator: ", "))")
    }
    guard !sentences.isEmpty else { return "" }
    let lines = sentences.map { FilePath($0).printable.split(separator: " ") }
    return "From \(SwiftLintSettings.name.string):\n"
      + lines.map { "  \(wrapped($0, to: 96).joined(separator: "\n    ")).\n" }.joined()
  }
}

/// The first few of some names, and how many more there are.
private func few(_ names: [String]) -> String {
  let shown = names.prefix(4).joined(separator: ", ")
  return names.count <= 4 ? shown : "\(shown) and \(names.count - 4) more"
}
