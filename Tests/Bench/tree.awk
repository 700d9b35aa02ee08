# Writes a tree of Swift files as apps might have them, the same for the same seed:
#   awk -v root=DIR -v files=1200 -v seed=1 -f tree.awk
# DIR must hold the folders that `awk -v files=1200 -v folders=1 -f tree.awk` prints. A thousand files
# are one app. As in apps that were counted, one file in six has to do with dates and queues; half of
# those use what the core pack bans, and some name it in a comment or a string; one file in five uses
# what another pack bans.

BEGIN {
  modules = split("Account Basket Catalog Checkout Delivery Feed Gallery Inbox Journal Ledger " \
    "Maps Notes Orders Profile Reader Search Settings Support Travel Wallet", module, " ")
  kinds = split("Model View Service Store Tests", kind, " ")
  if (folders) {
    for (app = 0; app * 1000 < files; app++)
      for (i = 1; i <= modules; i++)
        for (j = 1; j <= kinds; j++) print "App" app "/" module[i] "/" kind[j]
    exit
  }
  nouns = split("account amount badge cache card cell color column context cursor detail draft " \
    "entry error event filter folder group header image index item label layout limit link list " \
    "mark message name note option order page path photo price query range record reply request " \
    "result row scope section session size source state status summary tag text theme title " \
    "token total update user value vendor width", noun, " ")
  verbs = split("apply build clear close collect commit copy count decode drop encode fetch " \
    "filter find format group insert load map merge move open parse prepare present reduce " \
    "refresh reload remove render replace reset resolve save select send show sort split start " \
    "store sync track update validate", verb, " ")
  types = split("Int String Double Bool URL Data Decimal [String] [Int] Set<String> " \
    "[String:Int] Int? String? Double? TimeInterval Result<String,Error>", type, " ")
  uses = split("Date()|Date.now|Date(timeIntervalSinceNow: 60)|Date.init()", use, "|")
  others = split("UUID()|Int.random(in: 0..<10)|ids.shuffled()|UserDefaults.standard|" \
    "FileManager.default.temporaryDirectory|Task { await self.load() }|Locale.current|" \
    "ProcessInfo.processInfo.environment|URLSession.shared|Calendar.current", other, "|")

  for (n = 1; n <= files; n++) write_file(n)
}

# A number from 1 to `limit`; the generator of Park and Miller, exact in a double.
function any(limit) {
  seed = (seed * 16807) % 2147483647
  return 1 + seed % limit
}

function a_noun() { return noun[any(nouns)] }
function a_verb() { return verb[any(verbs)] }
function a_type() { return timed && any(10) == 1 ? "Date" : type[any(types)] }
function upper(word) { return toupper(substr(word, 1, 1)) substr(word, 2) }

function write_file(n,    folder, name, i) {
  folder = "App" int((n - 1) / 1000) "/" module[1 + n % modules] "/" kind[1 + int(n / modules) % kinds]
  name = upper(a_noun()) upper(a_noun()) n
  file = root "/" folder "/" name ".swift"
  put("//")
  put("//  " name ".swift")
  put("//  " folder)
  put("//")
  put("")
  put("import Foundation")
  put("")
  timed = any(6) == 1
  banned = timed && any(2) == 1 ? any(3) : 0
  named = timed && any(6) == 1
  another = any(5) == 1 ? any(3) : 0
  for (i = any(5); 0 < i; i--) write_type(name (i == 1 ? "" : upper(a_noun())))
  close(file)
}

function put(line) { print line > file }

function write_type(name,    i, form) {
  form = any(4)
  put("/// What the app knows of one " a_noun() ", and how to " a_verb() " it.")
  if (named) put("/// It does not call `Date()`; the " a_noun() " says when it was made.")
  put((form == 1 ? "final class " : form == 2 ? "actor " : "struct ") name \
    (form == 3 ? ": Codable, Hashable {" : " {"))
  for (i = 2 + any(6); 0 < i; i--)
    put("  " (any(3) == 1 ? "private " : "") (any(2) == 1 ? "let " : "var ") a_noun() i \
      ": " a_type())
  put("")
  for (i = 3 + any(8); 0 < i; i--) write_function(i)
  put("}")
  put("")
}

function write_function(i,    what, one, two) {
  what = any(8); one = a_noun(); two = a_noun()
  if (any(3) == 1) {
    put("  /// Looks for the first " one " whose " two " is known, and keeps it.")
    put("  /// - Parameter " one ": from 0; nil where there is none.")
  }
  put("  func " a_verb() upper(one) i "(_ " one ": " a_type() ", " two ": " a_type() \
    (any(30) == 1 ? " = .init()" : "") ") throws -> " a_type() " {")
  if (what == 1) {
    put("    guard let " two " = " one "s.first(where: { $0." two " == " one " }) else {")
    put("      throw Failure.missing(\"" one " \\(" one ") has no " two "\")")
    put("    }")
    put("    return " two "." a_verb() "(" any(1000) ", " a_noun() ": \"" a_noun() "\")")
  } else if (what == 2) {
    put("    var total = 0x" any(4096) " + " any(100) "_000")
    put("    for (offset, " one ") in " two "s.enumerated() where offset % " (1 + any(7)) " != 0 {")
    put("      total += " one ".count * offset  // the " a_noun() " counts once")
    put("    }")
    put("    return total")
  } else if (what == 3) {
    put("    switch " one " {")
    put("    case .some(let " two "): return \"" two ": \\(" two "." a_noun() ")\"")
    put("    case .none: return #\"no \"" two "\" here\"#")
    put("    }")
  } else if (what == 4) {
    put("    let " two "s = " one "s")
    put("      .filter { !$0.isEmpty && $0." a_noun() " <= limit }")
    put("      .map { \"\\($0." a_noun() ")/\\($0." a_noun() " ?? \"-\")\" }")
    put("      .sorted(by: <)")
    put("    return " two "s.joined(separator: \", \")")
  } else if (what == 5) {
    put("    /* The " a_noun() " is asked first: it knows the " two ", and the")
    put("       " one " does not. */")
    put("    try await withThrowingTaskGroup(of: Void.self) { group in")
    put("      for " two " in " one "s { group.addTask { try await self.load(" two ") } }")
    put("    }")
  } else if (what == 6) {
    put("    let text = \"\"\"")
    put("      Dear \\(" one ".name),")
    put("      your " two " of \\(" two ".formatted()) is on its way.")
    put("      \"\"\"")
    put("    return text.replacing(/\\s+/, with: \" \")")
  } else if (what == 7) {
    put("    #if DEBUG")
    put("      logger.debug(\"" a_verb() " \\(" one ", privacy: .public) at \\(#function)\")")
    put("    #endif")
    put("    self." two "?." a_noun() "[" one ", default: []]" \
      ".append(." a_noun() "(" any(99) "." any(99) "))")
  } else {
    put("    defer { " one "?." a_verb() "() }")
    put("    if " one " == nil || " two "." a_noun() " != \"" a_noun() "\" { return }")
    put("    " (timed && any(2) == 1 ? "DispatchQueue.global().sync" : "lock.withLock") \
      " { " one " = " two " }")
  }
  if (banned) { put("    _ = " use[any(uses)]); banned-- }
  if (another) { put("    let other = " other[any(others)]); another-- }
  if (named) { put("    log(\"the caller said Date() was \\(" one ")\")"); named = 0 }
  put("  }")
  put("")
}
