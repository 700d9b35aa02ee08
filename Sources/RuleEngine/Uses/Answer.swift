/// How far what a step has found holds: each next one takes more to say.
enum Answer: Comparable {
  /// It is all there is.
  case known
  /// What is around the names must be known.
  case needsContext
  /// What the file declares must be known, too.
  case needsNames
  /// Parts of the file that were left out must be known.
  case needsWholeFile
}
