// How a plain rule file has its `unless`; `UnlessReader` reads any.

extension PlainRuleFileReader {
  /// Reads the lines that are indented by six spaces, of keys that each have a list.
  mutating func readHarmlessUses() -> HarmlessUses? {
    var uses = HarmlessUses()
    var names: Set<String> = []
    while skip("      ") {
      guard let name = readName(), names.insert(name).inserted, read(name, of: &uses) else {
        return nil
      }
    }
    return uses.isEmpty ? nil : uses
  }

  private mutating func read(_ key: String, of uses: inout HarmlessUses) -> Bool {
    switch key {
    case "arguments":
      guard let mentions = readMentions() else { return false }
      uses.arguments = mentions
    case "argument-of":
      guard skip(" ["), let calls = readTexts()?.map({ try? HarmlessUses.call(parsing: text($0)) }),
        !calls.contains(nil)
      else { return false }
      uses.argumentOf = calls.compactMap { $0 }
    case "followed-by":
      guard skip(" ["), let names = readTexts(), isChecked || names.allSatisfy(isName) else {
        return false
      }
      uses.followedBy = names.map(text)
    case "members":
      guard skip("\n"), let members = readMembers() else { return false }
      uses.members = members
    case "called":
      guard skip(" true\n") else { return false }
      uses.isCalled = true
    default:
      return false
    }
    return true
  }

  private mutating func readMembers() -> [HarmlessUses.Member]? {
    var members: [HarmlessUses.Member] = []
    while skip("        ") {
      guard let name = readName(), !members.contains(where: { $0.name == name }),
        let values = readMentions()
      else { return nil }
      members.append(HarmlessUses.Member(name: name, values: values))
    }
    return members.isEmpty ? nil : members
  }

  /// Reads a list of names and literals.
  private mutating func readMentions() -> [Mention]? {
    guard skip(" ["), let texts = readTexts() else { return nil }
    let mentions = texts.map { try? Mention(parsing: text($0)) }
    return mentions.contains(nil) ? nil : mentions.compactMap { $0 }
  }

  /// Reads a key and its colon.
  private mutating func readName() -> String? {
    let start = position
    while bytes[position].isRuleIDByte || bytes[position].isASCIIWordByte { position += 1 }
    let end = position
    return start < end && skip(":") ? text(start..<end) : nil
  }

  func isName(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy(\.isASCIIWordByte)
      && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[range.lowerBound])
  }
}
