import Diagnostics
import Rules
import Syntax

/// The declarations and references of a file. It depends on the bytes of the file alone.
///
/// Everything lies in flat arrays and refers to the rest by index, so that many summaries can be
/// put one after the other; see `Program`. An index of -1 stands for nothing.
package struct FileSummary: Sendable {
  /// The names that are written in the file.
  var names = NameTable()
  /// The modules that it imports, as names.
  var imports: [Int32] = []
  /// The modules that its own module exports, as names.
  var exports: [Int32] = []
  /// The declarations; the first is the file itself.
  var declarations: [Declaration] = []
  var parameters: [Parameter] = []
  var generics: [GenericParameter] = []
  var nodes: [CodeNode] = []
  var expressions: [Expression] = []
  var arguments: [Argument] = []
  var locals: [Local] = []
  var guards: [Guard] = []
  var types: [WrittenType] = []
  /// The types in ranges that declarations and types refer to: inherited types, parts of types.
  var typeLists: [Int32] = []
  /// Attributes of declarations, labels of tuples and values of guards, as names.
  var attributes: [Int32] = []
  /// The names in key paths, through which a property may be set.
  var keyPaths: [Int32] = []
  /// The code of the file that a trace cannot follow.
  var notFollowed = NotFollowed()

  /// - Parameter hasBodies: whether the code of functions and accessors is read, too. Types of
  ///   declarations need no more than initial values.
  package init(of bytes: [UInt8], hasBodies: Bool = true) {
    self = withSyntaxTree(of: bytes) { tree in
      var reader = SummaryReader(tree, hasBodies: hasBodies)
      reader.readFile()
      return reader.summary
    }
  }

  init() {}
}

/// A declaration with a name, an extension, or the file.
struct Declaration: Sendable {
  enum Kind: UInt8, Sendable {
    case file
    case structure, classType, actor, enumeration, protocolType, extensionOfType
    case function, initializer, deinitializer, subscripts, variable, enumCase
    case alias, associatedType
    /// A freestanding macro among declarations.
    case macro
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt32
    /// The modifier `static` or `class`.
    static let isStatic = Flags(rawValue: 1)
    /// The modifier `private` or `fileprivate`.
    static let isPrivate = Flags(rawValue: 1 << 1)
    static let isOverride = Flags(rawValue: 1 << 2)
    static let isLazy = Flags(rawValue: 1 << 3)
    /// The variable or subscript has a getter, or is a requirement.
    static let isComputed = Flags(rawValue: 1 << 4)
    /// The declaration is in code, and not among the members of a file or type.
    static let isLocal = Flags(rawValue: 1 << 5)
    /// The body of the initializer calls another one of the same type.
    static let delegates = Flags(rawValue: 1 << 6)
    /// The body of the initializer calls one of the superclass.
    static let callsSuper = Flags(rawValue: 1 << 7)
    static let isConstant = Flags(rawValue: 1 << 8)
    /// `init?`
    static let isFailable = Flags(rawValue: 1 << 9)
    static let isConvenience = Flags(rawValue: 1 << 10)
    /// An operator, which is found by its name alone.
    static let isOperator = Flags(rawValue: 1 << 11)
    static let isAsync = Flags(rawValue: 1 << 12)
    static let isMutating = Flags(rawValue: 1 << 13)
    /// No test in it runs: it begins with `throw XCTSkip`, or is `.disabled`.
    static let isSkipped = Flags(rawValue: 1 << 14)
  }

  var kind: Kind
  var name: Int32 = -1
  /// The declaration around it; -1 for the file.
  var parent: Int32
  var flags: Flags = []
  /// The offsets of the name, and of the whole with its attributes, from 0 in UTF-8 bytes.
  var nameOffset: UInt32 = 0
  var start: UInt32 = 0
  var end: UInt32 = 0
  /// The parameters, or the associated values of an enum case, in `parameters`.
  var parameters = Span()
  var generics = Span()
  /// The result of a function, the type of a variable, the type that an alias stands for or an
  /// extension extends; in `types`.
  var type: Int32 = -1
  /// The value that a variable is declared with; in `expressions`.
  var value: Int32 = -1
  /// The types in the inheritance clause, in `typeLists`.
  var inherited = Span()
  /// The names of the attributes, in `attributes`.
  var attributes = Span()
  /// The code of a function or initializer, the getter of a variable or subscript, the closure that
  /// a stored variable is declared with; in `nodes`.
  var body: Int32 = -1
  var setter: Int32 = -1
  var observer: Int32 = -1
  /// The node of `value`.
  var initialValue: Int32 = -1

