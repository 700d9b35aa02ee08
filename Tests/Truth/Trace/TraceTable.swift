import CallGraph

/// A line of the table, and what costs the most.
struct TraceRow {
  let cells: [String]
  let details: String

  init(_ package: String, _ packs: String, _ comparison: TraceComparison, _ edgeCount: Int) {
    let functions = comparison.ofFunctions
    let pairs = comparison.ofPairs
    cells = [
      package, packs, "\(comparison.truth.functions.count)",
      decimal(functions.precision), decimal(functions.recall),
      "\(pairs.agreed + pairs.missed)", decimal(pairs.precision), decimal(pairs.recall),
    ]
    var text = "\(package), \(packs): \(comparison.functions.count) functions, "
    text += "\(comparison.findings.count) causes; "
    text += "\(functions.missed) missed and \(functions.wrong) wrong functions, "
    text += "\(pairs.missed) and \(pairs.wrong) pairs; "
    text += "\(comparison.unknownFunctions) functions unknown to the tool\n"
    for cost in comparison.missingEdges(edgeCount) {
      text += comparison.line("missing", cost, ofIndex: true)
    }
    for cost in comparison.wrongEdges(edgeCount) {
      text += comparison.line("wrong", cost, ofIndex: false)
    }
    // Few functions say little as a rate, so each is listed.
    if comparison.truth.functions.count < 100 { text += comparison.listOfFunctions }
    details = text
  }
}

func table(of rows: [TraceRow]) -> String {
  let header = [
    "package", "packs", "functions", "precision", "recall", "pairs", "precision", "recall",
  ]
  let rows = [header] + rows.map(\.cells)
  return rows.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
}

/// With three decimals.
private func decimal(_ rate: Double) -> String {
  let thousandths = Int((rate * 1000).rounded())
  let digits = String(thousandths % 1000)
  return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
}

extension TraceComparison {
  fileprivate func line(_ word: String, _ cost: Cost, ofIndex: Bool) -> String {
    var sum = "\(cost.functions.count) functions, \(cost.pairs) pairs, \(cost.alone) alone"
    if let (function, cause) = cost.example {
      let it = node(functions[function], true)
      let finding = findings[cause]
      sum += ", e.g. \(it.name) at \(place(it.source, it.offset)) reaches "
      sum += "\(finding.file):\(finding.line):\(finding.column) [\(finding.rule)]"
    }
    guard let link = cost.link else {
      return "  \(word): the ways are the same, the cause or a seam is in other code: \(sum)\n"
    }
    let (source, target) = (node(link.source, ofIndex), node(link.target, ofIndex))
    let offset = link.isDispatch ? source.offset : link.offset
    return "  \(word): \(place(source.source, offset)): \(link.how) \(target.name) at "
      + "\(place(target.source, target.offset)): \(sum)\n"
      + "    \(source.source.line(source.source.place(at: offset)))\n"
  }

  fileprivate var listOfFunctions: String {
    let (true_, told) = (truth.functions, told.functions)
    func lines(_ word: String, _ functions: Set<Int>) -> String {
      functions.sorted().map {
        let it = node(self.functions[$0], true)
        return "  \(word) function: \(place(it.source, it.offset)): \(it.name)\n"
      }.joined()
    }
    return lines("missed", true_.subtracting(told)) + lines("wrong", told.subtracting(true_))
  }

  private func place(_ source: Source, _ offset: Int) -> String {
    let place = source.place(at: offset)
    return "\(source.path):\(place.line):\(place.column)"
  }

  /// A node of either graph: its file, the offset of its name, and what stands there.
  private func node(
    _ node: Int, _ ofIndex: Bool
  ) -> (source: Source, offset: Int, name: String) {
    if ofIndex {
      let code = index.codes[node]
      let source = index.files[code.file].source
      return (source, code.nameOffset, "\(code.kind) \(source.name(at: code.nameOffset))")
    }
    let own = tokens.program.nodes[node]
    let source = tokens.sources[own.file]
    return (source, own.nameOffset, "\(own.kind) \(tokens.program.name(ofNode: node))")
  }
}

extension Source {
  /// The word that starts there.
  fileprivate func name(at offset: Int) -> String {
    token(startingAt: offset)?.text ?? ""
  }
}
