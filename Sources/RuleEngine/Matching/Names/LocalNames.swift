import Rules

/// Names that are visible from where they are declared, or in a part of the braces: parameters,
/// local variables, patterns, generic parameters of functions.
struct LocalNames {
  private var all: [LocalName] = []
  /// By slot: the last of `all`.
  private var last: [NameSlot: Int] = [:]
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
    var name = name
    name.previous = last[name.slot]
    last[name.slot] = all.count
    all.append(name)
  }

  /// The innermost one that is visible.
  mutating func innermost(_ slot: NameSlot, in levels: Levels) -> (index: Int, name: LocalName)? {
    guard var next = last[slot] else { return nil }
    // Those of another clause of an `#if` may be seen again behind the `#endif`.
    var hiddenCount = 0
    while hiddenCount < 16 {
      let name = all[next]
      let isHidden = levels.innermost < name.level && name.level < levels.all.count
      if !isHidden, name.isVisible(in: levels) { return (next, name) }
      if isHidden || 0 < hiddenCount {
        hiddenCount += 1
      } else {
        last[slot] = name.previous
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
  var meaning = NameMeaning.other
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

/// What a level knows of names.
struct NamePlace {
  /// The innermost braces, by index in `FileNames.regions`.
  var region = 0
  /// Their level, by index in `Levels.all`.
  var holder = 0
  /// Tells the `case` of a `switch` from the others.
  var arm = 0
  /// Tells the `if`, `for`, `while` or `catch` that is going on; what they bind ends with them.
  var condition: Int?
  /// Whether the parameters of a function come next.
  var awaitsParameters = false
  /// Whether these are the parameters of a function, and the current one was read.
  var isParameterList = false
  var hasParameter = false
  /// Whether the variables that are declared are constants; the one whose `=` has not come.
  var bindsConstants = false
  var constant: Int?
  /// Whether a closure's signature was read.
  var hasSignature = false
}
