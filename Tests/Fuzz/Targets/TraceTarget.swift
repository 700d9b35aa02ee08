import CallGraph
import Diagnostics

private let separator = Array("\n---\n".utf8)

/// The input is files, one after the other; between them is a line `---`.
func checkTrace(_ input: [UInt8]) throws(BrokenProperty) {
  let texts = input.split(separator: separator).map(Array.init)
  let program = link(texts)
  try checkNodes(of: program, texts)
  try checkWays(in: program)
  let again = link(texts)
  for node in program.nodes.indices {
    let (first, second) = (program.graph.edges(of: node), again.graph.edges(of: node))
    let isSame = first.elementsEqual(second) { left, right in
      (left.target, left.how, left.offset) == (right.target, right.how, right.offset)
    }
    try require(isSame, "two graphs of the same files are the same", "\(first)\n\(second)")
  }
}

/// Two files are in each module.
private func link(_ texts: [[UInt8]]) -> Program {
  let files = texts.enumerated().map { number, text in
    (
      path: FilePath("Sources/M\(number / 2)/\(number == 1 ? "main" : "f\(number)").swift"),
      summary: FileSummary(of: text)
    )
  }
  return Program(files, manifests: texts.prefix(1).map { (FilePath("Package.swift"), $0) })
}

private func checkNodes(of program: Program, _ texts: [[UInt8]]) throws(BrokenProperty) {
  try require(
    program.nodes.count == program.graph.nodeCount, "the graph has the nodes of the program")
  for (number, node) in program.nodes.enumerated() {
    let end = texts[node.file].count
    let isInFile = node.range.upperBound <= end && node.nameOffset <= end
    try require(isInFile, "nodes are in their file", "\(node) of \(end)")
    for edge in program.graph.edges(of: number) {
      let isKnown = program.nodes.indices.contains(Int(edge.target)) && Int(edge.offset) <= end
      try require(isKnown, "edges lead to nodes, from places in the file", "\(edge) of \(end)")
    }
    _ = (program.name(ofNode: number), program.detail(ofNode: number))
  }
}

/// Each step of a search follows an edge, or leads from a member to what stands in for it.
private func checkWays(in program: Program) throws(BrokenProperty) {
  let goals = program.nodes.indices.map { $0 % 3 == 0 }
  let entries = program.tests.map(\.entry) + program.functions.prefix(50)
  for dispatch in Dispatch.allCases {
    var search = Search(program.graph, goals: goals, dispatch: dispatch)
    for entry in entries {
      let steps = search.steps(from: entry.node, around: entry.around)
      for (number, step) in steps.enumerated().dropFirst() {
        try require(step.previous < number, "a step comes after the one that leads to it")
        let source = steps[step.previous].node
        let isEdge =
          step.how == .runsAround && entry.around.contains(step.node)
          || program.graph.edges(of: source).contains { Int($0.target) == step.node }
          || program.graph.implementations.contains {
            Int($0.member) == source && Int($0.node) == step.node
          }
        try require(isEdge, "a step follows an edge", "\(step) from \(source)")
      }
    }
  }
}
