/// What is between the tags `script` of the pages that have filters, or text to copy.
let pageScript: StaticString = #"""

  """#

/// The hash of `pageScript`; a test computes it.
let pageScriptHash: StaticString = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
