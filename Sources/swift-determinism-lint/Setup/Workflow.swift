import Diagnostics
import Workspace

extension CIService {
  /// The file that the service reads.
  fileprivate var path: String {
    switch self {
    case .github: ".github/workflows/determinism.yml"
    case .gitlab: ".gitlab-ci.yml"
    case .xcodeCloud: "ci_scripts/ci_post_clone.sh"
    }
  }
}

/// Prints what makes the service lint, for the person to put where it belongs.
func printWorkflow(for service: CIService, _ console: Console) -> ExitStatus {
  let text =
    switch service {
    case .github: githubWorkflow(mainBranch: mainBranch())
    case .gitlab: gitlabJob
    case .xcodeCloud: xcodeCloudScript
    }
  let hint =
    service == .xcodeCloud
    ? "it must be executable" : "say where the tool comes from in LINT_REPOSITORY"
  let remark = "This belongs in '\(service.path)'; \(hint).\n"
  return console.print(Array(text.utf8), remarks: Array(remark.utf8), status: .clean)
}

/// That of the remote repository; else the one that is checked out.
private func mainBranch() -> String {
  let remote = "origin/".utf8
  if let name = branch(of: "refs/remotes/origin/HEAD"), name.starts(with: remote) {
    return FilePath(bytes: name.dropFirst(remote.count)).printable
  }
  return branch(of: "HEAD").map { FilePath(bytes: $0).printable } ?? "main"
}

/// The short name of what a reference stands for; nil where it stands for no branch.
private func branch(of reference: GitArgument) -> ArraySlice<UInt8>? {
  let answer = try? runGit(["symbolic-ref", "--quiet", "--short", reference])
  guard let answer, answer.status == 0 else { return nil }
  return answer.output.dropLast()
}

// The report that is uploaded is that of the main branch: GitHub shows what a pull request adds by
// itself, and a report of that alone would close all other alerts.
private func githubWorkflow(mainBranch: String) -> String {
  #"""
  name: Determinism

  on:
    pull_request:
    push:
      branches: [\#(quoted(mainBranch))]

  permissions:
    contents: read

  jobs:
    lint:
      runs-on: ubuntu-latest
      permissions:
        contents: read
        security-events: write  # for the upload; without code scanning leave both out
      env:
        # Where the tool comes from: a clone's address, and a tag or commit of it.
        LINT_REPOSITORY: https://github.com/OWNER/swift-determinism-lint
        LINT_REVISION: main
      steps:
      # With all history: a pull request is held against the commit where it left its branch.
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1  # v7.0.1
        with:
          fetch-depth: 0

      # Built once for each revision; it takes some minutes.
      - uses: actions/cache@27d5ce7f107fe9357f9df03efb73ab90386fccae  # v5.0.5
        id: tool
        with:
          path: ~/.local/bin/swift-determinism-lint
          key: swift-determinism-lint-${{ runner.os }}-${{ env.LINT_REVISION }}
      - name: Build the tool
        if: steps.tool.outputs.cache-hit != 'true'
        run: |
          git clone --quiet "$LINT_REPOSITORY" "$RUNNER_TEMP/lint"
          git -C "$RUNNER_TEMP/lint" checkout --quiet "$LINT_REVISION"
          make -C "$RUNNER_TEMP/lint" install PREFIX="$HOME/.local"
      - name: Find the tool
        run: echo "$HOME/.local/bin" >>"$GITHUB_PATH"

      - name: Lint what the pull request adds, by the rules of the branch it is for
        if: github.event_name == 'pull_request'
        run: |
          swift-determinism-lint --since "origin/$GITHUB_BASE_REF" \
            --config-from "origin/$GITHUB_BASE_REF" --format github --summary

      - name: Lint everything
        if: github.event_name != 'pull_request'
        run: swift-determinism-lint --strict-baseline --output sarif:determinism.sarif
      - uses: github/codeql-action/upload-sarif@8aad20d150bbac5944a9f9d289da16a4b0d87c1e  # v4.36.2
        if: always() && hashFiles('determinism.sarif') != ''
        with:
          sarif_file: determinism.sarif
          category: determinism

  """#
}

private let gitlabJob = #"""
  determinism:
    image: swift:latest
    stage: test
    rules:
      - if: $CI_PIPELINE_SOURCE == "merge_request_event"
      - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
    variables:
      # All history: a merge request is held against the commit where it left its branch.
      GIT_DEPTH: 0
      # Where the tool comes from: a clone's address, and a tag or commit of it.
      LINT_REPOSITORY: https://gitlab.com/OWNER/swift-determinism-lint.git
      LINT_REVISION: main
    # Built once for each revision; it takes some minutes.
    cache:
      key: swift-determinism-lint-$LINT_REVISION
      paths: [.determinism-lint/]
    before_script:
      - |
        # What the repository itself has under the name is not the tool.
        if [ -n "$(git ls-files .determinism-lint)" ]; then rm -rf .determinism-lint; fi
        if [ ! -x .determinism-lint/bin/swift-determinism-lint ]; then
          apt-get -qq update && apt-get -qq install --yes make
          git clone --quiet "$LINT_REPOSITORY" /tmp/lint
          git -C /tmp/lint checkout --quiet "$LINT_REVISION"
          make -C /tmp/lint install PREFIX="$CI_PROJECT_DIR/.determinism-lint"
        fi
      - PATH="$PATH:$CI_PROJECT_DIR/.determinism-lint/bin"
    script:
      # The whole report, which GitLab holds against that of the target branch. What it lists fails
      # nothing here; trouble does.
      - swift-determinism-lint --quiet --format gitlab >gl-code-quality-report.json || [ $? = 1 ]
      - |
        if [ -n "${CI_MERGE_REQUEST_DIFF_BASE_SHA:-}" ]; then
          # By the rules of the branch that it is for: what it changes of them holds once merged.
          target="origin/$CI_MERGE_REQUEST_TARGET_BRANCH_NAME"
          swift-determinism-lint --since "$CI_MERGE_REQUEST_DIFF_BASE_SHA" --config-from "$target"
        else
          swift-determinism-lint --strict-baseline
        fi
    artifacts:
      when: always
      reports:
        codequality: gl-code-quality-report.json

  """#

// The name of the setting is misspelt in Xcode itself.
private let xcodeCloudScript = #"""
  #!/bin/sh
  # The build lints with the plugin 'DeterminismLint'. Xcode asks whether a plugin is trusted, and
  # here is nobody to answer; for 'xcodebuild' elsewhere the option -skipPackagePluginValidation
  # does the same.
  set -eu
  defaults write com.apple.dt.Xcode IDESkipPackagePluginFingerprintValidatation -bool YES

  """#
