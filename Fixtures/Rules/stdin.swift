import Foundation

// Reported: what somebody types or pipes in.

struct Prompt {
  func answer() -> Bool {
    let line = readLine()  // expect: stdin
    return line == "yes" || Swift.readLine() == "y"  // expect: stdin
  }

  func lines() -> [String] {
    var lines: [String] = []
    while let line = readLine(strippingNewline: false) { lines.append(line) }  // expect: stdin
    // The report stands at the first word of the name.
    // expect@+1:24: stdin
    return lines + ["\(readLine() ?? "")"]
  }

  func rest(of handle: FileHandle = FileHandle.standardInput) -> Data {  // The seam itself.
    handle.readDataToEndOfFile()
      + Foundation.FileHandle.standardInput.availableData  // expect: stdin
  }

  func key() -> Int32 {
    isatty(STDIN_FILENO) == 1 ? getchar() : -1  // expect: stdin, stdin
  }

  let ask: (Bool) -> String? = readLine(strippingNewline:)  // expect: stdin
}

// Not reported: input that is given, and output.

struct Parser {
  let readLine: () -> String?
  let input: FileHandle

  func first() -> String? { self.readLine() ?? String(data: input.availableData, encoding: .utf8) }
}
let output = FileHandle.standardOutput
let errors = STDERR_FILENO

// Another type's members, own functions and longer names.
enum Theatre {
  struct Script {
    func readLine() -> String { "to be" }
    func getchar(at index: Int) -> Int { index }
  }
  enum FileHandle { static let standardInput = "brass" }
}
let script = Theatre.Script()
let spoken = (script.readLine(), script.getchar(at: 1), Theatre.FileHandle.standardInput)
func readLines() -> [String] { [] }
let none = readLines()

// Texts: readLine()
let help = "readLine() waits for a person"
