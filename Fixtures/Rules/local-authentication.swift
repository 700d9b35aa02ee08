#if canImport(LocalAuthentication)
  import LocalAuthentication
#endif

// Reported: a new question to the person who holds the device.

#if canImport(LocalAuthentication)
  // The report stands at the first word of the name.
  // expect@+2:5: local-authentication
  func unlock() -> Bool {
    LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil)
  }
  let context: LAContext = .init()  // expect: local-authentication
#endif

// Not reported: an authenticator that is given.

protocol Authenticator { func unlock() async -> Bool }
struct Vault {
  let authenticator: any Authenticator
  func open() async -> Bool { await authenticator.unlock() }
}

// Another type's members.
enum Toys { struct LAContext { let isFun = true } }
let isFun = Toys.LAContext().isFun

// Texts: LAContext()
let help = "LAContext() asks for a finger"
