import Diagnostics
import Rules

/// The summaries of all files, one after the other, with names and indices of their own.
struct MergedFiles {
  var names = NameTable()
  var declarations: [Declaration] = []
  var parameters: [Parameter] = []
  var generics: [GenericParameter] = []
  var nodes: [CodeNode] = []
  var expressions: [Expression] = []
  var arguments: [Argument] = []
  var locals: [Local] = []
  var guards: [Guard] = []
  var types: [WrittenType] = []
  var typeLists: [Int32] = []
  var attributes: [Int32] = []
  /// The file of each declaration.
  var files: [Int32] = []
  /// The modules that each file imports.
  var imports: [[Int32]] = []
  var exports: [[Int32]] = []
  /// The start of the declarations and nodes of each file; one more at the end.
  var declarationStarts: [Int] = [0]
  var nodeStarts: [Int] = [0]
  var keyPaths: Set<Int32> = []
  var notFollowed = NotFollowed()

  init(_ summaries: [FileSummary]) {
    declarations.reserveCapacity(summaries.reduce(0) { $0 + $1.declarations.count })
    expressions.reserveCapacity(summaries.reduce(0) { $0 + $1.expressions.count })
    arguments.reserveCapacity(summaries.reduce(0) { $0 + $1.arguments.count })
    types.reserveCapacity(summaries.reduce(0) { $0 + $1.types.count })
    for summary in summaries { append(summary) }
  }

  /// The names of a nominal type, from outside in.
  func path(ofType type: Int32) -> [Int32] {
    var path: [Int32] = []
    var type = type
    while type != -1, types[Int(type)].kind == .nominal {
      path.append(types[Int(type)].name)
      type = types[Int(type)].base
    }
    return path.reversed()
  }

  mutating func append(_ summary: FileSummary) {
    let shift = Shift(summary, to: &self)
    files += repeatElement(Int32(imports.count), count: summary.declarations.count)
    imports.append(summary.imports.map(shift.name))
    exports.append(summary.exports.map(shift.name))
    declarations += summary.declarations.lazy.map(shift.declaration)
    parameters += summary.parameters.lazy.map(shift.parameter)
    generics += summary.generics.lazy.map {
      GenericParameter(name: shift.name($0.name), bound: shift.type($0.bound))
    }
    nodes += summary.nodes.lazy.map(shift.node)
    expressions += summary.expressions.lazy.map(shift.expression)
    arguments += summary.arguments.lazy.map {
      Argument(
        label: shift.name($0.label), value: shift.expression($0.value),
        end: shift.expression($0.end))
    }
    locals += summary.locals.lazy.map(shift.local)
    guards += summary.guards.lazy.map(shift.valueGuard)
    types += summary.types.lazy.map(shift.writtenType)
    typeLists += summary.typeLists.lazy.map(shift.type)
    attributes += summary.attributes.lazy.map(shift.name)
    declarationStarts.append(declarations.count)
    nodeStarts.append(nodes.count)
    keyPaths.formUnion(summary.keyPaths.lazy.map(shift.name))
    notFollowed.add(summary.notFollowed)
  }
}

/// The new indices for those of a summary.
private struct Shift {
  let names: [Int32]
  let declarations, parameters, generics, nodes, expressions, arguments, locals: Int32
  let types, typeLists, attributes: Int32

  init(_ summary: FileSummary, to files: inout MergedFiles) {
    var names: [Int32] = []
    names.reserveCapacity(summary.names.count)
    summary.names.bytes.withUnsafeBufferPointer { bytes in
      for number in 0..<summary.names.count {
        let name = UnsafeBufferPointer(rebasing: bytes[summary.names.range(of: number)])
        names.append(Int32(files.names.insert(name)))
      }
    }
    self.names = names
    declarations = Int32(files.declarations.count)
    parameters = Int32(files.parameters.count)
    generics = Int32(files.generics.count)
    nodes = Int32(files.nodes.count)
    expressions = Int32(files.expressions.count)
    arguments = Int32(files.arguments.count)
    locals = Int32(files.locals.count)
    types = Int32(files.types.count)
    typeLists = Int32(files.typeLists.count)
    attributes = Int32(files.attributes.count)
  }

