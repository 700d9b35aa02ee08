import TestSupport

/// The input is Swift.
func checkSyntax(_ input: [UInt8]) throws(BrokenProperty) {
  let fault = treeFault(in: input)
  try require(
    fault == nil, "a tree has each node in its parent, however much is deferred", fault ?? "")
}
