import BundledRules
import Diagnostics
import Reporters
import RuleEngine
import Rules
import Workspace

extension CodeKind {
  /// The globs that classify files; the first that matches decides.
  ///
  /// They are what public apps use. `*Test.swift`, `*TestCase.swift` and `*Spec.swift` outside of
  /// such folders are product code too often (`ABTest.swift`), and so is `*Preview.swift`
  /// (`FilePreview.swift`). Samples have their folder at the root; below it a `Demo` or `Samples`
  /// may be a feature.
  package static let globs: [(kind: CodeKind, glob: Glob)] = [
    (.tests, ["*Tests", "*-tests", "*Tests.swift"]),
    (
      .samples,
      [
        "Preview Content", "*Previews.swift", "*.playground", "Demo/**", "Samples/**",
        "*Example/**", "*Examples/**",
      ]
    ),
  ].flatMap { kind, texts in texts.map { (kind, try! Glob(parsing: $0)) } }

  /// Whether a glob of that kind matches a path, relative to the root.
  package func matches(_ path: FilePath) -> Bool {
    Self.globs.contains { $0.kind == self && $0.glob.matches(path) }
  }

  /// The index of the glob that decides; nil for product code.
  package static func glob(of path: FilePath) -> Int? { globs.firstIndex { $0.glob.matches(path) } }

  /// - Parameter path: relative to the root.
  package init(of path: FilePath) {
    self = Self.glob(of: path).map { Self.globs[$0].kind } ?? .product
  }

  /// The purpose of the code around a finding of the core pack, as pages have it.
  package init(of finding: Diagnostic, in path: FilePath) {
    let kind = CodeKind(of: path)
    self = kind == .product && finding.isInSample([]) ? .samples : kind
  }
}

/// The pack whose rules look into samples and previews.
package let samplesPack = "samples"
/// The pack whose rules say why tests are flaky.
package let testsPack = "tests"

extension Diagnostic {
  /// Whether a preview is around it, or a sample, which the pack of samples tells where it is on.
  fileprivate func isInSample(_ samplesIDs: [String]) -> Bool {
    if let rule, samplesIDs.contains(rule.id) { return true }
    guard let key else { return false }
    return key.scope.split(separator: ".").contains { name in
      name.hasPrefix("#Preview") || name.hasSuffix("_Previews")
    }
  }
}

extension FileFacts {
  /// - Parameter owners: nil if nobody says who owns files.
  package init(in place: Place, _ owners: Owners?) {
    let samplesIDs = bundledRuleFiles.first { $0.pack == samplesPack }?.ruleIDs ?? []
    var owns: (@Sendable (FilePath) -> FilePath)?
    if let owners { owns = { shortened(owners.names(of: place.absolutePath(of: $0))) } }
    self.init(
      kind: { CodeKind(of: $0) }, isInSample: { $0.isInSample(samplesIDs) },
      owners: owns, comment: { suppression(of: [$0]) })
  }
}

/// A page or table names so many owners of a file at most: it has them for each file or row.
func shortened(_ owners: FilePath) -> FilePath {
  let names = owners.bytes.split(separator: UInt8(ascii: " "))
  guard 3 < names.count else { return owners }
  let shown = names.prefix(3).joined(separator: [UInt8(ascii: " ")])
  return FilePath(bytes: Array(shown) + Array(" and \(grouped(names.count - 3)) more".utf8))
}
