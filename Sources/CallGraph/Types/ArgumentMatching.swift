extension Linker {
  /// The parameters that a call leaves out, so that their default arguments are computed.
  /// - Parameters:
  ///   - call: the call in `expressions`.
  ///   - declaration: the declaration that may be called.
  /// - Returns: indexes in `parameters`; nil if the labels do not fit.
  func leftOut(by call: Int32, _ declaration: Int32) -> [Int32]? {
    let called = files.declarations[Int(declaration)]
    if called.kind == .variable { return [] }
    return matchArguments(of: call, called.parameters.range, in: declaration) { _, _ in }
  }

  /// - Parameter bind: takes an argument, by number, and its parameter.
  func matchArguments(
    of call: Int32, _ parameters: Range<Int>, in declaration: Int32, bind: (Int, Int) -> Void
  ) -> [Int32]? {
    let expression = files.expressions[Int(call)]
    let arguments = expression.arguments.range
    let normal = arguments.count - Int(expression.trailingCount)
    var next = 0
    var leftOut: [Int32] = []
    for number in parameters {
      let parameter = files.parameters[number]
      if next < normal, files.arguments[arguments.lowerBound + next].label == parameter.label {
        bind(next, number)
        next += 1
        while parameter.isVariadic, next < normal,
          files.arguments[arguments.lowerBound + next].label == -1
        {
          bind(next, number)
          next += 1
        }
      } else if normal <= next, next < arguments.count,
        takesClosure(
          parameter, labelled: files.arguments[arguments.lowerBound + next].label,
          isFirst: next == normal, in: declaration),
        parameter.defaultNode == -1 || next < arguments.count - 1
          || !needsClosure(number + 1..<parameters.upperBound)
      {
        bind(next, number)
        next += 1
      } else if parameter.defaultNode != -1 {
        leftOut.append(Int32(number))
      } else if !parameter.isVariadic {
        return nil
      }
    }
    return next == arguments.count ? leftOut : nil
  }

  /// Whether one of the parameters needs an argument: then the last closure is for it, and not for
  /// one before it with a default argument (SE-0286).
  private func needsClosure(_ parameters: Range<Int>) -> Bool {
    files.parameters[parameters].contains { $0.defaultNode == -1 && !$0.isVariadic }
  }

  /// Whether a trailing closure may be for a parameter (SE-0286).
  private func takesClosure(
    _ parameter: Parameter, labelled label: Int32, isFirst: Bool, in declaration: Int32
  ) -> Bool {
    if !isFirst || label != -1 { return label == parameter.label }
    if files.types[Int(parameter.type)].kind == .function { return true }
    let type = terms[resolve(parameter.type, in: declaration)]
    switch type.kind {
    case .function: return true
    case .nominal: return entities[Int(type.number)].isForeign && parameter.defaultNode == -1
    case .unknown: return parameter.defaultNode == -1
    default: return false
    }
  }

  /// The stored properties of a structure that its implicit initializer takes, in order.
  func memberwiseProperties(of entity: Int32) -> [Int32] {
    if let known = memberwise[entity] { return known }
    var found: [Int32] = []
    for declaration in entities[Int(entity)].declarations
    where files.declarations[Int(declaration)].isType {
      for member in members(of: declaration) {
        let property = files.declarations[member]
        guard property.kind == .variable, !property.flags.contains(.isStatic),
          !property.flags.contains(.isComputed), !property.flags.contains(.isLazy),
          !(property.flags.contains(.isConstant) && property.initialValue != -1)
        else { continue }
        found.append(Int32(member))
      }
    }
    memberwise[entity] = found
    return found
  }

  private func members(of declaration: Int32) -> [Int] {
    let end = files.declarationStarts[Int(file(of: declaration)) + 1]
    return isAsked(file(of: declaration))
      ? (Int(declaration)..<end).filter { files.declarations[$0].parent == declaration }
      : Array(children[Int(declaration)])
  }

  /// The properties whose initial value an implicit initializer computes, since the call leaves
  /// them out; nil if its labels do not fit.
  func memberwiseLeftOut(by call: Int32, _ entity: Int32) -> [Int32]? {
    let expression = files.expressions[Int(call)]
    guard expression.flags.contains(.isCalled) else { return [] }
    let arguments = files.arguments[expression.arguments.range]
    let properties = memberwiseProperties(of: entity)
    let normal = arguments.count - Int(expression.trailingCount)
    var next = arguments.startIndex
    var leftOut: [Int32] = []
    for property in properties {
      let declaration = files.declarations[Int(property)]
      let isNext =
        next < arguments.endIndex
        && (arguments[next].label == declaration.name
          || arguments.startIndex + normal <= next && arguments[next].label == -1
            && isFunction(property))
      if isNext {
        next += 1
      } else if declaration.initialValue != -1 {
        leftOut.append(property)
      } else if declaration.flags.contains(.isConstant) {
        return nil
      }
    }
    return next == arguments.endIndex ? leftOut : nil
  }

  private func isFunction(_ property: Int32) -> Bool {
    let declaration = files.declarations[Int(property)]
    return declaration.type == -1
      ? declaration.body != -1 : terms[resolve(declaration.type, in: property)].kind == .function
  }
}
