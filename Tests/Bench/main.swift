// Measures the tool and prints the table, a part at a time. Figures of one row come from one run, in
// which the commands took turns.

let settings = Settings(CommandLine.arguments.dropFirst())
print("Medians of runs in turn, output to a pipe. Ratio: what we take for 1 that the other takes.")
printSearches(settings)
printOwnRuns(settings)
printSizes(settings)
printHardFiles(settings)
printChanges(settings)
printOtherTools(settings)
