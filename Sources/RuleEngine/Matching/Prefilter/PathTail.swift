/// What must follow a word in a file for it to be part of a use of a pattern: the rest of the
/// pattern's path, as far as a look at the bytes can tell.
struct PathTail: Sendable {
  /// In `PatternPaths`, from the word's own component on.
  fileprivate let components: Range<Int>
  /// Whether the last name, where the pattern writes no call, must not be called.
  fileprivate let isUncalled: Bool

  /// What the bytes after a word say of the tail.
  enum Standing {
    /// It may be there, or nobody can tell without lexing.
    case possible
    /// The expression ends in the middle of it.
    case ended
    case different
  }

  func isEqual(to other: PathTail, _ paths: PatternPaths) -> Bool {
    isUncalled == other.isUncalled
      && paths.components[components] == paths.components[other.components]
  }

  /// Whether it goes on from a type.
  func startsWithType(_ paths: PatternPaths) -> Bool {
    component(at: 0, paths).isType && !isAnything(at: 0, paths)
  }

  /// Whether the word alone, without a call, is no use.
  func needsMore(_ paths: PatternPaths) -> Bool {
    !isAnything(at: 0, paths) && standing(endedIn: 0, paths) == .ended
  }

  private func component(at index: Int, _ paths: PatternPaths) -> PatternPaths.Component {
    paths.components[components.lowerBound + index]
  }

  /// - Parameters:
  ///   - start: the offset of the word.
  ///   - end: the offset after it and its generic arguments.
  ///   - paths: that it is in, as in all that follows.
  func standing(
    afterWordFrom start: Int, to end: Int, in source: UnsafeBufferPointer<UInt8>,
    _ paths: PatternPaths
  ) -> Standing {
    var index = 0
    var offset = end
    var isNewLine = false
    if isAnything(at: index, paths) { return standing(uncalledAt: offset, in: source) }
    while offset < source.count {
      switch source[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "`"):
        offset += 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        isNewLine = true
        offset += 1
      case UInt8(ascii: "/"):
        guard offset - end < commentLimit, let end = source.endOfLineComment(from: offset) else {
          return .possible
        }
        offset = end
      case UInt8(ascii: ")"):
        guard source.mayBeInParentheses(start) else { return standing(endedIn: index, paths) }
        offset += 1
      case UInt8(ascii: "?"), UInt8(ascii: "!"):
        guard !component(at: index, paths).isType else { return .ended }
        offset += 1
      case UInt8(ascii: "{"):
        let mayBeCall = call(of: index, paths)?.isEmpty == false && !source.isTypeBeforeBody(start)
        return mayBeCall ? .possible : standing(endedIn: index, paths)
      case UInt8(ascii: "("):
        if isNewLine { return standing(endedIn: index, paths) }
        guard call(of: index, paths)?.mayStand(after: offset, in: source, paths.names) == true else {
          return .different
        }
        if component(at: index, paths).call == nil { index += 1 }
        guard index + 1 < components.count, let close = source.endOfCall(from: offset) else {
          return .possible
        }
        offset = close
      case UInt8(ascii: "."):
        switch source.member(afterPeriod: offset) {
        case .unknown:
          return .possible
        case .none:
          return standing(endedIn: index, otherwise: .different, paths)
        case .name(let name):
          offset = name.upperBound
          isNewLine = false
          if source[name].elementsEqual("self".utf8) { continue }
          guard index + 1 < components.count,
            source[name].elementsEqual(paths.name(at: components.lowerBound + index + 1))
          else {
            let isModule = source.mayGoOnAsSelector(at: offset)
            return isModule ? .possible : standing(endedIn: index, otherwise: .different, paths)
          }
          index += 1
          if isAnything(at: index, paths) { return standing(uncalledAt: offset, in: source) }
        }
      case UInt8(ascii: ">"):
        // At the start of a line it may be a conflict marker, which is blank to Swift.
        return isNewLine ? .possible : standing(endedIn: index, paths)
      case let byte:
        return byte.endsPath ? standing(endedIn: index, paths) : .possible
      }
    }
    return standing(endedIn: index, paths)
  }

  /// Whether the component is the last and matches without a call.
  private func isAnything(at index: Int, _ paths: PatternPaths) -> Bool {
    index == components.count - 1 && component(at: index, paths).call == nil
  }

  private func standing(uncalledAt end: Int, in source: UnsafeBufferPointer<UInt8>) -> Standing {
    guard isUncalled else { return .possible }
    return end < source.count && source[end] == UInt8(ascii: "(") ? .different : .possible
  }

  /// The first label of the call that may follow a component's name.
  private func call(of index: Int, _ paths: PatternPaths) -> FirstLabel? {
    let own = component(at: index, paths)
    if own.call != nil { return own.call }
    guard own.isType, index + 1 < components.count else { return nil }
    let next = component(at: index + 1, paths)
    return next.isInitializer ? next.call ?? .any : nil
  }

  /// Where a component is not called. One without labels need not be.
  private func standing(
    endedIn index: Int, otherwise standing: Standing = .ended, _ paths: PatternPaths
  ) -> Standing {
    let isReference = index == components.count - 1 && component(at: index, paths).call?.isEmpty != false
    return isReference ? .possible : standing
  }
}

