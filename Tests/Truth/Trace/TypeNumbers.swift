/// The types that the index knows of, numbered, and what is a member of which.
struct TypeNumbers {
  /// By identifier of a declaration: the type that it is a member of, in an extension or not.
  private(set) var home: [String: Int] = [:]
  /// What protocols require.
  private(set) var requirements: Set<String> = []
  /// By identifier of an initializer that a class inherits: that of the superclass.
  private(set) var inherited: [String: String] = [:]
  private var numbers: [String: Int] = [:]
  private var protocols: Set<Int> = []
  /// By identifier of an extension: that of the type.
  private var extended: [String: String] = [:]
  private var superclassOfType: [Int: Int] = [:]

  init(_ files: [[Occurrence]]) {
    for occurrence in files.joined() { addType(occurrence) }
    for occurrence in files.joined() { addMember(occurrence) }
  }

  func isProtocol(_ type: Int) -> Bool { protocols.contains(type) }

  /// The number of a type, or of the type that an extension extends.
  func number(of usr: String) -> Int? { numbers[extended[usr] ?? usr] }

  /// By type; -1 for none.
  var superclasses: [Int32] {
    (0..<numbers.count).map { Int32(superclassOfType[$0] ?? -1) }
  }

  private mutating func addType(_ occurrence: Occurrence) {
    for user in occurrence.related(by: INDEXSTORE_SYMBOL_ROLE_REL_EXTENDEDBY) {
      extended[user] = occurrence.usr
    }
    guard occurrence.isType, !occurrence.isAlias else { return }
    let number = add(occurrence.usr)
    if occurrence.kind == INDEXSTORE_SYMBOL_KIND_PROTOCOL { protocols.insert(number) }
    guard occurrence.kind == INDEXSTORE_SYMBOL_KIND_CLASS else { return }
    for derived in occurrence.related(by: INDEXSTORE_SYMBOL_ROLE_REL_BASEOF) {
      superclassOfType[add(derived)] = number
    }
  }

  private mutating func addMember(_ occurrence: Occurrence) {
    guard occurrence.isDefinition else { return }
    for parent in occurrence.related(by: INDEXSTORE_SYMBOL_ROLE_REL_CHILDOF) {
      guard let type = number(of: parent) else { continue }
      home[occurrence.usr] = type
      if isProtocol(type), extended[parent] == nil { requirements.insert(occurrence.usr) }
    }
    if occurrence.isImplicit, occurrence.kind == INDEXSTORE_SYMBOL_KIND_CONSTRUCTOR {
      inherited[occurrence.usr] =
        occurrence.related(by: INDEXSTORE_SYMBOL_ROLE_REL_OVERRIDEOF).first
    }
  }

  private mutating func add(_ usr: String) -> Int {
    if let number = numbers[usr] { return number }
    numbers[usr] = numbers.count
    return numbers.count - 1
  }
}

extension Occurrence {
  /// Whether a call of it runs code, that of an initializer or an enum case, too.
  var isFunction: Bool {
    let kinds = [
      INDEXSTORE_SYMBOL_KIND_FUNCTION, INDEXSTORE_SYMBOL_KIND_INSTANCEMETHOD,
      INDEXSTORE_SYMBOL_KIND_CLASSMETHOD, INDEXSTORE_SYMBOL_KIND_STATICMETHOD,
      INDEXSTORE_SYMBOL_KIND_CONSTRUCTOR, INDEXSTORE_SYMBOL_KIND_ENUMCONSTANT,
    ]
    return kinds.contains(kind)
  }

  /// Whether it is a variable that outlives the call, so that a closure it gets is kept.
  var isKeptVariable: Bool {
    let kinds = [
      INDEXSTORE_SYMBOL_KIND_INSTANCEPROPERTY, INDEXSTORE_SYMBOL_KIND_CLASSPROPERTY,
      INDEXSTORE_SYMBOL_KIND_STATICPROPERTY,
    ]
    return kinds.contains(kind)
  }
}
