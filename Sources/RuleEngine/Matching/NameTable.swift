/// Names, each with a number from 0 in the order in which they came; found by their bytes, which
/// takes a fraction of what it takes to hash a `String`.
struct NameTable: Sendable {
  private(set) var names: [[UInt8]] = []
  /// All of them one after the other, and where each ends, so that a look costs no reference count.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Open addressing; the number of a name plus 1, or 0 where the slot is free.
  private var slots: [UInt32] = Array(repeating: 0, count: 64)

  /// - Parameter names: different ones.
  init(_ names: [String] = []) {
    for name in names { insert(name) }
  }

  /// By number.
  var texts: [String] { names.map { String(decoding: $0, as: UTF8.self) } }

  @discardableResult
  mutating func insert(_ name: String) -> Int {
    var name = name
    return name.withUTF8 { insert($0) }
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

  func number(of name: String) -> Int? {
    var name = name
    return name.withUTF8 { number(of: $0) }
  }

  /// The number of the name that these bytes spell; nil if there is none.
  func number(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    var slot = hash(name)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if spells(number, name) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Whether the bytes spell the name of that number.
  func spells(_ number: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = number == 0 ? 0 : ends[number - 1]
    guard ends[number] - start == name.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < name.count, bytes[start &+ index] == name[index] { index &+= 1 }
      return index == name.count
    }
  }

  private mutating func place(_ number: Int) {
    var slot = names[number].withUnsafeBufferPointer { hash($0) }
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(number + 1)
  }

  /// Mixes the length and all bytes, eight at a time: the last eight may hold some of those before.
  private func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    let bytes = UnsafeRawBufferPointer(name)
    let count = bytes.count
    var hash = UInt64(truncatingIfNeeded: count)
    if 8 <= count {
      var offset = 0
      while offset &+ 8 < count {
        hash = mix(hash, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset &+= 8
      }
      hash = mix(hash, bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    } else if 4 <= count {
      let first = UInt64(bytes.loadUnaligned(as: UInt32.self))
      let last = UInt64(bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      hash = mix(hash, first | last << 32)
    } else if 0 < count {
      let middle = UInt64(bytes[count / 2])
      hash = mix(hash, UInt64(bytes[0]) | middle << 8 | UInt64(bytes[count &- 1]) << 16)
    }
    return Int(truncatingIfNeeded: hash) & (slots.count - 1)
  }

  @inline(__always)
  private func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    // The low half alone would hardly tell words apart that differ in their last bytes.
    let (high, low) = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return high ^ low
  }
}
