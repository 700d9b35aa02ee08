/// The names that patterns are made of, each with a number from 0; found by their bytes.
struct NameTable: Sendable {
  private(set) var names: [[UInt8]] = []
  /// All of them one after the other, and where each ends, so that a look costs no reference count.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Open addressing; the number of a name plus 1, or 0 where the slot is free.
  private var slots: [UInt32] = Array(repeating: 0, count: 64)

  mutating func insert(_ name: String) -> Int {
    Array(name.utf8).withUnsafeBufferPointer { insert($0) }
  }

  /// The number of a name, a new one if it is new.
  mutating func insert(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    if let number = number(of: name) { return number }
    names.append(Array(name))
    bytes += name
    ends.append(bytes.count)
    if slots.count < 2 * names.count {
      slots = Array(repeating: 0, count: 2 * slots.count)
      for number in names.indices { place(number) }
    } else {
      place(names.count - 1)
    }
    return names.count - 1
  }

  /// The number of the name that these bytes spell; nil if it is in no pattern.
  func number(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    var slot = hash(name)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if spells(number, name) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func spells(_ number: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = number == 0 ? 0 : ends[number - 1]
    guard ends[number] - start == name.count else { return false }
    for index in 0..<name.count where bytes[start + index] != name[index] { return false }
    return true
  }

  private mutating func place(_ number: Int) {
    var slot = names[number].withUnsafeBufferPointer { hash($0) }
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(number + 1)
  }

  /// FNV-1a, folded to a slot.
  private func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (slots.count - 1)
  }
}
