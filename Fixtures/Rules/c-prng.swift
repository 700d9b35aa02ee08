import Foundation

// Reported: generators whose state the whole process shares, and what seeds them.

struct Noise {
  func sample() -> Double { drand48() }  // expect: c-prng
  func samples(_ count: Int) -> [Float] {
    (0..<count).map { _ in Float(drand48()) * 2 - 1 }  // expect: c-prng
  }
  func integers() -> [Int] {
    [lrand48(), mrand48()]  // expect: c-prng, c-prng
  }
  func restart(_ seed: UInt32, _ states: [UInt16]) {
    srand(seed)  // expect: c-prng
    srandom(seed)  // expect: c-prng
    srand48(Int(seed))  // expect: c-prng
    var states = states
    _ = seed48(&states)  // expect: c-prng
    lcong48(&states)  // expect: c-prng
  }
}

#if canImport(Glibc)
  let qualified = Glibc.lrand48()  // expect: c-prng
#endif
#if canImport(Darwin)
  func restart() {
    srandomdev()  // expect: c-prng
    Darwin.srand48(1)  // expect: c-prng
  }
#endif

// A function that is not called yet draws each time somebody calls it.
let next: @Sendable () -> Double = drand48  // expect: c-prng

// Not reported: the state is given.

func repeatable(_ seed: UInt16) -> [Double] {
  var state: [UInt16] = [0x330e, seed, 0]
  var other = UInt32(seed)
  let integers = [nrand48(&state), jrand48(&state), Int(rand_r(&other))]
  return integers.map { Double($0) } + [erand48(&state)]
}

// Another type's members, and declarations.
struct Tape {
  var values: [Double]
  mutating func drand48() -> Double { values.removeLast() }
  func srand(_ seed: Int) -> Tape { Tape(values: [Double(seed)]) }
}
func play(_ tape: inout Tape) -> Double { tape.srand(3).values[0] + tape.drand48() }

// Texts: drand48()
let help = "drand48(), srand48(1)"
