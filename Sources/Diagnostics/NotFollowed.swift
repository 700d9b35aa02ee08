/// The things that a trace sees and cannot follow, counted in files.
package struct NotFollowed: Sendable {
  /// Closures that a stored property keeps.
  package var storedClosures = 0
  package var keyPaths = 0
  /// Own types that are made by a generic parameter: `T()`.
  package var generics = 0
  package var deinitializers = 0
  package var propertyWrappers = 0
  /// Uses of names that the program declares, and those of them whose receiver is unknown.
  package var uses = 0
  package var unknownReceivers = 0

  package init() {}

  /// The share of the uses whose receiver is unknown, rounded to whole percents.
  package var unknownPercent: Int { uses == 0 ? 0 : (unknownReceivers * 100 + uses / 2) / uses }

  package mutating func add(_ other: NotFollowed) {
    storedClosures += other.storedClosures
    keyPaths += other.keyPaths
    generics += other.generics
    deinitializers += other.deinitializers
    propertyWrappers += other.propertyWrappers
  }
}
