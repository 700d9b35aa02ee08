import Rules
import SwiftLexer

/// One tail, as a look at the bytes needs it: it goes through what stands after a name, from
/// member to member, up to the first thing that the tail does not have or that is not plain.
struct TailView {
  let components: UnsafeBufferPointer<PatternPaths.Component>
  let isUncalled: Bool
  let boundCount: Int

  /// - Parameters:
  ///   - start: the offset of the name.
  ///   - end: the offset after it and its generic arguments.
  func standing(
    afterNameFrom start: Int, to end: Int, in source: UnsafeBufferPointer<UInt8>,
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
        return .possible
      case UInt8(ascii: "."):
        let standing = passMember(&index, &offset, in: source, names)
        if let standing { return standing }
        isNewLine = false
      case UInt8(ascii: ">"):
        // At the start of a line it may be a conflict marker, which is blank to Swift.
        return isNewLine ? .possible : standing(endedIn: index)
      case let byte:
        return byte.endsPath ? standing(endedIn: index) : .possible
      }
    }
    return standing(endedIn: index)
  }

  /// Goes on to the member after a period.
  /// - Parameters:
  ///   - index: of the component before it; that of the member, if the tail goes on with it.
  ///   - offset: of the period; after the member where this goes on.
  /// - Returns: where the tail stands, if that is known; else nil.
  private func passMember(
    _ index: inout Int, _ offset: inout Int, in source: UnsafeBufferPointer<UInt8>,
    _ names: NameTable
  ) -> PathTail.Standing? {
    switch source.member(afterPeriod: offset) {
    case .unknown:
      return .possible
    case .none:
      return isReference(index) ? .possible : .different
    case .name(let name):
      offset = name.upperBound
      if source[name].elementsEqual("self".utf8) { return nil }
      guard index + 1 < components.count,
        names.spells(components[index + 1].name, UnsafeBufferPointer(rebasing: source[name]))
      else {
        let isModule = source.mayGoOnAsSelector(at: offset)
        return isModule || isReference(index) ? .possible : .different
      }
      index += 1
      return isAnything(at: index) ? standing(uncalledAt: offset, in: source) : nil
    }
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

  /// - Parameter label: the first of the call; a number as in `CompiledComponent`.
  init(_ label: Int?) {
    switch label {
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
    case let byte where byte.isNameByte:
      let end = source.endOfName(from: start)
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
