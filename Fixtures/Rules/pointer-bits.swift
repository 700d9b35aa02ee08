// Reported: what may be the bits of an address.

final class Box {
  let value: Int
  init(_ value: Int) { self.value = value }

  var context: UnsafeMutableRawPointer {
    Unmanaged.passUnretained(self).toOpaque()  // expect: pointer-bits
  }

  var address: Int { unsafeBitCast(self, to: Int.self) }  // expect: pointer-bits

  func numbers(_ pointer: UnsafeRawPointer) -> [Int] {
    let reference = Unmanaged.passRetained(self)
    defer { reference.release() }
    return [
      Int(bitPattern: pointer),  // expect: pointer-bits
      Int(UInt(bitPattern: pointer) >> 4),  // expect: pointer-bits
      Int.init(bitPattern: reference.toOpaque()),  // expect: pointer-bits, pointer-bits
      Swift.unsafeBitCast(self, to: Int.self),  // expect: pointer-bits
    ]
  }
}
let addresses = [UnsafeRawPointer?]().map(UInt.init(bitPattern:))  // expect: pointer-bits
// A number is converted by the same name: the rule does not see the difference.
let signed = Int(bitPattern: UInt.max)  // expect: pointer-bits

// Not reported: other conversions.

let small = Int32(bitPattern: UInt32.max)
let size = MemoryLayout<Box>.size
func bits(of number: Double) -> UInt64 { number.bitPattern }
func take(_ pointer: UnsafeRawPointer, as type: Box.Type) -> Box {
  Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue()
}

// Another type's members, own functions and longer names.
enum Paint {
  struct Layer {
    func toOpaque(_ share: Double) -> Layer { self }
    func unsafeBitCast(_ name: String, to other: String) -> String { name + other }
  }
  struct Int { init(bitPattern: String) {} }
}
let layer = Paint.Layer().toOpaque(1)
let painted = (layer.unsafeBitCast("a", to: "b"), Paint.Int(bitPattern: "dots"))

// Texts: unsafeBitCast(box, to: Int.self)
let help = "reference.toOpaque() is a pointer"
