#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

enum GitEntryKind {
  case file, submodule
  /// A folder that a sparse checkout leaves out.
  case folder

  init(mode: UInt32) {
    switch mode & 0o170000 {
    case 0o160000: self = .submodule
    case 0o040000: self = .folder
    default: self = .file
    }
  }
}

/// How a repository writes its index (gitformat-index(5)).
struct GitIndexFormat: Sendable {
  /// In bytes, of an object's name: 20 with SHA-1, 32 with SHA-256.
  let idLength: Int

  /// Calls the body with the path and kind of each entry.
  /// - Returns: false where the bytes have a form other than versions 2 to 4 in one file.
  func visitEntries(
    of bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, GitEntryKind) -> Void
  ) -> Bool {
    // A checksum closes the file.
    let end = bytes.count - idLength
    guard 12 <= end, bytes.starts(with: "DIRC".utf8) else { return false }
    let (version, count) = (bytes.number(at: 4), bytes.number(at: 8))
    var reader = EntryReader(
      bytes: UnsafeRawBufferPointer(rebasing: bytes[..<end]), idLength: idLength,
      version: version)
    guard 2...4 ~= version else { return false }
    for _ in 0..<count {
      guard reader.readEntry(body) else { return false }
    }
    return reader.readExtensions()
  }
}

private struct EntryReader {
  let bytes: UnsafeRawBufferPointer
  let idLength: Int
  let version: UInt32
  /// From 0; after the header at first.
  var position = 12
  /// Of the entry before, from whose path that of the next is made in version 4.
  private var path = PathBytes()

  init(bytes: UnsafeRawBufferPointer, idLength: Int, version: UInt32) {
    (self.bytes, self.idLength, self.version) = (bytes, idLength, version)
  }

  mutating func readEntry(_ body: (UnsafeRawBufferPointer, GitEntryKind) -> Void) -> Bool {
    // Times, device, inode, mode, owner and size, then the object's name and the flags.
    let flagsStart = position + 40 + idLength
    guard flagsStart + 4 <= bytes.count else { return false }
    let kind = GitEntryKind(mode: bytes.number(at: position + 24))
    let flags = Int(bytes[flagsStart]) << 8 | Int(bytes[flagsStart + 1])
    let isExtended = flags & 0x4000 != 0
    guard !isExtended || 3 <= version else { return false }
    let start = flagsStart + (isExtended ? 4 : 2)
    guard start < bytes.count else { return false }
    return version == 4
      ? readChangedPath(from: start, kind, body)
      : readWholePath(from: start, length: flags & 0xFFF, kind, body)
  }

  /// A path, then NULs until the entry is a multiple of eight bytes long, at least one.
  /// - Parameter length: of the path, unless it has more bytes than the field can say.
  private mutating func readWholePath(
    from start: Int, length: Int, _ kind: GitEntryKind,
    _ body: (UnsafeRawBufferPointer, GitEntryKind) -> Void
  ) -> Bool {
    guard let end = length < 0xFFF ? start + length : bytes.firstNUL(from: start),
      end < bytes.count, bytes[end] == 0
    else { return false }
    body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), kind)
    position += (end - position + 8) & ~7
    return position <= bytes.count
  }

  /// How many bytes the path before loses at its end, and what it gains there instead.
  private mutating func readChangedPath(
    from start: Int, _ kind: GitEntryKind, _ body: (UnsafeRawBufferPointer, GitEntryKind) -> Void
  ) -> Bool {
    var start = start
    guard let lost = readVariableLength(&start), lost <= path.count,
      let end = bytes.firstNUL(from: start)
    else { return false }
    path.shorten(to: path.count - lost)
    path.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    path.withUnsafeBufferPointer { body(UnsafeRawBufferPointer($0), kind) }
    position = end + 1
    return true
  }

  /// A number in the encoding of pack offsets; nil where it is no length of a path.
  private func readVariableLength(_ position: inout Int) -> Int? {
    var value = 0
    while position < bytes.count, value < 1 << 24 {
      let byte = bytes[position]
      position += 1
      value += Int(byte & 0x7F)
      if byte < 0x80 { return value }
      value = (value + 1) << 7
    }
    return nil
  }

  /// What may follow the entries. Without one whose name does not begin with a capital letter, such
  /// as `link` of a split index and `sdir` of a sparse one, they are not the whole index.
  mutating func readExtensions() -> Bool {
    while position < bytes.count {
      guard position + 8 <= bytes.count, bytes[position] != bytes[position].lowercasedASCII else {
        return false
      }
      position += 8 + Int(bytes.number(at: position + 4))
    }
    return position == bytes.count
  }
}

extension UnsafeRawBufferPointer {
  /// Four bytes, the highest first; they are there.
  fileprivate func number(at offset: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Nil where none follows.
  fileprivate func firstNUL(from offset: Int) -> Int? {
    guard offset < count, let found = memchr(baseAddress! + offset, 0, count - offset) else {
      return nil
    }
    return UnsafeRawPointer(found) - baseAddress!
  }
}
