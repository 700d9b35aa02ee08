import SwiftLexer

/// Finds the uses in one file, and has them judged in groups: what is in one has nothing in common
/// with what is in another, so that beside its tokens a large file takes memory for one of them.
/// - Parameters:
///   - groupSize: how many matches a group has at least, but for the last.
///   - startAgain: is called where what was judged is to be forgotten.
///   - judge: takes the groups in the order of the source.
func findUses(
  in file: FileTokens, inGroupsOf groupSize: Int, startAgain: () -> Void = {},
  judge: (inout FileUses) -> Void
) {
  var uses = FileUses(file)
  var pass = MatchPass(file)
  if pass.find(inGroupsOf: groupSize, judge: { uses.judge(&$0, judge) }) { return }
  startAgain()
  uses = FileUses(file)
  var names = NamedUses(file, stops: pass.names.stops(in: file))
  names.find(inGroupsOf: groupSize) { uses.judge(&$0, judge) }
}
