import Diagnostics

/// A finding as one side of a change has it.
package struct ComparedFinding: Hashable, Sendable {
  package let rule: String
  package let key: FindingKey
  /// The text of its line without blanks and comments.
  package let line: [UInt8]

  package init(rule: String, key: FindingKey, line: [UInt8]) {
    self.rule = rule
    self.key = key
    self.line = line
  }
}

/// What a file has on one side of a change and not on the other; both in source order.
package struct FileDifference: Sendable {
  package let path: FilePath
  /// On the new side.
  package let introduced: [ComparedFinding]
  /// On the old side.
  package let removed: [ComparedFinding]

  package init(path: FilePath, introduced: [ComparedFinding], removed: [ComparedFinding]) {
    self.path = path
    self.introduced = introduced
    self.removed = removed
  }
}

/// The declarations in the files of a change, on each side.
package struct DeclaredScopes: Sendable {
  package var old: Set<String> = []
  package var new: Set<String> = []

  package init() {}

  /// Whether the change brings or takes away a declaration of that name.
  fileprivate func isOnOneSide(_ scope: String) -> Bool {
    old.contains(scope) != new.contains(scope)
  }
}

/// What is left of both sides of one file, as indexes in source order, when each finding of the new
/// side is held against one of the old side with the same rule and key: where several have these,
/// those with the same line first, then the first.
package func subtract(
  _ old: [ComparedFinding], from new: [ComparedFinding]
) -> (introduced: [Int], removed: [Int]) {
  var pairing = Pairing(new: Array(new.indices), old: Array(old.indices))
  pairing.pair(by: { $0 }, new, old)
  pairing.pair(by: { SameKey(rule: $0.rule, key: $0.key) }, new, old)
  return (pairing.new, pairing.old)
}

private struct SameKey: Hashable {
  let rule: String
  let key: FindingKey
}

/// What is introduced over a whole change, as indexes of what is introduced in each file: what was
/// renamed, wrapped, extracted or moved with the declaration around it cancels out.
/// - Parameters:
///   - files: in the byte order of their paths.
///   - scopes: asked for only where both sides have something left that is not the same elsewhere.
package func introducedFindings(
  in files: [FileDifference], _ scopes: () -> DeclaredScopes
) -> [[Int]] {
  let new = files.indices.flatMap { file in
    files[file].introduced.indices.map { Place(file: file, index: $0, of: files[file].introduced) }
  }
  let old = files.indices.flatMap { file in
    files[file].removed.indices.map { Place(file: file, index: $0, of: files[file].removed) }
  }
  var pairing = Pairing(new: Array(new.indices), old: Array(old.indices))
  // Code outside of all declarations is the same elsewhere only if its line is.
  pairing.pair(by: { Likeness($0, withLine: $0.isAtFileLevel, withScope: true) }, new, old)
  if !pairing.new.isEmpty, !pairing.old.isEmpty {
    let scopes = scopes()
    func isOnOneSide(_ place: Place) -> Bool { scopes.isOnOneSide(place.finding.key.scope) }
    pairing.pair(by: { Likeness($0, withFile: true, withLine: true) }, new, old, where: isOnOneSide)
    pairing.pair(by: { Likeness($0, withLine: true) }, new, old, where: isOnOneSide)
  }
  var introduced = files.map { _ in [Int]() }
  for place in pairing.new.lazy.map({ new[$0] }) { introduced[place.file].append(place.index) }
  return introduced
}

private struct Place {
  let file: Int
  let index: Int
  let finding: ComparedFinding

  init(file: Int, index: Int, of findings: [ComparedFinding]) {
    self.file = file
    self.index = index
    finding = findings[index]
  }

  var isAtFileLevel: Bool { finding.key.scope == "-" }
}

/// In what two findings are alike; nil for what does not matter.
private struct Likeness: Hashable {
  let rule: String
  let tokens: String
  let file: Int?
  let line: [UInt8]?
  let scope: String?

  init(_ place: Place, withFile: Bool = false, withLine: Bool, withScope: Bool = false) {
    rule = place.finding.rule
    tokens = place.finding.key.tokens
    file = withFile ? place.file : nil
    line = withLine ? place.finding.line : nil
    scope = withScope ? place.finding.key.scope : nil
  }
}
