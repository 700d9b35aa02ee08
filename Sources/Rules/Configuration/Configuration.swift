import Diagnostics

/// A project's settings, as `.swift-determinism-lint.yml` and what it extends have them. What they
/// name keeps its place. Rule ids and packs are checked by `RuleSelection`, which knows the rules.
package struct Configuration: Sendable {
  /// A setting of one rule, or of all that a name stands for.
  package struct Setting<Value: Sendable>: Sendable {
    /// A rule's id, or the name of a pack or `all` where these may stand.
    package let id: Located<String>
    package let value: Value

    package init(id: Located<String>, value: Value) {
      (self.id, self.value) = (id, value)
    }
  }

  /// A type of the project that has the name of a banned type.
  package struct OwnType: Sendable {
    package let name: Located<String>
    /// Where the name means the own type; everywhere if empty.
    package let files: [Located<Glob>]
  }

  /// Settings for some files only.
  package struct Override: Sendable {
    package let files: [Located<Glob>]
    package var severity: [Setting<RuleSeverity>] = []
    package var allowInside: [Setting<[Located<ScopeHeader>]>] = []
    package var replace: [Setting<[ReplacementText]>] = []
    package var defaultArguments: [Setting<DefaultArguments>] = []
  }

  package typealias ReplacementText = (pattern: Located<String>, text: Located<String>)

  /// The file itself, then the one that it extends, and so on; none without a configuration.
  package private(set) var sources: [SourceFile] = []
  /// The bundled packs that are on; nil if no file says.
  package private(set) var packs: Located<[Located<String>]>?
  /// The project's own rule files and folders of them, each relative to the file that names it.
  package private(set) var rules: [Located<FilePath>] = []
  /// Single rules that are on, whether their pack is on or not.
  package private(set) var enable: [Located<String>] = []
  package private(set) var exclude: [Located<Glob>] = []
  /// The files that a walk through the folder of the configuration reads; all if empty.
  package private(set) var include: [Located<Glob>] = []
  package private(set) var severity: [Setting<RuleSeverity>] = []
  package private(set) var allow: [Setting<[Located<Glob>]>] = []
  package private(set) var allowInside: [Setting<[Located<ScopeHeader>]>] = []
  package private(set) var replace: [Setting<[ReplacementText]>] = []
  package private(set) var defaultArguments: [Setting<DefaultArguments>] = []
  /// Of a trace, which no override holds for, as it goes through many files.
  package private(set) var through: [Setting<[Located<ScopeHeader>]>] = []
  package private(set) var seams: [Setting<[Located<ScopeHeader>]>] = []
  package private(set) var throughAllowed: [Setting<Bool>] = []
  /// If two apply to a file, the later one wins.
  package private(set) var overrides: [Override] = []
  package private(set) var ownTypes: [OwnType] = []
  package private(set) var ownQueues: [OwnQueue] = []
  package private(set) var modules: [Located<String>] = []
  /// The names of what writes its arguments as text.
  package private(set) var textSinks: [String] = []
  /// Relative to the file that names it.
  package private(set) var baseline: Located<FilePath>?
  /// The versions of the tool that may read it; nil for all.
  package private(set) var requiredVersion: Located<RequiredVersion>?
  /// The configuration that the file is to be added to, relative to it.
  package private(set) var extends: Located<FilePath>?
  /// The mistakes by index of the file, sorted by place. With any, nothing must be used.
  package private(set) var mistakes: [[Diagnostic]] = []

  /// The settings without a configuration file.
  package init() {}

  /// A file without content sets nothing.
  /// - Parameters:
  ///   - number: how many files extend this one, directly or not.
  ///   - globBase: the folder that its globs start from; nil for the root.
  package init(parsing source: SourceFile, number: Int = 0, globBase: GlobBase? = nil) {
    sources = [source]
    let document = YAMLDocument(parsing: source.bytes)
    var reader = NodeReader(document, file: number, globBase: globBase)
    let fields = document.root.flatMap {
      reader.fields(
        of: $0, as: ConfigurationKey.self, required: [], subject: "file",
        expectation: "a configuration must have keys with values, e.g. 'packs: [core]'")
    }
    if let fields { read(fields, with: &reader) }
    mistakes = [reader.diagnostics.inOrder(within: source.bytes.count)]
  }

  private mutating func read(_ fields: Fields<ConfigurationKey>, with reader: inout NodeReader) {
    if let node = fields[.packs] {
      let names = reader.texts(node, of: "packs", .pack)
      packs = Located(names, at: node.range, inFile: reader.file)
    }
    rules = reader.texts(fields[.rules], of: "rules", .path).map { $0.map { FilePath($0) } }
    enable = reader.texts(fields[.enable], of: "enable", .rule)
    exclude = reader.globs(fields[.exclude], of: "exclude")
    reader.requireEntries(fields[.include], "'include' is empty; leave it out for all files")
    include = reader.globs(fields[.include], of: "include")
    severity = reader.severities(fields[.severity])
    allow = reader.settings(fields[.allow], "'allow' maps rules, packs or 'all' to lists of globs")
    {
      $0.globs($1, of: $2)
    }
    allowInside = reader.scopes(byName: fields[.allowInside], of: "allow-inside")
    replace = reader.replacements(fields[.replace])
    defaultArguments = reader.defaultArguments(of: fields[.defaultArguments])
    through = reader.scopes(byName: fields[.through], of: "through")
    seams = reader.scopes(byName: fields[.seams], of: "seams")
    throughAllowed = reader.throughAllowed(fields[.throughAllowed])
    overrides = reader.overrides(fields[.overrides])
    ownTypes = reader.ownTypes(fields[.ownTypes])
    ownQueues = reader.ownQueues(fields[.ownQueues])
    modules = reader.names(fields[.modules], of: "modules", .module)
    textSinks = reader.textSinks(fields[.textSinks])
    baseline = reader.path(fields[.baseline], of: "baseline")
    extends = reader.path(fields[.extends], of: "extends")
    requiredVersion = reader.requiredVersion(fields[.requiredVersion])
  }
}

