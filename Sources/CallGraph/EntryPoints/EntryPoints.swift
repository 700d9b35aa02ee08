/// The code that a trace can start from.
extension Program {
  /// Every function, initializer and accessor that is written in the source.
  package var functions: [Entry] {
    nodes.indices.filter { index in
      switch nodes[index].kind {
      case .function, .initializer, .getter, .setter, .observer, .topLevel: true
      default: false
      }
    }.map { Entry(node: $0, around: []) }
  }

  /// The tests of XCTest and of Swift Testing, with the code that the framework runs around them. A
  /// test that a class inherits is there once for each class. One that is always skipped is left
  /// out.
  package var tests: [(name: String, entry: Entry)] {
    let found = (swiftTests + xcTests).filter { test in
      !([test.entry.node] + test.entry.around).contains(where: isSkipped)
    }
    return found.sorted { left, right in
      let (first, second) = (nodes[left.entry.node], nodes[right.entry.node])
      return (first.file, first.nameOffset, left.name) < (
        second.file, second.nameOffset, right.name
      )
    }
  }

  private func isSkipped(_ node: Int) -> Bool {
    var declaration = node < files.nodes.count ? files.nodes[node].declaration : -1
    while declaration != -1, !files.declarations[declaration].flags.contains(.isSkipped) {
      declaration = files.declarations[declaration].parent
    }
    return declaration != -1
  }

  // MARK: - Swift Testing

  private var swiftTests: [(name: String, entry: Entry)] {
    guard let attribute = files.names.number(of: "Test") else { return [] }
    var suites: [Int32: [Int]] = [:]
    var found: [(String, Entry)] = []
    for (index, function) in files.declarations.enumerated()
    where function.kind == .function && function.body != -1
      && files.attributes[function.attributes.range].contains(Int32(attribute))
    {
      var around: [Int] = []
      if let type = suite(of: function) {
        around = suites[type] ?? runAroundSuite(type)
        suites[type] = around
      }
      found.append((name(of: Int32(index)), Entry(node: Int(function.body), around: around)))
    }
    return found
  }

  /// The own type that a test is an instance method of.
  private func suite(of function: Declaration) -> Int32? {
    guard !function.flags.contains(.isStatic),
      files.declarations[Int(function.parent)].isTypeOrExtension
    else { return nil }
    let type = entityOf[Int(function.parent)]
    return type == -1 || entities[Int(type)].isForeign ? nil : type
  }

  /// The code that is run when a suite is made, which happens anew for each test.
  private func runAroundSuite(_ type: Int32) -> [Int] {
    var initializers: [Int] = []
    var values: [Int] = []
    for member in members(of: type) {
      let declaration = files.declarations[member]
      if declaration.kind == .initializer, declaration.body != -1, needsNoArgument(declaration) {
        initializers.append(Int(declaration.body))
      }
      if let value = initialValue(of: declaration) { values.append(value) }
    }
    if initializers.isEmpty, let implicit = implicitInitializers[type] { initializers = [implicit] }
    return initializers + values
  }

  private func needsNoArgument(_ function: Declaration) -> Bool {
    files.parameters[function.parameters.range].allSatisfy { $0.defaultNode != -1 }
  }

  /// The initial value of a property that is computed when a value of the type is made.
  private func initialValue(of property: Declaration) -> Int? {
    guard property.kind == .variable, property.initialValue != -1,
      property.flags.isDisjoint(with: [.isStatic, .isLazy])
    else { return nil }
    return Int(property.initialValue)
  }

  private func members(of type: Int32) -> [Int] {
    entities[Int(type)].declarations.flatMap { children[Int($0)] }
  }

  // MARK: - XCTest

  private var xcTests: [(name: String, entry: Entry)] {
    var known: [Int32: TestClass] = [:]
    return entities.indices.flatMap { number -> [(String, Entry)] in
      let type = Int32(number)
      guard !entities[number].isForeign, isTestCase(type) else { return [] }
      return xcTests(of: type, &known)
    }
  }

  /// Whether the superclasses end at `XCTestCase`, or at a foreign class that is called alike.
  private func isTestCase(_ type: Int32) -> Bool {
    var next = type
    for _ in 0..<Linker.maximumSuperclasses where next != -1 && !entities[Int(next)].isForeign {
      next = entities[Int(next)].superclass
    }
    return next != -1 && entities[Int(next)].isForeign
      && text(entities[Int(next)].name).hasSuffix("TestCase")
  }

  /// The tests, methods and values in the declarations of one class.
  private struct TestClass {
    /// The tests, by name.
    var tests: [(name: Int32, declaration: Int)] = []
    /// The methods run around each test; one with the same key in a subclass overrides it.
    var methods: [(key: String, node: Int)] = []
    var values: [Int] = []
  }

  private func testClass(_ type: Int32) -> TestClass {
    let names = ["setUp", "setUpWithError", "tearDown", "tearDownWithError", "invokeTest"]
    var found = TestClass()
    for member in members(of: type) {
      let declaration = files.declarations[member]
      if let value = initialValue(of: declaration) { found.values.append(value) }
      guard declaration.kind == .function, declaration.body != -1,
        declaration.parameters.isEmpty
      else { continue }
      let name = text(declaration.name)
      if names.contains(name) {
        let flags = declaration.flags.intersection([.isStatic, .isAsync])
        found.methods.append(("\(name) \(flags.rawValue)", Int(declaration.body)))
      } else if name.hasPrefix("test"),
        declaration.flags.isDisjoint(with: [.isStatic, .isPrivate])
      {
        found.tests.append((declaration.name, member))
      }
    }
    return found
  }

  private func xcTests(of type: Int32, _ known: inout [Int32: TestClass]) -> [(String, Entry)] {
    var around: [Int] = []
    var overridden: Set<String> = []
    var seen: Set<Int32> = []
    var tests: [(String, Int)] = []
    var next = type
    while next != -1, !entities[Int(next)].isForeign {
      let own = known[next] ?? testClass(next)
      known[next] = own
      around += own.methods.filter { !overridden.contains($0.key) }.map(\.node) + own.values
      overridden.formUnion(own.methods.map(\.key))
      for test in own.tests where seen.insert(test.name).inserted {
        let name =
          next == type
          ? self.name(of: Int32(test.declaration))
          : "\(self.name(of: entities[Int(type)].declaration)).\(text(test.name))()"
        tests.append((name, Int(files.declarations[test.declaration].body)))
      }
      next = entities[Int(next)].superclass
    }
    // The test is run on a value of this class, whichever class has the method.
    if let initializer = implicitInitializers[type] { around.append(initializer) }
    return tests.map { ($0, Entry(node: $1, around: around)) }
  }
}
