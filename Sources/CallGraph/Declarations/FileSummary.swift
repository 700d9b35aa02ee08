import Diagnostics
import Rules
import Syntax

/// What a file declares, and what its code refers to. It depends on the bytes of the file alone.
///
/// Everything lies in flat arrays and refers to the rest by index, so that many summaries can be
/// put one after the other; see `Program`. An index of -1 stands for nothing.
package struct FileSummary: Sendable {
  /// The names that are written in the file.
  var names = NameTable()
  /// The modules that it imports, as names.
  var imports: [Int32] = []
  /// Those that its module exports, as names.
  var exports: [Int32] = []
  /// The first one is the file itself.
  var declarations: [Declaration] = []
  var parameters: [Parameter] = []
  var generics: [GenericParameter] = []
  var nodes: [CodeNode] = []
  var expressions: [Expression] = []
  var arguments: [Argument] = []
  var locals: [Local] = []
  var types: [WrittenType] = []
  /// What declarations and types refer to by a range: types that are inherited, parts of types.
  var typeLists: [Int32] = []
  /// Attributes of declarations, as names.
  var attributes: [Int32] = []
  /// What the file has and a trace cannot follow.
  var notFollowed = NotFollowed()

  package init(of bytes: [UInt8]) {
    self = withSyntaxTree(of: bytes) { tree in
      var reader = SummaryReader(tree)
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
    /// `static` or `class`.
    static let isStatic = Flags(rawValue: 1)
    /// `private` or `fileprivate`.
    static let isPrivate = Flags(rawValue: 1 << 1)
    static let isOverride = Flags(rawValue: 1 << 2)
    static let isLazy = Flags(rawValue: 1 << 3)
    /// It has a getter, or is a requirement.
    static let isComputed = Flags(rawValue: 1 << 4)
    /// It is declared in code, and not among the members of a file or type.
    static let isLocal = Flags(rawValue: 1 << 5)
    /// Of an initializer: its body calls another one of the same type.
    static let delegates = Flags(rawValue: 1 << 6)
    /// Of an initializer: its body calls one of the superclass.
    static let callsSuper = Flags(rawValue: 1 << 7)
    static let isConstant = Flags(rawValue: 1 << 8)
    static let isConvenience = Flags(rawValue: 1 << 10)
    /// An operator, which is found by its name alone.
    static let isOperator = Flags(rawValue: 1 << 11)
    static let isAsync = Flags(rawValue: 1 << 12)
  }

  var kind: Kind
  var name: Int32 = -1
  /// The declaration around it; -1 for the file.
  var parent: Int32
  var flags: Flags = []
  /// Offsets from 0 in UTF-8 bytes: of the name, and of all of it with its attributes.
  var nameOffset: UInt32 = 0
  var start: UInt32 = 0
  var end: UInt32 = 0
  /// In `parameters`; of an enum case its associated values.
  var parameters = Span()
  var generics = Span()
  /// The result of a function, the type of a variable, what an alias stands for or an extension
  /// extends; in `types`.
  var type: Int32 = -1
  /// The value that a variable is declared with; in `expressions`.
  var value: Int32 = -1
  /// In `typeLists`.
  var inherited = Span()
  /// In `attributes`.
  var attributes = Span()
  /// The code of a function or initializer, the getter of a variable or subscript; in `nodes`.
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

/// Some elements of an array, in half the memory of a `Range<Int>`.
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
  /// The node of the default argument; -1 if there is none.
  var defaultNode: Int32 = -1
  var isVariadic = false
}

/// `T: Bound`, in the declaration or its `where` clause.
struct GenericParameter: Sendable {
  var name: Int32
  var bound: Int32
}

/// What a part of the source that is run as a whole is.
package enum NodeKind: Sendable {
  case function, initializer, implicitInitializer, deinitializer
  case getter, setter, observer, initialValue, defaultArgument
  case enumCase
  /// Code of a file outside of all declarations.
  case topLevel
  /// A closure that a stored property keeps; nothing leads to it.
  case storedClosure
  /// A freestanding macro among declarations, such as `#Preview`.
  case macro
}

/// A part of the source that is run as a whole.
struct CodeNode: Sendable {
  var kind: NodeKind
  /// In `declarations`.
  var declaration: Int32
  /// Of a default argument: its parameter, in `parameters`.
  var parameter: Int32 = -1
  /// Offsets from 0 in UTF-8 bytes.
  var nameOffset: UInt32
  var start: UInt32
  var end: UInt32
}

/// A part of an expression. Each comes after its own parts.
struct Expression: Sendable {
  enum Kind: UInt8, Sendable {
    /// A name with nothing before it that is not a local one.
    case name
    /// A local variable or parameter, in `locals`: `base`.
    case local
    /// A local function, in `declarations`: `base`.
    case localFunction
    /// `base.name`
    case member
    /// `.name`
    case implicitMember
    case selfValue, superValue, selfType
    /// A call or subscript of what `base` gives.
    case call, subscripted
    /// `base` is its result, in `expressions`, `name` its written result type, in `types`; each is
    /// -1 if it is unknown.
    case closure
    /// `base` is its type, in `types`.
    case typed
    /// `base as Type`: the type is `name`, in `types`.
    case cast
    case array, dictionary, tuple
    /// `base ?? name`, `base` or `name`: either, both in `expressions`.
    case either
    /// Its operands are its arguments.
    case operation
    /// The element of the collection `base`.
    case element
    /// `name` is its number: that part of the tuple `base`.
    case part
    case unknown
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    /// Arguments follow.
    static let isCalled = Flags(rawValue: 1)
    static let isWritten = Flags(rawValue: 1 << 1)
    /// Only labels stand in the parentheses: `f(a:b:)`.
    static let isCompound = Flags(rawValue: 1 << 2)
    /// It is written, and its old value is not read.
    static let isOnlyWritten = Flags(rawValue: 1 << 3)
    /// A stored property keeps it: a function there is not called.
    static let isKept = Flags(rawValue: 1 << 4)
    /// `await` stands before it.
    static let isAwaited = Flags(rawValue: 1 << 5)
  }

  /// What tells the type that an expression without one of its own has to have.
  enum Context: UInt8, Sendable {
    case none
    /// The parameter that it is passed to; `context` is the call, `contextNumber` the argument.
    case argument
    /// In `types`.
    case type
    /// That of another expression.
    case expression
    /// What the closure's own context says that it returns.
    case closureResult
    /// That of the elements of another expression's context; `contextNumber` is 1 for the values of
    /// a dictionary.
    case elementOf
    /// That of the operation, or of its other operand.
    case operand
  }

  var kind: Kind
  var flags: Flags = []
  var contextKind = Context.none
  /// How many of the arguments are trailing closures.
  var trailingCount: UInt8 = 0
  var name: Int32 = -1
  var base: Int32 = -1
  var arguments = Span()
  /// The node that it is in.
  var owner: Int32
  var context: Int32 = -1
  var contextNumber: Int32 = 0
  /// Generic arguments, in `typeLists`.
  var generics = Span()
  /// Of the name; from 0 in UTF-8 bytes.
  var offset: UInt32
}

struct Argument: Sendable {
  /// -1 for none.
  var label: Int32
  /// In `expressions`; -1 for the labels of a compound name.
  var value: Int32
}

/// A parameter or variable in code.
struct Local: Sendable {
  /// In `types`; -1 if none is written.
  var type: Int32 = -1
  /// The expression whose type it has; -1 for none.
  var source: Int32 = -1
  /// If not -1, it is parameter `number` of the closure `source`.
  var number: Int32 = -1
}

/// A type as it is written, without `?`, `!`, attributes and specifiers.
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
  /// Generic arguments, elements, or the parameters and then the result; in `typeLists`.
  var parts = Span()
}
