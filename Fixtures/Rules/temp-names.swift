import Foundation

// Reported: names that the C library makes up.

struct Scratch {
  func makeFile() -> Int32 {
    var template = Array("/tmp/report-XXXXXX".utf8CString)
    return mkstemp(&template)  // expect: temp-names
  }

  func makeSpreadsheet() -> Int32 {
    var template = Array("/tmp/report-XXXXXX.csv".utf8CString)
    return mkstemps(&template, 4)  // expect: temp-names
  }

  func makeDirectory() -> String? {
    var template = Array("/tmp/report-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }  // expect: temp-names
    return template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  func inventName() -> String {
    var template = Array("/tmp/report-XXXXXX".utf8CString)
    let name = mktemp(&template)  // expect: temp-names
    // The report stands at the first word of the name.
    // expect@+1:33: temp-names
    let other = String(cString: tmpnam(nil))
    let third = tempnam("/tmp", "report").map { String(cString: $0) }  // expect: temp-names
    return [name.map { String(cString: $0) } ?? "", other, third ?? ""].joined()
  }

  #if canImport(Glibc)
    func open() -> UnsafeMutablePointer<FILE>? {
      let file = tmpfile()  // expect: temp-names
      return file ?? Glibc.tmpfile()  // expect: temp-names
    }
  #endif
}

// Not reported: names that are known.

struct Report {
  let directory: URL

  func file(for day: Int) -> URL {
    directory.appendingPathComponent("report-\(day).csv")
  }
}

// Another type's members, own functions and longer names.
enum Editor {
  struct Files {
    func mktemp(_ template: String) -> String { template }
    func tmpfile(named name: String) -> String { name }
  }
}
let files = Editor.Files()
let names = [files.mktemp("a"), files.tmpfile(named: "b")]
func mkstempTemplate(_ name: String) -> String { "\(name)-XXXXXX" }
let template = mkstempTemplate("report")

// Texts: mkdtemp(&template)
let help = "mkstemp(template) opens a file with a new name"
