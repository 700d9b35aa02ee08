import Rules

// Which names keep a block of a file from being idle: of what has none the rules say nothing, so
// that it need not be lexed (`BlockSkim`).
// Names are found by the same search as in the prefilter.
//
// It is sound: in an idle block stands no name that a pattern starts with, none of its type, and
// none that follows its type. They are neither used there, nor declared, nor the type of an
// implicit member. Nor is a member set there that a rule has under `unless`, or a type declared
// whose extensions a rule is for. What a block holds does not change what the code around it means
// either: that takes but its braces and first token, and nothing of a statement. It holds only
// until names of the file's own must be followed, which may stand anywhere; then the whole file is
// lexed.
//
// It declines where there are too many names (`limit`), or one is too short to search for.

extension NeedleRequests {
  /// With so many names the skim costs about as much as it saves, as most files have some
  /// everywhere, so that one more or less makes little difference: an app with the packs `time`,
  /// `random` and `scheduling` takes as long on either side. Far from it one counts: without the
  /// skim the core pack takes a sixth more, with it all packs take a third more.
  private static let limit = 128

  /// Nil where it is not worthwhile, or a name has too little to search for.
  ///
  /// For speed alone: every block could be lexed.
  /// - Parameters:
  ///   - scopeWords: the numbers of those that tell which types a rule is for, extensions included.
  ///   - members: that rules look for where they are set.
  ///   - commentWords: what stands in the comments that must be lexed; they come first.
  init?(
    forBlocksOf patterns: CompiledPatterns, _ paths: PatternPaths, _ names: inout NameTable,
    scopeWords: [Int],
    members: [Name],
    commentWords: [String]
  ) {
    self.init(paths)
    // With more first names there are more literals, too; most packs stop here.
    var isFirst = Array(repeating: false, count: names.count)
    var firstCount = 0
    for pattern in patterns where !isFirst[pattern.anchor] {
      isFirst[pattern.anchor] = true
      firstCount += 1
    }
    if Self.limit < firstCount { return nil }
    // Different ones, which have as many literals.
    var requested: [Int] = []
    func add(_ request: NeedleRequest, to requests: inout NeedleRequests) {
      requests.add(NeedleRequest(name: request.name, prefix: request.prefix))
      if !requested.contains(request.name) { requested.append(request.name) }
    }
    for word in commentWords {
      add(NeedleRequest(name: names.insert(word), prefix: .anything), to: &self)
    }
    for word in scopeWords { add(NeedleRequest(name: word, prefix: .anything), to: &self) }
    for member in members {
      let name = member.withUnsafeBufferPointer { names.insert($0) }
      add(NeedleRequest(name: name, prefix: .period), to: &self)
    }
    let selfName = names.insert("Self")
    for pattern in patterns where pattern.original == nil {
      for component in pattern.components.prefix(max(pattern.typeCount, 1)) {
        add(NeedleRequest(name: component.name, prefix: pattern.prefixOfDeclared), to: &self)
      }
      if let member = pattern.needleOfMember(&names) { add(member, to: &self) }
      if let type = pattern.needleForType(selfName, &names) { add(type, to: &self) }
      if Self.limit < requested.count { return nil }
    }
    if !requested.allSatisfy({ LiteralSearch.canFind($0, in: names) }) { return nil }
  }
}
