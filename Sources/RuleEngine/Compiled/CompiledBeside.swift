import Rules

/// What a rule's `beside` says for one of its patterns, with numbers for names.
struct CompiledBeside: Equatable, Sendable {
  let labels: [Int]
  let members: [Int]
  let functions: [Function]

  struct Function: Equatable, Sendable {
    let name: Int
    /// Of the arguments that have the type, as in `CompiledComponent`.
    let labels: [Int]
  }

  /// Tells no type.
  static let nothing = CompiledBeside(labels: [], members: [], functions: [])

  private init(labels: [Int], members: [Int], functions: [Function]) {
    (self.labels, self.members, self.functions) = (labels, members, functions)
  }

  init(_ beside: Beside, names: inout NameTable) {
    labels = beside.labels.map { names.insert($0) }
    members = beside.members.map { names.insert($0) }
    functions = beside.functions.map { function in
      let path = function.path
      return function.bytes.withUnsafeBufferPointer { text in
        Function(
          name: names.insert(UnsafeBufferPointer(rebasing: text[path.components[0].name!])),
          labels: path.labels.map { names.insert(label: $0, in: text) })
      }
    }
  }

  /// All names that may stand beside a value.
  var words: [Int] {
    let labels = functions.flatMap(\.labels).filter { $0 != CompiledComponent.noLabel }
    return self.labels + members + functions.map(\.name) + labels
  }
}

extension Beside {
  /// By index under a rule's `ban`: what tells that a member is one of the pattern's type. A name
  /// that is spelled as the type of a pattern tells that type; any other tells the one of the rule's
  /// first pattern. Empty for a rule that has nothing of the kind.
  func ofEach(_ ban: [Pattern]) -> [Beside] {
    guard !isEmpty, let first = ban.first?.typeText else { return [] }
    let isOfFirst = ban.map { $0.typeText.elementsEqual(first) }
    var besides = isOfFirst.map { Beside(functions: $0 ? functions : []) }
    func isTold(by name: String) -> [Bool] {
      let isSpelled = ban.map { $0.isOfType(spelled: name.utf8) }
      return isSpelled.contains(true) ? isSpelled : isOfFirst
    }
    for name in labels {
      for (index, isTold) in isTold(by: name).enumerated() where isTold {
        besides[index].labels.append(name)
      }
    }
    for name in members {
      for (index, isTold) in isTold(by: name).enumerated() where isTold {
        besides[index].members.append(name)
      }
    }
    return besides
  }
}

extension Pattern {
  fileprivate var typeText: ArraySlice<UInt8> {
    bytes.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "(") }
  }

  /// Whether the name is that of its type, but for capital letters.
  fileprivate func isOfType(spelled name: String.UTF8View) -> Bool {
    let type = typeText
    guard type.count == name.count else { return false }
    var rest = type
    for byte in name where byte | 0x20 != rest.removeFirst() | 0x20 { return false }
    return true
  }
}
