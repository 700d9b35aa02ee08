import SwiftSyntax

/// Where the compiled files declare things.
final class Definitions {
  struct Home {
    let file: String
    let place: Place
    let isVariable: Bool
  }

  private var homes: [String: Home] = [:]
  private var sources: [String: Source] = [:]

  func add(_ occurrences: [Occurrence], in file: String) {
    for occurrence in occurrences where occurrence.isDefinition {
      homes[occurrence.usr] = Home(
        file: file, place: occurrence.place, isVariable: occurrence.isVariable)
    }
  }

  func contains(_ usr: String) -> Bool { homes[usr] != nil }

  /// Where the variable is defined, so that a constant's value can be looked up.
  func variable(_ usr: String) -> Home? { homes[usr].flatMap { $0.isVariable ? $0 : nil } }

  /// Whether it is declared in a branch of `#if`: where an API is missing.
  func isConditional(_ usr: String) throws -> Bool {
    guard let home = homes[usr] else { return false }
    let source = try sources[home.file] ?? Source(home.file)
    sources[home.file] = source
    var node = source.token(at: home.place)?.parent
    while let parent = node {
      if parent.is(IfConfigClauseSyntax.self) { return true }
      node = parent.parent
    }
    return false
  }
}
