import Reporters
import Workspace

extension TemporaryFile: Spill {}

/// The temporary files of a report.
final class Spills: @unchecked Sendable {
  private var files: [TemporaryFile] = []

  func make() -> TemporaryFile? {
    guard let file = TemporaryFile() else { return nil }
    files.append(file)
    return file
  }

  /// Why something could not be read back.
  var failure: FileError? { files.lazy.compactMap(\.failure).first }
}
