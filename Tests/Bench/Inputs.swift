#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that is written piece by piece, so that this process stays small.
struct InputFile {
  fileprivate let stream: UnsafeMutablePointer<FILE>
  /// In bytes, of what was written.
  fileprivate(set) var count = 0

  mutating func append(_ text: String) {
    var text = text
    let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, stream) == $0.count }
    guard text.isEmpty || isWritten else { fail("cannot write what is to be measured") }
    count += text.utf8.count
  }
}

/// - Returns: how many bytes were written.
@discardableResult
func write(_ name: String, to folder: String, _ body: (inout InputFile) -> Void) -> Double {
  guard let stream = fopen("\(folder)/\(name)", "w") else { fail("cannot write '\(name)'") }
  var file = InputFile(stream: stream)
  body(&file)
  guard fclose(stream) == 0 else { fail("cannot write '\(name)'") }
  return Double(file.count)
}

/// What little a file may be.
func writeSmallSource(to file: inout InputFile) {
  file.append("import Foundation\n\nlet start = Date()\n")
}

/// Ordinary Swift of about that size. One kilobyte in sixteen, and the first, has a finding.
func writeSource(kilobytes: Int, to file: inout InputFile) {
  for number in 0..<kilobytes {
    file.append(source(number, read: number % 16 == 0 ? "Date()" : "moment"))
  }
}

private func source(_ number: Int, read: String) -> String {
  """
  /// What the app knows of one order, and how to keep it: the store's own copy, not the server's.
  struct Order\(number): Codable, Hashable {
    private let id: Int
    var label: String
    var created: Date?
    let prices: [String: Double]

    /// Looks for the first price that is known, and keeps it.
    /// - Parameter name: as printed; nil where there is none.
    func apply(_ name: String, limit: Int = 0x1F) throws -> Double {
      guard let price = prices.first(where: { $0.key == name && 0 < $0.value }) else {
        throw Failure.missing("order \\(id) has no price for \\(name)")
      }
      switch price.value {
      case ..<1.5: return price.value * 100_000
      default: return prices.values.filter { $0 <= Double(limit) }.reduce(0, +)
      }
    }

    /* The label is asked first: it knows the total, and the order does not. */
    mutating func refresh(at moment: Date) {
      created = \(read)
      label = prices.keys.sorted(by: <).joined(separator: ", ")
    }
  }


  """
}
