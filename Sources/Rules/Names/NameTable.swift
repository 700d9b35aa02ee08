/// Names, each with a number from 0 in the order in which they came; found by their bytes, which
/// takes a fraction of what it takes to hash a `String`.
@usableFromInline package struct NameTable: Sendable {
  /// All names one after the other, so that a look at one costs neither memory nor a reference.
  @usableFromInline package private(set) var bytes: [UInt8] = []
  /// By number: where the name ends in `bytes`.
  @usableFromInline private(set) var ends: [Int] = []
  /// Open addressing; the number of a name plus 1, or 0 where the slot is free.
  @usableFromInline private(set) var slots: [UInt32] = Array(repeating: 0, count: 64)
  /// A bit for each length, first and last byte of a name: most words that are asked for have none
  /// of these, which is known without hashing them.
  @usableFromInline private(set) var shapes = Array(repeating: UInt64(0), count: 64)

  /// - Parameter names: different ones.
  package init(_ names: [String] = []) {
    for name in names { insert(name) }
  }

  /// - Parameter count: how many names may come.
  package init(count: Int) {
    var slotCount = slots.count
    while slotCount < 2 * count { slotCount *= 2 }
    slots = Array(repeating: 0, count: slotCount)
    ends.reserveCapacity(count)
    bytes.reserveCapacity(16 * count)
  }

  @inlinable package var count: Int { ends.count }

  /// The texts by number.
  package var texts: [String] { (0..<count).map { String(decoding: self[$0], as: UTF8.self) } }

  /// The bytes of the name of that number.
  package subscript(number: Int) -> ArraySlice<UInt8> { bytes[range(of: number)] }

  /// Where the name of that number is in `bytes`.
  @inlinable @inline(__always)
  package func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  @discardableResult
  package mutating func insert(_ name: String) -> Int {
    var name = name
    return name.withUTF8 { insert($0) }
  }

  /// The number of a name, a new one if it is new.
  package mutating func insert(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    if slots.count < 2 * (count + 1) { makeRoom() }
    let slot = slot(of: name)
    if slots[slot] != 0 { return Int(slots[slot]) - 1 }
    bytes += name
    ends.append(bytes.count)
    let (index, bit) = shape(of: name)
    shapes[index] |= bit
    slots[slot] = UInt32(count)
    return count - 1
  }

  package func number(of name: String) -> Int? {
    var name = name
    return name.withUTF8 { number(of: $0) }
  }

  /// The number of the name that these bytes spell; nil if there is none.
  @inlinable @inline(__always)
  package func number(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    let (index, bit) = shape(of: name)
    return shapes[index] & bit == 0 ? nil : lookUp(name)
  }

  @inlinable
  func lookUp(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
    let slot = slot(of: name)
    return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
  }

  /// The bit of a name, and where it is in `shapes`.
  @inlinable @inline(__always)
  func shape(of name: UnsafeBufferPointer<UInt8>) -> (index: Int, bit: UInt64) {
    guard let first = name.first else { return (0, 1) }
    let length = UInt32(truncatingIfNeeded: name.count)
    let shape = UInt32(first) | UInt32(name[name.count &- 1]) &<< 8 | length &<< 16
    let mixed = (shape &* 0x9E37_79B1) &>> 20
    return (Int(mixed &>> 6), 1 &<< UInt64(mixed & 63))
  }

  /// The slot of the name, or the free one that it would have.
  @inlinable
  func slot(of name: UnsafeBufferPointer<UInt8>) -> Int {
    var slot = hash(name)
    while slots[slot] != 0, !spells(Int(slots[slot]) - 1, name) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// Whether the bytes spell the name of that number.
  @inlinable
  package func spells(_ number: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let range = range(of: number)
    guard range.count == name.count else { return false }
    return range.isEmpty
      || bytes.withUnsafeBytes {
        isEqual($0.baseAddress! + range.lowerBound, name.baseAddress!, count: range.count)
      }
  }

  private mutating func makeRoom() {
    slots = Array(repeating: 0, count: 2 * slots.count)
    bytes.withUnsafeBufferPointer { bytes in
      for number in 0..<count {
        var slot = hash(UnsafeBufferPointer(rebasing: bytes[range(of: number)]))
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(number + 1)
      }
    }
  }

  /// Mixes the length and all bytes, eight at a time: the last eight may hold some of those before.
  @inlinable
  func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
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

  /// It takes a fraction of the time of the standard library's hash.
  @inlinable @inline(__always)
  func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    // The low half alone would hardly distinguish words that differ only in their last bytes.
    let (high, low) = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return high ^ low
  }
}

@inlinable @inline(__always)
func isEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool {
  func isEqual<Word: FixedWidthInteger>(_ offset: Int, _: Word.Type) -> Bool {
    left.loadUnaligned(fromByteOffset: offset, as: Word.self)
      == right.loadUnaligned(fromByteOffset: offset, as: Word.self)
  }
  var offset = 0
  if 8 <= count {
    // The last eight may hold some of those before.
    while offset &+ 8 < count {
      if !isEqual(offset, UInt64.self) { return false }
      offset &+= 8
    }
    return isEqual(count &- 8, UInt64.self)
  }
  while offset < count, isEqual(offset, UInt8.self) { offset &+= 1 }
  return offset == count
}
