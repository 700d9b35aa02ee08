import Diagnostics
import Rules

/// A type of the project that is named as a pattern's type, declared in a file that is not looked
/// at.
struct OwnType: Sendable {
  /// The number of its name.
  let name: Int
  /// Where the name means it; everywhere if empty.
  let files: [Glob]

  /// Nil for a name that no pattern has.
  init?(_ type: Configuration.OwnType, _ names: NameTable) {
    let number = Array(type.name.value.utf8).withUnsafeBufferPointer { names.number(of: $0) }
    guard let number else { return nil }
    name = number
    files = type.files.map(\.value)
  }

  func isDeclared(in relativePath: FilePath) -> Bool {
    files.isEmpty || files.contains { $0.matches(relativePath) }
  }
}
