/// What a byte costs, from few to many, by processor time; the start-up is taken off.
func printSizes(_ settings: Settings) {
  write("Empty.swift", to: settings.inputs) { _ in }
  printTrees(settings)
  printFiles(settings)
}

private func printTrees(_ settings: Settings) {
  let all = settings.appSizes.count
  let counts = all > 10 ? [10, all] : [all]
  let commands =
    [settings.lint("Empty.swift", in: settings.inputs)]
    + ([1] + counts).map { count in
      settings.lint((0..<count).map { "App\($0)" }, in: settings.large)
    }
  let figures = measure(commands)
  func cost(_ index: Int, _ count: Int) -> Double {
    (figures[index].cpu - figures[0].cpu) / settings.appSizes[..<count].reduce(0, +)
  }
  printHeading("Cost of a byte by the number of files", anchor: "1000 files")
  for (index, count) in counts.enumerated() {
    let files = min(count * 1000, settings.largeFileCount)
    printRow(
      "\(files) files, CPU", cost(index + 2, count), cost(1, 1), .nanosecondsPerByte,
      target: "≤ 1.2")
  }
}

private func printFiles(_ settings: Settings) {
  let sizes: [(name: String, count: Int)] = [
    ("1 KB", 1), ("1 MB", 1_000), ("20 MB", 20_000), ("200 MB", 200_000),
  ]
  let bytes = sizes.map { size in
    write("\(size.count).swift", to: settings.inputs) {
      writeSource(kilobytes: size.count, to: &$0)
    }
  }
  let commands =
    [settings.lint("Empty.swift", in: settings.inputs)]
    + sizes.map { settings.lint("\($0.count).swift", in: settings.inputs) }
  let small = measure(Array(commands[...1]), seconds: 2, rounds: 50...400)
  printHeading("One small file", anchor: "empty file")
  printRow("1 KB, wall", small[1].wall, small[0].wall, .milliseconds, target: "1.0")
  let figures = measure(commands, seconds: 10)
  func cost(_ index: Int) -> Double {
    (figures[index + 1].cpu - figures[0].cpu) / bytes[index]
  }
  printHeading("Cost of a byte by the size of one file", anchor: "1 MB")
  for index in 2..<sizes.count {
    printRow(
      "\(sizes[index].name), CPU", cost(index), cost(1), .nanosecondsPerByte, target: "≤ 1.2")
  }
}
