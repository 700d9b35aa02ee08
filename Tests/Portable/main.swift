// Holds `LaneBits.swift`, compiled with this file, against what its functions say of themselves.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Lane `i` is true where bit `i` is set.
func mask(_ bits: UInt16) -> SIMDMask<SIMD16<Int8>> {
  var mask = SIMDMask<SIMD16<Int8>>()
  for lane in 0..<16 { mask[lane] = bits >> lane & 1 == 1 }
  return mask
}

var failures = 0
@MainActor func expect(_ isRight: Bool, _ words: @autoclosure () -> String) {
  guard !isRight else { return }
  failures += 1
  if failures < 10 { print("FAILED", words()) }
}

for bits in UInt16.min ... .max {
  let mask = mask(bits)
  let count = (0..<16).prefix { mask[$0] }.count
  expect(mask.trueCount == count, "trueCount of \(bits): \(mask.trueCount), not \(count)")
  expect(mask.isTrue == (bits == .max), "isTrue of \(bits)")
}

// Each row has each mask, beside others.
for bits in UInt16.min ... .max {
  let rows = [bits, bits &* 40503, ~bits, bits.byteSwapped ^ 0x5A5A]
  for first in 0..<4 {
    let masks = (0..<4).map { mask(rows[($0 + first) % 4]) }
    let whole = (0..<4).reduce(UInt64(0)) { $0 | UInt64(rows[($1 + first) % 4]) << (16 * $1) }
    let found = SIMDMask<SIMD16<Int8>>.bits { masks[$0] }
    expect(found == whole, "bits of \(rows) from \(first): \(found), not \(whole)")
  }
}
print("LaneBits: \(failures) of \(6 * 65_536) answers are wrong")
if failures != 0 { exit(1) }
