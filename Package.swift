// swift-tools-version: 6.0
import PackageDescription

// The targets are the pipeline: paths → bytes → tokens → matches → diagnostics → report.
let package = Package(
  name: "swift-determinism-lint",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "swift-determinism-lint", targets: ["swift-determinism-lint"])
  ],
  targets: [
    .target(name: "Diagnostics"),
    .target(name: "SwiftLexer"),
    .target(name: "Syntax", dependencies: ["SwiftLexer"]),
    .target(name: "Rules", dependencies: ["Diagnostics", "SwiftLexer"]),
    .target(
      name: "RuleEngine", dependencies: ["Diagnostics", "Rules", "SwiftLexer", "Syntax"],
      exclude: ["README.md"]),
    .target(
      name: "CallGraph", dependencies: ["Diagnostics", "Rules", "SwiftLexer", "Syntax"],
      exclude: ["README.md"]),
    .target(name: "Reporters", dependencies: ["Diagnostics"]),
    .target(name: "Comparison", dependencies: ["Diagnostics"]),
    .target(name: "CLibrary"),
    .target(name: "Workspace", dependencies: ["CLibrary", "Diagnostics", "Rules"]),
    .target(name: "LanguageServer", dependencies: ["Diagnostics", "Reporters"]),
    .target(name: "BundledRules", exclude: ["embed"]),
    .target(
      name: "Commands",
      dependencies: [
        "BundledRules", "CallGraph", "Comparison", "Diagnostics", "Reporters", "Rules", "Workspace",
      ]),
    .target(
      name: "Pipeline",
      dependencies: [
        "BundledRules", "CallGraph", "Commands", "Comparison", "Diagnostics", "Reporters",
        "RuleEngine", "Rules", "Workspace",
      ]),
    .target(
      name: "Trace",
      dependencies: [
        "BundledRules", "CallGraph", "Commands", "Comparison", "Diagnostics", "Pipeline",
        "Reporters", "RuleEngine", "Rules", "SwiftLexer", "Workspace",
      ]),
    .target(
      name: "Explain",
      dependencies: [
        "Commands", "Diagnostics", "Pipeline", "Reporters", "RuleEngine", "Rules", "SwiftLexer",
        "Trace", "Workspace",
      ]),
    .target(
      name: "Setup",
      dependencies: [
        "BundledRules", "Commands", "Diagnostics", "Pipeline", "Reporters", "RuleEngine", "Rules",
        "Workspace",
      ]),
    .executableTarget(
      name: "swift-determinism-lint",
      dependencies: [
        "BundledRules", "Commands", "Comparison", "Diagnostics", "Explain", "LanguageServer",
        "Pipeline", "Reporters", "RuleEngine", "Rules", "Setup", "SwiftLexer", "Syntax", "Trace",
        "Workspace",
      ]
    ),
    .target(
      name: "TestSupport", dependencies: ["SwiftLexer", "Syntax"], path: "Tests/TestSupport"),
    .testTarget(name: "SwiftLexerTests", dependencies: ["SwiftLexer", "TestSupport"]),
    .testTarget(name: "SyntaxTests", dependencies: ["SwiftLexer", "Syntax", "TestSupport"]),
    .testTarget(name: "RulesTests", dependencies: ["BundledRules", "Rules", "TestSupport"]),
    .testTarget(
      name: "RuleEngineTests",
      dependencies: [
        "BundledRules", "RuleEngine", "Rules", "SwiftLexer", "Syntax", "TestSupport",
      ]),
    .testTarget(
      name: "CallGraphTests",
      dependencies: ["CallGraph", "Diagnostics", "TestSupport"]),
    .testTarget(
      name: "SearchTests",
      dependencies: [
        "BundledRules", "Diagnostics", "RuleEngine", "Rules", "SwiftLexer", "TestSupport",
      ]),
    .testTarget(
      name: "ReportersTests", dependencies: ["Diagnostics", "Reporters", "TestSupport"]),
    .testTarget(name: "ComparisonTests", dependencies: ["Comparison", "Diagnostics"]),
    .testTarget(
      name: "LanguageServerTests",
      dependencies: ["Diagnostics", "LanguageServer", "Reporters", "TestSupport"]),
    .testTarget(
      name: "WorkspaceTests", dependencies: ["Diagnostics", "Rules", "TestSupport", "Workspace"]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "BundledRules", "Commands", "Diagnostics", "Explain", "Pipeline", "Reporters", "RuleEngine",
        "Rules", "Setup", "TestSupport", "swift-determinism-lint",
      ]),
    // The same functions that `make fuzz` runs, which compiles them itself.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "BundledRules", "CallGraph", "Comparison", "Diagnostics", "LanguageServer", "Reporters",
        "RuleEngine", "Rules", "TestSupport", "Workspace",
      ],
      path: "Tests/Fuzz", exclude: ["Driver.swift", "README.md", "run"]),
    .testTarget(
      name: "TidyTests",
      dependencies: [
        "BundledRules", "Commands", "Diagnostics", "Explain", "RuleEngine", "Rules", "SwiftLexer",
        "Syntax", "TestSupport", "swift-determinism-lint",
      ]),
  ]
)

