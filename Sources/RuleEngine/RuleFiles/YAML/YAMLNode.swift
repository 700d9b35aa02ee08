/// A value of a YAML document, and where it stands.
package enum YAMLNode: Sendable {
  case scalar(YAMLScalar)
  case sequence(YAMLSequence)
  case mapping(YAMLMapping)
  /// What was not understood; a mistake of the document says why.
  case invalid(Range<Int>)

  /// Offsets from 0 in UTF-8 bytes, quotes and brackets included.
  package var range: Range<Int> {
    switch self {
    case .scalar(let scalar): scalar.range
    case .sequence(let sequence): sequence.range
    case .mapping(let mapping): mapping.range
    case .invalid(let range): range
    }
  }
}

/// A text. All scalars are: `off` and `10` have no other meaning here.
package struct YAMLScalar: Sendable {
  package enum Style: Sendable {
    case plain, singleQuoted, doubleQuoted
    /// e.g. `|` and the lines below it
    case literal
  }
  /// Without quotes, escapes resolved, line breaks as `\n`.
  package let text: String
  package let style: Style
  /// Offsets from 0 in UTF-8 bytes, quotes included.
  package let range: Range<Int>
  /// Where the text stands in the file byte for byte; nil if escapes or indentation are between.
  let verbatimOffset: Int?

  /// What to point at for a place in the text: that place, or the scalar's start if the file writes
  /// the text with escapes.
  /// - Parameter offset: from 0 in UTF-8 bytes of `text`.
  package func range(ofTextAt offset: Int) -> Range<Int> {
    guard let verbatimOffset else { return range }
    return min(verbatimOffset + offset, range.upperBound)..<range.upperBound
  }
}

/// A list, as `- a` on lines of their own or as `[a, b]`.
package struct YAMLSequence: Sendable {
  package var elements: [YAMLNode]
  package var range: Range<Int>
  /// False if an entry was lost to a mistake.
  package var isComplete = true
}

/// Keys with values, as `a: b` on lines of their own or as `{a: b}`.
package struct YAMLMapping: Sendable {
  package struct Entry: Sendable {
    package let key: YAMLScalar
    package let value: YAMLNode
  }
  /// In file order; no two keys are equal.
  package var entries: [Entry]
  package var range: Range<Int>
  /// False if an entry was lost to a mistake.
  package var isComplete = true
}
