import Foundation

/// Tea that is ready three minutes after `Date()`.
struct Tea {
  let started = Date()

  func brew(_ serve: @escaping @Sendable () -> Void) {
    _ = Timer.scheduledTimer(withTimeInterval: 180, repeats: false) { _ in
      DispatchQueue.main.async(execute: serve)
    }
  }
}
