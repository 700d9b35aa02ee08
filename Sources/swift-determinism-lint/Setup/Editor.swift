import BundledRules

extension Editor {
  /// Where the printed text goes, and what is to be known about it.
  fileprivate var remark: String {
    switch self {
    case .vscode:
      """
      This belongs in '.vscode/tasks.json': a task that lints what is saved. The extension that
      'make vsix' packs lints while you type.
      """
    case .neovim: "This belongs in 'init.lua'."
    case .vim: "This belongs in 'vimrc'. Findings are the location list: ':lopen' shows them."
    case .emacs:
      """
      This belongs in a file of its own, since its first line counts: 'determinism.el' in
      '~/.emacs.d', and in 'init.el' '(load (locate-user-emacs-file "determinism"))'.
      """
    case .helix:
      """
      This belongs in 'languages.toml', in '.helix' or '~/.config/helix'. It takes Helix 23.10;
      'hx --health swift' tells whether both servers are found.
      """
    case .xcode:
      """
      This belongs in a Run Script build phase, with "Based on dependency analysis" off and User
      Script Sandboxing set to No, since the script reads the sources. Packages take the plugin
      'DeterminismLint' instead.
      """
    case .zed:
      """
      This belongs in '.zed/tasks.json': a task whose terminal leads to the places. Zed takes a
      language server from extensions alone; one has to run '\(toolName) language-server'.
      """
    }
  }
}

/// Prints what makes the editor show findings, for the person to put where it belongs.
func printSetup(of editor: Editor, _ console: Console) -> ExitStatus {
  console.print(
    Array(bundledSetup(ofEditor: editor.rawValue)!.utf8), remarks: Array("\(editor.remark)\n".utf8),
    status: .clean)
}
