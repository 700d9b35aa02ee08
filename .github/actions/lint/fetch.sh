# Fetches the released tool for this machine and checks its sum: against SHA256SUMS
# of the release, and against LINT_SHA256 if you set that.
give_up() {
  echo "swift-determinism-lint: error: $1; nothing was linted" >&2
  exit 2
}
case $(uname -s)-$(uname -m) in
  Linux-x86_64) platform=linux-x86_64 ;;
  Linux-aarch64 | Linux-arm64) platform=linux-aarch64 ;;
  Darwin-*) platform=macos-universal ;;
  *) give_up "there is no release for $(uname -s) on $(uname -m)" ;;
esac
archive=swift-determinism-lint-${LINT_VERSION#v}-$platform.tar.gz
folder=$(mktemp -d) || give_up "there is no temporary folder"
for file in SHA256SUMS "$archive"; do
  url=$LINT_RELEASES/v${LINT_VERSION#v}/$file
  if command -v curl >/dev/null; then
    curl --fail --silent --show-error --location --retry 3 -o "$folder/$file" "$url"
  else
    wget -q -O "$folder/$file" "$url"
  fi || give_up "'$url' cannot be fetched"
done
if command -v sha256sum >/dev/null; then
  sum=$(sha256sum <"$folder/$archive")
else
  sum=$(shasum -a 256 <"$folder/$archive")
fi || give_up "'$archive' has no sum"
sum=${sum%% *}
grep -qxF "$sum  $archive" "$folder/SHA256SUMS" ||
  give_up "'$archive' is not what SHA256SUMS says"
[ "${LINT_SHA256:-$sum}" = "$sum" ] ||
  give_up "'$archive' is not what LINT_SHA256 says"
tar -xzf "$folder/$archive" -C "$folder" swift-determinism-lint ||
  give_up "'$archive' cannot be unpacked"
PATH=$folder:$PATH
