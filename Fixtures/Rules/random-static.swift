import Foundation

// Reported: a value drawn from the system's generator. The report stands at the method's name, but
// for 'Bool' and 'SIMDMask', where it stands at the type's.

struct Dice {
  var sides = 6
  // expect@+1:21: random-static
  var lucky: Bool { Bool.random() }

  func roll() -> Int {
    Int.random(in: 1...sides)  // expect: random-static
  }
  func rolls(_ count: Int) -> [Int] {
    (0..<count).map { _ in Int.random(in: 1..<sides) }  // expect: random-static
  }
  func jitter(_ range: ClosedRange<Double> = 0...1) -> Duration {
    .seconds(Double.random(in: range))  // expect: random-static
  }
  func weight() -> Float {
    Swift.Float.random(  // expect: random-static
      in: 0..<1)
  }
}

// Without the type's name it is the same draw.
let offset: CGFloat = .random(in: 0..<100)  // expect: random-static
let pause: Duration = .milliseconds(.random(in: 5...10))  // expect: random-static
func seed() -> UInt64 { .random(in: .min ... .max) }  // expect: random-static
func often(_ share: Double) -> Bool {
  if .random(in: 0...1) < share { return true }  // expect: random-static
  return
    Bool  // expect: random-static
    .random()
}

// Vectors and their masks.
let point = SIMD3<Float>.random(in: -1...1)  // expect: random-static
let mask = SIMDMask<SIMD4<Int32>>.random()  // expect: random-static

// The type that is written beside it is the one that is drawn.
func flip(_ isHead: Bool = .random()) -> Bool {  // expect: random-static
  isHead ? .random() : false  // expect: random-static
}

// Generic code draws, too.
extension FixedWidthInteger {
  static func any() -> Self { Self.random(in: .min ... .max) }  // expect: random-static
}

// A method that is not applied draws each time somebody applies it.
struct Retry {
  var delay: (ClosedRange<Double>) -> Double = Double.random(in:)  // expect: random-static
  var name = "attempt \(Int.random(in: 1...9))"  // expect: random-static
}

// Not reported: a generator is given.

func draw(with generator: inout some RandomNumberGenerator) -> (Int, Bool, Double, UInt8) {
  (
    Int.random(in: 1...6, using: &generator), Bool.random(using: &generator),
    .random(in: 0..<1, using: &generator), UInt8(truncatingIfNeeded: generator.next() as UInt64)
  )
}
let drawLater: (ClosedRange<Int>, inout any RandomNumberGenerator) -> Int = { range, generator in
  Int.random(in: range, using: &generator)
}

// Another type's members: factories of a project's own.
struct MaskingKey {
  var bytes: [UInt8]
  static func random() -> MaskingKey { MaskingKey(bytes: [1, 2, 3, 4]) }
  static func random(length: UInt8) -> MaskingKey { MaskingKey(bytes: [length]) }
}
let key = MaskingKey.random()
let keys: [MaskingKey] = [.random(), .random(length: 8)]
enum Coin {
  struct Bool { static func random() -> Bool { Bool() } }
}
let coin = Coin.Bool.random()
struct Lottery {
  var random: (ClosedRange<Int>) -> Int
  func next() -> Int { random(1...49) }
}

// Texts: Int.random(in: 1...6), Bool.random()
let help = "Int.random(in: 1...6), Bool.random()"

extension Int {
  static func thrown() -> Int { random(in: 1...6) }  // expect: random-static
}
