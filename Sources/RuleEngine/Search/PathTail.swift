import Rules

/// What must follow a name in a file for it to be part of a use of a pattern: the rest of the
/// pattern's path, as far as a look at the bytes can tell.
///
/// For speed alone: a name could count wherever it stands.
struct PathTail: Sendable {
  /// In `PatternPaths`, from the name's own component on.
  fileprivate let components: Range<Int>
  /// Whether the last name, where the pattern writes no call, must not be called.
  fileprivate let isUncalled: Bool
  /// How many of the components, the first ones, an alias or a constant may stand for.
  fileprivate let boundCount: Int

  /// What the bytes after a name say of the tail.
  enum Standing {
    /// It may be there, or nobody can tell without lexing.
    case possible
    /// The expression ends where an alias or a constant may stand for it.
    case ended
    case different
  }

  /// Whether an alias or a constant may stand for the name alone.
  var isBound: Bool { 0 < boundCount }
}

/// The paths of patterns, one after the other. They hold no references, so that looking at them
/// costs little.
struct PatternPaths: Sendable {
  struct Component: Equatable, Sendable {
    /// Its number in a `NameTable`.
    let name: Int
    let isInitializer: Bool
    let isType: Bool
    /// The first of the labels; nil where the pattern writes no call.
    let call: FirstLabel?
  }

  private let components: [Component]
  /// By pattern: all of it.
  private let wholes: [PathTail]
  fileprivate let names: NameTable

  /// - Parameter names: those of the patterns.
  init(_ patterns: CompiledPatterns, _ names: NameTable) {
    self.names = names
    let labels = patterns.parts.labels
    components = patterns.parts.components.map { component in
      Component(
        name: component.name, isInitializer: component.isInitializer, isType: component.isType,
        call: component.labels.map { FirstLabel($0.isEmpty ? nil : labels[$0.lowerBound]) })
    }
    wholes = patterns.map { pattern in
      let isUncalled = if case .implicitMember = pattern.root { true } else { false }
      return PathTail(
        components: pattern.components.range, isUncalled: isUncalled,
        boundCount: pattern.boundCount)
    }
  }

  /// - Parameters:
  ///   - pattern: its number.
  ///   - index: of the component that is the first of the tail.
  func tail(of pattern: Int, from index: Int) -> PathTail {
    let whole = wholes[pattern]
    return PathTail(
      components: whole.components.lowerBound + index..<whole.components.upperBound,
      isUncalled: whole.isUncalled, boundCount: whole.boundCount - index)
  }

  func areEqual(_ left: PathTail, _ right: PathTail) -> Bool {
    left.isUncalled == right.isUncalled && left.boundCount == right.boundCount
      && left.components.count == right.components.count
      && zip(left.components, right.components).allSatisfy { components[$0] == components[$1] }
  }

  /// Whether it goes on from a type.
  func startsWithType(_ tail: PathTail) -> Bool {
    let first = components[tail.components.lowerBound]
    return first.isType && (1 < tail.components.count || first.call != nil)
  }

  /// Whether the name alone, without a call, is no use.
  func needsMore(_ tail: PathTail) -> Bool {
    let first = components[tail.components.lowerBound]
    return 1 < tail.components.count || first.call?.isEmpty == false
  }

  /// What the bytes after a name say of the tail that they agree with most.
  /// - Parameters:
  ///   - start: the offset of the name.
  ///   - end: the offset after it and its generic arguments.
  func standing(
    of tails: ArraySlice<PathTail>, afterNameFrom start: Int, to end: Int,
    in source: UnsafeBufferPointer<UInt8>
  ) -> PathTail.Standing {
    components.withUnsafeBufferPointer { components in
      var best = PathTail.Standing.different
      for tail in tails {
        let view = TailView(
          components: UnsafeBufferPointer(rebasing: components[tail.components]),
          isUncalled: tail.isUncalled, boundCount: tail.boundCount)
        switch view.standing(afterNameFrom: start, to: end, in: source, names) {
        case .possible: return .possible
        case .ended: best = .ended
        case .different: break
        }
      }
      return best
    }
  }
}

extension CompiledPattern {
  /// How many components, the first ones, an alias or a constant may stand for: the type, and what
  /// `UseFinder.lastComponent` goes up to.
  fileprivate var boundCount: Int {
    if case .attribute = root { return components.count }
    return mayStartWithConstant ? components.count - 1 : typeCount
  }
}
