import Foundation

/// Where the tool and the compiler may disagree about a fixture: `Tests/Truth/limits.tsv`, a line
/// each with the kind of disagreement, the rule, the file, its source line, and why.
struct Limits {
  private let lines: [String]

  init(_ repository: URL) throws {
    let file = repository.appendingPathComponent("Tests/Truth/limits.tsv")
    let text = try String(contentsOf: file, encoding: .utf8)
    lines = text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    for line in lines where line.split(separator: "\t").count != 5 {
      throw TruthError("'\(file.path)' has a line without five columns: \(line)")
    }
  }

  /// Splits what disagrees into what is not written down, and what is written down in vain.
  func hold(_ comparison: inout Comparison, in repository: URL) -> (Comparison, [String]) {
    var unexpected = comparison
    var used: Set<String> = []
    func isUnexpected(_ kind: String, _ disagreement: Disagreement) -> Bool {
      let file = disagreement.file.dropFirst(repository.path.count + 1)
      let key = "\(kind)\t\(disagreement.rule)\t\(file)\t\(disagreement.line)\t"
      guard let limit = lines.first(where: { $0.hasPrefix(key) }) else { return true }
      used.insert(limit)
      return false
    }
    for id in comparison.rules.keys {
      unexpected.rules[id]?.missed.removeAll { !isUnexpected("missed", $0) }
      unexpected.rules[id]?.wrong.removeAll { !isUnexpected("false", $0) }
    }
    return (unexpected, lines.filter { !used.contains($0) })
  }
}

extension Comparison {
  var isAgreed: Bool { rules.values.allSatisfy { $0.missed.isEmpty && $0.wrong.isEmpty } }
}