// What lexes and matches takes nearly all of the tests' time where it is not optimised. To optimise
// the rest, such as what reads rules, takes longer than that saves. What the code asserts stays. A
// package that depends on this one may not see such flags.
if Context.environment["DETERMINISM_LINT_OPTIMIZED"] != nil {
  let busy = ["Diagnostics", "SwiftLexer", "Syntax", "RuleEngine", "CallGraph", "TestSupport"]
  for target in package.targets where busy.contains(target.name) {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-O", "-assert-config", "Debug"])]
  }
}

// SwiftPM compiles the tool of a plugin a second time, for the machine that builds, even where
// nothing uses the plugin. Whoever works on the package is spared that; see the Makefile.
if Context.environment["DETERMINISM_LINT_WITHOUT_PLUGINS"] != nil {
  // For a tool that runs anywhere. SwiftPM builds a plugin's tool twice, each time by a record of
  // its own, and takes an object of C that the other has made for one that has changed: it would
  // compile it again whenever a source of the package that uses the plugin comes or goes.
  package.targets.append(.target(name: "RuntimeSetup"))
  package.targets.first { $0.name == "swift-determinism-lint" }?.dependencies.append("RuntimeSetup")
  // No hot loop is in these, and the optimiser would take most of the time to compile them. A package
  // that depends on this one sets no such variable, and may not see such flags.
  let cold = ["Explain", "Setup"]
  for target in package.targets where cold.contains(target.name) {
    target.swiftSettings = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
  }
} else {
  for name in ["DeterminismLint", "DeterminismLintCommand", "DeterminismFixCommand"] {
    package.products.append(.plugin(name: name, targets: [name]))
  }
  package.targets += [
    .plugin(
      name: "DeterminismLint", capability: .buildTool(), dependencies: ["swift-determinism-lint"],
      path: "Sources/Plugins/DeterminismLint"),
    .plugin(
      name: "DeterminismLintCommand",
      capability: .command(
        intent: .custom(
          verb: "determinism-lint", description: "Bans nondeterministic APIs in Swift source.")),
      dependencies: ["swift-determinism-lint"], path: "Sources/Plugins/DeterminismLintCommand"),
    .plugin(
      name: "DeterminismFixCommand",
      capability: .command(
        intent: .custom(
          verb: "determinism-fix", description: "Writes what the configuration replaces."),
        permissions: [
          .writeToPackageDirectory(reason: "It replaces what 'replace' has a replacement for.")
        ]),
      dependencies: ["swift-determinism-lint"], path: "Sources/Plugins/DeterminismFixCommand"),
  ]
}
