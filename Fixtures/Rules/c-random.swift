import Foundation

// Reported: random bytes and numbers of the operating system.

struct Session {
  let id = arc4random()  // expect: c-random
  var port: UInt32 { 49_152 + arc4random_uniform(16_384) }  // expect: c-random

  func salt(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    arc4random_buf(&bytes, count)  // expect: c-random
    guard getentropy(&bytes, count) == 0 else { return [] }  // expect: c-random
    return bytes
  }

  var name: String { "session-\(arc4random() % 1000)" }  // expect: c-random
}

#if canImport(Glibc)
  let qualified = Glibc.arc4random()  // expect: c-random
#endif

#if canImport(Darwin)
  import CommonCrypto
  import Security

  func key(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    arc4random_stir()  // expect: c-random
    bytes[0] = UInt8(Darwin.arc4random_uniform(256))  // expect: c-random
    let status = SecRandomCopyBytes(kSecRandomDefault, count, &bytes)  // expect: c-random
    guard status == errSecSuccess else { return nil }
    let second = CCRandomGenerateBytes(&bytes, count)  // expect: c-random
    return second == kCCSuccess ? bytes : nil
  }
#endif

// A function that is not called yet draws each time somebody calls it.
struct Source {
  var below: @Sendable (UInt32) -> UInt32 = arc4random_uniform  // expect: c-random
}

// Not reported: a generator is given.

func salt(_ count: Int, with generator: inout some RandomNumberGenerator) -> [UInt8] {
  (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}

// Another type's members, and declarations.
struct Seeded {
  func arc4random() -> UInt32 { 2 }
  func getentropy(_ pool: Int, _ count: Int) -> Int { pool + count }
}
let two = Seeded().arc4random()
let three = Source(below: { $0 / 2 }).below(6)
let pool = Seeded().getentropy(1, 2)

// Texts: arc4random()
let help = "arc4random()"
