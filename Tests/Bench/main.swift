// Measures the tool and prints the table, a part at a time. Figures of one row come from one run, in
// which the commands took turns.

let settings = Settings(CommandLine.arguments.dropFirst())
printSearches(settings)
printOwnRuns(settings)
printSizes(settings)
printHardFiles(settings)
printOtherTools(settings)
