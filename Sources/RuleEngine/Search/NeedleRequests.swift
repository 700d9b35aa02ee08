import Rules

/// A needle that is asked for: of each pattern one must stand in a file.
struct NeedleRequest {
  /// Its number.
  let name: Int
  let prefix: Needle.Prefix
  /// What may follow is the pattern's path from this component on; anything if nil.
  var component: Int?
  /// Whether it is the name of the pattern's type, which may be known otherwise.
  var isType = false
  /// The number of the type whose member it is.
  var type: Int?
}

extension CompiledPattern {
  /// A name that stands in the file wherever the pattern matches, but for a type that is known
  /// otherwise: the longest name of the path, which is likely the rarest, unless every file asks
  /// it of collections. Nil for a pattern that is nothing but `.init(…)`.
  /// - Parameter isCommon: by the number of a name, whether it is one of those.
  func needle(_ names: NameTable, _ isCommon: [Bool]) -> NeedleRequest? {
    var best: (index: Int, isRare: Bool, count: Int)?
    for index in components.indices where !components[index].isInitializer {
      let name = components[index].name
      let (isRare, count) = (!isCommon[name], names.range(of: name).count)
      if let best, best.isRare == isRare ? count <= best.count : best.isRare { continue }
      best = (index, isRare, count)
    }
    guard let longest = best?.index else { return nil }
    return NeedleRequest(
      name: components[longest].name, prefix: prefix(of: longest), component: longest,
      isType: longest < typeCount && typeCount < components.count)
  }

  /// The member that stands alone where what is beside it tells the type.
  var needleOfToldMember: NeedleRequest? {
    guard beside != nil, let member else { return nil }
    return NeedleRequest(name: member, prefix: .implicit, component: typeLength)
  }

  /// Names of which at least one stands in the file wherever `.init(…)` matches: one of its labels
  /// is written instead; see `UseFinder.hasLabels`.
  var needlesOfLabels: [NeedleRequest] {
    let labels = components.flatMap { $0.labels.map { self.labels($0) } ?? [] }
      .filter { $0 != CompiledComponent.noLabel }
    let names = labels.isEmpty ? [components[0].name] : labels
    return names.map { NeedleRequest(name: $0, prefix: .anything) }
  }

  private func prefix(of index: Int) -> Needle.Prefix {
    guard index == 0 else {
      // In an extension of its type it may stand alone.
      if mayStandAlone, index <= typeLength + 1 { return .anything }
      return index == typeCount ? .periodOrCall : .period
    }
    return switch root {
    case .name, .module: .anything
    case .anyReceiver, .implicitMember: .period
    case .macro: .pound
    case .attribute: .atSign
    }
  }

  /// The member of the pattern's type, which stands alone where the type is known otherwise.
  func needleOfMember(_ names: inout NameTable) -> NeedleRequest? {
    guard let member else { return nil }
    return NeedleRequest(
      name: member, prefix: isInitializer ? .period : .periodOrCall,
      component: typeLength, type: type(&names))
  }

  /// `Self`, which stands for the type in its own body.
  /// - Parameter name: its number.
  func needleForType(_ name: Int, _ names: inout NameTable) -> NeedleRequest? {
    guard isInitializer else { return nil }
    return NeedleRequest(
      name: name, prefix: .anything, component: typeLength - 1, type: type(&names))
  }

  /// The number of the type, with those around it.
  private func type(_ names: inout NameTable) -> Int {
    guard 1 < typeLength else { return anchor }
    var path: [UInt8] = []
    path.reserveCapacity(64)
    for component in components[..<typeLength] {
      path += names[component.name]
      path.append(UInt8(ascii: "."))
    }
    return path.dropLast().withUnsafeBufferPointer { names.insert($0) }
  }
}

/// Requests, those for the same needle made one.
struct NeedleRequests {
  /// What a request asks for, and other requests by index.
  struct Entry {
    let name: Int
    let prefix: Needle.Prefix
    fileprivate let type: Int?
    /// The one before it in the same of `lists`.
    fileprivate let previous: Int?
    /// The last of its tails; anything may follow if nil.
    fileprivate var lastTail: Int?
    fileprivate var tailCount: Int

