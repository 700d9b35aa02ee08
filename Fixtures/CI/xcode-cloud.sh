#!/bin/sh
# The build lints with the plugin 'DeterminismLint'. Xcode asks whether a plugin is trusted, and
# here is nobody to answer; for 'xcodebuild' elsewhere the option -skipPackagePluginValidation
# does the same.
set -eu
defaults write com.apple.dt.Xcode IDESkipPackagePluginFingerprintValidatation -bool YES
