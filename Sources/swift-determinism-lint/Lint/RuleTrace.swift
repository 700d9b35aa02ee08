import CallGraph
import Diagnostics
import RuleEngine
import Rules
import SwiftLexer
import Workspace

/// What the rules with `trace: true` find in the calls of their `inside`, by the path of the file as
/// printed.
final class TracedFiles: Sendable {
  private let uses: [FilePath: TracedUses]
  /// How many rules were traced, and from how many functions and the like.
  let ruleCount: Int
  let entryCount: Int

  init(_ uses: [FilePath: TracedUses], ruleCount: Int, entryCount: Int) {
    (self.uses, self.ruleCount, self.entryCount) = (uses, ruleCount, entryCount)
  }

  func uses(in path: FilePath) -> TracedUses { uses[path] ?? TracedUses() }

  /// Whether a file is to be linted, whatever it holds.
  func names(_ path: FilePath) -> Bool { uses[path] != nil }
}

/// The folder that a run must lint as a whole for its rules to be traced.
struct TraceRoot: Sendable {
  let path: FilePath
  private let place: Place

  /// Nil if nothing is to be traced, or if the run lints less than that.
  /// - Parameter starts: the projects that the run begins with.
  init?(_ options: LintOptions, _ starts: [Project]) {
    guard starts.contains(where: { $0.tracesRules }), case .paths(let paths, nil) = options.input,
      !options.isFixing
    else { return nil }
    place = starts[0].place
    let start = starts[0].folder
    path =
      start.configuration.source != nil
      ? start.root : start.repository ?? place.workingFolder
    let isWhole = paths.contains { [place, path] named in
      path.relative(to: place.absolutePath(of: named)) != nil
    }
    guard isWhole else { return nil }
  }

  /// A path from the root.
  fileprivate func path(of file: FilePath) -> FilePath {
    place.absolutePath(of: file).relative(to: path) ?? file
  }
}

extension Project {
  var tracesRules: Bool {
    let rules = selection.rules
    return rules.indices.contains { rules[$0].isTraced }
  }
}

extension Rule {
  /// Whether its calls are looked at in a run over a whole project.
  var isTraced: Bool { trace.isOn && isMatched }
}

// MARK: - Rules that are traced alike

/// Rules of one configuration that look into the same declarations, and are traced alike.
private final class TracedRules: Sendable {
  /// By index in `ConfigurationTree.folders`.
  let configuration: Int
  let rules: [Rule]
  /// The same rules, which look everywhere.
  let everywhere: CompiledRules
  /// What their headers are for, in the order of `headers`.
  let roles: [Role]

  enum Role { case inside, through, seam, allowed }

  var trace: Rule.Trace { rules[0].trace }

  var headers: [ScopeHeader] {
    rules[0].inside + trace.through + trace.seams + rules[0].allowInside
  }

  init(_ rules: [Rule], of project: Project, _ options: LintOptions) {
    configuration = project.folder.number
    self.rules = rules
    let first = rules[0]
    roles =
      first.inside.map { _ in .inside } + first.trace.through.map { _ in .through }
      + first.trace.seams.map { _ in .seam } + first.allowInside.map { _ in .allowed }
    let everywhere = rules.map { rule in
      var rule = rule
      (rule.inside, rule.files) = ([], [])
      return rule
    }
    let configuration = project.configuration
    self.everywhere = CompiledRules(
      everywhere, modules: configuration.modules.map(\.value), ownTypes: configuration.ownTypes,
      known: project.names, readsSuppressions: options.readsSuppressions, describesFindings: true)
  }

  /// All of a configuration.
  static func all(of project: Project, _ options: LintOptions) -> [TracedRules] {
    var groups: [[Rule]] = []
    for rule in project.selection.rules where rule.isTraced {
      let like = groups.firstIndex {
        $0[0].inside == rule.inside && $0[0].trace == rule.trace
          && $0[0].allowInside == rule.allowInside
      }
      if let like { groups[like].append(rule) } else { groups.append([rule]) }
    }
    return groups.map { TracedRules($0, of: project, options) }
  }
}

/// A use of what a rule bans, wherever it is.
private struct TracedCause: Sendable {
  let file: Int
  let rule: String
  let tokens: String
  let range: Range<Int>
}

/// What is known of a file before all are linked.
private struct TraceableFile: Sendable {
  let file: LintFile
  let source: SourceFile
  let summary: FileSummary
  /// What the headers of all groups name.
  let places: [ScopeFinder.Place]
  /// By group.
  let causes: [[Diagnostic]]
  var uses = TracedUses()
}

// MARK: - The trace

