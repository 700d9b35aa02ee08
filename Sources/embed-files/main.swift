// Writes the Swift file that embeds others as string literals: embed-files OUTPUT FILE …

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

let paths = CommandLine.arguments.dropFirst()
let output = paths.first!
var code = "let embeddedFiles: [(name: String, text: String)] = [\n"
for path in paths.dropFirst() {
  guard let text = String(bytes: try Data(contentsOf: URL(fileURLWithPath: path)), encoding: .utf8)
  else { fatalError("'\(path)' is not UTF-8") }
  let name = String(path.split(separator: "/").last!)
  code += "  (\(literal(name)), \(literal(text))),\n"
}
code += "]\n"
try Data(code.utf8).write(to: URL(fileURLWithPath: output))
