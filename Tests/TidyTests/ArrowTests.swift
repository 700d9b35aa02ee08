import Testing

@Suite("Arrows between targets and between folders run one way")
struct ArrowTests {
  /// What the files of a room of the engine may use, besides what is in the room itself. Nobody
  /// uses the top, which is what stands in no room.
  private static let rooms = [
    "Compiled": [],
    "Search": ["Compiled"],
    "Tree": ["Compiled"],
    "Uses": ["Compiled", "Tree"],
    "Verdicts": ["Compiled", "Tree", "Uses"],
    "top": ["Compiled", "Search", "Tree", "Uses", "Verdicts"],
  ]

  @Test func roomsOfTheEngineUseOnlyThoseBeforeThem() throws {
    let files = SourceCode.all.filter { $0.target == "RuleEngine" }
    let rooms = Set(files.map { room(ofFolder: $0.folder) })
    #expect(rooms == Set(Self.rooms.keys))
    let uses = FolderUses(of: files, known: SourceCode.all).uses
    try #require(100 < uses.count)
    for use in uses {
      let (user, used) = (room(ofFolder: use.user), room(ofFolder: use.used))
      let isAllowed = user == used || Self.rooms[user]?.contains(used) == true
      #expect(isAllowed, "\(use.place): \(user) uses \(use.name) of \(used)")
    }
  }

  /// What the engine is asked by; without its memory nobody can ask for the places of headers.
  private static let questions: Set = [
    "LineCode", "LintScratch", "allowingComments", "declaredScopes", "explain", "fix", "lint",
    "unmatchedNames", "verify",
  ]

  @Test func oneFileAsksTheEngine() {
    let engine = SourceCode.all.filter { $0.target == "RuleEngine" }
    let declared = Set(engine.flatMap { $0.declarations.filter { !$0.isMember }.map(\.name) })
    #expect(Self.questions.isSubset(of: declared))
    let asking = SourceCode.all.filter { file in
      file.target != "RuleEngine" && file.imports.contains("RuleEngine")
        && file.mentions.contains { mention in
          mention.name == "RuleEngine"
            || !mention.isMember && Self.questions.contains(mention.name)
        }
    }
    #expect(asking.map(\.path) == ["Sources/Pipeline/Lint/Check.swift"])
  }

  /// The targets that a target may import; the tool itself may import all but the C library.
  private static let targets = [
    "BundledRules": [],
    "CLibrary": [],
    "Commands": [
      "BundledRules", "CallGraph", "Comparison", "Diagnostics", "Reporters", "Rules", "Workspace",
    ],
    "CallGraph": ["Diagnostics", "Rules", "SwiftLexer", "Syntax"],
    "Comparison": ["Diagnostics"],
    "Diagnostics": [],
    "Explain": [
      "Commands", "Diagnostics", "Pipeline", "Reporters", "RuleEngine", "Rules", "SwiftLexer",
      "Trace", "Workspace",
    ],
    "LanguageServer": ["Diagnostics", "Reporters"],
    "Pipeline": [
      "BundledRules", "CallGraph", "Commands", "Comparison", "Diagnostics", "Reporters",
      "RuleEngine", "Rules", "Workspace",
    ],
    "Reporters": ["Diagnostics"],
    "RuleEngine": ["Diagnostics", "Rules", "SwiftLexer", "Syntax"],
    "Rules": ["Diagnostics", "SwiftLexer"],
    "Setup": [
      "BundledRules", "Commands", "Diagnostics", "Pipeline", "Reporters", "RuleEngine", "Rules",
      "Workspace",
    ],
    "SwiftLexer": [],
    "Syntax": ["SwiftLexer"],
    "Trace": [
      "BundledRules", "CallGraph", "Commands", "Comparison", "Diagnostics", "Pipeline", "Reporters",
      "RuleEngine", "Rules", "SwiftLexer", "Workspace",
    ],
    "Workspace": ["CLibrary", "Diagnostics", "Rules"],
  ]

  @Test func targetsImportOnlyThoseBeforeThem() {
    let tool = "swift-determinism-lint"
    #expect(Set(SourceCode.all.map(\.target)) == Set(Self.targets.keys).union([tool]))
    for file in SourceCode.all where file.target != tool {
      let imports = file.imports.intersection(Self.targets.keys)
      let allowed = Self.targets[file.target, default: []]
      #expect(imports.isSubset(of: allowed), "\(file.path) imports \(imports)")
    }
  }

  @Test func oneFileImportsTheCLibraryAndOneTargetCallsIt() {
    let libraries: Set = ["Darwin", "Foundation", "Glibc", "Musl"]
    let importing = SourceCode.all.filter { !$0.imports.isDisjoint(with: libraries) }
    #expect(importing.map(\.path) == ["Sources/CLibrary/CLibrary.swift"])
    let calling = SourceCode.all.filter { $0.imports.contains("CLibrary") }
    #expect(Set(calling.map(\.target)) == ["Workspace"])
  }

  @Test func filesMentionSomethingOfEachTargetThatTheyImport() {
    var names: [String: Set<String>] = [:]
    for file in SourceCode.all {
      let declared = file.declarations.filter { !$0.isLocal }.map(\.name)
      names[file.target, default: []].formUnion(declared)
    }
    for file in SourceCode.all {
      let mentioned = Set(file.mentions.map(\.name))
      // What the C library itself declares is not known.
      for target in file.imports.subtracting(["CLibrary"])
      where names[target]?.isDisjoint(with: mentioned) == true {
        Issue.record("\(file.path) uses nothing of \(target)")
      }
    }
  }

