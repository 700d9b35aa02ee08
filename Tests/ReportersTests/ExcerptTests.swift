import Diagnostics
import Foundation
import Reporters
import Testing

@Suite struct ExcerptTests {
  /// Draws the part of the text between `⟦` and `⟧`.
  private func draw(_ marked: String, end: String? = nil) throws -> Excerpt {
    let start = try #require(marked.utf8.split(separator: "⟦".utf8.first!).first).count
    _ = start
    let text = marked.replacing("⟦", with: "").replacing("⟧", with: "")
    let lower = marked[..<marked.firstIndex(of: "⟦")!].utf8.count
    let upper = marked[..<marked.firstIndex(of: "⟧")!].utf8.count - "⟦".utf8.count
    let source = SourceFile(path: FilePath("a.swift"), bytes: Array(text.utf8))
    let cut = end.map { text[..<text.range(of: $0)!.lowerBound].utf8.count }
    return Excerpt(lower..<upper, of: source, LineTable(source.bytes), end: cut ?? .max)
  }
}
