import Testing

@testable import RuleEngine
@testable import Rules

/// What stands beside an implicit member tells its type, where a rule says so.
@Suite("Rules with 'beside'") struct BesideTests {
  private func expectUses(
    inEach table: [String], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    var rule = try rule("zone", bans: ["Zone.current", "Zone()", "Zone.home.name"])
    rule.beside = Beside(
      labels: ["zone", "in"], members: ["zone"],
      functions: [
        try Pattern(parsing: "parts(of:_:)"), try Pattern(parsing: "move(_:)"),
      ])
    let rules = CompiledRules([rule])
    for marked in table {
      let source = sourceFile(String(marked.filter { $0 != "⟦" && $0 != "⟧" }))
      let findings = lint(source, relativePath: source.path, with: rules)
      let found = mark(findings.diagnostics.map(\.range), in: source.bytes)
      #expect(found == marked, sourceLocation: sourceLocation)
      let isSearched = source.bytes.withUnsafeBufferPointer { rules.mayMatch($0) }
      #expect(isSearched || !marked.contains("⟦"), sourceLocation: sourceLocation)
    }
  }

  @Test func labels() throws {
    try expectUses(inEach: [
      "f(zone: ⟦.current⟧)", "f(1, zone: ⟦.current⟧, x: 2)", "x.f(in: ⟦.init()⟧)",
      "f(zone: try ⟦.current⟧)", "f(zone: a ? ⟦.current⟧ : ⟦.init()⟧)", "f(zone: a ?? ⟦.current⟧)",
      "f(\n  zone:\n    ⟦.current⟧\n)", "S.init(zone: ⟦.home.name⟧)", "f(zone: ⟦.current⟧.x)",
      "f(zone: ⟦.`current`⟧)", "f(a ? b : c, zone: ⟦.current⟧)", "@A(zone: ⟦.current⟧) struct S {}",
      "f(zones: .current)", "f(.current)", "f(zone: .other)", "f(zone: x.current)",
      "f(zone: .current == x)", "f(zone: x == .current)", "f(zone: .init(1))",
      "f(zone: [.current])",
      "f(zone: g(.current))", "f(zone: .current as Place)", "let t = (zone: .current, 1)",
      "switch x { case .f(zone: .current): break }", "if case .f(zone: .current) = x {}",
      "f(zone: { .current })", "f(zone: .home)",
    ])
  }

  @Test func members() throws {
    try expectUses(inEach: [
      "x.zone = ⟦.current⟧", "zone = ⟦.current⟧", "self.zone = ⟦.init()⟧", "x?.zone = ⟦.current⟧",
      "x.zone! = ⟦.current⟧", "x.zone = a ? b : ⟦.current⟧", "x.zone = a ?? ⟦.current⟧",
      "y = x.zone ?? ⟦.current⟧", "f(x: zone ?? ⟦.current⟧)", "return x?.zone ?? ⟦.current⟧",
      "x.zones = .current", "x.zone == .current", "let zone: Place = .current",
      "x.zone.y = .current",
      "x.zone[0] = .current", "x.zone() ?? .current", "y = .current",
    ])
  }

  @Test func functions() throws {
    try expectUses(inEach: [
      "x.parts(of: ⟦.current⟧, ⟦.init()⟧)", "parts(of: a ? ⟦.current⟧ : b, c, d: .current)",
      "move(⟦.current⟧)", "move(a ? ⟦.current⟧ : b, to: .current)",
      "parts(in: ⟦.current⟧, .current)", "part(of: .current, .current)", "parts(of: .current)",
      "move(to: .current)", "move(g(.current))",
    ])
  }

  @Test func callBeforeNilCoalescing() throws {
    try expectUses(inEach: [
      "x = Zone(id: 3) ?? ⟦.current⟧", "f(Zone.init(id: 3) ?? ⟦.current⟧)",
      "x = a ?? Zone(id: 3) ?? ⟦.current⟧", "x = b ? a : Zone(id: 3) ?? ⟦.current⟧",
      "x.zone = Place(id: 3) ?? .current", "x = zones(id: 3) ?? .current",
      "x = X.Zone() ?? .current",
      "x = Zone(id: 3).map(f) ?? .current",
    ])
  }

