import Diagnostics
import Reporters

// What stands here until the formats are there, with the same interface.

enum TraceFormat: String, CaseIterable {
  case text, sarif
  var isForPeople: Bool { self == .text }
  var needsSources: Bool { self == .sarif }
}

struct TraceStyle {
  init(_ format: TraceFormat, isColored: Bool, listsAll: Bool, root: ReportRoot) {}
}

/// A line for each cause, and for each hop of the ways to it.
func writeTrace(
  _ report: TraceReport, _ style: TraceStyle, exitStatus: Int32, tool: ToolDescription,
  _ failures: Failures, sources: (FilePath) -> [UInt8]?,
  to write: (UnsafeBufferPointer<UInt8>) -> Bool
) {
  var text = ""
  for (number, cause) in report.causes.enumerated() {
    let place = "\(cause.place.path.printable):\(cause.place.line):\(cause.place.column)"
    text += "\(place): \(cause.severity.rawValue): \(cause.message) [#\(cause.rule.id)]\n"
    for entry in report.entries {
      for reach in entry.reaches where reach.cause == number {
        text += "  \(entry.name)\n"
        for hop in reach.path {
          text += "    \(hop.place.path.printable):\(hop.place.line):\(hop.place.column): "
          text += "'\(hop.name)' \(hop.how.rawValue) '\(hop.callee)'\n"
        }
      }
    }
  }
  _ = Array(text.utf8).withUnsafeBufferPointer(write)
}
