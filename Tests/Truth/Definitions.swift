/// Where variables are defined, so that a constant's value can be looked up.
struct Definitions {
  private var places: [String: (file: String, place: Place)] = [:]

  mutating func add(_ occurrences: [Occurrence], in file: String) {
    for occurrence in occurrences where occurrence.isDefinition && occurrence.isVariable {
      places[occurrence.usr] = (file, occurrence.place)
    }
  }

  func place(of usr: String) -> (file: String, place: Place)? { places[usr] }
}
