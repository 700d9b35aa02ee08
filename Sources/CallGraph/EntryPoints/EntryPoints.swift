/// What a trace can start from.
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

  /// The tests of XCTest and of Swift Testing, with what the framework runs around them. A test that
  /// a class inherits is there once for each class.
  package var tests: [(name: String, entry: Entry)] {
    var found: [(String, Entry)] = []
    for declaration in files.declarations.indices {
      let function = files.declarations[declaration]
      guard function.kind == .function, function.body != -1 else { continue }
      if isSwiftTest(function) {
        found.append(
          (
            name(of: Int32(declaration)),
            Entry(node: Int(function.body), around: runAroundSuite(of: function))
          ))
      }
    }
    let testClasses = superclasses.indices.filter { !isForeign[$0] && isTestCase($0) }
    for type in testClasses { found += xcTests(of: type) }
    return found.sorted { left, right in
      let (first, second) = (nodes[left.1.node], nodes[right.1.node])
      return (first.file, first.nameOffset, left.0) < (second.file, second.nameOffset, right.0)
    }
  }

  // MARK: - Swift Testing

  private func isSwiftTest(_ function: Declaration) -> Bool {
    files.attributes[function.attributes.range].contains { text($0) == "Test" }
  }

  /// A suite is made anew for each test.
  private func runAroundSuite(of function: Declaration) -> [Int] {
    guard !function.flags.contains(.isStatic), function.parent != -1,
      files.declarations[Int(function.parent)].isTypeOrExtension
    else { return [] }
    let type = entityOf[Int(function.parent)]
    guard type != -1, !isForeign[Int(type)] else { return [] }
    return initializers(of: Int(type))
  }

  private func initializers(of type: Int) -> [Int] {
    var found: [Int] = []
    for declaration in typeDeclarations[type] {
      for node in functions(named: "init", in: declaration) where isPlain(node) {
        found.append(node)
      }
    }
    if found.isEmpty, let implicit = implicitInitializers[Int32(type)] { found = [implicit] }
    var values: [Int] = []
    for declaration in typeDeclarations[type] {
      values += initialValues(in: declaration)
    }
    return found + values
  }

  private func isPlain(_ node: Int) -> Bool {
    files.parameters[files.declarations[Int(nodes[node].declaration)].parameters.range]
      .allSatisfy { $0.defaultNode != -1 }
  }

  private func initialValues(in declaration: Int32) -> [Int] {
    children(of: declaration).compactMap { child in
      let property = files.declarations[child]
      guard property.kind == .variable, property.initialValue != -1,
        property.flags.isDisjoint(with: [.isStatic, .isLazy])
      else { return nil }
      return Int(property.initialValue)
    }
  }

  // MARK: - XCTest

  /// Whether the superclasses end at `XCTestCase`, or at a foreign class that is called alike.
  private func isTestCase(_ type: Int) -> Bool {
    var next = type
    for _ in 0..<64 {
      if isForeign[next] { return text(typeNames[next]).hasSuffix("TestCase") }
      guard superclasses[next] != -1 else { return false }
      next = Int(superclasses[next])
    }
    return false
  }

  /// A class and its own superclasses.
  private func classes(of type: Int) -> [Int] {
    var found: [Int] = []
    var next = type
    while !isForeign[next], found.count < 64 {
      found.append(next)
      guard superclasses[next] != -1 else { break }
      next = Int(superclasses[next])
    }
    return found
  }

  private func xcTests(of type: Int) -> [(String, Entry)] {
    let chain = classes(of: type)
    var around = runAround(chain)
    // The test is run on a value of this class, whichever class has the method.
    if let initializer = implicitInitializers[Int32(type)] { around.append(initializer) }
    var seen: Set<String> = []
    var found: [(String, Entry)] = []
    for (number, other) in chain.enumerated() {
      for declaration in typeDeclarations[other] {
        for child in children(of: declaration) {
          let function = files.declarations[child]
          let name = text(function.name)
          guard function.kind == .function, function.body != -1, name.hasPrefix("test"),
            function.parameters.isEmpty,
            function.flags.isDisjoint(with: [.isStatic, .isPrivate]), seen.insert(name).inserted
          else { continue }
          let shown =
            number == 0
            ? self.name(of: Int32(child)) : "\(self.name(ofType: type)).\(name)()"
          found.append((shown, Entry(node: Int(function.body), around: around)))
        }
      }
    }
    return found
  }

  /// What the framework runs around a test: of methods that override each other, the last one.
  /// - Parameter chain: a class and its own superclasses.
  private func runAround(_ chain: [Int]) -> [Int] {
    let names = ["setUp", "setUpWithError", "tearDown", "tearDownWithError", "invokeTest"]
    var found: [Int] = []
    var overridden: Set<String> = []
    for type in chain {
      var own: [(key: String, node: Int)] = []
      for declaration in typeDeclarations[type] {
        for name in names {
          for node in functions(named: name, in: declaration) {
            let flags = files.declarations[Int(nodes[node].declaration)].flags
            own.append(("\(name) \(flags.intersection([.isStatic, .isAsync]).rawValue)", node))
          }
        }
      }
      found += own.filter { !overridden.contains($0.key) }.map(\.node)
      overridden.formUnion(own.map(\.key))
      for declaration in typeDeclarations[type] { found += initialValues(in: declaration) }
    }
    return found
  }

  private func name(ofType type: Int) -> String {
    typeDeclarations[type].first.map { name(of: $0) } ?? text(typeNames[type])
  }

  private func functions(named name: String, in declaration: Int32) -> [Int] {
    children(of: declaration).compactMap { child in
      let function = files.declarations[child]
      guard function.kind == .function || function.kind == .initializer, function.body != -1,
        text(function.name) == name
      else { return nil }
      return Int(function.body)
    }
  }

  private func children(of declaration: Int32) -> [Int] { Array(children[Int(declaration)]) }
}
