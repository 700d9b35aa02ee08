/// Tells which words of a file are in a set of words. It is fast if the set has few words of the
/// file: for most others, their length and outer bytes, or one look into a table, show that they
/// are not in the set.
struct WordTable: Sendable {
  /// A bit for each length, first byte and last byte. Several words may share a bit.
  private var outlines = Array(repeating: UInt64(0), count: 64)
  /// A hash table with open addressing: the index of an entry plus 1, or 0 for a free slot. Most
  /// slots are free.
  private var slots: [UInt32]
  private var entries: [Entry] = []

  private struct Entry {
    let key: Key
    let number: Int
    /// The bytes that the key leaves out.
    let middle: [UInt8]
  }

  /// - Parameter words: the words with their numbers. If a word comes twice, its first number
  ///   counts. Empty words are ignored.
  init(_ words: some Collection<(ArraySlice<UInt8>, Int)>) {
    var slotCount = 64
    while slotCount < 4 * words.count { slotCount *= 2 }
    slots = Array(repeating: 0, count: slotCount)
    entries.reserveCapacity(words.count)
    for (text, number) in words where !text.isEmpty {
      let (isKnown, key, outline) = text.withUnsafeBufferPointer {
        (lookUp($0) != nil, Key($0), Self.outline(of: $0))
      }
      if isKnown { continue }
      outlines[outline.index] |= outline.bit
      let middle = 16 < text.count ? Array(text.dropFirst(8).dropLast(8)) : []
      entries.append(Entry(key: key, number: number, middle: middle))
      var slot = slot(of: key)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(entries.count)
    }
  }

  /// The number of the word with these bytes; `nil` if the table does not have the word.
  @inline(__always)
  func number(of text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard !text.isEmpty else { return nil }
    let (index, bit) = Self.outline(of: text)
    return outlines[index] & bit == 0 ? nil : lookUp(text)
  }

  private func lookUp(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    let key = Key(text)
    var slot = slot(of: key)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if entries[index].key == key,
        text.count <= 16 || entries[index].middle.elementsEqual(text[8..<text.count - 8])
      {
        return entries[index].number
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  @inline(__always)
  private func slot(of key: Key) -> Int {
    let mixed = (key.first &+ key.last &* 31 &+ key.rest) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 40) & (slots.count - 1)
  }

  @inline(__always)
  private static func outline(of text: UnsafeBufferPointer<UInt8>) -> (index: Int, bit: UInt64) {
    let length = UInt32(truncatingIfNeeded: text.count)
    let outline = UInt32(text[0]) | UInt32(text[text.count &- 1]) &<< 8 | length &<< 16
    let mixed = (outline &* 0x9E37_79B1) &>> 20
    return (Int(mixed &>> 6), 1 &<< UInt64(mixed & 63))
  }
}

/// Tells words of up to 16 bytes apart.
private struct Key: Equatable {
  /// The first eight and the last eight bytes; of a word below eight bytes, all bytes and 0.
  let first, last: UInt64
  /// The length. For a longer word, also a hash of the bytes in the middle: generated names may
  /// differ only there.
  let rest: UInt64

  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>) {
    let bytes = UnsafeRawBufferPointer(text)
    let count = bytes.count
    let length = UInt64(truncatingIfNeeded: count)
    rest = count <= 16 ? length : length ^ Self.hash(ofMiddleOf: bytes)
    if 8 <= count {
      first = bytes.loadUnaligned(as: UInt64.self)
      last = bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    } else if 4 <= count {
      let end = bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      first = UInt64(bytes.loadUnaligned(as: UInt32.self)) | UInt64(end) &<< 32
      last = 0
    } else {
      var word: UInt64 = 0
      for byte in bytes { word = word &<< 8 | UInt64(byte) }
      first = word
      last = 0
    }
  }
  private static func hash(ofMiddleOf bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0
    for start in stride(from: 8, to: bytes.count - 8, by: 8) {
      let word = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 32
    }
    return hash
  }
}
