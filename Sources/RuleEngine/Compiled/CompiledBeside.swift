import Rules

/// What a rule's `beside` says, with numbers for names.
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
