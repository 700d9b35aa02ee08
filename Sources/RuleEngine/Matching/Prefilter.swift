/// A look at a file's bytes that tells, before lexing, whether a rule can match at all.
struct Prefilter: Sendable {
  init(_ patterns: [Pattern]) {}
  func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { true }
}
