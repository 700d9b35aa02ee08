/// A message for the client.
package struct OutgoingMessage: Sendable {
  package let json: JSON
  /// The document whose diagnostics are published: where a newer message about it waits as well,
  /// the older one need not be sent.
  package let publishedURI: String?

  init(_ json: JSON, publishedURI: String? = nil) {
    self.json = json
    self.publishedURI = publishedURI
  }
}

/// The errors of JSON-RPC and of the protocol.
enum ResponseError: Int {
  case parseError = -32700
  case invalidRequest = -32600
  case methodNotFound = -32601
  case invalidParams = -32602
  case serverNotInitialized = -32002
  case requestCancelled = -32800
  case serverCancelled = -32802
}
