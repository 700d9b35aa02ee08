import Foundation

// Reported: the oldest generators of C, whose state the whole process shares.

struct Fireworks {
  var sparks: Int32 { rand() % 100 }  // expect: c-rand
  func angle() -> Double {
    Double(rand()) / Double(RAND_MAX) * 2 * .pi  // expect: c-rand
  }
  func delay() -> Int {
    Int(random() & 0xff)  // expect: c-rand
  }
}

#if canImport(Glibc)
  let qualified = Glibc.random() & 1  // expect: c-rand
#elseif canImport(Darwin)
  let qualified = Darwin.random() & 1  // expect: c-rand
#endif

// Not reported: another type's members, and declarations.

struct Source {
  var value = 4
  func rand() -> Int { value }
  func random() -> Int { self.rand() }
  func random(below bound: Int) -> Int { value % bound }
}
func draw(_ source: Source) -> [Int] { [source.rand(), source.random(), source.random(below: 3)] }

// Texts: rand()
let help = "rand(), random()"
