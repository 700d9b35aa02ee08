import Diagnostics

/// All files that are traced, linked: which declaration leads to which.
package struct Program: Sendable {
  /// A declaration, or a part of one, that code may be in.
  package struct Node: Sendable {
    package enum Kind: Sendable {
      case function, initializer, implicitInitializer, deinitializer
      case getter, setter, observer, initialValue, defaultArgument
      case enumCase
      /// Code of a file outside of all declarations.
      case topLevel
      /// A closure that a stored property keeps; nothing leads to it.
      case storedClosure
      /// A freestanding macro among declarations, such as `#Preview`.
      case macro
    }

    package let kind: Kind
    /// By index in the files that the program was made of.
    package let file: Int
    /// Offsets from 0 in UTF-8 bytes: of the name, and of all of its code.
    package let nameOffset: Int
    package let range: Range<Int>
  }

  /// What is traced from.
  package struct Entry: Sendable {
    package let node: Int
    /// What a test framework runs before and after it.
    package let around: [Int]
  }

  package private(set) var graph = Graph()
  package private(set) var nodes: [Node] = []

  /// - Parameters:
  ///   - files: in the order of their paths, which are relative to the root.
  ///   - manifests: each `Package.swift` below the root, with its path.
  package init(
    _ files: [(path: FilePath, summary: FileSummary)], manifests: [(path: FilePath, bytes: [UInt8])]
  ) {}

  /// As the baseline writes scopes, e.g. `FeedModel.show(_:animated:)`.
  package func name(ofNode node: Int) -> String { "" }

  /// The label of a default argument, or the name of the property with an initial value.
  package func detail(ofNode node: Int) -> String? { nil }

  /// The innermost node around a place, by index; nil if the place is in no code.
  /// - Parameter offset: from 0 in UTF-8 bytes.
  package func node(at offset: Int, inFile file: Int) -> Int? { nil }

  /// The nodes whose code is in a part of a file.
  package func nodes(in range: Range<Int>, ofFile file: Int) -> [Int] { [] }

  /// Every function, initializer and accessor that is written in the source.
  package var functions: [Entry] { [] }

  /// The tests of XCTest and of Swift Testing, with what the framework runs around them. A test that
  /// a class inherits is there once for each class.
  package var tests: [(name: String, entry: Entry)] { [] }
}
