import CallGraph
import Commands
import Diagnostics
import Reporters
import Rules
import Workspace

extension TracedCode {
  /// The functions that a name means: the whole name as in the baseline, one without its outer
  /// types, or one without argument labels.
  package func entries(named name: String) throws(UsageError) -> [TracedEntry] {
    let tests = self.tests
    let testNodes = Set(tests.map(\.node))
    let others = program.functions.map(\.node).filter { !testNodes.contains($0) }
    let all = inOrder(tests + others.map { entry(.function, at: $0) })
    let fitting = [
      all.filter { $0.name == name }, all.filter { $0.name.hasSuffix("." + name) },
      all.filter { $0.nameWithoutLabels == name },
      all.filter { $0.nameWithoutLabels.hasSuffix("." + name) },
    ].first { !$0.isEmpty }
    guard let fitting else { throw noFunction(name, among: all) }
    // The accessors of a property have one name, and stand side by side.
    var seen: [TracedEntry] = []
    for entry in fitting where seen.last.map({ isSameDeclaration($0, entry) }) != true {
      seen.append(entry)
    }
    if seen.count == 1 { return fitting }
    let shown = seen.prefix(10).map { "\(place(ofNode: $0.node)): note: '\($0.name)'" }
    let left = seen.count - shown.count
    throw UsageError(
      "'\(name)' names \(grouped(seen.count)) functions; write the whole name, or "
        + "FILE:LINE",
      needsHelp: false, notes: shown + (left == 0 ? [] : ["note: and \(grouped(left)) more"]))
  }

  private func isSameDeclaration(_ left: TracedEntry, _ right: TracedEntry) -> Bool {
    let (leftNode, rightNode) = (program.nodes[left.node], program.nodes[right.node])
    return left.name == right.name && leftNode.file == rightNode.file
      && leftNode.nameOffset == rightNode.nameOffset
  }

  private func noFunction(_ name: String, among entries: [TracedEntry]) -> UsageError {
    var message = "no function '\(name)' in \(many(files.count, "file"))"
    if name.hasSuffix(".swift") {
      message = "there is no file '\(name)'"
    } else if entries.contains(where: { $0.isInType(named: name) }) {
      let type = memberName(of: name)
      message = "'\(name)' is a type; '\(Option.from.name) \(type)' traces what is in it"
    } else {
      message += didYouMean(closestNames(to: name, in: entries))
    }
    return UsageError(message, needsHelp: false)
  }

  /// The whole names that may be meant. A name is compared with as many last parts of others as it
  /// has.
  private func closestNames(to name: String, in entries: [TracedEntry]) -> [String] {
    let depth = name.prefix { $0 != "(" }.count { $0 == "." } + 1
    func end(of path: Substring) -> String {
      path.split(separator: ".", omittingEmptySubsequences: false).suffix(depth)
        .joined(separator: ".")
    }
    func closest(_ name: String, labels: Bool) -> [String] {
      closestTexts(to: name, in: entries.map(\.name)) { other in
        let path = other.prefix { $0 != "(" }
        return end(of: path) + (labels ? other[path.endIndex...] : "")
      }
    }
    let whole = name.utf8.contains(UInt8(ascii: "(")) ? closest(name, labels: true) : []
    return whole.isEmpty ? closest(String(name.prefix { $0 != "(" }), labels: false) : whole
  }

  /// The subject at a place: the uses that rules ban, else the innermost function.
  /// - Parameter path: from the root; nil for a file that is elsewhere.
  package func subject(
    at place: PlaceInFile, _ path: FilePath?, _ causes: [Cause], allowedToo: Bool
  ) throws(UsageError) -> (causes: [Cause], entries: [TracedEntry]) {
    let name = place.file.string
    func mistake(_ message: String) -> UsageError { UsageError(message, needsHelp: false) }
    guard let file = files.firstIndex(where: { $0.path == path }) else {
      throw mistake(
        "'\(name)' is not traced; the trace has \(many(files.count, "file"))"
          + didYouMean(closestPaths(to: place)))
    }
    let lines = LineTable(files[file].source.bytes)
    guard place.line <= lines.lineCount else {
      throw mistake("no line \(place.line) in '\(name)'")
    }
    let line = lines.range(ofLine: place.line)
    let offset = place.column.map { min(line.lowerBound + $0 - 1, line.upperBound) }
    let here = causes.filter { cause in
      let range = cause.finding.range
      guard cause.file == file else { return false }
      return offset.map { range.contains($0) } ?? line.contains(range.lowerBound)
    }
    let traced = here.filter { allowedToo || !$0.isAllowed }
    if !traced.isEmpty { return (traced, []) }
    guard here.isEmpty else {
      throw mistake(
        "what the rules ban in line \(place.line) of '\(name)' is allowed; "
          + "'\(Option.throughAllowed.name)' traces it, too")
    }
    let entries = self.entries(in: line, at: offset, ofFile: file)
    guard !entries.isEmpty else {
      throw mistake(
        "no rule finds anything in line \(place.line) of '\(name)', and it is in no function")
    }
    return ([], entries)
  }