/// Traces rules through all files of a run, before these are linted.
struct RuleTrace: Sendable {
  private let root: TraceRoot
  private let linter: Linter
  private let groups: [TracedRules]
  private let finder: ScopeFinder
  /// By index of a header of the finder: the group.
  private let groupsOfHeaders: [Int]

  private let found: FoundFiles

  /// - Parameters:
  ///   - starts: the projects that the run begins with.
  ///   - found: all files of the run.
  init(_ root: TraceRoot, _ starts: [Project], _ linter: Linter, through found: FoundFiles) {
    (self.root, self.linter, self.found) = (root, linter, found)
    let configurations = Set(found.files.indices.map { found.files.configuration(at: $0) })
    let sets = configurations.sorted().compactMap { linter.ruleSets.ruleSet(of: $0) }
    let groups = sets.flatMap { TracedRules.all(of: $0.project, linter.options) }
    self.groups = groups
    finder = ScopeFinder(
      groups.flatMap(\.headers), modules: starts[0].configuration.modules.map(\.value))
    groupsOfHeaders = groups.indices.flatMap { group in groups[group].roles.map { _ in group } }
  }

  func run() -> TracedFiles {
    var files: [TraceableFile] = []
    forEachBatch(
      of: InputBatches(found), jobs: linter.options.jobs,
      work: { memory, batch in
        // What cannot be read is told when it is linted.
        batch.files.indices.compactMap { try? read($0, of: batch.files, using: memory) }
      },
      size: { _ in 0 },
      deliver: { _, read in
        files += read
        return true
      })
    files.sort { $0.file.path < $1.file.path }
    let program = Program(
      files.map { (root.path(of: $0.file.path), $0.summary) },
      manifests: manifests(among: files))
    var entryCount = 0
    var uses = files.map(\.uses)
    for group in groups.indices {
      var trace = GroupTrace(groups[group], places(in: files, of: group), files, program, group)
      entryCount += trace.entryCount
      trace.add(to: &uses)
    }
    let named = zip(files, uses).filter { !$1.isEmpty }.map { ($0.source.path, $1) }
    return TracedFiles(
      Dictionary(uniqueKeysWithValues: named),
      ruleCount: Set(groups.flatMap { $0.rules.map(\.id) }).count, entryCount: entryCount)
  }

  private func read(
    _ index: Int, of files: LintFiles, using memory: LintMemory
  ) throws -> TraceableFile {
    let file = files[index]
    let bytes = try memory.buffer.readFile(at: index, of: files) { _ in true } ?? []
    let source = SourceFile(path: file.path, bytes: bytes)
    var uses = TracedUses()
    let causes = groups.map { bannedUses(by: $0, in: source, file, memory, &uses) }
    return TraceableFile(
      file: file, source: source, summary: FileSummary(of: bytes, reusing: &memory.scratch),
      places: finder.places(in: source, reusing: &memory.scratch), causes: causes, uses: uses)
  }

  /// What the rules of a group ban in a file; those uses that are allowed have a verdict.
  /// - Parameter uses: takes what allows them.
  private func bannedUses(
    by group: TracedRules, in source: SourceFile, _ file: LintFile, _ memory: LintMemory,
    _ uses: inout TracedUses
  ) -> [Diagnostic] {
    guard source.bytes.withUnsafeBufferPointer(group.everywhere.mayMatch) else { return [] }
    let found = lint(
      source, relativePath: file.relativePath, with: group.everywhere, reusing: &memory.scratch)
    // What has no key is about a comment.
    var causes = (found.diagnostics + found.excused).filter { $0.key != nil }
    guard !causes.isEmpty else { return [] }
    uses.usedSettings.formUnion(found.usedSettings)
    for cause in causes {
      if case .allowedInSource = cause.verdict, let rule = cause.rule {
        uses.allowed.append((rule.id, cause.range))
      }
    }
    // Another rule may report the use, and be allowed there.
    guard let rules = linter.rules(for: file, using: memory) else { return causes }
    let others = lint(
      source, relativePath: file.relativePath, with: rules.describing, reusing: &memory.scratch
    ).excused
    for index in causes.indices where causes[index].isReported {
      let other = others.first { $0.range.overlaps(causes[index].range) }
      if let other { causes[index].verdict = other.verdict }
    }
    return causes
  }

  /// The places of a group's headers, by file; their headers are indices in those of the group.
  private func places(in files: [TraceableFile], of group: Int) -> [[(Int, Range<Int>)]] {
    let first = groupsOfHeaders.firstIndex(of: group) ?? 0
    return files.map { file in
      file.places.filter { groupsOfHeaders[$0.header] == group }.map {
        ($0.header - first, $0.range)
      }
    }
  }