  @Test func declaredTypes() throws {
    try expectUses(
      inEach: [
        "struct S { let z: Zone }; S(z: ⟦.current⟧)",
        "S(z: ⟦.init()⟧)\nstruct S { var z: M.Zone? }",
        "class C { init(z: inout Zone) {} }; C(z: ⟦.current⟧)",
        "actor A { init(at z: (Zone)? = nil) {} }; A(at: ⟦.current⟧)",
        "func f<T>(x: T, z: Zone) {}; f(x: 1, z: a ?? ⟦.current⟧)",
        "enum E { case a(Int), b(z: Zone) }; E.b(z: ⟦.current⟧)",
        "class C { var z: Zone; func f() { z = ⟦.current⟧; self.z = ⟦.init()⟧ } }",
        "func f(z: Zone?) { g(z ?? ⟦.current⟧) }",
        "struct S { init(x: Int) {}; init(z: Zone) {} }; S(z: ⟦.current⟧)",
        "typealias Z = Zone; struct S { let z: Z }; S(z: ⟦.current⟧)",
        "struct S { let z: Place }; S(z: .current)", "func f(z: [Zone]) {}; f(z: .init())",
        "class C { let z: Zone }; C(z: .current)", "func f(z: Zone) {}; x.f(z: .current)",
        "struct S { init(z: Zone) {}; init(z: Place) {} }; S(z: .current)",
        "struct S { struct Zone {}; let z: Zone }; S(z: .current)",
      ].map { $0.replacing("M.Zone", with: "Foundation.Zone") })
  }

  @Test func otherDeclaredTypesSilence() throws {
    try expectUses(inEach: [
      "struct S { let zone: Place }; S(zone: .current)",
      "func f(zone: Place) {}; f(zone: .current)",
      "struct S { let zone: Place }; T(zone: ⟦.current⟧)",
      "struct S { var zone: Place; func f() { zone = .current; x.zone = .current } }",
      "class A { var zone: Place? }; class B: A { func f() { zone = .current } }",
      "class A { var zone: Place }; func f(a: A) { a.zone = .current; g(a.zone ?? .current) }",
      "class A { var zone: Place }; struct S { var zone: Zone }; x.zone = ⟦.current⟧",
      "class A { var zone = Place() }; x.zone = ⟦.current⟧",
      "class A { var zone: Place }; f(zone: ⟦.current⟧)",
      "func f(zone: Place?) { g(zone ?? .current) }", "struct Zone {}; f(zone: .current)",
      "func f(zone: Place) {}; func f(zone: Zone) {}; f(zone: ⟦.current⟧)",
    ])
  }

  @Test func aNameThatIsSpelledAsATypeTellsThatType() throws {
    var rule = try rule("settings", bans: ["TimeZone.current", "Locale.current", "Locale.other"])
    rule.beside = Beside(
      labels: ["locale", "timezone", "in"], members: ["locale"],
      functions: [try Pattern(parsing: "parts(of:)")])
    let rules = CompiledRules([rule])
    for marked in [
      "f(locale: ⟦.current⟧)", "f(timezone: ⟦.current⟧)", "f(in: ⟦.current⟧)",
      "f(locale: ⟦.other⟧)", "f(timezone: .other)", "f(in: .other)", "x.locale = ⟦.other⟧",
      "x.parts(of: ⟦.current⟧)", "x.parts(of: .other)",
      "struct Locale {}; f(locale: .current); f(in: ⟦.current⟧)",
    ] {
      let source = sourceFile(String(marked.filter { $0 != "⟦" && $0 != "⟧" }))
      let findings = lint(source, relativePath: source.path, with: rules)
      #expect(mark(findings.diagnostics.map(\.range), in: source.bytes) == marked)
    }
  }

  @Test func rulesThatBanTheSameMayTellItByOtherNames() throws {
    var first = try rule("first", bans: ["Zone.current", "Place.current"])
    first.beside = Beside(labels: ["at"], members: [])
    var second = try rule("second", bans: ["Place.current", "Zone.current"])
    second.beside = first.beside
    for rules in [[first, second], [second, first]] {
      var rules = rules
      rules[0].inside = [try ScopeHeader(parsing: "struct S")]
      let source = sourceFile("struct Zone {}; let x = f(at: .current)")
      let findings = lint(source, relativePath: source.path, with: CompiledRules(rules))
      #expect(findings.diagnostics.count == (rules[1].id == "second" ? 1 : 0))
    }
  }
}
