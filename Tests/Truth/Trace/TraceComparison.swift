import CallGraph

/// What the functions of a package can reach by the compiler's index and by the tool's tokens.
struct TraceComparison {
  let index: IndexGraph
  let tokens: TokenGraph
  let findings: [Finding]
  let truth: Reach
  let told: Reach
  /// By function: its node in the graph of the index.
  let functions: [Int]
  /// By node of the index: that of the tool.
  let tokenNodes: [Int?]

  init(_ index: IndexGraph, _ tokens: TokenGraph, _ findings: [Finding]) {
    self.index = index
    self.tokens = tokens
    let numbers = Dictionary(
      uniqueKeysWithValues: index.files.map { ($0.source.path, $0.file) })
    let findings = findings.filter { finding in
      numbers[finding.file].map { index.isCompiled(finding.offset, inFile: $0) } == true
    }
    self.findings = findings
    let tokenNodes = index.codes.map { tokens.node(of: $0, in: index.files[$0.file].source.path) }
    self.tokenNodes = tokenNodes
    functions = index.codes.indices.filter { index.isFunction($0) }
    truth = Reach(
      index.graph, entries: functions,
      causes: findings.map { index.node(at: $0.offset, inFile: numbers[$0.file]!) })
    told = Reach(
      tokens.graph.filtered { _, _ in true }, entries: functions.map { tokenNodes[$0] },
      causes: findings.map { finding in
        tokens.fileNumbers[finding.file].flatMap {
          tokens.program.node(at: finding.offset, inFile: $0)
        }
      })
  }

  // MARK: - Figures

  struct Figures {
    var agreed = 0
    var missed = 0
    var wrong = 0

    var precision: Double { rate(agreed, of: agreed + wrong) }
    var recall: Double { rate(agreed, of: agreed + missed) }

    private func rate(_ part: Int, of all: Int) -> Double {
      all == 0 ? 1 : Double(part) / Double(all)
    }
  }

  var ofFunctions: Figures {
    let (true_, told) = (truth.functions, told.functions)
    return Figures(
      agreed: true_.intersection(told).count, missed: true_.subtracting(told).count,
      wrong: told.subtracting(true_).count)
  }

  var ofPairs: Figures {
    var figures = Figures()
    for function in functions.indices {
      let (true_, told) = (truth.reached[function], told.reached[function])
      figures.agreed += true_.intersection(told).count
      figures.missed += true_.subtracting(told).count
      figures.wrong += told.subtracting(true_).count
    }
    return figures
  }

  /// Functions that the tool knows nothing of.
  var unknownFunctions: Int { functions.filter { tokenNodes[$0] == nil }.count }
}
