/// Where each of some ids stands first.
struct FirstPlaces {
  private var ids: NameTable
  /// By the number of an id.
  private var places: [(file: Int, offset: Int)] = []

  /// - Parameter count: how many ids may come.
  init(count: Int = 0) {
    ids = NameTable(count: count)
    places.reserveCapacity(count)
  }

  /// - Returns: where the id stands above; nil if this is its first place.
  mutating func add(
    _ id: String, at offset: Int, inFile file: Int = 0
  ) -> (file: Int, offset: Int)? {
    let number = ids.insert(id)
    guard number == places.count else { return places[number] }
    places.append((file, offset))
    return nil
  }
}
