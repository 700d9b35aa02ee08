import Comparison
import Diagnostics
import Workspace

extension Projects {
  /// Where the settings of the folders that were come upon are looked for, and the folders of rule
  /// files; whether anything is there or not.
  func settingsPaths(_ options: LintOptions) -> [FilePath] {
    var paths = options.rules.rulePaths.flatMap(ruleFilePaths)
    paths += [options.rules.configuration, options.baseline.named].compactMap { $0 }
    for folder in configurations.folders {
      paths += folder.files
      for rules in folder.configuration.rules {
        paths += ruleFilePaths(at: folder.absolutePath(of: rules, in: place))
      }
      if let baseline = folder.configuration.baseline {
        paths.append(folder.absolutePath(of: baseline, in: place))
      }
      for folder in [folder.repository, folder.root, place.workingFolder] {
        if let folder { paths.append(folder.appending(baselineFileName)) }
      }
    }
    return paths
  }

  /// - Parameter path: of a rule file, or of a folder of them.
  private func ruleFilePaths(at path: FilePath) -> [FilePath] {
    [path] + ((try? place.settings.ruleFilePaths(at: path)) ?? []).filter { $0 != path }
  }
}
