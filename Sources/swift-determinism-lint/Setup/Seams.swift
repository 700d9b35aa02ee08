import Diagnostics

/// A place where a project may read the clock for all its other code. The configuration would allow
/// it.
struct Seam {
  enum Place: Hashable {
    /// All of a file, relative to the project's root.
    case file(FilePath)
    /// The bodies of a type and its extensions.
    case type(String)
  }

  let place: Place
  /// The findings there, by rule.
  private(set) var counts: [String: Int] = [:]

  var count: Int { counts.values.reduce(0, +) }

  /// The name that people use for it.
  var name: String {
    switch place {
    case .file(let path): path.string
    case .type(let name): name
    }
  }
}

extension Seam {
  /// Places that look like a seam by their name, and files that declare `Date.current`. Those with
  /// the fewest findings come first: a seam reads the clock once or twice.
  static func seams(in files: [SurveyedFile]) -> [Seam] {
    var seams: [Place: Seam] = [:]
    for file in files {
      let declaresCurrentDate = file.findings.contains { $0.scope == "Date.current" }
      let isSeam = declaresCurrentDate || isNamedAsSeam(file.path.stem)
      for finding in file.findings {
        let type = typeNames(in: finding.scope).first(where: isNamedAsSeam)
        guard let place = isSeam ? .file(file.path) : type.map(Place.type) else { continue }
        seams[place, default: Seam(place: place)].counts[finding.rule, default: 0] += 1
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