  /// Each `Package.swift`; settings leave out no manifest, since it says which code sees which.
  private func manifests(among files: [TraceableFile]) -> [(path: FilePath, bytes: [UInt8])] {
    let isManifest = { (path: FilePath) in path.lastComponent.elementsEqual("Package.swift".utf8) }
    let read = files.filter { isManifest($0.file.path) }.map { ($0.file.path, $0.source.bytes) }
    let others = (Array(found.excluded) + Array(found.notIncluded)).filter { isManifest($0.path) }
    let left = others.compactMap { file in (try? readFile(file.path)).map { (file.path, $0) } }
    return (read + left).map { (root.path(of: $0), $1) }.sorted { $0.0 < $1.0 }
  }
}

/// The trace of one group.
private struct GroupTrace {
  private let group: TracedRules
  private let files: [TraceableFile]
  private let program: Program
  private var search: Search
  /// By node: whether the rules look into it.
  private var isInside: [Bool]
  /// By node: the header of `allow-inside` around it.
  private var allowing: [Int: ScopeHeader] = [:]
  private var causesOfNodes: [Int: [TracedCause]] = [:]
  /// By node inside: the types that are made on the way there, within `inside`.
  private var made: [Int: Set<Int>] = [:]
  private var lines: [Int: LineTable] = [:]

  var entryCount: Int { isInside.count { $0 } }

  init(
    _ group: TracedRules, _ places: [[(header: Int, range: Range<Int>)]], _ files: [TraceableFile],
    _ program: Program, _ number: Int
  ) {
    (self.group, self.files, self.program) = (group, files, program)
    let none = [Bool](repeating: false, count: program.nodes.count)
    var (isInside, isSeam, isFollowed) = (none, none, none)
    let headers = group.headers
    for file in files.indices {
      for place in places[file] {
        for node in program.nodes(in: place.range, ofFile: file) {
          switch group.roles[place.header] {
          case .inside:
            isInside[node] =
              files[file].file.configuration == group.configuration && program.nodes[node].kind.runs
          case .through: isFollowed[node] = true
          case .seam: isSeam[node] = true
          case .allowed: allowing[node] = allowing[node] ?? headers[place.header]
          }
        }
      }
    }
    self.isInside = isInside
    var isGoal = none
    for file in files.indices {
      for cause in files[file].causes[number]
      where cause.isReported || group.trace.goesThroughAllowed {
        guard let node = program.node(at: cause.range.lowerBound, inFile: file), !isInside[node],
          let rule = cause.rule, let key = cause.key
        else { continue }
        isGoal[node] = true
        causesOfNodes[node, default: []].append(
          TracedCause(file: file, rule: rule.id, tokens: key.tokens, range: cause.range))
      }
    }
    search = Search(program.graph, goals: isGoal, isSeam: isSeam, isFollowed: isFollowed)
  }

  /// Adds the calls that lead out of `inside` to a use.
  mutating func add(to uses: inout [TracedUses]) {
    guard !causesOfNodes.isEmpty else { return }
    let nodes = isInside.indices.filter { isInside[$0] }
    for node in nodes { noteTypes(madeBy: node) }
    for node in nodes {
      for calls in calls(outOf: node) {
        let file = program.nodes[node].file
        for call in self.calls(calls, from: node) {
          if let header = allowing[node],
            let rule = group.rules.first(where: { $0.id == call.rule })
          {
            uses[file].allowedInside += 1
            uses[file].usedSettings.insert(
              .allowInside(rule: rule.id, pack: rule.pack, header: header.text))
          } else {
            uses[file].calls.append(call)
          }
        }
      }
    }
  }

  /// A call inside of the same declarations may make a type for the code that it calls.
  private mutating func noteTypes(madeBy entry: Int) {
    let types = search.typesMade(from: entry)
    if types.isEmpty { return }
    var seen: Set<Int> = [entry]
    var pending = [entry]
    while let node = pending.popLast() {
      made[node, default: []].formUnion(types)
      for edge in program.graph.edges(of: node) {
        let target = Int(edge.target)
        if isInside[target], seen.insert(target).inserted { pending.append(target) }
      }
    }
  }

  /// The edges that leave `inside`, by the token that they are at, in the order of the source.
  private func calls(outOf node: Int) -> [[Graph.Edge]] {
    let edges = program.graph.edges(of: node).filter { !isInside[Int($0.target)] }
    return Dictionary(grouping: edges, by: \.offset).sorted { $0.key < $1.key }.map(\.value)
  }

