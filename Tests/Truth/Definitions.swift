/// What the compiled files declare themselves, and where its variables are, so that a constant's
/// value can be looked up.
struct Definitions {
  private var declared: Set<String> = []
  private var places: [String: (file: String, place: Place)] = [:]

  mutating func add(_ occurrences: [Occurrence], in file: String) {
    for occurrence in occurrences where occurrence.isDefinition {
      declared.insert(occurrence.usr)
      if occurrence.isVariable { places[occurrence.usr] = (file, occurrence.place) }
    }
  }

  func contains(_ usr: String) -> Bool { declared.contains(usr) }

  func place(of usr: String) -> (file: String, place: Place)? { places[usr] }
}
