import Diagnostics
import SwiftLexer

/// The scopes that findings in the file may have, in the words of `FindingKey`; `-` is among them.
package func declaredScopes(of source: SourceFile) -> Set<String> {
  var scratch = LintScratch()
  return declaredScopes(of: source, reusing: &scratch)
}

package func declaredScopes(
  of source: SourceFile, reusing scratch: inout LintScratch
) -> Set<String> {
  withMatcher(of: source.bytes, rules: noRules, reusing: &scratch) { matcher, _ in
    matcher.findMatches(isShallow: false)
    var names = ScopeNames()
    return Set(matcher.scopes.indices.map { matcher.name(ofScope: $0, knowing: &names) })
  }
}

private let noRules = CompiledRules([], readsSuppressions: false)
