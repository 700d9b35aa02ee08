import Reporters
import Rules

extension SettingsDifference {
  /// What older overrides demand of files, and newer settings do not.
  var lostOverrideNotices: [Notice] {
    let severities = changes(of: \.severity) { new.rule($0)?.severity ?? .off }
    let arguments = changes(of: \.defaultArguments) { new.rule($0)?.defaultArguments ?? .report }
    return severities.compactMap { id, glob, old, new in
      switch (old, new) {
      case (.error, .warning):
        notice(
          "severity-lowered", about: id, "'\(id)' is a warning in '\(glob)' now, and was an error")
      case (.error, .off), (.warning, .off):
        notice(
          "rule-off", about: id,
          "'\(id)' is off in '\(glob)' now, and was \(old == .error ? "an error" : "a warning")")
      default: nil
      }
    }
      + arguments.filter { $0.old == .report && $0.new == .allow }.map { id, glob, _, _ in
        notice(
          "allowance-added", about: id,
          "'\(id)' is allowed in default arguments in '\(glob)' now")
      }
  }

  /// What becomes of the settings of the older overrides; globs are told apart by their words.
  /// - Parameter value: that a rule has without overrides.
  private func changes<Value: Equatable>(
    of settings: KeyPath<Configuration.Override, [Configuration.Setting<Value>]>,
    without value: (String) -> Value
  ) -> [(id: String, glob: String, old: Value, new: Value)] {
    old.configuration.overrides.flatMap { override in
      override[keyPath: settings].flatMap { setting in
        override.files.compactMap { file in
          let (id, glob) = (setting.id.value, file.value.text)
          let older = old.configuration.overriding(settings, of: id, in: glob)
          let newer = new.configuration.overriding(settings, of: id, in: glob)
          // What only newer overrides say is told of them.
          if let last = newer.last, !older.contains(last) { return nil }
          return (id, glob, older.last ?? setting.value, newer.last ?? value(id))
        }
      }
    }
  }
}

extension Configuration {
  /// What overrides set for a rule in files of a glob; the last one holds.
  fileprivate func overriding<Value>(
    _ settings: KeyPath<Override, [Setting<Value>]>, of id: String, in glob: String
  ) -> [Value] {
    overrides.filter { $0.files.contains { $0.value.text == glob } }.flatMap {
      $0[keyPath: settings].filter { $0.id.value == id }.map(\.value)
    }
  }
}

extension Project {
  /// A rule in force.
  fileprivate func rule(_ id: String) -> Rule? { selection.rules.first { $0.id == id } }
}
