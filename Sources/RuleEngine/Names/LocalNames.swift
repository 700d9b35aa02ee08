/// Names that are visible from where they are declared, or in a part of the braces: parameters,
/// local variables, patterns, generic parameters of functions.
struct LocalNames {
  private(set) var all: [LocalName] = []
  /// By number of the slot: the last of `all` and 1; 0 for none, as for those beyond the end.
  private var last: [UInt32] = []
  /// Variables whose declaration is going on: what stands behind the `=` does not see them.
  var pending: [LocalName] = []
  /// The parameters of functions whose body has not come, with the scope of the function.
  var parameters: [(scope: Int, token: Int)] = []
  /// Up to which token patterns and generic parameters were read.
  var readPatterns = 0
  var readGenericParameters = 0
  private var serial = 0

  /// A number for a part of braces.
  mutating func nextSerial() -> Int {
    serial += 1
    return serial
  }

  mutating func declare(_ name: LocalName) {
    let slot = name.slot.number
    if last.count <= slot { last += repeatElement(0, count: 2 * slot + 64 - last.count) }
    var name = name
    name.previous = last[slot] == 0 ? nil : Int(last[slot]) - 1
    all.append(name)
    last[slot] = UInt32(all.count)
  }

  /// The innermost one that is visible, by index in `all`.
  mutating func innermost(_ slot: NameSlot, in levels: Levels) -> Int? {
    guard slot.number < last.count, last[slot.number] != 0 else { return nil }
    var next = Int(last[slot.number]) - 1
    // Those of another clause of an `#if` may be seen again behind the `#endif`.
    var hiddenCount = 0
    while hiddenCount < 16 {
      let name = all[next]
      let isHidden = levels.innermost < name.level && name.level < levels.all.count
      if !isHidden, name.isVisible(in: levels) { return next }
      if isHidden || 0 < hiddenCount {
        hiddenCount += 1
      } else {
        last[slot.number] = name.previous.map { UInt32($0 + 1) } ?? 0
      }
      guard let previous = name.previous else { return nil }
      next = previous
    }
    return nil
  }
}

struct LocalName {
  let slot: NameSlot
  let token: Int
  /// The level that is searched for it, by index in `Levels.all`, and what tells it from others.
  let level: Int
  let region: Int
  let arm: Int
  /// As in `NamePlace`; nil for all of the arm.
  let condition: Int?
  /// The declaration that a generic parameter belongs to.
  var scope: Int?
  /// Of a constant: what it is declared to be.
  var value: LocalValue?
  /// As of `HoistedName`.
  var late: LateType?
  /// Another one with the same slot, by index.
  fileprivate var previous: Int?

  init(
    _ slot: NameSlot, token: Int, level: Int, in place: NamePlace, scope: Int? = nil
  ) {
    self.slot = slot
    self.token = token
    self.level = level
    self.scope = scope
    region = place.region
    arm = place.arm
    condition = place.condition
  }

  fileprivate func isVisible(in levels: Levels) -> Bool {
    guard level < levels.all.count else { return false }
    let place = levels.all[level].names
    return place.region == region && place.arm == arm
      && (condition == nil || place.condition == condition)
      && (scope == nil || levels.all[level].scope == scope)
  }
}
