import Diagnostics

/// The words of the `text` style, plain or with the compiler's escape sequences for terminals.
struct TextColors {
  let isEnabled: Bool

  /// `warning: message [#rule-id]`. The id links to the rule's page where there is one.
  func append(
    _ message: String, label: AnnotationLabel, rule: RuleReference?, to bytes: inout [UInt8]
  ) {
    if isEnabled { bytes.append(color(of: label)) }
    bytes.append(label.text)
    // The compiler decorates nothing that is empty, which leaves such a line without its reset.
    if isEnabled && !message.isEmpty {
      bytes.append("\u{1B}[1;39m")
      appendPrintable(message, to: &bytes)
      bytes.append("\u{1B}[0;0m")
    } else {
      appendPrintable(message, to: &bytes)
    }
    if let rule {
      bytes.append(" [#")
      appendLink(rule, to: &bytes)
      bytes.append(character: "]")
    }
  }

  /// Before the line number and the bar beside the source.
  func appendGutterStart(to bytes: inout [UInt8]) {
    if isEnabled { bytes.append("\u{1B}[0;36m") }
  }

  func appendGutterEnd(to bytes: inout [UInt8]) {
    if isEnabled { bytes.append("\u{1B}[0;0m") }
  }

  private func color(of label: AnnotationLabel) -> StaticString {
    switch label {
    case .error: "\u{1B}[1;31m"
    case .warning: "\u{1B}[1;33m"
    case .note: "\u{1B}[1;39m"
    }
  }

  /// The id as an OSC 8 hyperlink.
  private func appendLink(_ rule: RuleReference, to bytes: inout [UInt8]) {
    guard isEnabled, let url = rule.url else { return appendPrintable(rule.id, to: &bytes) }
    bytes.append("\u{1B}]8;;")
    appendPrintable(url, to: &bytes)
    bytes.append("\u{1B}\\")
    appendPrintable(rule.id, to: &bytes)
    bytes.append("\u{1B}]8;;\u{1B}\\")
  }
}
