// The frame of a page: one file that opens from the disk and asks nobody for anything. Its policy
// (Content Security Policy Level 3) names the style and the script by their hashes, so that
// whatever else a name, a message or source could bring in is not run.

/// A page up to its content.
/// - Parameter title: the title of the window.
func htmlPageStart(title: String) -> String {
  """
  <!DOCTYPE html>
  <html lang="en">
  <head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
  script-src '\(pageScriptHash)'; style-src '\(pageStyleHash)'; base-uri 'none'; \
  form-action 'none'">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>\(xmlEscaped(title))</title>
  <style>\(pageStyle)</style>
  </head>
  <body>

  """
}

/// The text that follows the content.
/// - Parameter script: the script of a page with filters, or with text to copy.
func htmlPageEnd(version: String, script: StaticString? = nil) -> String {
  let footer = "<footer class=quiet>swift-determinism-lint \(xmlEscaped(version))</footer>\n"
  return footer + (script.map { "<script>\($0)</script>\n" } ?? "") + "</body>\n</html>\n"
}
