import Foundation

// Reported: the function of C.

func waitForAnimation(_ seconds: UInt32) {
  sleep(1)  // expect: c-sleep
  if sleep(seconds) != 0 { print("interrupted") }  // expect: c-sleep
}

#if canImport(Glibc)
  func waitLonger() { Glibc.sleep(2) }  // expect: c-sleep
#elseif canImport(Darwin)
  func waitLonger() { Darwin.sleep(2) }  // expect: c-sleep
#endif

// Not reported: another type's members, and declarations.

struct Cat {
  func sleep(_ hours: Int) -> Int { hours }
  func sleep(for hours: Int) -> Int { self.sleep(hours) }
}
let cat = Cat()
let hours = [cat.sleep(16), cat.sleep(for: 2)]
func rest(_ clock: some Clock<Duration>) async throws { try await clock.sleep(for: .seconds(1)) }

// Texts: sleep(1)
let help = "sleep(1)"
