import RuleEngine

extension ExplainedMatch {
  /// What can be written in its place, or why nothing is offered though the rule has a replacement;
  /// nil where nobody would expect any.
  var fixItWords: String? {
    if case .success(let fixIt)? = fixIt { return "It can be replaced with '\(fixIt.text)'." }
    return refusal.map { "No replacement is offered: \($0)." }
  }

  /// Why no replacement is offered, as a clause.
  var refusal: String? {
    guard case .failure(let obstacle)? = fixIt else { return nil }
    return switch obstacle {
    case .noReplacement: nil
    case .otherForm: "'replace' has nothing for a use of this form"
    case .insideItself: "inside a declaration of that name it would call itself"
    case .wouldLoseComment: "a comment in it would be lost"
    case .wouldMeanOtherwise: "it would mean something else at this place"
    }
  }
}
