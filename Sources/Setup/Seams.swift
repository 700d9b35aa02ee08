import Diagnostics
import RuleEngine
import Rules
import Workspace

/// A place where a project may read the clock for all its other code. The configuration would allow
/// it.
package struct Seam {
  package enum Place: Hashable {
    /// All of a file, relative to the project's root.
    case file(FilePath)
    /// The bodies of a type and its extensions.
    case type(String)
  }

  package let place: Place
  /// The findings in it, each with its file.
  private var findings: [(file: FilePath, finding: Diagnostic)] = []

  private init(place: Place) { self.place = place }

  package var count: Int { findings.count }

  /// The numbers of findings by rule.
  package var counts: [String: Int] {
    Dictionary(findings.map { ($0.finding.rule?.id ?? "", 1) }, uniquingKeysWith: +)
  }

  /// The name that people use for it.
  package var name: String {
    switch place {
    case .file(let path): path.string
    case .type(let name): name
    }
  }
}

extension Seam {
  /// Places that look like a seam by their name, and files that declare `Date.current`. Those with
  /// the fewest findings come first: a seam reads the clock once or twice.
  package static func seams(in files: [SurveyedFile]) -> [Seam] {
    var seams: [Place: Seam] = [:]
    for file in files {
      let declaresCurrentDate = file.findings.contains { $0.key?.scope == "Date.current" }
      let isSeam = declaresCurrentDate || isNamedAsSeam(file.path.stem)
      for finding in file.findings {
        let type = typeNames(in: finding.key?.scope ?? "").first(where: isNamedAsSeam)
        guard let place = isSeam ? .file(file.path) : type.map(Place.type) else { continue }
        seams[place, default: Seam(place: place)].findings.append((file.path, finding))
      }
    }
    return seams.values.sorted { ($0.count, $0.name) < ($1.count, $1.name) }
  }

  /// The types and extensions among the declarations of a scope, from outside in.
  private static func typeNames(in scope: String) -> [String] {
    scope.split(separator: ".").map(String.init).filter { name in
      name.first?.isUppercase == true && !name.contains("(")
    }
  }
}

// MARK: - How it is used

extension Seam {
  /// The code that reads the clock through the seam: `Date.current` for a static member,
  /// `Current.date()` for a member of the type of a global variable; nil if it is neither.
  /// - Parameters:
  ///   - files: of the project, with absolute paths.
  ///   - root: of the project.
  func clock(in files: LintFiles, of root: FilePath) -> String? {
    for (file, finding) in findings where finding.rule?.id == "date-init" {
      var types = (finding.key?.scope ?? "").split(separator: ".")
      guard let last = types.popLast(), let type = types.first, types.count == 1,
        let bytes = try? readFile(root.appending(file.bytes))
      else { continue }
      let end = endOfLine(in: bytes, after: finding.range.lowerBound)
      let member = declarations(in: bytes[..<end]).last { $0.name == last.prefix { $0 != "(" } }
      guard let member, let use = member.use else { continue }
      if member.isStatic { return "\(type).\(use)" }
      if let global = global(of: String(type), in: files) { return "\(global).\(use)" }
    }
    return nil
  }

  /// The name of a global variable of the type.
  private func global(of type: String, in files: LintFiles) -> String? {
    let search = CompiledRules(finding: [type], modules: [])
    let buffer = FileBuffer()
    for file in files {
      guard let bytes = try? buffer.readFile(file.path, where: search.mayMatch) else { continue }
      let global = declarations(in: bytes[...]).first { $0.isGlobal && $0.type == type }
      if let global { return String(global.name) }
    }
    return nil
  }
}

private func endOfLine(in bytes: [UInt8], after start: Int) -> Int {
  bytes[min(start, bytes.count)...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
}

/// The variables and functions that begin a line, or a type's braces.
private func declarations(in bytes: ArraySlice<UInt8>) -> [DeclarationLine] {
  String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { DeclarationLine($0) }
}

/// A line that declares a variable or a function, e.g. `public static var now: Date { Date() }`.
private struct DeclarationLine {
  let name: Substring
  let isStatic: Bool
  let isGlobal: Bool
  private let isPrivate: Bool
  private let isFunction: Bool
  /// The text that follows the name.
  private let rest: Substring

  init?(_ line: Substring) {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let index = words.firstIndex(where: { ["var", "let", "func"].contains($0) }),
      let modifiers = words[..<index].split(separator: "{", omittingEmptySubsequences: false).last,
      modifiers.allSatisfy({ $0.allSatisfy { $0.isLetter || "@()".contains($0) } })
    else { return nil }
    let text = words[(index + 1)...].joined(separator: " ")
    name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    rest = text[name.endIndex...].drop { $0 == " " }
    isStatic = modifiers.contains("static") || modifiers.contains("class")
    isPrivate = modifiers.contains("private") || modifiers.contains("fileprivate")
    isFunction = words[index] == "func"
    isGlobal =
      line.first?.isWhitespace == false && modifiers.count == index && !isPrivate && !isFunction
  }

  /// As it is written or made: `World` for `: World` and `= World()`.
  var type: Substring {
    rest.drop { ":= ".contains($0) }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// The text that follows the period where code reads it: `now`, or `now()` for a function or
  /// closure without arguments. Nil for others.
  var use: String? {
    if isPrivate { return nil }
    let words = rest.split(separator: " ")
    if isFunction {
      let isCallable = words.first == "()" && !words.contains("async") && !words.contains("throws")
      return isCallable ? "\(name)()" : nil
    }
    let isClosure =
      rest.hasPrefix("= {") && !words.contains("}()") || rest.hasPrefix(": () ->")
      || rest.hasPrefix(": (() ->") || rest.hasSuffix(".init")
    return isClosure ? "\(name)()" : String(name)
  }
}

// MARK: - Names

/// Whether a name has the words of a seam and no words of code that uses one: `SystemClock` and
/// `Date+current`, but neither `ClockViewController` nor `Snowfall`.
private func isNamedAsSeam(_ name: String) -> Bool {
  let words = words(in: name)
  let pairs = zip(words, words.dropFirst()).map { $0 + $1 }
  return (words + pairs).contains { seamWords.contains($0) }
    && !words.contains { otherWords.contains($0) }
}

private let seamWords: Set = [
  "Clock", "DateProvider", "DateSource", "Now", "Scheduler", "Dispatcher", "Dispatching",
  "Environment", "World", "Live",
]

private let otherWords: Set = [
  "Activity", "Button", "Cell", "Controller", "Coordinator", "Icon", "Model", "Notification",
  "Presenter", "Screen", "Task", "Test", "Tests", "View", "Widget",
]

/// `["Live", "Environment"]` for `LiveEnvironment`, `["UI", "Clock"]` for `UIClock`.
private func words(in name: String) -> [String] {
  var words: [String] = []
  var previous: Character?
  let characters = Array(name)
  for (index, character) in characters.enumerated() {
    guard character.isLetter || character.isNumber else {
      previous = nil
      continue
    }
    let next = index + 1 < characters.count ? characters[index + 1] : nil
    let startsWord =
      previous.map { previous in
        character.isUppercase && (!previous.isUppercase || next?.isLowercase == true)
      } ?? true
    if startsWord { words.append("") }
    words[words.count - 1].append(character)
    previous = character
  }
  return words
}

extension FilePath {
  /// The name of a file without `.swift`.
  fileprivate var stem: String {
    let name = FilePath(bytes: lastComponent).string
    return name.hasSuffix(".swift") ? String(name.dropLast(".swift".count)) : name
  }
}
