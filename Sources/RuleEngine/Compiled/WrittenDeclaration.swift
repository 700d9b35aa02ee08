/// What a declaration's header says, as far as a scope can ask for it.
struct WrittenDeclaration {
  /// The names without `@`, e.g. `Testing.Test`.
  var attributes: [[Name]] = []
  /// Those with an argument too, as `nonisolated(unsafe)`, but for `private(set)`.
  var modifiers: [Name] = []
  var keyword: Name = []
  /// Several for `let (a, b)`; none for `init`. Only that of an extension may have several names.
  var names: [[Name]] = []
  /// The types of the inheritance clause, or the one of a variable.
  var types: [[Name]] = []
}
