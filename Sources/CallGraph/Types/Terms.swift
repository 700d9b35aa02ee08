/// Resolved types, each by a number; equal types have equal numbers.
///
/// It is a class, so that a lookup may add terms while another one is going on.
///
/// `Terms.unknown` stands for every type that nothing is known of.
final class Terms {
  enum Kind: UInt8 {
    case unknown
    /// A type with its generic arguments; the number is that of the type.
    case nominal
    /// The type itself as a value; its only part is the type.
    case metatype
    /// A function: the parts are the parameters and then the result.
    case function
    /// The number is the term of the labels of its parts; -1 if there are none.
    case tuple
    /// Names.
    case labels
    /// `A & B`
    case composition
    /// A generic parameter; the number is the declaration that has it, its only part the name.
    case parameter
  }

  struct Term: Hashable {
    var kind: Kind
    var number: Int32
    var parts: [Int32]
  }

  static let unknown: Int32 = 0
  @exclusivity(unchecked) private(set) var all = [Term(kind: .unknown, number: -1, parts: [])]
  @exclusivity(unchecked) private var numbers: [Term: Int32] = [:]
  /// The term of each type without generic arguments; 0 for none.
  @exclusivity(unchecked) private var plain: [Int32] = []

  subscript(term: Int32) -> Term { all[Int(term)] }

  func nominal(_ type: Int32, _ arguments: [Int32] = []) -> Int32 {
    guard arguments.isEmpty else {
      return term(Term(kind: .nominal, number: type, parts: arguments))
    }
    if plain.count <= type { plain += repeatElement(0, count: Int(type) + 256 - plain.count) }
    if plain[Int(type)] == 0 {
      plain[Int(type)] = term(Term(kind: .nominal, number: type, parts: []))
    }
    return plain[Int(type)]
  }

  func metatype(_ type: Int32) -> Int32 {
    type == Self.unknown ? type : term(Term(kind: .metatype, number: -1, parts: [type]))
  }

  func tuple(_ parts: [Int32], labels: [Int32] = []) -> Int32 {
    let isLabelled = labels.contains { $0 != -1 }
    let labels = isLabelled ? term(Term(kind: .labels, number: -1, parts: labels)) : -1
    return term(Term(kind: .tuple, number: labels, parts: parts))
  }

  func term(_ term: Term) -> Int32 {
    if let known = numbers[term] { return known }
    let number = Int32(all.count)
    all.append(term)
    numbers[term] = number
    return number
  }
}
