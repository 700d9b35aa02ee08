import Diagnostics
import SwiftLexer

/// The scopes that findings in the file may have, in the words of `FindingKey`; `-` is among them.
package func declaredScopes(of source: SourceFile) -> Set<String> {
  var scratch = LintScratch()
  return withMatcher(of: source.bytes, rules: noRules, reusing: &scratch) { matcher, _ in
    matcher.findMatches(isShallow: false)
    var names = ScopeNames()
    return Set(matcher.scopes.indices.map { matcher.name(ofScope: $0, knowing: &names) })
  }
}

private let noRules = CompiledRules([], readsSuppressions: false)
