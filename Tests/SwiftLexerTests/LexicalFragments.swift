// Shared with the conformance checks.

/// Text that matters to a lexer wherever it stands.
let lexicalFragments: [[UInt8]] =
  [
    "\"", "\"\"\"", "#\"", "\"#", "#\"\"\"", "\"\"\"#", "##\"", "\"##", "'", "\\", "\\(", "\\#(",
    "\\##(", "\\\"", "\\n", "\\u{41}", "(", ")", "[", "]", "{", "}", "/", "//", "///", "/*",
    "*/", "/**", "/**/", "#/", "/#", "##/", "/##", "\\/", "`", "``", "`a b`", "<#", "#>", "<#x#>",
    "#", "##", "#!", "#if", "#else", "#endif", "#available(", "#sourceLocation(", "# if",
    "<<<<<<< ", "\n<<<<<<< a\n", "\n=======\n", ">>>>>>> ", "\n>>>>>>> b\n", "\n>>>> a\n",
    "\n<<<<\n", "try?", "try! ", "try", "func ", "operator ", "true ", "return ", "as", "is ",
    "in ", "self", "Any", "_", "_a", "$", "$0", "$a", "a", "x.", ".0", ".1", "1", "0", "1.5",
    "1e5", "1e", "e+", "0x", "0x1", "0x1.8", "p3", ".fp", "0xf.f", "0b1", "0o7", "0o8", "_1",
    ".", "..", "...", "..<", "->", "=", "==", "&", "&&", "?", "??", "!", "!=", "+", "-", "*",
    "%", "<", ">", ">>", "^", "|", "~", "@", ",", ":", "::", ";", " ", "  ", "\t", "\n", "\r",
    "\r\n", "\u{B}", "\u{C}", "\0", "\u{1}", "\u{7F}", "\u{1B}", "\u{FEFF}", "\u{A0}", "é",
    "\u{301}", "\u{200B}", "\u{2028}", "\u{3000}", "\u{3021}", "\u{201C}", "\u{201D}", "⊕", "−",
    "≠\u{FE0F}", "🙂", "\u{5D0}", "\u{FFFF}", "\u{10FFFF}",
  ].map { Array($0.utf8) } + [
    [0x80], [0xC2], [0xC3, 0x28], [0xD7], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xC0, 0xAF],
    [0xF0, 0x9F, 0x99], [0xF5, 0x80], [0xFE], [0xFF], [0xEF, 0xBB],
  ]

/// A small generator of random numbers that is the same everywhere.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