/// The paths of patterns, one after the other. They hold no references, so that looking at them
/// costs little.
struct PatternPaths: Sendable {
  struct Component: Equatable {
    /// In `PatternPaths.names`.
    let name: Range<Int>
    let isInitializer: Bool
    let isType: Bool
    /// The first of the labels; nil where the pattern writes no call.
    fileprivate let call: FirstLabel?
  }

  private(set) var components: [Component] = []
  /// The bytes of all names, each once.
  let names: [UInt8]
  /// By pattern: all of it.
  private var wholes: [PathTail] = []

  /// - Parameter names: those of the patterns.
  init(_ patterns: [CompiledPattern] = [], _ names: NameTable = NameTable()) {
    self.names = names.bytes
    wholes.reserveCapacity(patterns.count)
    for index in patterns.indices {
      let start = components.count
      for component in patterns[index].components {
        components.append(
          Component(
            name: names.range(of: component.name), isInitializer: component.isInitializer,
            isType: component.isType, call: component.labels.map { FirstLabel($0, names) }))
      }
      wholes.append(
        PathTail(
          components: start..<components.count,
          isUncalled: patterns[index].root == .implicitMember))
    }
  }

  /// - Parameters:
  ///   - pattern: its number.
  ///   - index: of the component that is the first of the tail.
  func tail(of pattern: Int, from index: Int) -> PathTail {
    let whole = wholes[pattern]
    return PathTail(
      components: whole.components.dropFirst(index), isUncalled: whole.isUncalled)
  }

  fileprivate func name(at index: Int) -> ArraySlice<UInt8> { names[components[index].name] }
}

/// The first argument label of a call in a pattern.
private enum FirstLabel: Equatable {
  case any
  /// The call has no arguments.
  case noArguments
  case unlabelled
  /// Where it is in `PatternPaths.names`.
  case label(Range<Int>)

  init(_ labels: [Int], _ names: NameTable) {
    switch labels.first {
    case nil: self = .noArguments
    case CompiledComponent.noLabel: self = .unlabelled
    case let label?: self = .label(names.range(of: label))
    }
  }

  var isEmpty: Bool { self == .noArguments }

  /// Whether the arguments after the parenthesis may start so. Closures behind it may stand for
  /// the label.
  func mayStand(
    after open: Int, in source: UnsafeBufferPointer<UInt8>, _ names: [UInt8]
  ) -> Bool {
    guard self != .any, let start = source.firstUnblank(from: open + 1) else { return true }
    switch source[start] {
    case UInt8(ascii: ")"):
      return self == .noArguments || source.mayStartClosure(at: start + 1)
    case UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: "`"),
      UInt8(ascii: ">"), ..<UInt8(ascii: " "), 0x7f...:
      return true
    case let byte where byte.isASCIIWordByte:
      let end = source.endOfWord(from: start)
      guard let next = source.firstUnblank(from: end) else { return true }
      switch source[next] {
      case UInt8(ascii: ":"):
        let written = source[start..<end]
        guard next + 1 < source.count, source[next + 1] != UInt8(ascii: ":") else { return true }
        return mayBeLabelled(written, names)
      case UInt8(ascii: "/"), ..<UInt8(ascii: " "), 0x7f...:
        return true
      default:
        return self == .unlabelled
      }
    default:
      return self == .unlabelled
    }
  }

  private func mayBeLabelled(
    _ written: Slice<UnsafeBufferPointer<UInt8>>, _ names: [UInt8]
  ) -> Bool {
    switch self {
    case .any: true
    case .noArguments: false
    case .unlabelled: written.elementsEqual("_".utf8)
    case .label(let label): written.elementsEqual(names[label])
    }
  }
}

