import SwiftLexer

/// Finds the uses in one file, and has them judged in groups: what is in one has nothing in common
/// with what is in another, so that beside its tokens a large file takes memory for one of them.
/// - Parameters:
///   - groupSize: how many matches a group has at least, but for the last.
///   - begin: is called before the uses that count; what was judged before is to be forgotten.
///   - judge: takes the groups in the order of the source.
func findUses(
  in file: FileTokens, inGroupsOf groupSize: Int, begin: () -> Void = {},
  judge: (inout FileUses) -> Void
) {
  begin()
  var pass = MatchPass(file)
  if pass.find(inGroupsOf: groupSize, judge: judge) { return }
  begin()
  findUsesKnowingNames(in: file, inGroupsOf: groupSize, judge: judge)
}

/// The same, whether or not names of the file's own count.
func findUsesKnowingNames(
  in file: FileTokens, inGroupsOf groupSize: Int, judge: (inout FileUses) -> Void
) {
  var names = NamedUses(file)
  names.find(inGroupsOf: groupSize, judge: judge)
}
