# A phase with input files lints these, one without them all of the project.
PATH="$PATH:$HOME/.local/bin:/opt/homebrew/bin:/usr/local/bin"
if ! command -v swift-determinism-lint >/dev/null; then
  echo "warning: swift-determinism-lint is not installed; nothing was linted"
  exit 0
fi
if [ "${SCRIPT_INPUT_FILE_COUNT:-0}" = 0 ]; then
  exec swift-determinism-lint --format llvm --absolute-paths "$SRCROOT"
fi
index=0
while [ "$index" -lt "$SCRIPT_INPUT_FILE_COUNT" ]; do
  eval "printf '%s\\0' \"\$SCRIPT_INPUT_FILE_$index\""
  index=$((index + 1))
done | swift-determinism-lint --format llvm --absolute-paths --files-from -