  func name(_ index: Int32) -> Int32 { index < 0 ? index : names[Int(index)] }
  func type(_ index: Int32) -> Int32 { index < 0 ? index : index + types }
  func expression(_ index: Int32) -> Int32 { index < 0 ? index : index + expressions }
  func node(_ index: Int32) -> Int32 { index < 0 ? index : index + nodes }
  func declaration(_ index: Int32) -> Int32 { index < 0 ? index : index + declarations }

  func span(_ span: Span, _ shift: Int32) -> Span {
    var span = span
    span.start += shift
    return span
  }

  func declaration(_ declaration: Declaration) -> Declaration {
    var shifted = declaration
    shifted.name = name(declaration.name)
    shifted.parent = self.declaration(declaration.parent)
    shifted.parameters = span(declaration.parameters, parameters)
    shifted.generics = span(declaration.generics, generics)
    shifted.type = type(declaration.type)
    shifted.value = expression(declaration.value)
    shifted.inherited = span(declaration.inherited, typeLists)
    shifted.attributes = span(declaration.attributes, attributes)
    shifted.body = node(declaration.body)
    shifted.setter = node(declaration.setter)
    shifted.observer = node(declaration.observer)
    shifted.initialValue = node(declaration.initialValue)
    return shifted
  }

  func parameter(_ parameter: Parameter) -> Parameter {
    var shifted = parameter
    shifted.label = name(parameter.label)
    shifted.name = name(parameter.name)
    shifted.type = type(parameter.type)
    shifted.defaultNode = node(parameter.defaultNode)
    shifted.defaultValue = expression(parameter.defaultValue)
    return shifted
  }

  func node(_ node: CodeNode) -> CodeNode {
    var shifted = node
    shifted.declaration = declaration(node.declaration)
    if node.parameter != -1 { shifted.parameter += parameters }
    return shifted
  }

  func expression(_ expression: Expression) -> Expression {
    var shifted = expression
    switch expression.kind {
    case .local:
      shifted.name = name(expression.name)
      shifted.base += locals
    case .localFunction:
      shifted.name = name(expression.name)
      shifted.base = declaration(expression.base)
    case .typed:
      shifted.name = name(expression.name)
      shifted.base = type(expression.base)
    case .cast, .closure:
      shifted.name = type(expression.name)
      shifted.base = self.expression(expression.base)
    case .either:
      shifted.name = self.expression(expression.name)
      shifted.base = self.expression(expression.base)
    case .part:
      shifted.base = self.expression(expression.base)
    default:
      shifted.name = name(expression.name)
      shifted.base = self.expression(expression.base)
    }
    shifted.arguments = span(expression.arguments, arguments)
    shifted.generics = span(expression.generics, typeLists)
    shifted.owner = node(expression.owner)
    shifted.context =
      expression.contextKind == .type
      ? type(expression.context) : self.expression(expression.context)
    return shifted
  }

  func local(_ local: Local) -> Local {
    var shifted = local
    shifted.type = type(local.type)
    shifted.source = expression(local.source)
    if local.parameter != -1 { shifted.parameter += parameters }
    return shifted
  }

  func valueGuard(_ guarded: Guard) -> Guard {
    var shifted = guarded
    shifted.owner = node(guarded.owner)
    if guarded.parameter == -2 { shifted.subject = expression(guarded.subject) }
    if 0 <= guarded.parameter { shifted.parameter += parameters }
    shifted.type = type(guarded.type)
    shifted.values = span(guarded.values, attributes)
    return shifted
  }

  func writtenType(_ type: WrittenType) -> WrittenType {
    var shifted = type
    shifted.name = name(type.name)
    shifted.base = self.type(type.base)
    shifted.parts = span(type.parts, typeLists)
    shifted.labels = span(type.labels, attributes)
    return shifted
  }
}
