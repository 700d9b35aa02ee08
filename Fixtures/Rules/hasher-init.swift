// Reported: hashers that are made.

struct Key: Hashable {
  let name: String
  let isLarge: Bool

  func stamp() -> Int {
    var hasher = Hasher()  // expect: hasher-init
    hasher.combine(name)
    return hasher.finalize()
  }

  static let seed = Swift.Hasher.init().finalize()  // expect: hasher-init
}
let makeHasher: () -> Hasher = Hasher.init  // expect: hasher-init

func number(of keys: [Key]) -> Int {
  var hasher: Hasher = .init()  // expect: hasher-init
  for key in keys { key.hash(into: &hasher) }
  return hasher.finalize()
}

// Not reported: the hasher that a type is given.

struct Point: Hashable {
  let x: Int
  let y: Int

  func hash(into hasher: inout Hasher) {
    hasher.combine(x)
    hasher.combine(y)
  }
}
func stamp(_ point: Point, into hasher: inout Hasher) { hasher.combine(point) }

// Another type's members.
enum Kitchen {
  struct Hasher { let blades = 2 }
}
let blades = Kitchen.Hasher().blades

// Texts: Hasher()
let help = "Hasher() differs from run to run"