  @Test func searchKnowsTheLexerAndTheRulesAlone() throws {
    let files = SourceCode.all.filter { $0.folder == "RuleEngine/Search" }
    try #require(!files.isEmpty)
    for file in files {
      let imports = file.imports.subtracting(["_Builtin_intrinsics"])
      #expect(imports.isSubset(of: ["Rules", "SwiftLexer"]), "\(file.path) imports \(imports)")
    }
  }

  /// Members tell more, and are mistaken for others of their name more often.
  private static let targetsWithTellingMembers: Set = [
    "Comparison", "Diagnostics", "RuleEngine", "Rules", "SwiftLexer", "Workspace",
  ]

  @Test(arguments: Set(SourceCode.all.map(\.target)).sorted())
  func foldersOfATargetUseOneAnotherInNoCircle(target: String) {
    let files = SourceCode.all.filter { $0.target == target }
    let uses = FolderUses(
      of: files, known: SourceCode.all,
      byMembers: Self.targetsWithTellingMembers.contains(target))
    #expect(
      uses.circular.isEmpty, "\(uses.circular.map(\.words).joined(separator: ",\n"))")
  }

  @Test func aNameThatOneFolderDeclaresTellsWhoUsesIt() {
    let files = [
      SourceCode(
        path: "Sources/A/B/b.swift",
        text: "struct Used { var some: Int }\nfunc both() {}\nfunc uncertain() {}\n"),
      SourceCode(
        path: "Sources/A/C/c.swift",
        text: "func own(some: Int, other: Used) {\n  let uncertain = 1\n  both()\n  d.some\n}\n"),
      SourceCode(path: "Sources/A/B/d.swift", text: "func both() { own() }\n"),
    ]
    let uses = FolderUses(of: files, known: files)
    #expect(
      uses.uses.map { "\($0.place) \($0.name)" } == [
        "Sources/A/C/c.swift:1 Used", "Sources/A/C/c.swift:3 both", "Sources/A/C/c.swift:4 some",
        "Sources/A/B/d.swift:1 own",
      ])
    #expect(uses.reached == ["A/B": ["A/B", "A/C"], "A/C": ["A/B", "A/C"]])
    #expect(
      uses.circular.map(\.words) == [
        "A/B uses A/C for own (Sources/A/B/d.swift:1)",
        "A/C uses A/B for Used (Sources/A/C/c.swift:1)",
      ])
  }

  private func room(ofFolder folder: String) -> String {
    let parts = folder.split(separator: "/")
    return parts.count == 1 ? "top" : String(parts[1])
  }
}

/// Which folders of a target use what others of them declare. A name tells if it is declared in one
/// folder alone, and nobody calls a variable of his own or a parameter so.
private struct FolderUses {
  struct Use {
    /// The two folders.
    let user, used: String
    let name: String
    let place: String

    /// e.g. `A/B uses A/C for Name (Sources/A/B/b.swift:1)`
    var words: String { "\(user) uses \(used) for \(name) (\(place))" }
  }

  /// Names that the standard library declares too.
  private static let standardNames: Set = ["Result", "map", "sort"]

  private(set) var uses: [Use] = []
  /// By folder: those that it uses, by way of others too.
  private(set) var reached: [String: Set<String>] = [:]

  /// - Parameters:
  ///   - known: all files that may declare the same names.
  ///   - byMembers: whether the names of members tell, too, and not only what stands in no type.
  init(of files: [SourceCode], known: [SourceCode], byMembers: Bool = true) {
    var folders: [String: Set<String>] = [:]
    var localNames: Set<String> = []
    var sharedNames: Set<String> = []
    for file in known {
      for declaration in file.declarations {
        if declaration.isLocal {
          localNames.insert(declaration.name)
        } else {
          folders[declaration.name, default: []].insert(file.folder)
          if !declaration.isMember, !declaration.isPrivate { sharedNames.insert(declaration.name) }
        }
      }
      localNames.formUnion(file.parameters)
    }
    var usedFolders: [String: Set<String>] = [:]
    let ownFolders = Set(files.map(\.folder))
    for file in files {
      for mention in file.mentions {
        let name = mention.name
        guard let declaring = folders[name], declaring.count == 1, declaring != [file.folder],
          declaring.isSubset(of: ownFolders), !Self.standardNames.contains(name),
          byMembers || sharedNames.contains(name),
          mention.isMember ? byMembers : !localNames.contains(name)
        else { continue }
        let place = file.place(ofToken: mention.token)
        uses.append(Use(user: file.folder, used: declaring.first!, name: name, place: place))
        usedFolders[file.folder, default: []].formUnion(declaring)
      }
    }
    for folder in ownFolders { reached[folder] = Self.reached(from: folder, by: usedFolders) }
  }

  /// Of folders that use each other, by way of others too: the first use of each by each.
  var circular: [Use] {
    var seen: Set<[String]> = []
    return uses.filter { reached[$0.used]?.contains($0.user) == true }
      .filter { seen.insert([$0.user, $0.used]).inserted }
      .sorted { ($0.user, $0.used) < ($1.user, $1.used) }
  }

  /// The folders that one uses, by way of others too.
  private static func reached(from start: String, by used: [String: Set<String>]) -> Set<String> {
    var reached: Set<String> = []
    var pending = [start]
    while let next = pending.popLast() {
      for folder in used[next, default: []] where reached.insert(folder).inserted {
        pending.append(folder)
      }
    }
    return reached
  }
}
