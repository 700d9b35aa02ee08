/// The frame of a page: one file that opens from the disk and asks nobody for anything. Its policy
/// (Content Security Policy Level 3) names the style and the script by their hashes, so that
/// whatever else a name, a message or source could bring in is not run.
enum HTMLPage {
  /// Appends a page up to its content.
  /// - Parameter title: of the window.
  static func appendStart(title: String, to text: inout TextBuffer) {
    text.append(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '
      """)
    text.append(pageScriptHash)
    text.append("'; style-src '")
    text.append(pageStyleHash)
    text.append(
      """
      '; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>
      """)
    text.append(html: title)
    text.append("</title>\n<style>")
    text.append(pageStyle)
    text.append("</style>\n</head>\n<body>\n")
  }

  /// Appends what follows the content.
  /// - Parameter isScripted: whether the content has filters, or text to copy.
  static func appendEnd(isScripted: Bool, to text: inout TextBuffer) {
    if isScripted {
      text.append("<script>")
      text.append(pageScript)
      text.append("</script>\n")
    }
    text.append("</body>\n</html>\n")
  }
}
