// Writes the Swift file that embeds others as string literals: embed-files OUTPUT FILE …
// Rule files come with the ids of their rules, so that the tool need not parse them to know these.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Printable ASCII as it is, the rest as escapes.
func literal(_ text: String) -> String {
  var literal = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": literal += "\\\(scalar)"
    case "\n": literal += "\\n"
    case " "..."~": literal.unicodeScalars.append(scalar)
    default: literal += "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
  return literal + "\""
}

/// A list of these, which stand in a rule file at the start of each rule.
func ruleIDs(in text: String) -> String {
  let start = "  - id: "
  let lines = text.split(separator: "\n").filter { $0.hasPrefix(start) }
  let ids = lines.map { literal(String($0.dropFirst(start.count))) }
  return "[\(ids.joined(separator: ", "))]"
}

let paths = CommandLine.arguments.dropFirst()
let output = paths.first!
var ruleFiles = ""
var fixtures = ""
for path in paths.dropFirst() {
  guard let text = String(bytes: try Data(contentsOf: URL(fileURLWithPath: path)), encoding: .utf8)
  else { fatalError("'\(path)' is not UTF-8") }
  let name = String(path.split(separator: "/").last!)
  if name.hasSuffix(".yml") {
    ruleFiles += """
        BundledRuleFile(
          name: \(literal(name)), text: \(literal(text)), ruleIDs: \(ruleIDs(in: text))),

      """
  } else {
    fixtures += "  (\(literal(name)), \(literal(text))),\n"
  }
}
let code = """
  /// The files of `Rules/` in byte order of their names.
  package let bundledRuleFiles: [BundledRuleFile] = [
  \(ruleFiles)]

  let embeddedFixtures: [(name: String, text: String)] = [
  \(fixtures)]

  """
try Data(code.utf8).write(to: URL(fileURLWithPath: output))
