/// The files of `Rules/` in byte order, embedded so that the tool is one file to copy anywhere.
/// A new file needs a line in `Package.swift` and one here.
package let bundledRuleFiles: [(name: String, bytes: [UInt8])] = [
  ("core.yml", PackageResources.core_yml)
]
