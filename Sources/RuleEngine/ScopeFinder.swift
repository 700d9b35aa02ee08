import Diagnostics
import Rules
import SwiftLexer
import Syntax

/// Finds the code that scope headers name, as `inside` of a rule does. Made once for a run.
package struct ScopeFinder: Sendable {
  /// A declaration, a macro or the clause of an `#if` that a header names.
  package struct Place: Equatable, Sendable {
    /// The header, by index in the headers of the finder.
    package let header: Int
    /// The whole declaration with its attributes, as offsets from 0 in UTF-8 bytes. If it begins in
    /// one clause of an `#if` and ends behind it, the other clauses are in the range, too.
    package let range: Range<Int>
    /// The offset of its name, from 0 in UTF-8 bytes: for an initializer its keyword, for an
    /// extension the name of the type, for a clause its directive.
    package let nameOffset: Int
  }

  /// A rule that is inside the headers, and bans nothing.
  private let rules: CompiledRules
  /// The search for words; `nil` if a header holds in files that no word tells from others.
  private let prefilter: Prefilter?

  /// - Parameter modules: names of modules, from the configuration, that may be written before the
  ///   name of a type.
  package init(_ headers: [ScopeHeader], modules: [String] = []) {
    rules = CompiledRules([Rule(inside: headers)], modules: modules, readsSuppressions: false)
    let words = headers.map { $0.scope.word }
    prefilter =
      words.contains(nil)
      ? nil
      : Prefilter(
        rules.tables.patterns, rules.tables.names, otherWords: words.compactMap { $0 })
  }

  /// Whether a file may hold a place.
  package func mayFind(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    !rules.rules[0].inside.isEmpty && prefilter?.mayMatch(bytes) ?? true
  }

  /// The places in a file, in source order; nested ones, too, if they fit a header themselves. The
  /// attributes and inherited types of a type also hold for its extensions in the file.
  package func places(
    in source: SourceFile, relativePath: FilePath, reusing scratch: inout LintScratch
  ) -> [Place] {
    guard source.bytes.withUnsafeBufferPointer(mayFind(in:)) else { return [] }
    return withSyntax(of: source.bytes, rules, reusing: &scratch) { file, _ in
      file.relativePath = relativePath
      var places: [Place] = []
      var uses = FileUses(withoutUsesOf: file)
      for node in file.tree.allNodes where file.tree.isScope(node) {
        places += self.places(of: node, in: &uses)
      }
      places += clauses(in: file)
      return places.sorted {
        ($0.range.lowerBound, $0.nameOffset, $0.header)
          < ($1.range.lowerBound, $1.nameOffset, $1.header)
      }
    }
  }

  private func places(of scope: Int, in uses: inout FileUses) -> [Place] {
    let patterns = uses.fittingPatterns(of: scope)
    guard !patterns.isEmpty else { return [] }
    let (tree, tokens) = (uses.tree, uses.tokens)
    // The second of `let a = 1, b = 2` begins at its name.
    let start = tokens[tree.start(of: scope)].start
    let end = tokens[tree.lastToken(ofScope: scope)].end
    let name: Int
    switch tree.kind(of: scope) {
    case .patternBinding: name = tree.start(of: scope)
    case .initializerDecl, .deinitializerDecl, .subscriptDecl: name = tree.token(of: scope)
    default: name = tree.introducer(of: scope) + 1
    }
    return headers(of: patterns).map {
      Place(header: $0, range: start..<max(start, end), nameOffset: tokens[name].start)
    }
  }

  /// The clauses of `#if` whose own condition fits.
  private func clauses(in file: FileSyntax) -> [Place] {
    guard rules.tables.scopes.hasConditions else { return [] }
    let directives = file.pairs.directives
    return directives.flatMap { directive -> [Place] in
      var patterns = HeaderSet()
      for index in file.patternsOfCondition(directive) { patterns.insert(index) }
      let start = file.tokens[directive.token].start
      let end = directive.next.map { directives[$0].token } ?? file.tokens.count - 1
      return headers(of: patterns).map {
        Place(header: $0, range: start..<file.tokens[end].start, nameOffset: start)
      }
    }
  }

  private func headers(of patterns: HeaderSet) -> [Int] {
    if patterns.isEmpty { return [] }
    let inside = rules.tables.scopes.inside[0]
    return inside.indices.filter { patterns.contains(inside[$0]) }
  }
}

extension ScopePattern {
  /// A word that stands in each file with such a scope; `nil` if there is none.
  fileprivate var word: String? {
    switch self {
    case .macro(let name): return name
    case .condition(let words): return words.max { $0.utf8.count < $1.utf8.count }
    case .declaration(let header):
      let isWhole = !header.isStartOfName && !header.isEndOfName
      let type = header.isEndOfType ? nil : header.inheritedType
      let names = header.attributes + [type, isWhole ? header.name : nil]
      // `[Date]` is an `Array`.
      let named = names.lazy.compactMap { $0?.last }.first {
        !["Array", "Dictionary", "Optional"].contains($0)
      }
      return named ?? header.modifiers.last ?? header.keyword
    }
  }
}
