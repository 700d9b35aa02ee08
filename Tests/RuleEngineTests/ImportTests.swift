import Testing

@testable import RuleEngine

@Suite struct ImportTests {
  @Test func importsOfAModuleMatch() throws {
    try expectUses(
      of: "import Network",
      inEach: [
        "import ⟦Network⟧", "import Foundation; import ⟦Network⟧\nimport UIKit",
        "import ⟦Network⟧.Path", "@testable import ⟦Network⟧", "public import ⟦Network⟧",
        "@preconcurrency import ⟦Network⟧", "@_spi(A) @testable internal import ⟦Network⟧",
        "import struct ⟦Network⟧.NWPath", "import func ⟦Network⟧.connect",
        "import typealias ⟦Network⟧.Endpoint", "import `⟦Network⟧`", "import/* a */⟦Network⟧",
        "import\n  ⟦Network⟧", "#if canImport(Network)\nimport ⟦Network⟧\n#endif",
        "import NetworkKit", "import Foundation.Network", "import struct App.Network",
        "// import Network", "let x = Network.path", "struct Network { }", "\"import Network\"",
        "f(import: Network.self)", "x.import\nNetwork.y", "#if canImport(Network)\n#endif",
        "import App\nNetwork.start()", "struct App.Network",
      ].map { $0.replacing("`⟦Network⟧`", with: "⟦`Network`⟧") })
  }

  @Test func importsOfAPartMatch() throws {
    try expectUses(
      of: "import Darwin.C",
      inEach: [
        "import ⟦Darwin.C⟧", "import ⟦Darwin . C⟧.stdio", "import func ⟦Darwin.C⟧.exit",
        "import Darwin", "import Darwin.POSIX", "import A.Darwin.C", "Darwin.C",
      ])
  }

  /// A module may be named as a type, and be one that qualifies.
  @Test func namesBesideImportsAreWhatTheyWere() throws {
    try expectUses(
      of: "import Foundation", "Foundation()", "Date()", "import Date",
      in: "import ⟦Foundation⟧\nlet d = ⟦Foundation.Date()⟧\n⟦Foundation()⟧\nimport ⟦Date⟧.x")
    try expectUses(of: "import os", in: "import ⟦os⟧\nimport ⟦os⟧.log\nos.log(x)")
  }
}
