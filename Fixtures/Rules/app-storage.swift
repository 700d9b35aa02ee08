#if canImport(SwiftUI)
  import SwiftUI
#endif

// Reported: view state that earlier runs have left.

#if canImport(SwiftUI)
  struct ReaderView: View {
    @AppStorage("fontSize") private var fontSize = 17.0  // expect: app-storage
    @AppStorage(Key.theme.rawValue) var theme: Theme = .light  // expect: app-storage
    @SceneStorage("chapter") private var chapter: Int?  // expect: app-storage
    // The argument is not seen: a store that was passed in is reported, too.
    @AppStorage("count", store: ReaderView.shared) var count = 0  // expect: app-storage
    // The report stands at the sign.
    // expect@+1:16: app-storage
    @MainActor @AppStorage("draft") var draft = ""

    static let shared = UserDefaults(suiteName: "reader")!  // expect: test-storage
    @State private var isOpen = false
    @Environment(\.locale) private var locale

    var body: some View {
      Text("\(count)").defaultAppStorage(ReaderView.shared)
    }
  }
#endif

// Not reported: state that is given, and the wrapper as a type.

enum Theme: String { case light, dark }
enum Key: String { case theme }

@propertyWrapper
struct Stored<Value> {
  var wrappedValue: Value
  init(wrappedValue: Value, _ key: String) { self.wrappedValue = wrappedValue }
}
@propertyWrapper
struct AppStorageMock<Value> {
  var wrappedValue: Value
}
struct Reader {
  @Stored("fontSize") var fontSize = 17.0
  @AppStorageMock var theme = Theme.light
}

// Texts: @AppStorage("fontSize")
let help = "@AppStorage(\"fontSize\") keeps the size"