  init(_ kind: Kind, in parent: Int32) {
    self.kind = kind
    self.parent = parent
  }

  var isType: Bool {
    switch kind {
    case .structure, .classType, .actor, .enumeration, .protocolType: true
    default: false
    }
  }
}

/// A range of an array, in half the memory of a `Range<Int>`.
struct Span: Sendable {
  var start: Int32 = 0
  var count: Int32 = 0

  init() {}

  init(_ range: Range<Int>) {
    start = Int32(range.lowerBound)
    count = Int32(range.count)
  }

  var range: Range<Int> { Int(start)..<Int(start + count) }
  var isEmpty: Bool { count == 0 }
}

struct Parameter: Sendable {
  /// The argument label; -1 for `_`.
  var label: Int32
  var name: Int32
  var type: Int32 = -1
  /// The node of the default argument, and its value, in `expressions`; -1 if there is none.
  var defaultNode: Int32 = -1
  var defaultValue: Int32 = -1
  var isVariadic = false
  var isAutoclosure = false
  /// Whether the code of its function calls it, or hands it to anything but a stored property.
  var isUsed = false
}

/// A bound `T: Bound`, in the declaration or its `where` clause.
struct GenericParameter: Sendable {
  var name: Int32
  var bound: Int32
}

/// The kinds of `CodeNode`.
package enum NodeKind: Sendable {
  case function, initializer, implicitInitializer, deinitializer
  case getter, setter, observer, initialValue, defaultArgument
  case enumCase
  /// The code of a file outside of all declarations.
  case topLevel
  /// A closure that a stored property keeps; nothing leads to it.
  case storedClosure
  /// A freestanding macro among declarations, such as `#Preview`.
  case macro
}

/// A part of the source that is run as a whole.
struct CodeNode: Sendable {
  var kind: NodeKind
  /// The index in `declarations`.
  var declaration: Int32
  /// The parameter of a default argument, in `parameters`.
  var parameter: Int32 = -1
  /// The offsets from 0 in UTF-8 bytes.
  var nameOffset: UInt32
  var start: UInt32
  var end: UInt32
}

/// A part of an expression. Each comes after its own parts.
struct Expression: Sendable {
  enum Kind: UInt8, Sendable {
    /// A name with nothing before it that is not a local one.
    case name
    /// The local variable or parameter `base`, in `locals`.
    case local
    /// The local function `base`, in `declarations`.
    case localFunction
    /// `base.name`
    case member
    /// `.name`
    case implicitMember
    case selfValue, superValue, selfType
    /// A call or subscript of the value of `base`.
    case call, subscripted
    /// A closure with the result `base`, in `expressions`, and the written result type `name`, in
    /// `types`; each is -1 if it is unknown.
    case closure
    /// An expression of the type `base`, in `types`, such as the literal `name`.
    case typed
    /// The cast `base as Type` to the type `name`, in `types`.
    case cast
    case array, dictionary, tuple
    /// The value of `base` or of `name`, both in `expressions`, as in `base ?? name`.
    case either
    /// The use of an operator; its operands are its arguments.
    case operation
    /// The element of the collection `base`.
    case element
    /// The part with the number `name` of the tuple `base`.
    case part
    /// What the case `name` of `base` has with the number `contextNumber`; -1 for all of it.
    case associated
    case nilValue
    case unknown
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt16
    /// Arguments follow the expression.
    static let isCalled = Flags(rawValue: 1)
    static let isWritten = Flags(rawValue: 1 << 1)
    /// Only labels stand in the parentheses: `f(a:b:)`.
    static let isCompound = Flags(rawValue: 1 << 2)
    /// The expression is written, and its old value is not read.
    static let isOnlyWritten = Flags(rawValue: 1 << 3)
    /// A stored property keeps the value: a function there is not called.
    static let isKept = Flags(rawValue: 1 << 4)
    /// `await` stands before the expression.
    static let isAwaited = Flags(rawValue: 1 << 5)
    /// `a?.b`, `try? a` or `a as? T`.
    static let isOptional = Flags(rawValue: 1 << 6)
    /// `!` or `?` stands after it.
    static let isUnwrapped = Flags(rawValue: 1 << 7)
    /// It is in a closure that is not called on the spot.
    static let isInClosure = Flags(rawValue: 1 << 8)
    /// `.self` stands after it.
    static let isTypeValue = Flags(rawValue: 1 << 9)
    /// A function or getter returns it.
    static let isReturned = Flags(rawValue: 1 << 10)
  }

