import Diagnostics

/// Entries of a report in the order in which it has them: errors first, then by path; in each file
/// as they came. As files come by path, each of the three lists only grows at its end, and most of
/// a long one is spilled. What comes out of order waits in memory, as there is little of it.
struct SpilledEntries: Sendable {
  private var lists: [EntryList]
  /// By the numbers that the lists have for them.
  private(set) var rules: [RuleReference] = []
  private var numbers: [String: Int] = [:]
  private(set) var count = 0

  init(_ makeSpill: @escaping MakeSpill) {
    lists = ReportEntry.Standing.allCases.map { _ in EntryList(makeSpill) }
  }

  var isEmpty: Bool { count == 0 }

  mutating func append(_ entry: ReportEntry) {
    count += 1
    lists[entry.standing.rawValue].append(entry, rule: entry.rule.map { number(of: $0) })
  }

  private mutating func number(of rule: RuleReference) -> Int {
    if let number = numbers[rule.id] { return number }
    numbers[rule.id] = rules.count
    rules.append(rule)
    return rules.count - 1
  }

  /// Calls the body with the number of the rule and the text of each entry, until it returns false,
  /// and returns the last answer.
  func read(_ body: (_ rule: Int?, _ text: ArraySlice<UInt8>) -> Bool) -> Bool {
    lists.allSatisfy { $0.read(body) }
  }
}

/// Those of one standing.
private struct EntryList: Sendable {
  private var spilled: SpilledPieces
  private var lastPath: FilePath?
  private var late: [(path: FilePath, rule: Int?, text: [UInt8])] = []

  init(_ makeSpill: @escaping MakeSpill) {
    spilled = SpilledPieces(makeSpill)
  }

  mutating func append(_ entry: ReportEntry, rule: Int?) {
    if let lastPath, entry.path < lastPath {
      return late.append((entry.path, rule, entry.text))
    }
    var record: [UInt8] = []
    record.reserveCapacity(entry.text.count + 2 * RecordReader.headerSize)
    if entry.path != lastPath {
      lastPath = entry.path
      record.append(header: RecordReader.pathMark, entry.path.bytes.count)
      record += entry.path.bytes
    }
    record.append(header: rule.map { $0 + 1 } ?? 0, entry.text.count)
    record += entry.text
    record.withUnsafeBufferPointer { spilled.append($0) }
  }

  func read(_ body: (_ rule: Int?, _ text: ArraySlice<UInt8>) -> Bool) -> Bool {
    // Of one file, those that came late come last.
    let late = late.enumerated().sorted {
      ($0.element.path, $0.offset) < ($1.element.path, $1.offset)
    }.map(\.element)
    var next = 0
    var goesOn = true
    func handOutLate(before path: FilePath?) {
      while goesOn, next < late.count, path.map({ late[next].path < $0 }) ?? true {
        goesOn = body(late[next].rule, late[next].text[...])
        next += 1
      }
    }
    var reader = RecordReader()
    spilled.pieces.forEachPiece { bytes in
      reader.read(bytes) { mark, content in
        if mark == RecordReader.pathMark {
          handOutLate(before: FilePath(bytes: content))
        } else if goesOn {
          goesOn = body(mark == 0 ? nil : mark - 1, content)
        }
        return goesOn
      }
      return goesOn
    }
    handOutLate(before: nil)
    return goesOn
  }
}

/// Takes apart what an `EntryList` has written: a mark, a count of bytes, and these.
private struct RecordReader {
  static let pathMark = Int.max
  static let headerSize = 16
  /// What has come of a record that is not whole.
  private var bytes: [UInt8] = []

  mutating func read(
    _ piece: UnsafeBufferPointer<UInt8>, _ body: (Int, ArraySlice<UInt8>) -> Bool
  ) {
    bytes += piece
    var start = 0
    while start + Self.headerSize <= bytes.count {
      let (mark, count) = (bytes.number(at: start), bytes.number(at: start + 8))
      let content = start + Self.headerSize
      guard content + count <= bytes.count else { break }
      guard body(mark, bytes[content..<content + count]) else { return }
      start = content + count
    }
    bytes.removeFirst(start)
  }
}

extension [UInt8] {
  fileprivate mutating func append(header mark: Int, _ count: Int) {
    for number in [mark, count] {
      Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
  }

  fileprivate func number(at offset: Int) -> Int {
    withUnsafeBytes { Int(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Int.self)) }
  }
}
