#if canImport(CoreData)
  import CoreData
#endif

// Reported: the name that one store has for an object.

#if canImport(CoreData)
  struct Bookmark {
    let object: NSManagedObject

    // The report stands at the member.
    // expect@+1:35: core-data-ids
    var id: URL { object.objectID.uriRepresentation() }
    var text: String? {
      object  // the managed one
        .objectID
        .uriRepresentation()  // expect: core-data-ids
        .absoluteString
    }
    func all(_ ids: [NSManagedObjectID]) -> [String] {
      ids.map { "\($0.uriRepresentation())" }  // expect: core-data-ids
    }
  }
#endif

// Not reported: an identifier of your own.

struct Note {
  let id: String
  var objectID: Int { id.count }
}
let note = Note(id: "n1")
let number = note.objectID

// Own functions and longer names.
struct Link {
  func uriRepresentation(of text: String) -> String { text }
  let uriRepresentations: [String] = []
}
let link = (Link().uriRepresentation(of: "a"), Link().uriRepresentations)

// Texts: objectID.uriRepresentation()
let help = "objectID.uriRepresentation() names the object"
