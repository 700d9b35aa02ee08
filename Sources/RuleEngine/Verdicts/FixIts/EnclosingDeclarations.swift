import Rules
import SwiftLexer

// A replacement must not be written into what it calls: 'Date.current' reads the clock somewhere.

extension FileUses {
  /// Whether a declaration around the use has a name that the template uses, so that it would call
  /// itself. If the budget is used up, it is taken to.
  /// - Parameter scope: the innermost scope, by index in `scopes`.
  func isInsideDeclaration(
    namedIn template: ReplacementTemplate, scope: Int, budget: inout FixItBudget
  ) -> Bool {
    var pending = [scope]
    var seen: Set<Int> = [0]
    while let index = pending.popLast() {
      guard seen.insert(index).inserted else { continue }
      guard budget.spend(1) else { return true }
      if declares(scopes[index], aNameOf: template) { return true }
      pending.append(scopes[index].parent)
      pending += scopes[index].alternatives
    }
    return false
  }

  private func declares(_ scope: Scope, aNameOf template: ReplacementTemplate) -> Bool {
    guard let introducer = scope.introducer, tokens[introducer].kind != .pound else { return false }
    let name = tokens.text(at: scope.binding?.name ?? introducer + 1)
    func isDeclared(_ used: String?) -> Bool { used.map { name.elementsEqual($0.utf8) } ?? false }
    switch tokens[introducer].keyword {
    case .case:
      return false
    case .func:
      return template.names.contains(where: isDeclared)
    case .let, .var:
      // 'let now = clock.now' names two things; a member may be the one that is used.
      return isTypeDeclaration(scope.parent)
        ? template.names.contains(where: isDeclared) : isDeclared(template.names.first)
    default:
      return isDeclared(template.lastName)
    }
  }

  /// Whether the scope is a type or an extension.
  private func isTypeDeclaration(_ scope: Int) -> Bool {
    guard let introducer = scopes[scope].introducer else { return false }
    switch tokens[introducer].keyword {
    case .class, .enum, .extension, .protocol, .struct: return true
    default: return tokens.isWord("actor", at: introducer)
    }
  }
}
