import Diagnostics

/// A source of which swiftc has something to say, with what that is. The places come from the
/// names in the source, not from the compiler.
struct ReportCase: Sendable {
  /// What is nasty about it.
  let title: String
  let bytes: [UInt8]
  /// In the order in which the compiler finds them.
  let diagnostics: [Diagnostic]

  /// A source whose diagnostics are those of the declarations it names, and some before them.
  init(_ title: String, _ bytes: [UInt8], before others: [Diagnostic] = []) {
    self.title = title
    self.bytes = bytes
    diagnostics = others + deprecations(in: bytes)
  }

  /// The statements as the body of a function.
  init(_ title: String, body: String) {
    self.init(title, source: "private func f() {\(body)}\n")
  }

  init(_ title: String, source: String) {
    self.init(title, Array(source.utf8))
  }

  /// A source with something else to say; the markers `1️⃣`, `2️⃣` … are taken out, and their
  /// offsets are the arguments of the function.
  init(_ title: String, marked: String, _ diagnostics: ([Int]) -> [Diagnostic]) {
    var bytes: [UInt8] = []
    var offsets: [Int] = []
    for character in marked {
      if let digit = character.unicodeScalars.first, character.unicodeScalars.count == 3,
        ("1"..."9").contains(digit)
      {
        assert(Int(digit.value) - 0x30 == offsets.count + 1, "markers are in order")
        offsets.append(bytes.count)
      } else {
        bytes += String(character).utf8
      }
    }
    self.title = title
    self.bytes = bytes
    self.diagnostics = diagnostics(offsets)
  }
}

/// The other file of the module: what the sources use.
let declarations = """
  @available(*, deprecated, message: "stop it") func old() {}
  @available(*, deprecated, renamed: "replacement") func renamed(_: Int = 0) {}
  @available(*, deprecated, renamed: "aMuchLongerReplacement") func x(_: Int = 0) {}
  @available(*, deprecated, message: "\(strangeMessage)") func strange() {}
  @available(*, deprecated) func plain() {}
  @available(*, deprecated, message: "stop it") func \(joined)() {}
  @available(*, deprecated, message: "stop it") func été🎉() {}
  @available(*, deprecated, message: "stop it") prefix func ⊖ (_: Int) {}
  func replacement(_: Int = 0) {}
  func aMuchLongerReplacement(_: Int = 0) {}
  prefix operator ⊖

  """

/// A name that begins with a zero-width joiner: its first character is no grapheme cluster of its own.
let joined = "\u{200D}joined"
let strangeMessage = "ünï 🎉 'quoted' [#NotAGroup] %0 \(String(repeating: "long ", count: 60))"

let deprecatedGroup = RuleReference(
  id: "DeprecatedDeclaration",
  url: "https://docs.swift.org/compiler/documentation/diagnostics/deprecated-declaration")
let platformGroup = RuleReference(
  id: "AvailabilityUnrecognizedName",
  url: "https://docs.swift.org/compiler/documentation/diagnostics/availability-unrecognized-name")
let existentialGroup = RuleReference(
  id: "ExistentialAny",
  url: "https://docs.swift.org/compiler/documentation/diagnostics/existential-any")

/// A warning for every use of a deprecated declaration, by the place of its name.
func deprecations(in bytes: [UInt8]) -> [Diagnostic] {
  let calls: [(call: String, name: String, message: String, replacement: String?)] = [
    ("old()", "old()", "stop it", nil),
    ("renamed(", "renamed", "renamed to 'replacement'", "replacement"),
    (" x(", "x", "renamed to 'aMuchLongerReplacement'", "aMuchLongerReplacement"),
    ("\tx(", "x", "renamed to 'aMuchLongerReplacement'", "aMuchLongerReplacement"),
    ("strange()", "strange()", strangeMessage, nil),
    ("\(joined)()", "\(joined)()", "stop it", nil),
    ("été🎉()", "été🎉()", "stop it", nil),
    ("⊖1", "⊖", "stop it", nil),
  ]
  var diagnostics: [Diagnostic] = []
  for (call, name, message, replacement) in calls {
    for start in occurrences(of: Array(call.utf8), in: bytes) {
      let isAfterBlank = call.first == " " || call.first == "\t"
      let offset = isAfterBlank ? start + 1 : start
      let range = offset..<offset + name.utf8.count
      diagnostics.append(
        Diagnostic(
          .warning, at: range, "'\(name)' is deprecated: \(message)", rule: deprecatedGroup,
          fixIts: replacement.map { [FixIt(replacing: range, with: $0)] } ?? []))
    }
  }
  for offset in occurrences(of: Array("plain()".utf8), in: bytes) {
    diagnostics.append(
      Diagnostic(.warning, at: offset..<offset, "'plain()' is deprecated", rule: deprecatedGroup))
  }
  return inReportOrder(diagnostics)
}

private func occurrences(of word: [UInt8], in bytes: [UInt8]) -> [Int] {
  guard word.count <= bytes.count else { return [] }
  return (0...bytes.count - word.count).filter { bytes[$0...].starts(with: word) }
}
