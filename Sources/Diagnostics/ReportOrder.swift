extension Diagnostic {
  /// The order of diagnostics within a file: by place, then rule id. What follows these only makes
  /// the order total, so that a report never depends on the order in which things were found.
  /// Files are in the order of `FilePath`.
  package static func precedes(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
    if left.range.lowerBound != right.range.lowerBound {
      return left.range.lowerBound < right.range.lowerBound
    }
    if left.rule?.id != right.rule?.id {
      return (left.rule?.id ?? "").utf8.lexicographicallyPrecedes((right.rule?.id ?? "").utf8)
    }
    if left.range.upperBound != right.range.upperBound {
      return left.range.upperBound < right.range.upperBound
    }
    if left.severity != right.severity { return left.severity == .error }
    return left.message.utf8.lexicographicallyPrecedes(right.message.utf8)
  }
}

/// Every diagnostic of one file, in the order in which they are reported.
package func inReportOrder(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
  // Those of a file without comments to complain about mostly are.
  let isSorted = diagnostics.indices.dropFirst().allSatisfy { index in
    diagnostics[index - 1].range.lowerBound < diagnostics[index].range.lowerBound
  }
  return isSorted ? diagnostics : diagnostics.sorted(by: Diagnostic.precedes)
}
