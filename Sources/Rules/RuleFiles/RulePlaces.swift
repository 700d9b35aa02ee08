// Where the parts of a rule stand, for who has something to say of them.

extension RuleFile {
  /// Where a pattern of a rule stands; nil where the file has no such rule.
  /// - Parameter number: its index under `ban`.
  package func place(ofPattern number: Int, of id: String) -> Range<Int>? {
    let document = YAMLDocument(parsing: source.bytes)
    func value(of key: String, in node: YAMLNode?) -> YAMLNode? {
      guard case .mapping(let mapping) = node else { return nil }
      return document.entries(of: mapping).first { document.text(of: $0.key) == key }?.value
    }
    func elements(of node: YAMLNode?) -> [YAMLNode] {
      guard case .sequence(let sequence) = node else { return [] }
      return Array(document.elements(of: sequence))
    }
    let rule = elements(of: value(of: "rules", in: document.root)).first {
      guard case .scalar(let scalar) = value(of: "id", in: $0) else { return false }
      return document.text(of: scalar) == id
    }
    let patterns = elements(of: value(of: "ban", in: rule))
    return patterns.indices.contains(number) ? patterns[number].range : nil
  }
}
