import Diagnostics
import LanguageServer
import Reporters
import RuleEngine

private let styles =
  ReportFormat.allCases.map { ReportStyle($0) }
  + [.text, .llvm, .short].map { ReportStyle($0, isColored: true) }

private let tool = ToolDescription(version: "1.2.3")

/// Every report can be written, as what it says it is.
func checkReports(of findings: FileFindings, in source: SourceFile) throws(BrokenProperty) {
  if findings.all.isEmpty { return }
  for style in styles {
    var report = Report(style)
    var bytes = report.text(adding: findings.all, of: source)
    report.add(linted: source.path)
    bytes += report.end(exitStatus: 1, tool: tool)
    try check(bytes, style)
  }
}

private func check(_ bytes: [UInt8], _ style: ReportStyle) throws(BrokenProperty) {
  let name = style.format.rawValue
  let text = String(decoding: bytes, as: UTF8.self)
  // As the compiler has it, invalid bytes stay in this one.
  if style.format != .llvm { try require(Array(text.utf8) == bytes, "a report is UTF-8", name) }
  if !style.isColored {
    try require(!text.unicodeScalars.contains(where: isControl), "no report has controls", name)
  }
  switch style.format {
  case .sarif, .gitlab, .rdjson: try checkJSON(bytes, name)
  case .json:
    // Each is the count of its bytes, on a line of its own, then the object.
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let count = Int(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[(end + 1)...]
      guard let count, count <= rest.count else {
        throw BrokenProperty(description: "a message is as long as it says")
      }
      try checkJSON(Array(rest.prefix(count)), name)
      rest = rest.dropFirst(count + 1)
    }
  case .html:
    for tag in ["<script>", "</script>", "<style>", "</body>"] {
      try require(text.ranges(of: tag).count == 1, "a page has one \(tag)", name)
    }
  default: break
  }
}

private func checkJSON(_ bytes: [UInt8], _ name: String) throws(BrokenProperty) {
  do {
    _ = try JSON(parsing: bytes)
  } catch {
    throw BrokenProperty(description: "the report \(name) is JSON up to byte \(error.offset) only")
  }
}

/// What a terminal could obey, but for line ends, tabs and form feeds.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x09, 0x0A, 0x0C: false
  case 0x00...0x1F, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
  default: false
  }
}
