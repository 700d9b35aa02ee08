/// Declarations that a reference may mean, where one name has many of them. References of one form
/// share them, so that n of these take no time in proportion to n declarations each.
struct Overloads {
  var candidates: [Int32]
  /// The candidates by the type of a parameter; nil until somebody asks.
  var byType: [Int32: [Int32]]?
  /// The node that stands for all candidates in the graph; -1 until there is one.
  var choice: Int32 = -1
  /// The type of a use, if no argument changes it; -1 until somebody asks.
  var type: Int32 = -1
  /// Whether they have many parameters or are many, and whether one of them is generic.
  var isLarge = false
  var isGeneric = false
  /// The types of the parameters, by the number of an argument.
  var expected: [Int32: Int32] = [:]
}

/// Candidates, and their index in `Linker.overloads`; -1 for few, which are on their own.
struct Candidates {
  var all: [Int32] = []
  var number: Int32 = -1

  var isEmpty: Bool { all.isEmpty }
}

/// All that tells which of the declarations with one name fit a reference.
struct ReferenceForm: Hashable {
  let scope: ScopedName
  let receiver: Int32
  let isStatic: Bool?
  /// The module that sees the declarations; for a file with own ones -1 minus the file.
  let module: Int32
  let kind: Expression.Kind
  let flags: UInt16
  let trailingCount: UInt8
  let labels: [Int32]
  /// Whether an initializer sets it, which runs no observers of its own properties.
  let isOwnWrite: Bool
}

/// A form with the types of arguments.
struct TypedForm: Hashable {
  let number: Int32
  let types: [Int32]
}

extension Linker {
  /// The number of declarations from which on references share them.
  static let many = 17

  /// Finds the candidates of a reference, once for each form where there are many.
  /// - Parameters:
  ///   - types: whether the types of arguments choose among them.
  ///   - find: finds them, whatever the types of arguments are.
  func candidates(
    of index: Int32, named name: Int32, in scope: ScopedName, receiver: Int32, isStatic: Bool?,
    types: Bool, from file: Int32, _ find: () -> [Int32]
  ) -> Candidates {
    let expression = files.expressions[Int(index)]
    let isOwnWrite = expression.flags.contains(.isWritten) && isInInitializer(expression)
    let hasOwn = inFiles.contains(ScopedName(name, in: .function, file))
    let form = ReferenceForm(
      scope: scope, receiver: receiver, isStatic: isStatic,
      module: hasOwn ? -1 - file : modules[Int(file)], kind: expression.kind,
      flags: expression.flags.subtracting(.isInClosure).rawValue,
      trailingCount: expression.trailingCount,
      labels: files.arguments[expression.arguments.range].map(\.label), isOwnWrite: isOwnWrite)
    let number =
      forms[form]
      ?? {
        let number = add(find())
        forms[form] = number
        return number
      }()
    let whole = whole(number)
    return types && expression.flags.contains(.isCalled) && 1 < whole.all.count
      ? matchingBest(number, index) : whole
  }

  private func whole(_ number: Int32) -> Candidates {
    let known = overloads[Int(number)]
    return Candidates(all: known.candidates, number: known.isLarge ? number : -1)
  }

  private func add(_ candidates: [Int32]) -> Int32 {
    let declarations = candidates.lazy.filter { 0 <= $0 }.map { self.files.declarations[Int($0)] }
    var added = Overloads(candidates: candidates)
    added.isLarge =
      Self.many <= candidates.count
      || declarations.contains { Self.many <= Int($0.parameters.count) }
    added.isGeneric = declarations.contains { !$0.generics.isEmpty }
    overloads.append(added)
    return Int32(overloads.count - 1)
  }

  func isInInitializer(_ expression: Expression) -> Bool {
    let owner = files.nodes[Int(expression.owner)].declaration
    return files.declarations[Int(owner)].kind == .initializer
  }

  /// The candidates that take the very types of most arguments.
  private func matchingBest(_ number: Int32, _ index: Int32) -> Candidates {
    let types = files.arguments[files.expressions[Int(index)].arguments.range].map {
      ownType(of: $0.value)
    }
    let known = types.filter { $0 != Terms.unknown }
    if known.isEmpty { return whole(number) }
    let form = TypedForm(number: number, types: types)
    if let found = typedForms[form] { return whole(found) }
    let byType = candidatesByType(number)
    let some = Set(known.flatMap { byType[$0] ?? [] })
    let matches = some.sorted().map { ($0, exactMatches($0, index)) }
    let best = matches.map(\.1).max() ?? 0
    var found = number
    if 0 < best {
      found = add(matches.filter { $0.1 == best }.map(\.0))
    }
    typedForms[form] = found
    return whole(found)
  }

  private func candidatesByType(_ number: Int32) -> [Int32: [Int32]] {
    if let known = overloads[Int(number)].byType { return known }
    var byType: [Int32: [Int32]] = [:]
    for candidate in overloads[Int(number)].candidates where 0 <= candidate {
      for parameter in files.parameters[files.declarations[Int(candidate)].parameters.range] {
        byType[resolve(parameter.type, in: candidate), default: []].append(candidate)
      }
    }
    overloads[Int(number)].byType = byType
    return byType
  }

  func exactMatches(_ candidate: Int32, _ index: Int32) -> Int {
    let declaration = files.declarations[Int(candidate)]
    let first = Int(files.expressions[Int(index)].arguments.start)
    var count = 0
    _ = matchArguments(of: index, declaration.parameters.range, in: candidate) {
      argument, parameter in
      let known = ownType(of: files.arguments[first + argument].value)
      guard known != Terms.unknown else { return }
      if resolve(files.parameters[parameter].type, in: candidate) == known { count += 1 }
    }
    return count
  }

  /// The nominal type of an argument, as far as it depends on nothing around it.
  func ownType(of argument: Int32) -> Int32 {
    guard hasOwnType(argument) else { return Terms.unknown }
    let known = type(of: argument)
    return terms[known].kind == .nominal ? known : Terms.unknown
  }

  /// Whether the type of an expression depends on nothing around it.
  private func hasOwnType(_ index: Int32) -> Bool {
    var index = index
    while index != -1 {
      let expression = files.expressions[Int(index)]
      switch expression.kind {
      case .name, .local, .localFunction, .selfValue, .selfType, .typed, .cast: return true
      case .member, .call, .subscripted: index = expression.base
      default: return false
      }
    }
    return false
  }
}
