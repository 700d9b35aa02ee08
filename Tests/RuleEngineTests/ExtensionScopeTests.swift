import Testing

@Suite("Extensions of a type that the file declares")
struct ExtensionScopes {
  @Test(arguments: [
    ("@A", "@A struct B { let d = ⟦Date()⟧ }\nextension B { var d: Date { ⟦Date()⟧ } }\nDate()"),
    ("@A", "extension B: C { var d: Date { ⟦Date()⟧ } }\nfunc f() { Date() }\n@A struct B {}"),
    ("@A", "@A(name: \"b\") public actor B {}\nextension B { let d = ⟦Date()⟧ }"),
    ("@A struct", "@A final class B {}\nextension B { let d = Date() }"),
    (
      "@A struct B",
      "@A struct B {}\n@A struct C {}\nextension B { f(⟦Date()⟧) }\nextension C { f(Date()) }"
    ),
    ("@A func", "@A struct B { @A func f() { ⟦Date()⟧ } }\nextension B { let d = Date() }"),
    (
      "struct _: P",
      "struct B: Q, P {}\nextension B { f(⟦Date()⟧) }\nenum C: P {}\nextension C { f(Date()) }"
    ),
    (": P", "final class B<T>: M.P {}\nextension B where T: Q { f(⟦Date()⟧) }"),
    (
      ": P",
      "let b: P\nextension b { f(Date()) }\nfunc f() { struct C: P {} }\nextension C { f(Date()) }"
    ),
    ("@A", "struct B {}\n@A extension B { f(⟦Date()⟧) }\nextension B { f(Date()) }"),
    // What is nested, and what only has the name.
    (
      "@A",
      "enum B { @A struct C { let c = 1 } }\nextension B.C { f(⟦Date()⟧) }\nextension B { f(Date()) }"
    ),
    (
      "@A",
      "@A struct B { struct C { let c = 1 } }\nextension B.C { f(⟦Date()⟧) }\nextension C { f(Date()) }"
    ),
    ("@A", "enum B {}\nextension B { @A enum C {} }\nextension B.C { f(⟦Date()⟧) }"),
    (
      "@A",
      "@A enum B {}\nextension B { enum C {} }\nextension B.C { enum D {} }\nextension B.C.D { f(⟦Date()⟧) }"
    ),
    ("@A", "enum B { @A struct C {} }\nextension C { f(Date()) }\nextension D.B.C { f(Date()) }"),
    ("@A", "#if X\n@A struct B {}\n#else\nstruct B {}\n#endif\nextension B { f(⟦Date()⟧) }"),
    // A name alone is no type's extension but where the header says so.
    ("struct B", "struct B {}\nextension B { f(Date()) }"),
    ("public struct", "public struct B {}\nextension B { f(Date()) }"),
    // What cannot be, and must end.
    ("@A", "@A struct B {\nextension B {\nextension B { f(⟦Date()⟧) } } }"),
    ("@A", "extension B { @A struct B { f(⟦Date()⟧) } }\nextension B.B { f(⟦Date()⟧) }"),
    (
      "@A",
      "#if X\nextension B {\n#else\nextension C {\n#endif\n@A struct B {} }\nextension B { f(Date()) }"
    ),
  ])
  func areInsideWhatItsHeaderSays(header: String, marked: String) throws {
    try expectScope(header, marked)
  }
}
