import Testing

@Suite("A file sees its own module and those that it imports")
struct ModuleTests {
  /// What `f` in the second file leads to, where the first one declares `g`.
  private func edges(
    declaredIn declaring: String, usedIn using: String, _ code: String = "func f() { g() }",
    manifests: [String: String] = [:]
  ) -> [String]? {
    let files = [declaring: "public func g() {}", using: code]
    return TracedProgram(files.merging(manifests) { first, _ in first }).edges("f()")
  }

  @Test func foldersBelowSourcesAndTestsAreModules() {
    #expect(
      edges(declaredIn: "Sources/A/a.swift", usedIn: "Sources/A/sub/b.swift") == ["calls g()"])
    #expect(edges(declaredIn: "Sources/A/a.swift", usedIn: "Sources/B/b.swift") == [])
    #expect(edges(declaredIn: "Sources/A/a.swift", usedIn: "Tests/ATests/b.swift") == [])
    #expect(edges(declaredIn: "Tests/ATests/a.swift", usedIn: "Tests/BTests/b.swift") == [])
  }

  @Test func importedModulesAreVisible() {
    let imports = ["import A", "@testable import A", "import struct A.S", "internal import A"]
    for line in imports {
      let found = edges(
        declaredIn: "Sources/A/a.swift", usedIn: "Sources/B/b.swift", line + "\nfunc f() { g() }")
      #expect(found == ["calls g()"], "\(line)")
    }
    let other = edges(
      declaredIn: "Sources/A/a.swift", usedIn: "Sources/B/b.swift", "import C\nfunc f() { g() }")
    #expect(other == [])
  }

  @Test func exportedModulesAreVisible() {
    func edges(_ line: String) -> [String]? {
      TracedProgram([
        "Sources/A/a.swift": "public func g() {}",
        "Sources/B/b.swift": line,
        "Sources/C/c.swift": "import B\nfunc f() { g() }",
      ]).edges("f()")
    }
    #expect(edges("@_exported import A") == ["calls g()"])
    #expect(edges("import A") == [])
  }

  @Test func withoutSuchFoldersThereIsOneModule() {
    #expect(edges(declaredIn: "App/Model/a.swift", usedIn: "App/Views/b.swift") == ["calls g()"])
    #expect(edges(declaredIn: "a.swift", usedIn: "b.swift") == ["calls g()"])
  }

  @Test func pathsInTheManifestAreModules() {
    let manifest = """
      let package = Package(targets: [
        .target(name: "A", path: "Code/A"), .testTarget(name: "B", path: "Code/B"),
      ])
      """
    let manifests = ["Package.swift": manifest]
    #expect(
      edges(declaredIn: "Code/A/a.swift", usedIn: "Code/A/b.swift", manifests: manifests)
        == ["calls g()"])
    #expect(
      edges(declaredIn: "Code/A/a.swift", usedIn: "Code/B/b.swift", manifests: manifests)
        == [])
    #expect(
      edges(
        declaredIn: "Code/A/a.swift", usedIn: "Code/B/b.swift", "import A\nfunc f() { g() }",
        manifests: manifests) == ["calls g()"])
    #expect(edges(declaredIn: "Code/A/a.swift", usedIn: "Code/B/b.swift") == ["calls g()"])
  }

  @Test func nestedPackagesHaveModulesOfTheirOwn() {
    let manifest = "let package = Package(targets: [.target(name: \"Kit\", path: \"Code\")])"
    let manifests = ["Libraries/Kit/Package.swift": manifest]
    let declaring = "Libraries/Kit/Code/a.swift"
    #expect(edges(declaredIn: declaring, usedIn: "Sources/App/b.swift", manifests: manifests) == [])
    #expect(
      edges(
        declaredIn: declaring, usedIn: "Sources/App/b.swift", "import Kit\nfunc f() { g() }",
        manifests: manifests) == ["calls g()"])
    let plain = ["Libraries/Kit/Package.swift": "let package = Package(targets: [])"]
    #expect(
      edges(
        declaredIn: "Libraries/Kit/Sources/K/a.swift", usedIn: "Sources/App/b.swift",
        "import K\nfunc f() { g() }", manifests: plain) == ["calls g()"])
    #expect(
      edges(
        declaredIn: "Libraries/Kit/Sources/K/a.swift", usedIn: "Sources/App/b.swift",
        manifests: plain) == [])
  }

  @Test func variablesOfAMainFileBelongToItsFolder() {
    func edges(_ declaring: String, _ using: String) -> [String]? {
      TracedProgram([
        declaring: "let clock = make()\nfunc make() -> Int { 0 }",
        using: "func f() { use(clock) }",
      ]).edges("f()")
    }
    #expect(edges("Tool/main.swift", "Tool/b.swift") == ["reads initial value of clock"])
    #expect(edges("Tool/main.swift", "Other/b.swift") == [])
    #expect(edges("Tool/other.swift", "Other/b.swift") == ["reads initial value of clock"])
  }

  @Test func functionsOfOneNameInTwoModulesStayApart() {
    let test = "func withFile() {}\nfunc f() { withFile() }"
    let program = TracedProgram([
      "Tests/ATests/a.swift": test.replacing("{}", with: "{ Date() }"),
      "Tests/BTests/b.swift": "func withFile() {}\nfunc b() { withFile() }",
    ])
    #expect(program.way(from: "f()") == ["calls withFile()"])
    #expect(program.way(from: "b()") == nil)
  }

  @Test func twoTypesThatFitAreUnknown() {
    let files = [
      "Sources/A/a.swift": "public struct S { public func g() {} }",
      "Sources/B/b.swift": "public struct S { public func g() {} }",
    ]
    func edges(_ imports: String) -> [String]? {
      let code = imports + "\nfunc f(s: S) { s.g() }"
      return TracedProgram(files.merging(["Sources/C/c.swift": code]) { first, _ in first })
        .edges("f(s:)")
    }
    #expect(edges("import A") == ["calls S.g()"])
    #expect(edges("import A\nimport B") == [])
    let qualified = "import A\nimport B\nfunc f(s: B.S) { s.g() }"
    #expect(
      TracedProgram(files.merging(["Sources/C/c.swift": qualified]) { first, _ in first })
        .edges("f(s:)") == ["calls S.g()"])
    #expect(edges("import A\nimport B\nstruct S { func g() {} }") == ["calls S.g()"])
  }

  @Test func theOwnModuleComesBeforeImportedOnes() {
    func way(_ own: String) -> [String]? {
      TracedProgram([
        "Sources/A/a.swift": "public func g() { Date() }",
        "Sources/B/b.swift": "import A\nfunc f() { g() }",
        "Sources/B/c.swift": own,
      ]).way(from: "f()")
    }
    #expect(way("func g() {}") == nil)
    #expect(way("func h() {}") == ["calls g()"])
  }

  @Test func aModuleBeforeANameMeansThatModule() {
    let files = [
      "Sources/A/a.swift": "public func g() {}",
      "Sources/B/b.swift": "import A\nfunc g(x: Int) {}\nfunc f() { A.g() }\nfunc h() { B.g() }",
    ]
    #expect(TracedProgram(files).edges("f()") == ["calls g()"])
    #expect(TracedProgram(files).edges("h()") == [])
  }

  @Test func appsOfOneRepositoryStayApart() {
    func way(_ changes: [String: String] = [:]) -> [String]? {
      let files = [
        "Mac/App/main.swift": "", "Mac/Tests/t.swift": "import XCTest",
        "Mac/Tests/f.swift": "func f(c: Context) { c.save() }",
        "Phone/App/App.swift": "@main struct Phone {}", "Phone/Tests/t.swift": "import Testing",
        "Phone/Core/c.swift": "extension Context { func save() { Date() } }",
      ]
      return TracedProgram(files.merging(changes) { $1 }).way(from: "f(c:)")
    }
    #expect(way() == nil)
    #expect(way(["Phone/App/App.swift": "@UIApplicationMain class Phone {}"]) == nil)
    #expect(way(["Mac/App/a.swift": "import Foundation\nimport Kit"]) == nil)
    #expect(way(["Mac/Core/a.swift": "import Core"]) == nil)
    let linked: [[String: String]] = [
      ["Mac/App/a.swift": "import Core"], ["Phone/App/a.swift": "import Mac"],
      ["Mac/App/a.swift": "import PhoneCore"], ["Phone/Tests/t.swift": ""],
      ["Phone/App/App.swift": "struct Phone {}"],
      ["Mac/App/main.swift": "", "Mac/Tests/t.swift": ""],
      ["Phone/Core/c.swift": "", "Core/c.swift": "extension Context { func save() { Date() } }"],
    ]
    for changes in linked { #expect(way(changes) == ["calls Context.save()"], "\(changes)") }
    // An app in the folder of another one may share files with it.
    let nested = TracedProgram([
      "App/main.swift": "", "Tests/t.swift": "import XCTest", "Demo/main.swift": "",
      "Demo/Tests/t.swift": "import XCTest", "Demo/d.swift": "func f() { g() }",
      "Shared/g.swift": "func g() { Date() }",
    ])
    #expect(nested.way(from: "f()") == ["calls g()"])
  }

  @Test func targetsOfAPackageReachWhatTheyImport() {
    func way(_ implementing: String, _ target: String = "KitTests", from label: String = "f(a:)")
      -> [String]?
    {
      TracedProgram([
        "Kit/Package.swift": """
        let package = Package(targets: [
          .target(name: "Kit"), .target(name: "Kit-Live"), .testTarget(name: "\(target)"),
        ])
        """,
        "Kit/Sources/Kit/k.swift": "public protocol Asking { func ask() }",
        "Kit/Tests/KitTests/f.swift": "import Kit\nfunc f(a: any Asking) { a.ask() }",
        "Kit/Tests/KitTests/h.swift": "func h() { Live() }",
        implementing: "import Kit\nextension Asking { func ask() { Date() } }\nstruct Live {}",
        "App/a.swift": "import Kit\nfunc g(a: any Asking) { a.ask() }",
      ]).way(from: label)
    }
    let found = ["calls Asking.ask()", "implements Asking.ask()"]
    #expect(way("App/b.swift") == nil)
    #expect(way("Kit/Sources/Kit-Live/b.swift") == nil)
    #expect(way("Kit/Sources/Kit/b.swift") == found)
    #expect(way("Kit/Tests/KitTests/b.swift") == found)
    // Files that no manifest names may be of any module.
    #expect(way("Kit/Other/b.swift") == found)
    #expect(way("App/b.swift", "OtherTests") == found)
    #expect(way("App/b.swift", from: "g(a:)") == found)
  }
}
