import Testing

@Suite("The tool needs no library that a short run would spend its time on")
struct SymbolTests {
  /// One reference takes a library into the tool as a whole, and what that needs with it: each run
  /// would read its thousands of types. The tool that the tests start is read, since it has a symbol
  /// of a library only where it refers to it. The release has all symbols of what is linked in.
  @Test(.enabled(if: Self.isLinux, "macOS loads these libraries with the system"))
  func toolRefersToNoRegularExpressionsTasksOrQueues() throws {
    let symbols = try symbols(of: Repository.ownTool.path)
    try #require(symbols.contains { $0.contains("swift_retain") }, "not what the tool refers to")
    for symbol in symbols where isOfUnwantedLibrary(symbol) {
      Issue.record("the tool refers to \(symbol)")
    }
  }

  /// Some that `"abc".contains("b")`, a closure of the main actor and a queue refer to.
  @Test(arguments: [
    "$sSy17_StringProcessingE8containsySbqd__SyRd__lF", "swift_task_isCurrentExecutor",
    "_swift_task_create", "dispatch_async", "_dispatch_main_q",
  ])
  func symbolsOfLibrariesAreKnown(symbol: String) {
    #expect(isOfUnwantedLibrary(symbol))
  }

  private static var isLinux: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  private func isOfUnwantedLibrary(_ symbol: String) -> Bool {
    symbol.contains("_StringProcessing") || symbol.contains("swift_task_")
      || symbol.hasPrefix("dispatch_") || symbol.hasPrefix("_dispatch_")
  }

  /// What a program needs of others, and has.
  private func symbols(of program: String) throws -> [String] {
    let result = try run(["nm", program])
    try #require(result.status == 0, "\(result.errors)")
    return result.text.split(separator: "\n").compactMap { $0.split(separator: " ").last }
      // Its version stands behind it.
      .map { String($0.prefix { $0 != "@" }) }
  }
}
