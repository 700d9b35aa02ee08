import Foundation

// Reported: lines that are stamped with the time and the process.

struct Importer {
  func run(_ files: [String]) {
    NSLog("importing %d files", files.count)  // expect: nslog
    NSLog("done")  // expect: nslog
    Foundation.NSLog("done again")  // expect: nslog
    withVaList([files.count]) { NSLogv("%d files", $0) }  // expect: nslog
    // The report stands at the first word of the name.
    // expect@+1:37: nslog
    files.forEach { if $0.isEmpty { NSLog("no name") } }
  }

  var log: (String, any CVarArg...) -> Void = NSLog  // expect: nslog
}

// Not reported: a logger that is given, and text without stamps.

struct Exporter {
  let log: (String) -> Void

  func run() {
    log("exporting")
    print("done")
  }
}

// Own functions and longer names.
struct Sawmill {
  func NSLog(_ length: Int) -> Int { length }
}
let sawn = Sawmill().NSLog(3)
func NSLogger(_ text: String) -> String { text }
let named = NSLogger("a")

// Texts: NSLog("done")
let help = "NSLog(text) writes to the standard error"