  /// The paths nearest to that of the place, with its line.
  private func closestPaths(to place: PlaceInFile) -> [String] {
    let name = place.file.string
    let depth = name.split(separator: "/").count
    let paths = closestTexts(to: name, in: files.map(\.source.path.string)) { path in
      path.split(separator: "/").suffix(depth).joined(separator: "/")
    }
    return paths.map { "\($0):\(place.line)" + (place.column.map { ":\($0)" } ?? "") }
  }

  /// The function that is declared in a line, else the innermost one around it.
  private func entries(in line: Range<Int>, at offset: Int?, ofFile file: Int) -> [TracedEntry] {
    let bytes = files[file].source.bytes
    let first = line.first { ![UInt8(ascii: " "), UInt8(ascii: "\t")].contains(bytes[$0]) }
    let start = offset ?? first ?? line.lowerBound
    let declared = program.functions.map(\.node).filter { node in
      let node = program.nodes[node]
      return node.file == file && line.contains(node.nameOffset)
    }
    let innermost = program.node(at: start, inFile: file).map { [$0] } ?? []
    let nodes = declared.isEmpty ? innermost : declared
    // For a test, the functions that the framework runs around it count, too.
    let tests = self.tests.filter { nodes.contains($0.node) }
    if !tests.isEmpty { return inOrder(tests) }
    return inOrder(nodes.map { entry(.function, at: $0) })
  }
}

extension TracedEntry {
  /// The name without argument labels, e.g. `FeedModel.show` of `FeedModel.show(_:animated:)`.
  /// The outer function of a local one keeps its own: `reload().next` of `reload().next(_:)`.
  fileprivate var nameWithoutLabels: Substring {
    name.hasSuffix(")") ? name[..<name.lastIndex(of: "(")!] : name[...]
  }

  fileprivate func isInType(named type: String) -> Bool {
    // The names of a type may begin at any component.
    let name = nameWithoutLabels
    return !type.isEmpty
      && name.indices.contains { index in
        (index == name.startIndex || name[name.index(before: index)] == ".")
          && name[index...].hasPrefix("\(type).")
      }
  }
}

/// The texts whose end is nearest to what was typed, in their order; none if no end is near.
private func closestTexts(
  to typed: String, in texts: [String], end: (String) -> String
) -> [String] {
  var textsByEnd: [String: [String]] = [:]
  var ends: [String] = []
  for text in texts {
    let end = end(text)
    if textsByEnd[end] == nil { ends.append(end) }
    if textsByEnd[end]?.last != text { textsByEnd[end, default: []].append(text) }
  }
  // A search looks at 1,000 candidates at most.
  let nearest = stride(from: 0, to: ends.count, by: 1000).compactMap { start in
    closestMatch(to: typed, in: ends[start..<min(start + 1000, ends.count)])
  }
  return closestMatch(to: typed, in: nearest).flatMap { textsByEnd[$0] } ?? []
}

/// A question for a message, e.g. `; did you mean 'f()' or 'g()'?`; it is empty for no texts.
private func didYouMean(_ texts: [String]) -> String {
  if texts.isEmpty { return "" }
  let more = texts.count <= 3 ? "" : " (and \(grouped(texts.count - 3)) more)"
  let shown = texts.prefix(3).map { "'\($0)'" }.joined(separator: " or ")
  return "; did you mean \(shown)\(more)?"
}
