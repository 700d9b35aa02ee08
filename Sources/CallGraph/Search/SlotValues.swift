/// What is known of the values of slots, while an entry is searched from.
struct SlotValues: Sendable {
  /// What goes on when a slot has more values.
  enum Waiting: Sendable {
    /// An edge or an assignment of a step.
    case edge(Graph.Edge, Int32)
    case assignment(Graph.Assignment, Int32)
    /// A slot that gets all values, too.
    case copy(Int32)
  }

  /// The number of values of one slot that are told apart: with more, none is known.
  static let maximum = 8

  /// The slots with values that nothing was done with.
  var grown: [Int32] = []
  /// Whether all values are known, since it is the second pass.
  var isFinal = false
  private var stamp: UInt32 = 0
  private var stamps: [UInt32]
  private var values: [[Int32]]
  /// The slots that only `nil` is known of, though something stands after their period.
  private var opened: [UInt32]
  private var waiting: [[Waiting]]
  private var awaited: [Int32] = []
  private var slots: [Graph.Slot] = []
  private var areKnown = false

  init(_ slots: [Graph.Slot]) {
    stamps = Array(repeating: 0, count: slots.count)
    opened = stamps
    values = Array(repeating: [], count: slots.count)
    waiting = Array(repeating: [], count: slots.count)
  }

  /// Begins with another entry.
  /// - Parameters:
  ///   - slots: the slots of the graph; empty if no value is known.
  ///   - areKnown: whether all values that properties have are from the entry.
  mutating func begin(_ slots: [Graph.Slot], areKnown: Bool) {
    (self.slots, self.areKnown, isFinal) = (slots, areKnown, slots.isEmpty)
    stamp += 1
    grown.removeAll(keepingCapacity: true)
    awaited.removeAll(keepingCapacity: true)
  }

  /// The values; only `unknown` if one of them is.
  subscript(slot: Int32) -> [Int32] {
    if slots.isEmpty { return [Graph.Value.unknown] }
    if stamps[slot] == stamp { return values[slot] }
    return isLost(slot) ? [Graph.Value.unknown] : slots[slot].startsWithNil ? [Graph.Value.nil] : []
  }

  private func isLost(_ slot: Int32) -> Bool {
    slots[slot].isLost || slots[slot].isProperty && !areKnown
  }

  /// Whether a value before a period may have any type.
  func areOpen(_ slot: Int32) -> Bool {
    if !slots.isEmpty, opened[slot] == stamp { return true }
    return self[slot].contains { Graph.Value.firstType < $0 && $0 != Graph.Value.nil }
  }

  private mutating func touch(_ slot: Int32) {
    guard stamps[slot] != stamp else { return }
    let known = self[slot]
    stamps[slot] = stamp
    values[slot].removeAll(keepingCapacity: true)
    values[slot] += known
    waiting[slot].removeAll(keepingCapacity: true)
  }

  mutating func add(_ value: Int32, to slot: Int32) {
    if slots.isEmpty || isFinal { return }
    touch(slot)
    if values[slot].first == Graph.Value.unknown || values[slot].contains(value) { return }
    if value == Graph.Value.unknown || values[slot].count == Self.maximum {
      values[slot] = [Graph.Value.unknown]
    } else {
      values[slot].append(value)
    }
    grown.append(slot)
  }

  mutating func copy(_ source: Int32, to slot: Int32) {
    for value in self[source] { add(value, to: slot) }
  }

  /// Copies all values that a slot has, and those that it gets.
  mutating func link(_ source: Int32, to slot: Int32) {
    wait(.copy(slot), for: source)
    copy(source, to: slot)
  }

  mutating func wait(_ something: Waiting, for slot: Int32) {
    if isFinal { return }
    touch(slot)
    if values[slot].first == Graph.Value.unknown { return }
    if waiting[slot].isEmpty { awaited.append(slot) }
    waiting[slot].append(something)
  }

  mutating func takeWaiting(for slot: Int32) -> [Waiting] {
    if stamps[slot] != stamp { return [] }
    defer { waiting[slot] = [] }
    return waiting[slot]
  }

  /// Gives an unknown value to each slot without one that something waits for.
  mutating func loseEmpty() {
    if isFinal { return }
    for slot in awaited where values[slot].isEmpty || opened[slot] != stamp {
      if values[slot].isEmpty {
        add(Graph.Value.unknown, to: slot)
      } else if values[slot] == [Graph.Value.nil] {
        opened[slot] = stamp
        grown.append(slot)
      }
    }
    awaited = awaited.filter { !waiting[$0].isEmpty }
  }
}
