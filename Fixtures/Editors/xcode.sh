# Lints the input files of the build phase and of its file lists. If there are none, it lints the
# whole project.
if [ "${ENABLE_USER_SCRIPT_SANDBOXING:-NO}" = YES ]; then
  echo "error: set User Script Sandboxing to No; it keeps swift-determinism-lint from the sources"
  exit 1
fi
PATH="$PATH:$HOME/.local/bin:/opt/homebrew/bin:/usr/local/bin"
if ! command -v swift-determinism-lint >/dev/null; then
  echo "warning: swift-determinism-lint is not installed; nothing was linted"
  exit 0
fi
files=${SCRIPT_INPUT_FILE_COUNT:-0} lists=${SCRIPT_INPUT_FILE_LIST_COUNT:-0} list=
set -- swift-determinism-lint --format llvm --absolute-paths --no-color-diagnostics
if [ "$files" = 0 ] && [ "$lists" = 0 ]; then exec "$@" "$SRCROOT"; fi
index=0
while [ "$index" -lt "$lists" ]; do
  eval "list=\$SCRIPT_INPUT_FILE_LIST_$index"
  if [ ! -f "$list" ] || [ ! -r "$list" ]; then
    echo "error: the list of input files '$list' cannot be read"
    exit 1
  fi
  index=$((index + 1))
done
{
  index=0
  while [ "$index" -lt "$files" ]; do
    eval "printf '%s\\0' \"\$SCRIPT_INPUT_FILE_$index\""
    index=$((index + 1))
  done
  index=0
  # In its copies of the lists Xcode has put values in the place of variables.
  while [ "$index" -lt "$lists" ]; do
    eval "list=\$SCRIPT_INPUT_FILE_LIST_$index"
    tr -d '\r' <"$list" | grep -Ev '^[[:blank:]]*(#|$)' | tr '\n' '\0'
    index=$((index + 1))
  done
} | "$@" --files-from -