    fileprivate func isFor(_ request: NeedleRequest) -> Bool {
      name == request.name && prefix == request.prefix && type == request.type
    }
  }

  private struct RequestedTail {
    let tail: PathTail
    let previous: Int?
  }

  private(set) var all: [Entry] = []
  /// Requests, and what may then stand in their place, by index in another list.
  private(set) var members: [IndexPair] = []
  /// What may follow the names, each with the one before it of the same request.
  private var tails: [RequestedTail] = []
  /// The last of the requests whose name and type have the same hash; a power of two of them.
  private var lists: [Int?]
  private let paths: PatternPaths
  /// With more tails than this anything may follow a name: to compare each with all others would
  /// take the square of what rules say of it.
  private static let tailLimit = 128

  /// - Parameter count: how many requests may come.
  init(_ paths: PatternPaths, count: Int = 0) {
    self.paths = paths
    all.reserveCapacity(count)
    tails.reserveCapacity(count)
    members.reserveCapacity(count)
    let listCount = 1 << (Int.bitWidth - max(count, 63).leadingZeroBitCount)
    lists = Array(repeating: nil, count: listCount)
  }

  private func list(of request: NeedleRequest) -> Int {
    (request.name &* 31 &+ (request.type ?? -1)) & (lists.count - 1)
  }

  /// - Parameter pattern: its number, where it counts what may follow the name.
  /// - Returns: the index of the needle, which may have been there.
  @discardableResult
  mutating func add(_ request: NeedleRequest, of pattern: Int = 0) -> Int {
    let list = list(of: request)
    let tail = request.component.map { paths.tail(of: pattern, from: $0) }
    var same = lists[list]
    while let index = same, !all[index].isFor(request) { same = all[index].previous }
    if let same {
      add(tail, toNeedle: same)
      return same
    }
    if let tail { tails.append(RequestedTail(tail: tail, previous: nil)) }
    all.append(
      Entry(
        name: request.name, prefix: request.prefix, type: request.type,
        previous: lists[list], lastTail: tail == nil ? nil : tails.count - 1, tailCount: 1))
    lists[list] = all.count - 1
    return all.count - 1
  }

  private mutating func add(_ tail: PathTail?, toNeedle needle: Int) {
    guard let last = all[needle].lastTail else { return }
    all[needle].lastTail = nil
    guard let tail, all[needle].tailCount < Self.tailLimit else { return }
    var known: Int? = last
    while let index = known, !paths.areEqual(tails[index].tail, tail) {
      known = tails[index].previous
    }
    if known == nil {
      tails.append(RequestedTail(tail: tail, previous: last))
      all[needle].tailCount += 1
    }
    all[needle].lastTail = known == nil ? tails.count - 1 : last
  }

  /// Adds a member that may stand in place of a needle.
  mutating func add(member: Int, to needle: Int) {
    members.append(IndexPair(list: needle, index: member))
  }

  var needles: Needles {
    var needles = Needles(paths, count: all.count, tailCount: tails.count)
    for entry in all {
      needles.append(after: entry.prefix)
      var next = entry.lastTail
      while let index = next {
        needles.append(tails[index].tail)
        next = tails[index].previous
      }
    }
    return needles
  }
}

/// The different literals of needles.
struct Literals {
  /// The numbers of their names.
  private(set) var names: [Int] = []
  /// By the number of a name: the index of its literal.
  private var indices: [Int?]

  /// - Parameter count: of names.
  init(count: Int) {
    indices = Array(repeating: nil, count: count)
  }

  /// Adds the literals of needles.
  /// - Returns: the index of the literal of each, and its own.
  mutating func add(_ requests: NeedleRequests) -> [IndexPair] {
    requests.all.indices.map { needle in
      let name = requests.all[needle].name
      let literal = indices[name] ?? names.count
      if literal == names.count {
        indices[name] = literal
        names.append(name)
      }
      return IndexPair(list: literal, index: needle)
    }
  }
}