  /// What a call can reach, one for each rule.
  /// - Parameter edges: all at one token.
  private mutating func calls(_ edges: [Graph.Edge], from node: Int) -> [TracedUses.Call] {
    var ways: [Way] = []
    for edge in edges {
      let steps = search.steps(through: edge, making: made[node] ?? [])
      for index in steps.indices {
        for cause in causesOfNodes[steps[index].node] ?? [] {
          var way = [steps[index]]
          while 0 <= way[way.count - 1].previous { way.append(steps[way[way.count - 1].previous]) }
          ways.append(Way(cause: cause, steps: way.reversed()))
        }
      }
    }
    return group.rules.compactMap { rule in
      let ways = ways.filter { $0.cause.rule == rule.id }
      guard let nearest = ways.min(by: { $0.order < $1.order }) else { return nil }
      let count = Set(ways.map(\.place)).count
      return call(of: rule.id, nearest, from: node, otherCauses: count - 1)
    }
  }

  /// A way from the callee to a use.
  private struct Way {
    let cause: TracedCause
    let steps: [Search.Step]

    var place: [Int] { [cause.file, cause.range.lowerBound] }
    var order: (Int, Int, Int) { (steps.count, cause.file, cause.range.lowerBound) }
  }

  private mutating func call(
    of rule: String, _ way: Way, from node: Int, otherCauses: Int
  ) -> TracedUses.Call {
    let offset = way.steps[0].offset
    let bytes = files[program.nodes[node].file].source.bytes
    let end = bytes[offset...].firstIndex { !$0.isNameByte && $0 < 0x80 } ?? bytes.count
    var notes = words(for: way).map { Note(at: offset, $0) }
    if 0 < otherCauses {
      notes.append(Note(at: offset, "\(counted(otherCauses, "more cause")) can be reached"))
    }
    return TracedUses.Call(
      of: rule, at: offset..<max(end, offset + 1),
      FindingKey(
        scope: program.name(ofNode: node), tokens: program.name(ofNode: way.steps[0].node)),
      reaching: way.cause.tokens, notes: notes)
  }

  /// What leads from the callee to the use, hop by hop. A note has no file of its own: all of them
  /// stand at the call, and name the places.
  private mutating func words(for way: Way) -> [String] {
    var words: [String] = []
    for (step, next) in zip(way.steps, way.steps.dropFirst()) {
      let (name, callee) = (program.name(ofNode: step.node), program.name(ofNode: next.node))
      let isDispatch = next.how == .implements || next.how == .overrides
      let file = program.nodes[isDispatch ? next.node : step.node].file
      let offset = isDispatch ? program.nodes[next.node].nameOffset : next.offset
      let detail = program.detail(ofNode: next.node) ?? ""
      words.append(
        "\(next.how.words(from: name, to: callee, detail)) (\(place(of: offset, inFile: file)))")
    }
    let last = program.name(ofNode: way.steps[way.steps.count - 1].node)
    let place = place(of: way.cause.range.lowerBound, inFile: way.cause.file)
    return words + ["'\(last)' uses '\(way.cause.tokens)' (\(place))"]
  }

  /// e.g. `Sources/Feed.swift:12:8`
  private mutating func place(of offset: Int, inFile file: Int) -> String {
    let source = files[file].source
    let table = lines[file] ?? LineTable(source.bytes)
    lines[file] = table
    let location = table.location(of: offset)
    return "\(source.path.string):\(location.line):\(location.column)"
  }
}

extension Program.Node.Kind {
  /// Whether a rule that looks into a declaration looks into such code.
  fileprivate var runs: Bool {
    switch self {
    case .function, .initializer, .getter, .setter, .observer, .initialValue, .defaultArgument,
      .macro:
      true
    case .implicitInitializer, .deinitializer, .enumCase, .topLevel, .storedClosure: false
    }
  }
}

extension Hop {
  /// - Parameter detail: see `Program.detail`.
  fileprivate func words(from name: String, to callee: String, _ detail: String) -> String {
    switch self {
    case .calls: "'\(name)' calls '\(callee)'"
    case .reads: "'\(name)' reads '\(callee)'"
    case .writes: "'\(name)' writes '\(callee)'"
    case .passes: "'\(name)' passes '\(callee)'"
    case .defaultArgument: "'\(name)' leaves the argument '\(detail):' of '\(callee)' out"
    case .initialValue: "'\(name)' computes the initial value of '\(detail)'"
    case .implements: "'\(callee)' implements '\(name)'"
    case .overrides: "'\(callee)' overrides '\(name)'"
    case .runsAround: "'\(callee)' runs around '\(name)'"
    }
  }
}
