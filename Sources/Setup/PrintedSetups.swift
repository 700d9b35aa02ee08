import BundledRules
import Commands
import Diagnostics
import Workspace

extension CIService {
  /// The file that the service reads.
  fileprivate var path: String {
    switch self {
    case .github: ".github/workflows/determinism.yml"
    case .gitlab: ".gitlab-ci.yml"
    case .azure: "azure-pipelines.yml"
    case .circleci: ".circleci/config.yml"
    case .bitrise: "bitrise.yml"
    case .bitbucket: "bitbucket-pipelines.yml"
    case .xcodeCloud: "ci_scripts/ci_post_clone.sh"
    }
  }

  /// A hint on what is left to do.
  fileprivate var hint: String {
    switch self {
    case .github:
      """
      replace OWNER with the account that publishes the tool.
      If your actions must be pinned, replace 'v\(version)' with the commit of that tag
      """
    case .gitlab, .azure, .circleci, .bitrise, .bitbucket:
      """
      replace OWNER with the account that publishes the tool.
      If that file exists already, add the job to it
      """
    case .xcodeCloud: "make it executable"
    }
  }
}

/// Prints what makes the service lint, for the person to put where it belongs.
///
/// The report that GitHub's workflow uploads is that of the main branch. GitHub itself shows what a
/// pull request adds, and a report of that alone would close all other alerts. The name of the
/// setting for Xcode Cloud is misspelt in Xcode itself.
func printWorkflow(for service: CIService, _ console: Console) -> ExitStatus {
  let lines = templateLines(of: service.rawValue).flatMap { line -> [Substring] in
    // What fetches a released tool is the same for all.
    guard line.hasSuffix("FETCH_TOOL") else { return [fillingPlaceholders(line)] }
    let indentation = line.prefix { $0 == " " }
    return templateLines(of: "fetch").dropLast().map { indentation + $0 }
  }
  let remark = "This belongs in '\(service.path)'; \(service.hint).\n"
  return console.print(
    Array(lines.joined(separator: "\n").utf8), remarks: Array(remark.utf8), status: .clean)
}

/// The lines of what is printed, the last of them empty.
private func templateLines(of setup: String) -> [Substring] {
  bundledSetup(of: setup)!.split(separator: "\n", omittingEmptySubsequences: false)
}

/// Replaces MAIN_BRANCH and VERSION where one ends the line; `]`, `:` or `}` may follow.
private func fillingPlaceholders(_ line: Substring) -> Substring {
  for end in ["", "]", ":", "}"] {
    if line.hasSuffix("MAIN_BRANCH" + end) {
      return line.dropLast("MAIN_BRANCH".count + end.count) + quoted(mainBranch()) + end
    }
    // A tag always means the same, so that a cache is known by it.
    if line.hasSuffix("vVERSION" + end) {
      return line.dropLast("VERSION".count + end.count) + version + end
    }
  }
  return line
}

/// The main branch of the remote repository; else the branch that is checked out.
private func mainBranch() -> String {
  let remote = "origin/".utf8
  if let name = branch(of: "refs/remotes/origin/HEAD"), name.starts(with: remote) {
    return FilePath(bytes: name.dropFirst(remote.count)).printable
  }
  return branch(of: "HEAD").map { FilePath(bytes: $0).printable } ?? "main"
}

/// The short name of the branch that a reference stands for; nil if it stands for no branch.
private func branch(of reference: GitArgument) -> ArraySlice<UInt8>? {
  let answer = try? runGit(["symbolic-ref", "--quiet", "--short", reference])
  guard let answer, answer.status == 0 else { return nil }
  return answer.output.dropLast()
}

// MARK: - Editors

extension Editor {
  /// Where the printed text goes, and what one has to know about it.
  fileprivate var remark: String {
    switch self {
    case .vscode:
      """
      This belongs in '.vscode/tasks.json': a task that lints what is saved. The extension that
      'make vsix' builds lints while you type.
      """
    case .neovim: "This belongs in 'init.lua'."
    case .vim: "This belongs in 'vimrc'. Findings are in the location list: ':lopen' shows it."
    case .emacs:
      """
      This belongs in a file of its own, since its first line must stay first: 'determinism.el' in
      '~/.emacs.d'. Add '(load (locate-user-emacs-file "determinism"))' to 'init.el'.
      """
    case .helix:
      """
      This belongs in 'languages.toml', in '.helix' or '~/.config/helix'. It needs Helix 23.10;
      'hx --health swift' shows whether both servers are found.
      """
    case .xcode:
      """
      This belongs in a Run Script build phase, with "Based on dependency analysis" off and User
      Script Sandboxing set to No, since the script reads the sources. Packages use the plugin
      'DeterminismLint' instead.
      """
    case .zed:
      """
      This belongs in '.zed/tasks.json': a task with links to the findings in its terminal. Zed gets
      language servers only from extensions; one must run '\(toolName) language-server'.
      """
    }
  }
}

/// Prints what makes the editor show findings, for the person to put where it belongs.
func printSetup(of editor: Editor, _ console: Console) -> ExitStatus {
  console.print(
    Array(bundledSetup(of: editor.rawValue)!.utf8), remarks: Array("\(editor.remark)\n".utf8),
    status: .clean)
}