extension Configuration {
  /// The file itself; nil without a configuration.
  package var source: SourceFile? { sources.first }

  /// Whether no file has a mistake.
  package var isUsable: Bool { mistakes.allSatisfy { $0.isEmpty } }

  /// Adds what this configuration extends: lists add, what it says itself comes last; of single
  /// values its own holds.
  /// - Parameter base: parsed with the number of files that there are here.
  package mutating func extend(_ base: Configuration) {
    sources += base.sources
    mistakes += base.mistakes
    if let basePacks = base.packs {
      packs = Located(
        basePacks.value + (packs?.value ?? []), at: (packs ?? basePacks).range,
        inFile: (packs ?? basePacks).file)
    }
    rules = base.rules + rules
    enable = base.enable + enable
    exclude = base.exclude + exclude
    include = base.include + include
    severity = base.severity + severity
    allow = base.allow + allow
    allowInside = base.allowInside + allowInside
    replace = base.replace + replace
    defaultArguments = base.defaultArguments + defaultArguments
    through = base.through + through
    seams = base.seams + seams
    throughAllowed = base.throughAllowed + throughAllowed
    overrides = base.overrides + overrides
    ownTypes = base.ownTypes + ownTypes
    ownQueues = base.ownQueues + ownQueues
    modules = base.modules + modules
    textSinks = base.textSinks + textSinks
    baseline = baseline ?? base.baseline
    requiredVersion = requiredVersion ?? base.requiredVersion
  }

  /// Adds what is wrong with something that the configuration names.
  package mutating func add(_ mistake: String, at place: SettingPlace) {
    mistakes[place.file].append(Diagnostic(.error, at: place.range, mistake))
    mistakes[place.file] = mistakes[place.file].inOrder(within: sources[place.file].bytes.count)
  }

  /// The mistakes of each file that has any.
  package var fileMistakes: [FileDiagnostics] {
    zip(sources, mistakes).filter { !$1.isEmpty }.map {
      FileDiagnostics(source: $0, diagnostics: $1)
    }
  }
}

extension Configuration.OwnType: Equatable {
  package static func == (
    left: Configuration.OwnType, right: Configuration.OwnType
  ) -> Bool {
    left.name.value == right.name.value
      && left.files.lazy.map(\.value).elementsEqual(right.files.lazy.map(\.value))
  }
}
