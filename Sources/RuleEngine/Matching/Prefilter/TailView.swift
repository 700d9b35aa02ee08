import Rules

/// One tail, as a look at the bytes needs it.
struct TailView {
  let components: UnsafeBufferPointer<PatternPaths.Component>
  let isUncalled: Bool
  let boundCount: Int

  /// - Parameters:
  ///   - start: the offset of the word.
  ///   - end: the offset after it and its generic arguments.
  func standing(
    afterWordFrom start: Int, to end: Int, in source: UnsafeBufferPointer<UInt8>,
    _ names: NameTable
  ) -> PathTail.Standing {
    var index = 0
    var offset = end
    var isNewLine = false
    if isAnything(at: index) { return standing(uncalledAt: offset, in: source) }
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
        guard source.mayBeInParentheses(start) else { return standing(endedIn: index) }
        offset += 1
      case UInt8(ascii: "?"), UInt8(ascii: "!"):
        guard !components[index].isType else { return standing(boundIn: index) }
        offset += 1
      case UInt8(ascii: "{"):
        let mayBeCall = call(of: index)?.isEmpty == false && !source.isTypeBeforeBody(start)
        return mayBeCall ? .possible : standing(endedIn: index)
      case UInt8(ascii: "("):
        if isNewLine { return standing(endedIn: index) }
        guard call(of: index)?.mayStand(after: offset, in: source, names) == true else {
          return .different
        }
        if components[index].call == nil { index += 1 }
        guard index + 1 < components.count, let close = source.endOfCall(from: offset) else {
          return .possible
        }
        offset = close
      case UInt8(ascii: "."):
        switch source.member(afterPeriod: offset) {
        case .unknown:
          return .possible
        case .none:
          return isReference(index) ? .possible : .different
        case .name(let name):
          offset = name.upperBound
          isNewLine = false
          if source[name].elementsEqual("self".utf8) { continue }
          guard index + 1 < components.count,
            names.spells(components[index + 1].name, UnsafeBufferPointer(rebasing: source[name]))
          else {
            let isModule = source.mayGoOnAsSelector(at: offset)
            return isModule || isReference(index) ? .possible : .different
          }
          index += 1
          if isAnything(at: index) { return standing(uncalledAt: offset, in: source) }
        }
      case UInt8(ascii: ">"):
        // At the start of a line it may be a conflict marker, which is blank to Swift.
        return isNewLine ? .possible : standing(endedIn: index)
      case let byte:
        return byte.endsPath ? standing(endedIn: index) : .possible
      }
    }
    return standing(endedIn: index)
  }

  /// Whether the component is the last and matches without a call.
  private func isAnything(at index: Int) -> Bool {
    index == components.count - 1 && components[index].call == nil
  }

  private func standing(
    uncalledAt end: Int, in source: UnsafeBufferPointer<UInt8>
  ) -> PathTail.Standing {
    guard isUncalled else { return .possible }
    return end < source.count && source[end] == UInt8(ascii: "(") ? .different : .possible
  }

  /// The first label of the call that may follow a component's name.
  private func call(of index: Int) -> FirstLabel? {
    let component = components[index]
    if component.call != nil { return component.call }
    guard component.isType, index + 1 < components.count, components[index + 1].isInitializer else {
      return nil
    }
    return components[index + 1].call ?? .any
  }

  /// Where a component is not called.
  private func standing(endedIn index: Int) -> PathTail.Standing {
    isReference(index) ? .possible : standing(boundIn: index)
  }

  private func standing(boundIn index: Int) -> PathTail.Standing {
    index < boundCount ? .ended : .different
  }

  /// Whether the component is the last and need not be called.
  private func isReference(_ index: Int) -> Bool {
    index == components.count - 1 && components[index].call?.isEmpty != false
  }
}

/// The first argument label of a call in a pattern.
enum FirstLabel: Equatable, Sendable {
  case any
  /// The call has no arguments.
  case noArguments
  case unlabelled
  /// Its number in a `NameTable`.
  case label(Int)

  /// - Parameter labels: of the call; numbers as in `CompiledComponent`.
  init(_ labels: [Int]) {
    switch labels.first {
    case nil: self = .noArguments
    case CompiledComponent.noLabel: self = .unlabelled
    case let label?: self = .label(label)
    }
  }

  var isEmpty: Bool { self == .noArguments }

  /// Whether the arguments after the parenthesis may start so. Closures behind it may stand for
  /// the label.
  fileprivate func mayStand(
    after open: Int, in source: UnsafeBufferPointer<UInt8>, _ names: NameTable
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
        let written = UnsafeBufferPointer(rebasing: source[start..<end])
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
    _ written: UnsafeBufferPointer<UInt8>, _ names: NameTable
  ) -> Bool {
    switch self {
    case .any: true
    case .noArguments: false
    case .unlabelled: written.elementsEqual("_".utf8)
    case .label(let label): names.spells(label, written)
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
