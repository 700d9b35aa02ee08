import Rules

/// What a rule's `beside` says for one of its patterns, with numbers for names.
struct CompiledBeside: Sendable {
  let labels: [Int]
  let members: [Int]
  let functions: [Function]

  struct Function: Sendable {
    let name: Int
    /// Of the arguments that have the type, as in `CompiledComponent`.
    let labels: [Int]
  }

  init(_ beside: Beside, names: inout NameTable) {
    labels = beside.labels.map { names.insert($0) }
    members = beside.members.map { names.insert($0) }
    functions = beside.functions.map { function in
      let component = function.components[0]
      return Function(
        name: names.insert(component.name),
        labels: (component.labels ?? []).map {
          $0 == "_" ? CompiledComponent.noLabel : names.insert($0)
        })
    }
  }

  /// All names that may stand beside a value.
  var words: [Int] {
    let labels = functions.flatMap(\.labels).filter { $0 != CompiledComponent.noLabel }
    return self.labels + members + functions.map(\.name) + labels
  }
}

extension Rule {
  /// What tells that a member is one of the pattern's type. A name that is spelled as the type of a
  /// pattern tells that type; any other tells the one of the rule's first pattern.
  func beside(of pattern: Pattern) -> Beside {
    guard !beside.isEmpty else { return beside }
    let isFirst = pattern.typeText.elementsEqual(ban[0].typeText)
    func tells(_ name: String) -> Bool {
      pattern.isOfType(spelled: name) || isFirst && !ban.contains { $0.isOfType(spelled: name) }
    }
    return Beside(
      labels: beside.labels.filter(tells), members: beside.members.filter(tells),
      functions: isFirst ? beside.functions : [])
  }
}

extension Pattern {
  fileprivate var typeText: ArraySlice<UInt8> {
    bytes.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "(") }
  }

  /// Whether the name is that of its type, but for capital letters.
  fileprivate func isOfType(spelled name: String) -> Bool {
    let (type, name) = (typeText, name.utf8)
    return type.count == name.count && zip(type, name).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }
}
