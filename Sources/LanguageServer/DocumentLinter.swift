import Diagnostics

/// The questions of a session to whoever knows the projects: the server speaks the protocol, and
/// never touches a file.
package protocol DocumentLinter: AnyObject {
  /// The folders of the workspace have changed.
  func setWorkspace(_ folders: [FilePath])

  /// The findings in a text that stands for the document.
  func lint(_ bytes: [UInt8], as document: DocumentName) -> [Diagnostic]

  /// All there is to say about findings of the text, in their order; nil for what is about no use.
  /// - Parameter findings: some of those that `lint` found in this text.
  func explanations(
    of findings: [Diagnostic], in bytes: [UInt8], as document: DocumentName
  ) -> [FindingExplanation?]

  /// The document is no longer open.
  func forget(_ document: DocumentName)

  /// Whether a file that says which rules hold, or how, is another one than when it was read.
  var hasChangedSettings: Bool { get }

  /// Reads all of these files again. Where one has a mistake, what held before still does.
  func readSettings()

  /// The mistakes in them.
  var mistakes: SettingsMistakes { get }

  /// The settings that the open documents depend on; the usual names in the workspace are left out.
  var settingsPaths: [SettingsPath] { get }
}

/// A file that says which rules hold, or a folder of such files.
package struct SettingsPath: Equatable, Sendable {
  /// Absolute.
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
  /// In files that could be read.
  package var files: [SettingsFile] = []
  /// About what could not.
  package var messages: [String] = []
  /// Whether they leave a document without rules, since none were ever good.
  package var leaveNoRules = false

  package init() {}

  var isEmpty: Bool { files.isEmpty && messages.isEmpty }
}

/// A file with mistakes.
package struct SettingsFile: Equatable, Sendable {
  /// Absolute.
  package let path: FilePath
  package let bytes: [UInt8]
  /// Each with the offset, from 0 in UTF-8 bytes, that it is about.
  package let mistakes: [Note]

  package init(path: FilePath, bytes: [UInt8], mistakes: [Note]) {
    (self.path, self.bytes, self.mistakes) = (path, bytes, mistakes)
  }

  package static func == (left: SettingsFile, right: SettingsFile) -> Bool {
    left.path == right.path && left.bytes == right.bytes
  }
}

/// An explanation of a finding where the pointer rests on it, and why an editor offers no
/// replacement for it.
package struct FindingExplanation: Equatable, Sendable {
  /// In the words of reports: what stands between `'` is code.
  package var paragraphs: [Paragraph] = []
  /// Why there is no fix-it, though the rule has a replacement; nil where there is one, or none
  /// could be expected.
  package var refusal: String?

  package init() {}

  package enum Paragraph: Equatable, Sendable {
    case heading(String)
    case text(String)
    case list([String])
    case link(String)
  }
}
