import Diagnostics

/// The entries that one baseline has and an older one has not, by index. What was moved or renamed
/// is in both.
package func grownEntries(of new: BaselineFile, since old: BaselineFile?) -> [Int] {
  let known = old?.entries ?? []
  var pairing = Pairing(new: Array(new.entries.indices), old: Array(known.indices))
  pairing.pair(by: { $0 }, new.entries, known)
  pairing.pair(by: { PlacedEntry(file: $0.path, entry: .anyScope($0)) }, new.entries, known)
  pairing.pair(by: EntryLikeness.sameScope, new.entries, known)
  pairing.pair(by: EntryLikeness.sameLastName, new.entries, known)
  return pairing.new
}

private struct PlacedEntry: Hashable {
  let file: FilePath
  let entry: EntryLikeness
}
