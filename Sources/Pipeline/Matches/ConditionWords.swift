import Diagnostics
import Reporters
import RuleEngine
import Rules

// What `when` and `unless` of a rule ask for, as people and programs read it.

extension UseConditions {
  /// Each entry, as it goes on after what the rule bans.
  /// - Parameter ban: the patterns of the rule.
  package func lines(for ban: [Pattern]) -> [String] {
    var lines: [String] = []
    if isCalled {
      let property = ban.first { $0.components.last?.labels == nil }
      lines.append("called" + (property.map { ", as in '\($0.text)()'" } ?? ""))
    }
    let unlabelled = arguments.filter { $0.label == nil }.map(\.mention.text)
    if !unlabelled.isEmpty { lines.append("with arguments that contain \(list(unlabelled))") }
    for (label, texts) in argumentsByLabel {
      let argument = label == "_" ? "an argument without a label" : "the argument '\(label):'"
      lines.append("with \(argument) that contains \(list(texts))")
    }
    if !texts.isEmpty {
      let words = list(texts.map { $0 + "…" })
      lines.append("with a text in the arguments that has a word like \(words)")
    }
    if !closures.isEmpty {
      lines.append("with a closure that begins with \(list(closures.map(\.text)))")
    }
    if !argumentOf.isEmpty { lines.append("in the arguments of \(list(argumentOf.map(\.text)))") }
    if !followedBy.isEmpty { lines.append("followed by \(list(followedBy.map { "." + $0 }))") }
    for member in members {
      let values = member.values.isEmpty ? "" : " to \(list(member.values.map(\.text)))"
      lines.append("where '\(member.name)' is set\(values) in its braces")
    }
    return lines
  }

  /// The texts that arguments with a label hold, by the label, in the order of the rule's file.
  package var argumentsByLabel: [(label: String, texts: [String])] {
    var lists: [(label: String, texts: [String])] = []
    for argument in arguments {
      guard let label = argument.label else { continue }
      let index = lists.firstIndex { $0.label == label } ?? lists.count
      if index == lists.count { lists.append((label, [])) }
      lists[index].texts.append(argument.mention.text)
    }
    return lists
  }

  /// A clause on what a `when` that does not hold asks for.
  var unmetText: String {
    var wishes: [String] = []
    if !arguments.isEmpty { wishes.append(oneOf(arguments.map(\.text)) + " in its arguments") }
    if !texts.isEmpty { wishes.append("a text with " + oneOf(texts.map { $0 + "…" })) }
    if !closures.isEmpty { wishes.append("a closure with " + oneOf(closures.map(\.text))) }
    if !argumentOf.isEmpty { wishes.append("a call around it: " + oneOf(argumentOf.map(\.text))) }
    if !followedBy.isEmpty { wishes.append(oneOf(followedBy.map { "." + $0 }) + " after it") }
    wishes += members.map { member in
      let values = member.values.isEmpty ? "" : " to \(oneOf(member.values.map(\.text)))"
      return "'\(member.name)' to be set\(values) in its braces"
    }
    if isCalled { wishes.append("a call of it") }
    let count = arguments.count + texts.count + closures.count + argumentOf.count + followedBy.count
    let isOne = count + members.count + (isCalled ? 1 : 0) == 1
    return "'when' asks for \(wishes.joined(separator: ", or ")); "
      + (isOne ? "that is not there" : "none is there")
  }

  /// A clause on how a use meets an entry.
  /// - Parameter place: the words for an offset in the file.
  package func text(of entry: HeldEntry, place: (_ offset: Int) -> String) -> String {
    switch entry {
    case .argument(let entry): "its arguments contain '\(arguments[entry].text)'"
    case .text(let entry): "a text in its arguments has a word like '\(texts[entry])…'"
    case .closure(let entry): "its closure has '\(closures[entry].text)'"
    case .argumentOf(let entry): "it is an argument of '\(argumentOf[entry].text)'"
    case .followedBy(let entry): "it is followed by '.\(followedBy[entry])'"
    case .member(let entry, let offset): "'\(members[entry].name)' is set at \(place(offset))"
    case .called: "it is called, so it is another function"
    }
  }
}

private func oneOf(_ texts: [String]) -> String {
  (texts.count == 1 ? "" : "one of ") + list(texts)
}