/// How far behind a word comments are passed over, in bytes; it keeps the work in proportion to the
/// file.
private let commentLimit = 512

/// The name after a period.
private enum MemberName {
  case none
  case name(Range<Int>)
  /// A comment or the like stands between.
  case unknown
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func member(afterPeriod period: Int) -> MemberName {
    guard let start = firstUnblank(from: period + 1, over: UInt8(ascii: "`")) else { return .none }
    let byte = self[start]
    if byte.isASCIIWordByte {
      let end = endOfWord(from: start)
      // Whether a character beyond ASCII goes on with the name is left to the lexer.
      return end < count && 0x7f <= self[end] ? .unknown : .name(start..<end)
    }
    let isUnknown =
      byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "<") || byte < UInt8(ascii: " ") || 0x7f <= byte
    return isUnknown ? .unknown : .none
  }

  /// Whether what stands before the offset may be a module (SE-0491).
  fileprivate func mayGoOnAsSelector(at end: Int) -> Bool {
    guard let next = firstUnblank(from: end, over: UInt8(ascii: "`")) else { return false }
    switch self[next] {
    case UInt8(ascii: ":"), UInt8(ascii: "/"), ..<UInt8(ascii: " "), 0x7f...: return true
    default: return false
    }
  }

  /// Whether a `(` or the rest of a qualified name may stand before the word, as in `(Date)()`.
  func mayBeInParentheses(_ start: Int) -> Bool {
    var offset = start
    if 0 < offset, self[offset - 1] == UInt8(ascii: "`") { offset -= 1 }
    while 0 < offset {
      offset -= 1
      switch self[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        continue
      case UInt8(ascii: ":"):
        return 0 < offset && self[offset - 1] == UInt8(ascii: ":")
      case UInt8(ascii: "("), UInt8(ascii: "."), UInt8(ascii: "/"):
        return true
      case let byte:
        // A line break may end a comment, and a control character may be no more than a blank.
        return byte < UInt8(ascii: " ") || 0x7f <= byte
      }
    }
    return false
  }

  /// Whether a `{` may be the next token.
  fileprivate func mayStartClosure(at start: Int) -> Bool {
    guard let next = firstUnblank(from: start) else { return false }
    switch self[next] {
    case UInt8(ascii: "{"), UInt8(ascii: "/"), UInt8(ascii: ">"), ..<UInt8(ascii: " "), 0x7f...:
      return true
    default:
      return false
    }
  }

  /// The end of the line; nil where no comment starts, or a long one.
  fileprivate func endOfLineComment(from start: Int) -> Int? {
    guard start + 1 < count, self[start + 1] == UInt8(ascii: "/") else { return nil }
    return self[start..<Swift.min(start + commentLimit, count)].firstIndex {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
  }

  /// The offset of the first byte that is neither blank, nor a line break, nor in a line comment.
  /// - Parameter other: a byte that is passed over too.
  fileprivate func firstUnblank(from start: Int, over other: UInt8? = nil) -> Int? {
    var offset = start
    while offset < count {
      switch self[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        offset += 1
      case let byte where byte == other:
        offset += 1
      case UInt8(ascii: "/"):
        guard offset - start < commentLimit, let end = endOfLineComment(from: offset) else {
          return offset
        }
        offset = end
      default:
        return offset
      }
    }
    return nil
  }

  fileprivate func endOfWord(from start: Int) -> Int {
    self[start...].firstIndex { !$0.isASCIIWordByte } ?? count
  }
}