  /// The source of the type of an expression that has no type of its own.
  enum Context: UInt8, Sendable {
    case none
    /// The parameter that it is passed to; `context` is the call, `contextNumber` the argument.
    case argument
    /// The type `context`, in `types`.
    case type
    /// The type of the expression `context`.
    case expression
    /// The result of the type that the closure `context` has to have.
    case closureResult
    /// The elements of the type that the expression `context` has to have; `contextNumber` is 1 for
    /// the values of a dictionary.
    case elementOf
    /// The type of the operation `context`, or of its other operand.
    case operand
  }

  var kind: Kind
  var flags: Flags = []
  var contextKind = Context.none
  /// The number of arguments that are trailing closures.
  var trailingCount: UInt8 = 0
  var name: Int32 = -1
  var base: Int32 = -1
  var arguments = Span()
  /// The node that it is in.
  var owner: Int32
  var context: Int32 = -1
  var contextNumber: Int32 = 0
  /// The generic arguments, in `typeLists`.
  var generics = Span()
  /// The offset of the name, from 0 in UTF-8 bytes.
  var offset: UInt32
}

struct Argument: Sendable {
  /// The label; -1 for none.
  var label: Int32
  /// The value, in `expressions`; -1 for the labels of a compound name.
  var value: Int32
  /// The index after the expressions in it.
  var end: Int32 = 0
}

/// A parameter or variable in code.
struct Local: Sendable {
  /// The type, in `types`; -1 if none is written.
  var type: Int32 = -1
  /// The expression whose type it has; -1 for none.
  var source: Int32 = -1
  /// The number of the parameter of the closure `source`; -1 for any other local.
  var number: Int32 = -1
  /// Whether it has its value without the `?`, as in `if let`.
  var isUnwrapped = false
  var isConstant = false
  /// The parameter that it is, or that it was taken from, in `parameters`; -1 for none.
  var parameter: Int32 = -1
}

/// Code that runs only for some values of a parameter or property, or of what nobody can tell: a
/// `case` of a `switch`, the right side of a `??`, what `if let` and `guard let` are for.
struct Guard: Sendable {
  /// The node that it is in.
  var owner: Int32
  /// The parameter, in `parameters`; -1 for `self`, -2 for the member `subject`, in `expressions`,
  /// -3 for what nobody can tell.
  var parameter: Int32
  var subject: Int32
  /// The offsets of the code, from 0 in UTF-8 bytes.
  var start: UInt32
  var end: UInt32
  /// The names of cases, -1 for `nil`, in `attributes`.
  var values: Span
  /// The type that values have in their place, in `types`; -1 for none.
  var type: Int32
  /// Whether it runs for all values but those.
  var isRefused: Bool
}

/// A type as it is written, without `!`, attributes and specifiers.
struct WrittenType: Sendable {
  enum Kind: UInt8, Sendable {
    /// `base.name<parts>`
    case nominal
    case array, dictionary, function, tuple, metatype
    /// `A & B`
    case composition
    case selfType
    case unknown
  }

  var kind: Kind
  var name: Int32 = -1
  /// The type before the period; in `types`.
  var base: Int32 = -1
  /// The generic arguments, the elements, or the parameters and then the result; in `typeLists`.
  var parts = Span()
  /// Of a tuple: the labels of its parts, in `attributes`.
  var labels = Span()
  /// Whether `?` stands after it. Which type an expression has is told without.
  var isOptional = false
}
