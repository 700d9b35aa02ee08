import Diagnostics

/// The findings that a file has on one side of a change and not on the other.
package struct FileDifference: Sendable {
  /// On the new side: indexes of its findings, in order.
  package let introduced: [Int]
  fileprivate let newFindings: [FindingIdentity]
  /// On the old side, in source order.
  package let removed: [FindingIdentity]

  /// Compares the findings of both sides, in source order. Each new one pairs with an old one of
  /// the same rule and key. If several have these, those with the same line pair first, then the
  /// first.
  package init(from old: [FindingIdentity], to new: [FindingIdentity]) {
    var pairing = Pairing(new: new, old: old)
    pairing.pair(alikeIn: [.scope, .line])
    pairing.pair(alikeIn: .scope)
    introduced = pairing.new
    newFindings = pairing.new.map { new[$0] }
    removed = pairing.old.map { old[$0] }
  }
}

/// The declarations in the files of a change, on each side.
package typealias DeclaredScopes = (old: Set<String>, new: Set<String>)

/// The findings that a whole change introduces. Code that was renamed, wrapped, extracted or moved
/// with the declaration around it is not new.
package struct ChangeDifference {
  /// As sets of indexes, each a subset of what its file introduces.
  package private(set) var introduced: [Set<Int>]
  /// Findings that were renamed or moved.
  package let moved: [(new: FindingIdentity, old: FindingIdentity)]
  /// Old findings that are in no file any more.
  package let removed: [FindingIdentity]

  /// - Parameters:
  ///   - files: in the byte order of their paths.
  ///   - scopes: asked for only if both sides have findings left that are not the same elsewhere.
  package init(in files: [FileDifference], _ scopes: () -> DeclaredScopes) {
    let places = files.indices.flatMap { file in files[file].introduced.map { (file, $0) } }
    let (new, old) = (files.flatMap(\.newFindings), files.flatMap(\.removed))
    var pairing = Pairing(new: new, old: old)
    var pairs = pairing.pair(alikeIn: [.scope, .lineAtFileLevel])
    if !pairing.new.isEmpty, !pairing.old.isEmpty {
      let scopes = scopes()
      /// Whether the change adds or removes the declaration around a finding.
      func isOnOneSide(_ finding: FindingIdentity) -> Bool {
        scopes.old.contains(finding.key.scope) != scopes.new.contains(finding.key.scope)
      }
      pairs += pairing.pair(alikeIn: [.path, .line], where: isOnOneSide)
      pairs += pairing.pair(alikeIn: .line, where: isOnOneSide)
    }
    introduced = files.map { _ in Set<Int>() }
    moved = pairs.map { (new[$0.new], old[$0.old]) }
    removed = pairing.old.map { old[$0] }
    for (file, index) in pairing.new.lazy.map({ places[$0] }) { introduced[file].insert(index) }
  }
}
