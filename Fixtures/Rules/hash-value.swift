import Foundation

// Reported: hash values that are read.

struct Cache {
  var entries: [Int: String] = [:]

  mutating func store(_ text: String, for url: URL) {
    entries[url.hashValue] = text  // expect: hash-value
  }

  func fileName(of key: String) -> String {
    // The report stands at the member.
    // expect@+1:12: hash-value
    "\(key.hashValue).json"
  }

  func isSame(_ first: Cache.Key, as second: Cache.Key?) -> Bool {
    first.hashValue == second?.hashValue  // expect: hash-value, hash-value
  }

  func numbers(of keys: [Key]) -> [Int] {
    keys.map(\.hashValue)  // expect: hash-value
      + keys.map { $0.hashValue & 0xff }  // expect: hash-value
      + [AnyHashable(keys).hashValue]  // expect: hash-value
  }

  struct Key: Hashable {
    let name: String
    let isLarge: Bool
  }
}

// Not reported: what the compiler calls to hash, and stable numbers.

struct Point: Hashable {
  let x: Int
  let y: Int

  func hash(into hasher: inout Hasher) {
    hasher.combine(x)
    hasher.combine(y)
  }
}
struct Legacy: Hashable {
  let id: Int
  var hashValue: Int { id }
  static func == (left: Legacy, right: Legacy) -> Bool { left.id == right.id }
}
func fnv1a(_ text: String) -> UInt64 {
  text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
let stable = fnv1a("name")

// Another type's members, and longer names.
enum Kitchen {
  struct Bucket { let hashValues: [Int] }
}
let bucket = Kitchen.Bucket(hashValues: [1])
func insert(_ key: String, hashValue: Int) -> Int { bucket.hashValues.count + hashValue }
let place = insert("a", hashValue: 1)

// Texts: "a".hashValue
let help = "x.hashValue differs from run to run"
