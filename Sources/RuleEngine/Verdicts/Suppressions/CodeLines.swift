import SwiftLexer

/// Finds the line that a comment on a line of its own speaks of: the next one that holds code.
/// Lines of attributes go with the line after them, and directives are no code.
struct CodeLines {
  /// By token: where the line of code ends that comes next there. It keeps the search linear.
  private var ends: [Int: Int] = [:]

  /// The offset of the end of the next line of code; of the file if there is none.
  /// - Parameter index: of the first token after the comment.
  mutating func end(from index: Int, in file: FileTokens) -> Int {
    var passed: [Int] = []
    var index = index
    while ends[index] == nil, let next = file.endOfAttributeOrDirective(at: index) {
      passed.append(index)
      index = next
    }
    let end = ends[index] ?? file.tokens.endOfLine(at: index)
    ends[index] = end
    for index in passed { ends[index] = end }
    return end
  }
}

extension FileTokens {
  /// The first token after the attribute or directive at `index`; nil if neither starts there.
  fileprivate func endOfAttributeOrDirective(at index: Int) -> Int? {
    switch tokens[index].kind {
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      return pairs.directives[Int(pairs.partners[index])].body
    case .atSign where tokens[index + 1].isWord:
      return endOfAttribute(at: index)
    default:
      return nil
    }
  }

  /// The first token after `@name`, `@Module.Name<Argument>(…)`.
  private func endOfAttribute(at index: Int) -> Int {
    var last = index + 1
    while let end = genericArguments(at: last + 1) ?? endOfMember(after: last) { last = end }
    guard isArgumentList(at: last + 1), let close = pairs.partner(of: last + 1) else {
      return last + 1
    }
    return close + 1
  }

  private func endOfMember(after index: Int) -> Int? {
    let separator = tokens[index + 1].kind
    guard separator == .period || separator == .colonColon else { return nil }
    return tokens[index + 2].isWord ? index + 2 : nil
  }
}

extension SourceTokens {
  /// The offset of the newline after a token, or of the end of the file.
  fileprivate func endOfLine(at index: Int) -> Int {
    bytes[tokens[index].end...].firstIndex(where: \.isNewline) ?? bytes.count
  }
}
