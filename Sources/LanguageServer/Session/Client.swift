/// What the client can do, by its `initialize`.
struct Client {
  let encoding: PositionEncoding
  /// Whether it asks for diagnostics, and can be told to ask again. Otherwise they are published.
  let pullsDiagnostics: Bool
  let takesRelatedDocuments: Bool
  let takesVersions: Bool
  let takesRelatedInformation: Bool
  let takesTags: Bool
  let takesCodeDescriptions: Bool
  let takesCodeActions: Bool
  let takesPreferred: Bool
  let takesDisabled: Bool
  let resolvesEdits: Bool
  let takesDocumentChanges: Bool
  let takesSnippets: Bool
  let readsMarkdown: Bool
  let watchesFiles: Bool
  let takesRelativePatterns: Bool

  init(_ capabilities: JSON) {
    let document = capabilities["textDocument"]
    let workspace = capabilities["workspace"]
    // Two servers of a document that count in different units confuse editors, and sourcekit-lsp
    // counts in UTF-16.
    let encodings = capabilities["general"]["positionEncodings"].elements.compactMap(\.string)
    encoding =
      !encodings.contains("utf-16") && encodings.contains("utf-8") ? .utf8 : .utf16
    pullsDiagnostics =
      document["diagnostic"].isObject && workspace["diagnostics"]["refreshSupport"].isTrue
    takesRelatedDocuments = document["diagnostic"]["relatedDocumentSupport"].isTrue
    let diagnostics = document[pullsDiagnostics ? "diagnostic" : "publishDiagnostics"]
    let published = document["publishDiagnostics"]
    func takes(_ key: String) -> Bool { diagnostics[key].isTrue || published[key].isTrue }
    takesVersions = published["versionSupport"].isTrue
    takesRelatedInformation = takes("relatedInformation")
    takesTags =
      diagnostics["tagSupport"].isObject || published["tagSupport"].isObject
      || takes("tagSupport")
    takesCodeDescriptions = takes("codeDescriptionSupport")
    let actions = document["codeAction"]
    takesCodeActions = actions["codeActionLiteralSupport"].isObject
    takesPreferred = actions["isPreferredSupport"].isTrue
    takesDisabled = actions["disabledSupport"].isTrue
    resolvesEdits =
      actions["dataSupport"].isTrue
      && actions["resolveSupport"]["properties"].elements.contains("edit")
    takesDocumentChanges = workspace["workspaceEdit"]["documentChanges"].isTrue
    takesSnippets = takesDocumentChanges && workspace["workspaceEdit"]["snippetEditSupport"].isTrue
    readsMarkdown = document["hover"]["contentFormat"].elements.contains("markdown")
    let watching = workspace["didChangeWatchedFiles"]
    watchesFiles = watching["dynamicRegistration"].isTrue
    takesRelativePatterns = watching["relativePatternSupport"].isTrue
  }
}
