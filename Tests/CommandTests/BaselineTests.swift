import Foundation
import Testing

/// A project with four findings in two files, all of them in its baseline.
private func baselined() throws -> Workbench {
  let bench = try Workbench()
  try bench.write("Sources/Model.swift", model)
  try bench.write("Sources/Log.swift", "let started = Date()\n")
  let run = try bench.lint("baseline", "write")
  #expect(run == Run(status: 0, output: wrote, errors: ""))
  return bench
}

private let model = """
  class Model {
    func refresh() {
      use(Date(), Date())
    }
    func show(_ view: View, animated: Bool) {
      DispatchQueue.main.async { view.show() }
    }
  }

  """
private let wrote = "Wrote .swift-determinism-baseline: 4 findings of 2 rules in 2 files.\n"
private let name = ".swift-determinism-baseline"

@Suite struct BaselineTests {
  /// Its findings have neither moved nor gone, for all one knows.
  @Test(.enabled(if: canForbid, "root reads everything, and there is no setpriv"))
  func whatIsInAClosedFolderIsNotGone() throws {
    let bench = try Workbench()
    try bench.write("Locked/A.swift", "let a = Date()\n")
    _ = try bench.lint("baseline", "write")
    try bench.write("New.swift", "let a = Date()\n")
    let run = try bench.shell(
      """
      chmod 755 . && chmod 644 \(name) && cp "$tool" copy && chmod 755 copy && chmod 0 Locked
      \(geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : "") \
        ./copy --format short New.swift
      """)
    #expect(run.status == 1 && run.output.hasPrefix("New.swift:1:9: error: "))
    #expect(!run.errors.contains("moved") && !run.output.contains("stale-baseline"))
  }

  /// An unread file may hold findings that the baseline has, so that none is removed.
  @Test(.enabled(if: canForbid, "root reads everything, and there is no setpriv"))
  func aFileThatCannotBeReadLeavesTheBaselineAsItIs() throws {
    let bench = try baselined()
    try bench.write("Sources/Model.swift", "")
    try bench.write("Sources/Closed.swift", "")
    let before = try bench.read(name)
    let run = try bench.shell(
      """
      cp "$tool" copy && chmod -R a+rwX . && chmod 755 copy && chmod 0 Sources/Closed.swift
      \(geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : "") \
        ./copy baseline prune
      """)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains("error: cannot read 'Sources/Closed.swift' (Permission denied)"))
    #expect(run.errors.contains("the baseline was not changed"))
    #expect(try bench.read(name) == before)
    _ = try bench.shell("rm -f Sources/Closed.swift")
    #expect(try bench.lint("baseline", "prune").output.contains(" gone.\n"))
    #expect(try bench.read(name) != before)
  }

  @Test func sarifHasTheBaselineOnRequest() throws {
    let bench = try baselined()
    let plain = try bench.lint("--format", "sarif").output
    #expect(!plain.contains("baselineState"))
    let all = try bench.lint("--format", "sarif", "--include-suppressed").output
    #expect(all.components(separatedBy: "\"unchanged\"").count == 5)
    _ = try bench.shell("mv Sources/Log.swift Sources/Journal.swift")
    let moved = try bench.lint("--format", "sarif", "--include-suppressed").output
    #expect(moved.components(separatedBy: "\"unchanged\"").count == 5)
  }
}
