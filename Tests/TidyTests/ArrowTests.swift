import Testing

@Suite("Arrows between folders run one way")
struct ArrowTests {
  /// What the files of a room of the engine may use, besides what is in the room itself. Nobody
  /// uses the top, which is what stands in no room.
  private static let rooms = [
    "Compiled": [],
    "Search": ["Compiled"],
    "Outline": ["Compiled"],
    "Uses": ["Compiled", "Outline"],
    "Names": ["Compiled", "Outline", "Uses"],
    "Verdicts": ["Compiled", "Outline", "Uses", "Names"],
    "top": ["Compiled", "Search", "Outline", "Uses", "Names", "Verdicts"],
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

  @Test func searchKnowsTheLexerAndTheRulesAlone() throws {
    let files = Repository.files(in: "Sources/RuleEngine/Search", suffix: ".swift")
    try #require(!files.isEmpty)
    for file in files {
      let modules = importedModules(of: try Repository.text(of: file))
      let allowed: Set = ["Rules", "SwiftLexer", "_Builtin_intrinsics"]
      #expect(allowed.isSuperset(of: modules), "\(file) imports \(modules)")
    }
  }

  @Test(arguments: ["Comparison", "Diagnostics", "RuleEngine", "Rules", "SwiftLexer"])
  func foldersOfATargetUseOneAnotherInNoCircle(target: String) {
    let files = SourceCode.all.filter { $0.target == target }
    let uses = FolderUses(of: files, known: SourceCode.all)
    for use in uses.uses where uses.isReachable(use.user, from: use.used) {
      Issue.record("\(use.place): \(use.user) uses \(use.name) of \(use.used), which uses it")
    }
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
    #expect(uses.isReachable("A/B", from: "A/C") && uses.isReachable("A/C", from: "A/B"))
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
  }

  /// Names that the standard library declares too.
  private static let libraryNames: Set = ["Result", "map"]

  private(set) var uses: [Use] = []
  private var usedFolders: [String: Set<String>] = [:]

  /// - Parameter known: all files that may declare the same names.
  init(of files: [SourceCode], known: [SourceCode]) {
    var folders: [String: Set<String>] = [:]
    var localNames: Set<String> = []
    for file in known {
      for declaration in file.declarations {
        if declaration.isLocal {
          localNames.insert(declaration.name)
        } else {
          folders[declaration.name, default: []].insert(file.folder)
        }
      }
      localNames.formUnion(file.parameters)
    }
    let ownFolders = Set(files.map(\.folder))
    for file in files {
      for mention in file.mentions {
        let name = mention.name
        guard let declaring = folders[name], declaring.count == 1, declaring != [file.folder],
          declaring.isSubset(of: ownFolders), !Self.libraryNames.contains(name),
          mention.isMember || !localNames.contains(name)
        else { continue }
        let place = file.place(ofToken: mention.token)
        uses.append(Use(user: file.folder, used: declaring.first!, name: name, place: place))
        usedFolders[file.folder, default: []].formUnion(declaring)
      }
    }
  }

  /// Whether one folder uses another, maybe by way of others.
  func isReachable(_ folder: String, from start: String) -> Bool {
    var reached: Set = [start]
    var pending = [start]
    while let next = pending.popLast() {
      for used in usedFolders[next, default: []] where reached.insert(used).inserted {
        pending.append(used)
      }
    }
    return reached.contains(folder)
  }
}
