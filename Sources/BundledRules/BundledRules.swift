/// The files of `Rules/`, embedded so that the tool is one file to copy anywhere.
package let bundledRuleFiles: [(name: String, bytes: [UInt8])] = [
  ("core.yml", PackageResources.core_yml)
]
