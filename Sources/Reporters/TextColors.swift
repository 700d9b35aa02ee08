import Diagnostics

/// The words of the `text` style, plain or with the compiler's escape sequences for terminals.
struct TextColors {
  let isEnabled: Bool

  /// `warning: message [#rule-id]`. The id links to the rule's page where there is one.
  func append(
    _ message: String, label: AnnotationLabel, rule: RuleReference?, to bytes: inout [UInt8]
  ) {
    if isEnabled { bytes += color(of: label).utf8 }
    bytes += label.rawValue.utf8
    bytes += ": ".utf8
    // The compiler decorates nothing that is empty, which leaves such a line without its reset.
    if isEnabled && !message.isEmpty {
      bytes += "\u{1B}[1;39m".utf8
      appendPrintable(message, to: &bytes)
      bytes += "\u{1B}[0;0m".utf8
    } else {
      appendPrintable(message, to: &bytes)
    }
    if let rule {
      bytes += " [#".utf8
      appendLink(rule, to: &bytes)
      bytes += "]".utf8
    }
  }

  /// The line number and the bar beside the source.
  func decorate(gutter: String) -> String {
    isEnabled ? "\u{1B}[0;36m\(gutter)\u{1B}[0;0m" : gutter
  }

  private func color(of label: AnnotationLabel) -> String {
    switch label {
    case .error: "\u{1B}[1;31m"
    case .warning: "\u{1B}[1;33m"
    case .note: "\u{1B}[1;39m"
    }
  }

  /// The id as an OSC 8 hyperlink.
  private func appendLink(_ rule: RuleReference, to bytes: inout [UInt8]) {
    guard isEnabled, let url = rule.url else { return appendPrintable(rule.id, to: &bytes) }
    bytes += "\u{1B}]8;;".utf8 + printable(url) + "\u{1B}\\".utf8
    bytes += printable(rule.id) + "\u{1B}]8;;\u{1B}\\".utf8
  }
}
