import Diagnostics

/// A project's settings, as `.swift-determinism-lint.yml` has them. What it names keeps its place
/// there. Rule ids and packs are checked by `RuleSelection`, which knows the rules.
package struct Configuration: Sendable {
  /// One setting of one rule.
  package struct Setting<Value: Sendable>: Sendable {
    package let id: Located<String>
    package let value: Value
  }

  /// An own type of the project that is named as a banned one.
  package struct OwnType: Sendable {
    package let name: Located<String>
    /// Where the name means the own type; everywhere if empty.
    package let files: [Located<Glob>]
  }

  package typealias ReplacementText = (pattern: Located<String>, text: Located<String>)

  /// Nil without a configuration file.
  package let source: SourceFile?
  /// The bundled packs that are on; nil if the file does not say.
  package private(set) var packs: Located<[Located<String>]>?
  /// The project's own rule files and folders of them, relative to the configuration file.
  package private(set) var rules: [Located<FilePath>] = []
  package private(set) var exclude: [Located<Glob>] = []
  package private(set) var severity: [Setting<RuleSeverity>] = []
  package private(set) var allow: [Setting<[Located<Glob>]>] = []
  package private(set) var allowInside: [Setting<[Located<ScopeHeader>]>] = []
  package private(set) var replace: [Setting<[ReplacementText]>] = []
  package private(set) var ownTypes: [OwnType] = []
  package private(set) var modules: [Located<String>] = []
  /// The file's mistakes, sorted by place. With any, the configuration must not be used.
  package private(set) var diagnostics: [Diagnostic] = []

  /// What holds without a configuration file.
  package init() {
    source = nil
  }

  /// A file without content sets nothing.
  package init(parsing source: SourceFile) {
    self.source = source
    let document = YAMLDocument(parsing: source.bytes)
    var reader = NodeReader(document)
    let fields = document.root.flatMap {
      reader.fields(
        of: $0, as: ConfigurationKey.self, required: [], subject: "file",
        expectation: "a configuration is keys with values, e.g. 'packs: [core]'")
    }
    if let fields { read(fields, with: &reader) }
    diagnostics = reader.diagnostics.inOrder(within: source.bytes.count)
  }

  private mutating func read(_ fields: Fields<ConfigurationKey>, with reader: inout NodeReader) {
    if let node = fields[.packs] {
      let names = reader.texts(node, of: "packs", .pack)
      packs = Located(names, at: node.range)
    }
    rules = reader.texts(fields[.rules], of: "rules", .path).map {
      Located(FilePath($0.value), at: $0.range)
    }
    exclude = reader.globs(fields[.exclude], of: "exclude")
    severity = reader.settings(
      fields[.severity], "'severity' maps rule ids to 'error', 'warning' or 'off'"
    ) { reader, node, _ in
      reader.choice(node, of: "severity", from: RuleSeverity.names)
        .flatMap(RuleSeverity.init)
    }
    allow = reader.settings(fields[.allow], "'allow' maps rule ids to lists of globs") {
      $0.globs($1, of: $2)
    }
    allowInside = reader.settings(
      fields[.allowInside], "'allow-inside' maps rule ids to lists of declaration headers"
    ) { $0.scopes($1, of: $2) }
    replace = reader.settings(fields[.replace], "'replace' maps rule ids to patterns with texts") {
      $0.texts(byPattern: $1, of: $2)
    }
    ownTypes = reader.ownTypes(fields[.ownTypes])
    modules = reader.names(fields[.modules], of: "modules", .module)
  }
}

private enum ConfigurationKey: Int, FieldKey {
  case packs, rules, exclude, severity, allow, replace, modules, allowInside, ownTypes

  static let names = NameTable([
    "packs", "rules", "exclude", "severity", "allow", "replace", "modules", "allow-inside",
    "own-types",
  ])
}

extension NodeReader {
  /// - Parameter read: reads one setting's value; its last argument is the rule's id.
  fileprivate mutating func settings<Value>(
    _ node: YAMLNode?, _ expectation: String,
    read: (inout NodeReader, YAMLNode, String) -> Value?
  ) -> [Configuration.Setting<Value>] {
    var settings: [Configuration.Setting<Value>] = []
    for entry in entries(of: node, expectation) {
      let id = located(entry.key)
      guard let value = read(&self, entry.value, id.value) else { continue }
      settings.append(.init(id: id, value: value))
    }
    return settings
  }

  /// Either a list of types, or types with the globs of the files they hold in.
  fileprivate mutating func ownTypes(_ node: YAMLNode?) -> [Configuration.OwnType] {
    guard case .mapping(let mapping) = node else {
      return names(node, of: "own-types", .type).map { .init(name: $0, files: []) }
    }
    return document.entries(of: mapping).compactMap { entry in
      let key = document.text(of: entry.key)
      requireEntries(
        entry.value, "'\(key)' has no globs; write '[\"**\"]' for all files")
      let files = globs(entry.value, of: key)
      return name(located(entry.key), .type).map { .init(name: $0, files: files) }
    }
  }

  fileprivate mutating func names(
    _ node: YAMLNode?, of key: String, _ entryName: EntryName
  ) -> [Located<String>] {
    texts(node, of: key, entryName).compactMap { name($0, entryName) }
  }

  /// A Swift identifier.
  private mutating func name(
    _ text: Located<String>, _ entryName: EntryName
  ) -> Located<String>? {
    let isName = text.value.unicodeScalars.enumerated().allSatisfy { index, scalar in
      scalar == "_" || scalar.properties.isXIDStart
        || 0 < index && scalar.properties.isXIDContinue
    }
    guard isName, !text.value.isEmpty else {
      report("\(entryName.singular) is a Swift name, e.g. 'Timer'", at: text.range)
      return nil
    }
    return text
  }
}
