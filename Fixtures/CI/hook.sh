#!/bin/sh
# Lints the files that are staged for this commit. Their old findings do not stop the commit.
# Without '--new' they do.

# Apps that make commits do not have the PATH of your shell.
PATH="$PATH:$HOME/.local/bin:/usr/local/bin:/opt/homebrew/bin"
command -v swift-determinism-lint >/dev/null || {
  echo "swift-determinism-lint is not installed; commit not linted" >&2
  exit 0  # or 'exit 1', to refuse such a commit
}
exec swift-determinism-lint --staged --new
