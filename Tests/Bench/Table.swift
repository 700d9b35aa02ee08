#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How a figure is printed.
enum Unit {
  case milliseconds
  /// 1,000,000 bytes.
  case megabytes
  case megabytesPerSecond
  /// Of what is counted.
  case millions
  case nanosecondsPerByte
  case microsecondsPerFinding

  /// Of seconds, bytes or what they are divided by.
  private var scale: Double {
    switch self {
    case .milliseconds: 1e3
    case .megabytes, .megabytesPerSecond, .millions: 1e-6
    case .nanosecondsPerByte: 1e9
    case .microsecondsPerFinding: 1e6
    }
  }

  var name: String {
    switch self {
    case .milliseconds: "ms"
    case .megabytes: "MB"
    case .megabytesPerSecond: "MB/s"
    case .millions: "M"
    case .nanosecondsPerByte: "ns/byte"
    case .microsecondsPerFinding: "µs/find"
    }
  }

  func text(of figure: Double) -> String { decimal(figure * scale, places: 2) }
}

/// A part of the table.
/// - Parameter anchor: what our figures are held against.
func printHeading(_ title: String, anchor: String) {
  print()
  printColumns(title, "ours", anchor, "", "ratio", "target")
}

/// One line of the table: our figure, the anchor's, and ours for one of the anchor's.
func printRow(
  _ name: String, _ ours: Double, _ anchor: Double, _ unit: Unit, target: String = ""
) {
  let ratio = ours / anchor
  printColumns(
    name, unit.text(of: ours), unit.text(of: anchor), unit.name,
    decimal(ratio, places: ratio < 0.1 ? 4 : 2), target)
}

/// A line for what is not measured.
func printSkipped(_ name: String, _ reason: String) {
  printColumns(name, "", "", "", "", reason)
}

private func printColumns(
  _ name: String, _ ours: String, _ anchor: String, _ unit: String, _ ratio: String,
  _ target: String
) {
  let columns = [
    padded(name, to: -44), padded(ours, to: 10), padded(anchor, to: 14), padded(unit, to: -8),
    padded(ratio, to: 6), target,
  ]
  var line = columns.joined(separator: " ")[...]
  while line.hasSuffix(" ") { line.removeLast() }
  print(line)
  fflush(nil)
}

/// - Parameter width: below zero, the text stands to the left.
private func padded(_ text: String, to width: Int) -> String {
  let blanks = String(repeating: " ", count: max(0, abs(width) - text.count))
  return width < 0 ? text + blanks : blanks + text
}

private func decimal(_ value: Double, places: Int) -> String {
  guard value.isFinite else { return "-" }
  let digits = (0..<places).reduce(1) { power, _ in power * 10 }
  let count = Int((abs(value) * Double(digits)).rounded())
  let fraction = String(count % digits)
  let zeros = String(repeating: "0", count: places - fraction.count)
  return "\(value < 0 ? "-" : "")\(count / digits).\(zeros)\(fraction)"
}
