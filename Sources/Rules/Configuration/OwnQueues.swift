extension Configuration {
  /// A name of the project, as `Queues.main`, and what patterns start with that it stands for.
  package struct OwnQueue: Sendable {
    package let name: Located<String>
    package let meaning: String

    /// What one in a list stands for: it is made by the project.
    static let usualMeaning = "DispatchQueue(label:)"

    /// The pattern with the name instead of what it stands for; nil if it starts otherwise.
    func pattern(insteadOf pattern: Pattern) -> Pattern? {
      let start = (meaning + ".").utf8
      guard pattern.bytes.starts(with: start) else { return nil }
      let rest = String(decoding: pattern.bytes.dropFirst(start.count), as: UTF8.self)
      return try? Pattern(parsing: "\(name.value).\(rest)")
    }
  }

  /// Has the rules ban of the project's own queues what they ban of those that these stand for.
  func addOwnQueues(to rules: inout [Rule]) {
    guard !ownQueues.isEmpty else { return }
    for index in rules.indices {
      let added = ownQueues.flatMap { queue in
        rules[index].ban.compactMap { queue.pattern(insteadOf: $0) }
      }
      if added.isEmpty { continue }
      var banned = Set(rules[index].ban)
      rules[index].ban += added.filter { banned.insert($0).inserted }
    }
  }

  /// The setting by which a rule has the pattern; nil if it is the rule's own.
  package func ownQueue(of pattern: Pattern) -> OwnQueue? {
    ownQueues.last { pattern.bytes.starts(with: ($0.name.value + ".").utf8) }
  }
}

extension NodeReader {
  /// Either a list of names, or names with what they stand for.
  mutating func ownQueues(_ node: YAMLNode?) -> [Configuration.OwnQueue] {
    guard case .mapping(let mapping) = node else {
      var seen: Set<String> = []
      return texts(node, of: "own-queues", .queue).compactMap { name in
        guard seen.insert(name.value).inserted else {
          report("duplicate queue '\(name.value)'", at: name.range)
          return nil
        }
        return ownQueue(name, standingFor: Configuration.OwnQueue.usualMeaning)
      }
    }
    return document.entries(of: mapping).compactMap { entry in
      let key = located(entry.key)
      guard let scalar = line(entry.value, of: key.value) else { return nil }
      let meaning = located(scalar)
      let isStart = (try? Pattern(parsing: meaning.value)).map { $0.root == .name } ?? false
      guard isStart else {
        report(
          "'\(key.value)' stands for what patterns start with, e.g. 'DispatchQueue.main'",
          at: meaning.range)
        return nil
      }
      return ownQueue(key, standingFor: meaning.value)
    }
  }

  private mutating func ownQueue(
    _ name: Located<String>, standingFor meaning: String
  ) -> Configuration.OwnQueue? {
    let pattern = try? Pattern(parsing: name.value)
    let isName =
      pattern.map { pattern in
        let names = pattern.components
        return pattern.root == .name && names.allSatisfy { $0.labels == nil }
          && !names[names.count - 1].isType && !names[names.count - 1].isInitializer
      } ?? false
    guard isName else {
      report("\(EntryName.queue.singular) is a Swift name, e.g. 'Queues.main'", at: name.range)
      return nil
    }
    return Configuration.OwnQueue(name: name, meaning: meaning)
  }
}
