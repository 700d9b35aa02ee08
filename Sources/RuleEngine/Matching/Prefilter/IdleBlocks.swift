import Rules
import SwiftLexer

/// Finds the blocks and statements of a file that say nothing to the rules, so that they need not
/// be lexed.
///
/// In these stands no name that a pattern starts with, none of its type, and none that follows its
/// type. They are neither used there, nor declared, nor the type of an implicit member. What a
/// block holds does not change what the code around it means either: that takes but its braces and
/// first token, and nothing of a statement. It holds only until names of the file's own must be
/// followed, which may stand anywhere.
struct IdleBlocks: Sendable {
  /// Up to how many texts few parts of a file have one.
  private static let textLimit = 24

  private let search: WordSearch
  private let words: SearchWords
  /// By the index of a text: the words that it is the text of.
  private let wordsByText: IndexLists
  /// How many of the words, the first ones, count in comments too.
  private let commentWordCount: Int

  /// Whether looking for blocks costs less than it saves: with many names most files have some
  /// everywhere, and the search costs more.
  let isWorthwhile: Bool

  /// - Parameters:
  ///   - names: those of the patterns.
  ///   - commentWords: what stands in the comments that must be kept.
  init(_ patterns: [CompiledPattern], _ names: NameTable, commentWords: [String]) {
    var names = names
    var requests = WordRequests()
    // Different ones, which have as many texts.
    var requested: [Int] = []
    func add(_ name: Int, after prefix: SearchWord.Prefix) {
      requests.add(WordRequest(name: name, prefix: prefix))
      if !requested.contains(name) { requested.append(name) }
    }
    for word in commentWords { add(names.insert(word), after: .anything) }
    commentWordCount = requests.all.count
    for pattern in patterns {
      for component in pattern.components.prefix(max(pattern.typeCount, 1)) {
        add(component.name, after: pattern.prefixOfDeclared)
      }
      if let word = pattern.wordOfMember(&names) { add(word.name, after: word.prefix) }
      if let word = pattern.wordForType(&names) { add(word.name, after: word.prefix) }
      if Self.textLimit < requested.count { break }
    }
    if Self.textLimit < requested.count { requests = WordRequests() }
    words = requests.words
    let byText = WordsByText(requests, names)
    search = WordSearch(byText.texts[...], in: names)
    isWorthwhile = !byText.texts.isEmpty && !search.isOpen
    wordsByText = byText.lists(count: byText.texts.count)
  }

  /// Finds them for the lexer, and the names that stand elsewhere.
  func find(in bytes: UnsafeBufferPointer<UInt8>, using memory: inout IdleBlockMemory) {
    memory.places.removeAll(keepingCapacity: true)
    memory.comments.removeAll(keepingCapacity: true)
    _ = search.find(in: bytes) { text, range in
      let word = wordsByText.first(in: text) {
        words.role(of: $0, in: range, of: bytes) != .none
      }
      if let word {
        memory.places.append(range.lowerBound)
        if word < commentWordCount { memory.comments.append(range.lowerBound) }
      }
      return false
    }
    memory.skim.skim(bytes, keeping: memory.places, comments: memory.comments)
  }
}

/// What was found; its memory is used again from file to file.
struct IdleBlockMemory: Sendable {
  /// An offset in each of the names, in order.
  fileprivate(set) var places: [Int] = []
  /// The same for those that count in comments.
  fileprivate(set) var comments: [Int] = []
  fileprivate var skim = BlockSkim()

  /// In source order and apart.
  var skipped: [SkippedText] { skim.skipped }
}
