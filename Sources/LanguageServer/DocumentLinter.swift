import Diagnostics

/// The questions of a session to the owner of the projects: the server speaks the protocol, and
/// never touches a file.
package protocol DocumentLinter: AnyObject {
  /// Takes the new folders of the workspace.
  func setWorkspace(_ folders: [FilePath])

  /// The findings in a text that stands for the document.
  func lint(_ bytes: [UInt8], as document: DocumentName) -> [Diagnostic]

  /// The explanations of findings of the text, in their order; nil for one that is about no use.
  /// - Parameter findings: some of those that `lint` found in this text.
  func explanations(
    of findings: [Diagnostic], in bytes: [UInt8], as document: DocumentName
  ) -> [FindingExplanation?]

  /// Notes that the text of a source on the disk is another.
  /// - Parameter source: the absolute path.
  /// - Returns: whether findings in other documents may differ.
  func noteChange(of source: FilePath) -> Bool

  /// Forgets a document that is no longer open.
  func forget(_ document: DocumentName)

  /// Whether a file of settings is another one than when it was read.
  var hasChangedSettings: Bool { get }

  /// Reads all files of settings again. Where one has a mistake, its last good state still holds.
  func readSettings()

  /// The mistakes in the files of settings.
  var mistakes: SettingsMistakes { get }

  /// The settings that the open documents depend on; the usual names in the workspace are left out.
  var settingsPaths: [SettingsPath] { get }
}

/// A file that says which rules hold, or a folder of such files.
package struct SettingsPath: Equatable, Sendable {
  /// The absolute path.
  package let path: FilePath
  package let isFolder: Bool

  package init(path: FilePath, isFolder: Bool) {
    (self.path, self.isFolder) = (path, isFolder)
  }
}

extension Diagnostic {
  /// Whether it is a use of a banned API, which a comment can allow, rather than about a comment.
  package var isUse: Bool { key != nil }
}

/// Mistakes in configurations, rule files and baselines.
package struct SettingsMistakes: Equatable, Sendable {
  /// The mistakes in files that could be read.
  package var files: [SettingsFile] = []
  /// The messages about files that could not.
  package var messages: [String] = []
  /// Whether they leave a document without rules, since none were ever good.
  package var leaveNoRules = false

  package init() {}

  var isEmpty: Bool { files.isEmpty && messages.isEmpty }
}

/// A file with mistakes.
package struct SettingsFile: Equatable, Sendable {
  /// The absolute path.
  package let path: FilePath
  package let bytes: [UInt8]
  /// The mistakes, each with the offset, from 0 in UTF-8 bytes, that it is about.
  package let mistakes: [Note]

  package init(path: FilePath, bytes: [UInt8], mistakes: [Note]) {
    (self.path, self.bytes, self.mistakes) = (path, bytes, mistakes)
  }

  package static func == (left: SettingsFile, right: SettingsFile) -> Bool {
    left.path == right.path && left.bytes == right.bytes
  }
}

/// An explanation of a finding where the pointer rests on it, and the reason why an editor offers
/// no replacement for it.
package struct FindingExplanation: Equatable, Sendable {
  /// The paragraphs in the words of reports: text between `'` is code.
  package var paragraphs: [Paragraph] = []
  /// The reason why there is no fix-it, though the rule has a replacement; nil where there is one,
  /// or none could be expected.
  package var refusal: String?

  package init() {}

  package enum Paragraph: Equatable, Sendable {
    case heading(String)
    case text(String)
    case list([String])
    case link(String)
  }
}
